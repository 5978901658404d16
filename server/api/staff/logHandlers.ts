import { LOG_LISTED } from '../../../src/contract/staffLimits.ts';
import { formatWireDateTime, parseWireDate } from '../../../src/rules/dates.ts';
import { ApiFailure } from '../handlers.ts';
import { screenName } from '../photos/repository.ts';
import { csvOf } from './csv.ts';
import { type LogFilter, readActs } from './logRepository.ts';
import type { StaffHandlers } from './staffHandlers.ts';

const DAY_MS = 24 * 3_600_000;

interface AskedFilter {
  readonly act?: string | undefined;
  readonly who?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Throws INVALID_REQUEST for a day that is none. */
function filterOf({ act, who, since, until }: AskedFilter): Omit<LogFilter, 'before'> {
  const from = since === undefined ? null : parseWireDate(since);
  const last = until === undefined ? null : parseWireDate(until);
  if ((since !== undefined && from === null) || (until !== undefined && last === null))
    throw new ApiFailure('INVALID_REQUEST');
  return {
    act: act ?? null,
    who: who ?? null,
    since: from === null ? null : new Date(from),
    until: last === null ? null : new Date(last + DAY_MS),
  };
}

type Acts = Awaited<ReturnType<typeof readActs>>;
const rowOf = ({ at, nickname, operator, before, after, ...row }: Acts[number]) => ({
  ...row,
  at: formatWireDateTime(at.getTime()),
  who: row.staff_id === null ? operator : screenName({ nickname }) || operator,
  before: before === null ? null : JSON.stringify(before),
  after: after === null ? null : JSON.stringify(after),
});

const COLUMNS = ['at', 'who', 'staff_id', 'act', 'what', 'reason', 'outcome', 'before', 'after'] as const;

export const logHandlers = {
  async getStaffLog({ db, tenant }, { query: { before = null, ...filter } }) {
    const rows = await readActs(db, tenant, { ...filterOf(filter), before }, LOG_LISTED.page + 1);
    const list = rows.slice(0, LOG_LISTED.page).map(rowOf);
    return { list, next: rows.length > LOG_LISTED.page ? (list.at(-1)?.id ?? null) : null };
  },
  async getStaffLogFile({ db, tenant }, { query }) {
    const rows = await readActs(db, tenant, { ...filterOf(query), before: null }, LOG_LISTED.file);
    const cells = rows.map(rowOf).map((row) => COLUMNS.map((name) => row[name] ?? ''));
    return { csv: csvOf([[...COLUMNS], ...cells]) };
  },
} satisfies Partial<StaffHandlers>;
