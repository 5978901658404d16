import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import * as v from 'valibot';
import type { LogRow, StaffQueryInput } from '../contract/staffEndpoints.ts';
import { STAFF_ROLES } from '../contract/staffRoles.ts';
import { errorText } from '../messages/jaErrors.ts';
import { staffRoleNames } from '../messages/jaStaff.ts';
import { nameOfAct, logPage as texts } from '../messages/jaStaffLog.ts';
import { showWireTime } from '../rules/dates.ts';
import { errorCodeOf } from '../rules/errorCode.ts';
import { useTenant } from '../services/services.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { Loaded } from './Loaded.tsx';
import styles from './Staff.module.css';
import { saveCsv } from './saveCsv.ts';
import { useStaffCall, useStaffQuery } from './useStaff.tsx';

type Filters = StaffQueryInput<'getStaffLogFile'>;

/** Everything operators and staff did, the latest first, with filters and a file. */
export function LogPage() {
  const [filters, setFilters] = useState<Filters>({});
  const [before, setBefore] = useState<readonly (string | undefined)[]>([undefined]);
  const choose = (next: Filters) => {
    setFilters(next);
    setBefore([undefined]);
  };
  return (
    <>
      <FilterForm onChoose={choose} />
      <SaveFile filters={filters} />
      {before.map((id, index) => (
        <Page
          key={id ?? 'first'}
          query={{ ...filters, before: id }}
          onNext={index === before.length - 1 ? (next) => setBefore([...before, String(next)]) : null}
        />
      ))}
    </>
  );
}

function FilterForm({ onChoose }: { readonly onChoose: (filters: Filters) => void }) {
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '');
    onChoose(Object.fromEntries(given) as Filters);
  };
  return (
    <form className={styles.filters} onSubmit={handleSubmit}>
      <SelectField label={texts.kind} name="act">
        <option value="">{texts.allKinds}</option>
        {Object.entries(texts.kinds).map(([act, name]) => (
          <option key={act} value={act}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField label={texts.who} name="who" autoComplete="off" />
      <TextField label={texts.since} name="since" type="date" />
      <TextField label={texts.until} name="until" type="date" />
      <Button type="submit">{texts.filter}</Button>
    </form>
  );
}

interface PageProps {
  readonly query: StaffQueryInput<'getStaffLog'>;
  /** Shows the page behind it; null: it is shown already. */
  readonly onNext: ((id: number) => void) | null;
}

function Page({ query, onNext }: PageProps) {
  const answer = useStaffQuery('getStaffLog', { query });
  return (
    <Loaded query={answer}>
      {({ list, next }) => (
        <>
          {list.length === 0 && <EmptyState title={texts.empty} />}
          <ul className={styles.rows}>
            {list.map((row) => (
              <Act key={row.id} row={row} />
            ))}
          </ul>
          {next !== null && onNext && <Button onClick={() => onNext(next)}>{texts.next}</Button>}
        </>
      )}
    </Loaded>
  );
}

/** States of the log that have words here; the file has all of them. */
const State = v.object({
  role: v.optional(v.picklist(STAFF_ROLES)),
  hidden: v.optional(v.boolean()),
  hides_reported: v.optional(v.boolean()),
});

function wordsOf(json: string | null): string {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), State), json);
  if (!parsed.success) return '';
  const { role, hidden, hides_reported } = parsed.output;
  if (role !== undefined) return staffRoleNames[role];
  if (hidden !== undefined) return texts.hidden(hidden);
  return hides_reported === undefined ? '' : texts.isOn(hides_reported);
}

function Act({ row }: { readonly row: LogRow }) {
  const [before, after] = [wordsOf(row.before), wordsOf(row.after)];
  const change = before === '' && after === '' ? '' : texts.change(before, after);
  return (
    <li className={styles.act}>
      <p>
        <strong>{nameOfAct(row.act)}</strong> {row.what}
      </p>
      {row.reason !== null && <p>{texts.why(row.reason)}</p>}
      {change !== '' && <p className={styles.quiet}>{change}</p>}
      <p className={styles.quiet}>
        {showWireTime(row.at)}　{row.staff_id === null ? `${row.who}（${texts.command}）` : row.who}
      </p>
    </li>
  );
}

function SaveFile({ filters }: { readonly filters: Filters }) {
  const tenant = useTenant();
  const call = useStaffCall();
  const saving = useMutation({
    mutationFn: () => call('getStaffLogFile', { query: filters }),
    onSuccess: ({ csv }) => {
      saveCsv(csv, texts.fileName(tenant.id));
    },
  });
  return (
    <>
      <Button isBusy={saving.isPending} onClick={() => saving.mutate()}>
        {texts.file}
      </Button>
      {saving.error && <Banner tone="error">{errorText(errorCodeOf(saving.error))}</Banner>}
    </>
  );
}
