import { useId } from 'react';
import type { RecordKind, StoredRecord } from '../../contract/staffContentEndpoints.ts';
import { recordChoices, recordForm, recordHints, recordLabels } from '../../messages/jaStaffContent.ts';
import { LimitedTextField, SelectField, SwitchField, TextArea, TextField } from '../../ui/Field.tsx';
import styles from '../Staff.module.css';
import { useStaffQuery } from '../useStaff.tsx';
import type { RecordInput } from './recordFields.ts';

interface RecordFieldInputProps {
  readonly kind: RecordKind;
  readonly input: RecordInput;
  readonly value: string;
  readonly error: string | null;
  /** It tells the record from others and is fixed once it is stored. */
  readonly isFixed: boolean;
  readonly onChange: (text: string) => void;
}

const AREA_ROWS = 4;
/** Characters of a field of lines: what 500 names, or a list of places, may have. */
const LINES_MAX = { userLimited: 20_000, other: 4_000 } as const;

/** The control of one field of a record. */
export function RecordFieldInput({ kind, input, value, error, isFixed, onChange }: RecordFieldInputProps) {
  const { name, as, max, isRequired = false } = input;
  const label = recordLabels[kind][name] ?? name;
  const hint = isFixed ? recordForm.fixed : recordHints[`${kind}.${name}`];
  const shared = { label, hint, error, isRequired, value, disabled: isFixed } as const;
  switch (as) {
    case 'id':
    case 'picture':
      return null;
    case 'switch':
    case 'onOff':
      return (
        <SwitchField label={label} hint={hint} isOn={value === 'true'} onChange={(isOn) => onChange(String(isOn))} />
      );
    case 'area':
      return <TextArea {...shared} rows={AREA_ROWS} max={max ?? LINES_MAX.other} onChange={onChange} />;
    case 'lines':
      return (
        <TextArea
          {...shared}
          rows={AREA_ROWS}
          max={name === 'userLimited' ? LINES_MAX.userLimited : LINES_MAX.other}
          onChange={onChange}
        />
      );
    case 'choice':
      return (
        <SelectField {...shared} onChange={({ target }) => onChange(target.value)}>
          {Object.entries(recordChoices[`${kind}.${name}`] ?? {}).map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </SelectField>
      );
    case 'reference':
      return <ReferenceField {...shared} input={input} onChange={onChange} />;
    case 'references':
      return (
        <ReferencesField label={label} hint={hint} error={error} input={input} value={value} onChange={onChange} />
      );
    case 'day':
      return <TextField {...shared} type="date" onChange={({ target }) => onChange(target.value)} />;
    case 'moment':
      return <TextField {...shared} type="datetime-local" step={1} onChange={({ target }) => onChange(target.value)} />;
    case 'number':
      return <TextField {...shared} inputMode="numeric" onChange={({ target }) => onChange(target.value)} />;
    default:
      return max === undefined ? (
        <TextField {...shared} autoComplete="off" onChange={({ target }) => onChange(target.value)} />
      ) : (
        <LimitedTextField {...shared} autoComplete="off" max={max} onChange={onChange} />
      );
  }
}

type ReferenceFieldProps = Omit<Parameters<typeof SelectField>[0], 'onChange' | 'value'> & {
  readonly input: Pick<RecordInput, 'of' | 'shown'>;
  readonly value: string;
  readonly onChange: (key: string) => void;
};

/** A choice among the records of another kind. */
export function ReferenceField({ input: { of, shown }, value, onChange, ...shared }: ReferenceFieldProps) {
  const { data } = useStaffQuery('getStaffRecords', { query: { kind: of ?? 'teams' } });
  const list: readonly StoredRecord[] = data?.list ?? [];
  const isKnown = value === '' || list.some(({ key }) => key === value);
  return (
    <SelectField {...shared} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{recordForm.unset}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {list.map(({ key, values }) => (
        <option key={key} value={key}>
          {String(values[shown ?? ''] ?? key)}
        </option>
      ))}
    </SelectField>
  );
}

type ReferencesFieldProps = Pick<RecordFieldInputProps, 'input' | 'value' | 'error' | 'onChange'> & {
  readonly label: string;
  readonly hint: string | undefined;
};

/** Several of the records of another kind. A chosen one that is not listed keeps its place by its key. */
function ReferencesField({ label, hint, error, input: { of, shown }, value, onChange }: ReferencesFieldProps) {
  const hintId = useId();
  const { data } = useStaffQuery('getStaffRecords', { query: { kind: of ?? 'seasons' } });
  const chosen = value.split('\n').filter((key) => key !== '');
  const listed = (data?.list ?? []).map(({ key, values }): [string, string] => [
    key,
    String(values[shown ?? ''] ?? key),
  ]);
  const unlisted = chosen
    .filter((key) => !listed.some(([known]) => known === key))
    .map((key): [string, string] => [key, key]);
  const toggle = (key: string) =>
    onChange((chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]).join('\n'));
  return (
    <fieldset className={styles.references} aria-describedby={hintId}>
      <legend>{label}</legend>
      {[...listed, ...unlisted].map(([key, name]) => (
        <label key={key}>
          <input type="checkbox" checked={chosen.includes(key)} onChange={() => toggle(key)} />
          {name}
        </label>
      ))}
      <p id={hintId} className={styles.quiet}>
        {data?.list.length === 0 ? recordForm.noneListed : hint}
      </p>
      {error && (
        <p role="alert" className={styles.fault}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
