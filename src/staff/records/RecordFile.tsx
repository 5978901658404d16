import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { RecordKind } from '../../contract/staffContentEndpoints.ts';
import type { StaffAnswer } from '../../contract/staffEndpoints.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { faultLine, faultText, recordLabels, recordFile as texts } from '../../messages/jaStaffContent.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { useTenant } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useToast } from '../../ui/toasts.tsx';
import styles from '../Staff.module.css';
import { saveCsv } from '../saveCsv.ts';
import { useStaffCall, useStaffWrite } from '../useStaff.tsx';

/** A file's text; null: it is not UTF-8, such as a spreadsheet's Shift_JIS. */
async function readText(file: File): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return null;
  }
}

/** The records as a CSV file, and a file read back: first what it would do, then, if wanted, done (STF-12f). */
export function RecordFile({ kind }: { readonly kind: RecordKind }) {
  const tenant = useTenant();
  const toast = useToast();
  const call = useStaffCall();
  const id = useId();
  const [csv, setCsv] = useState<string | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const saving = useMutation({
    mutationFn: () => call('getStaffRecordsFile', { query: { kind } }),
    onSuccess: (answer) => saveCsv(answer.csv, texts.fileName(kind, tenant.id)),
  });
  const loading = useStaffWrite('putStaffRecordsFile', ({ is_trial }, { result, added, changed }) => {
    if (is_trial || result !== 'ok') return;
    setCsv(null);
    toast(texts.done(added, changed));
  });
  const choose = async (file: File) => {
    loading.reset();
    const text = await readText(file);
    setUnreadable(text === null);
    setCsv(text);
    if (text !== null) loading.mutate({ kind, csv: text, is_trial: true });
  };
  const cancel = () => {
    setCsv(null);
    loading.reset();
  };
  const failed = saving.error ?? loading.error;
  return (
    <details className={styles.more}>
      <summary>{texts.title}</summary>
      <div className={styles.section}>
        <p className={styles.quiet}>{texts.lead}</p>
        <Button isBusy={saving.isPending} onClick={() => saving.mutate()}>
          {texts.save}
        </Button>
        <div className={styles.facts}>
          <label htmlFor={id}>{texts.choose}</label>
          <input
            id={id}
            className={styles.file}
            type="file"
            accept=".csv,text/csv"
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (file) void choose(file);
              // The same file once more, when it was corrected.
              target.value = '';
            }}
          />
        </div>
        {isUnreadable && <Banner tone="error">{faultText('notAFile', '')}</Banner>}
        {failed && <Banner tone="error">{errorText(errorCodeOf(failed))}</Banner>}
        {csv !== null && loading.data && (
          <Outcome
            kind={kind}
            answer={loading.data}
            isBusy={loading.isPending}
            onApply={() => loading.mutate({ kind, csv, is_trial: false })}
            onCancel={cancel}
          />
        )}
      </div>
    </details>
  );
}

interface OutcomeProps {
  readonly kind: RecordKind;
  readonly answer: StaffAnswer<'putStaffRecordsFile'>;
  readonly isBusy: boolean;
  readonly onApply: () => void;
  readonly onCancel: () => void;
}

/** What a file would do, or every fault it has. */
function Outcome({ kind, answer, isBusy, onApply, onCancel }: OutcomeProps) {
  const { result, problems, more, added, changed, unchanged, keys } = answer;
  if (result === 'refused')
    return (
      <div className={styles.section} role="alert">
        <Banner tone="error">{texts.refused(problems.length + more)}</Banner>
        <ul className={styles.faults}>
          {problems.map(({ line, field, code, about }) => (
            <li key={`${line} ${field} ${code} ${about}`}>
              {faultLine(line, recordLabels[kind][field] ?? field, faultText(code, about))}
            </li>
          ))}
          {more > 0 && <li>{texts.more(more)}</li>}
        </ul>
      </div>
    );
  const hasChanges = added + changed > 0;
  return (
    <div className={styles.section} role="status">
      <p>{hasChanges ? texts.would(added, changed, unchanged) : texts.nothing}</p>
      {hasChanges && <p className={styles.quote}>{keys.slice(0, SHOWN).join('\n')}</p>}
      {keys.length > SHOWN && <p className={styles.quiet}>{texts.more(keys.length - SHOWN)}</p>}
      <div className={styles.choices}>
        {hasChanges && (
          <Button variant="primary" isBusy={isBusy} onClick={onApply}>
            {texts.apply}
          </Button>
        )}
        <Button onClick={onCancel}>{texts.cancel}</Button>
      </div>
    </div>
  );
}

/** Changed rows that are named before a file is applied. */
const SHOWN = 20;
