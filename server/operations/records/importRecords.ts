/** A file of records becomes rows: all of it or nothing, and a second time nothing. */
import { isDeepStrictEqual } from 'node:util';
import { sql, type Transaction } from 'kysely';
import { forgetBestShots, tellBestShots } from '../../api/notices/activityNotices.ts';
import type { Database } from '../../database/schema.ts';
import { type Problem, refuseRows } from '../outcome.ts';
import { evened } from './fields.ts';
import { type Change, type Checked, checkRows, findProblems } from './importChecks.ts';
import type { Kind, Values } from './kinds.ts';
import { holdLimitedUsers } from './limitedEvents.ts';
import type { ImportRow } from './readRows.ts';
import { insertRecords, keyOf, selectRecords, updateRecord } from './records.ts';
import { askForOtherNames, decideOwners } from './reservedOwners.ts';

/** Begins a line that tells the operator of something to look at. */
export const NOTE = '  ! ';

/** Imports rows of one file. Returns what it did, a line each, the summary first. Throws Refusal. */
export async function importRecords(
  trx: Transaction<Database>,
  kind: Kind,
  tenant: string,
  rows: readonly ImportRow[],
): Promise<string[]> {
  const { count, changed, notes } = await applyRows(trx, kind, tenant, rows);
  return [...report(kind, tenant, count, changed), ...notes.map((note) => `${NOTE}${note}`)];
}

/** What rows did. */
export interface Applied {
  /** Rows of the file. */
  readonly count: number;
  /** Those that are new or have another value. */
  readonly changed: readonly Change[];
  /** Sentences for the operator about what to look at. */
  readonly notes: readonly string[];
}

/**
 * Adds or changes rows, all of them or none. Throws Refusal, which names every fault.
 * @param findMore further faults of rows that change, such as what the desk may not change
 */
export async function applyRows(
  trx: Transaction<Database>,
  kind: Kind,
  tenant: string,
  rows: readonly ImportRow[],
  findMore: (changed: readonly Change[]) => readonly Problem[] = () => [],
): Promise<Applied> {
  const checked = checkRows(kind, tenant, rows);
  await lockKind(trx, kind, tenant);
  const stored = await selectRecords(trx, kind, tenant, kind.key === null ? undefined : checked.map(({ key }) => key));
  const before = new Map(stored.map((values) => [keyOf(kind, values), values]));
  const compared = checked.map((row) => compare(row, before.get(row.key) ?? null));
  const isOfNames = kind.name === 'reserved-names';
  const { rows: all, problems: open } = isOfNames
    ? await decideOwners(trx, tenant, compared)
    : { rows: compared, problems: [] };
  const changed = all.filter((row) => row.before === null || Object.keys(row.changes).length > 0);
  const problems = [...open, ...(await findProblems(trx, kind, tenant, changed)), ...findMore(changed)];
  if (problems.length > 0) throw refuseRows(problems);
  const added = changed.filter((row) => row.before === null);
  await insertRecords(trx, kind, tenant, await withDefaults(trx, kind, tenant, added));
  for (const row of changed) if (row.before) await updateRecord(trx, kind, tenant, row.key, row.changes);
  if (kind.name === 'photo-marks') await tellOfMarks(trx, tenant, changed);
  const notes = [
    ...(kind.name === 'events' ? await holdLimitedUsers(trx, tenant, changed) : []),
    ...(isOfNames ? await askForOtherNames(trx, tenant, changed, new Date()) : []),
  ];
  return { count: all.length, changed, notes };
}

/** Authors learn that their photo became a best shot; of a mark that goes nothing is told any more. */
async function tellOfMarks(trx: Transaction<Database>, tenant: string, changed: readonly Change[]): Promise<void> {
  const marked = changed.filter(({ changes }) => 'option' in changes);
  const keysOf = (rows: readonly Change[]) => rows.map(({ key }) => key);
  const best = keysOf(marked.filter(({ before, changes }) => !before?.option && Boolean(changes.option)));
  const plain = keysOf(marked.filter(({ changes }) => !changes.option));
  if (best.length > 0) await tellBestShots(trx, tenant, best, new Date());
  if (plain.length > 0) await forgetBestShots(trx, tenant, plain);
}

/** Changes of one kind and tenant wait for each other: what one has looked at stays so until it is done. */
export const lockKind = (trx: Transaction<Database>, kind: Kind, tenant: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${`operators ${kind.name} ${tenant}`}))`.execute(trx);

function compare(row: Checked, before: Values | null): Change {
  if (!before) return { ...row, before, changes: row.values };
  const changes = Object.entries(row.values).filter(([name, value]) => !isSame(value, before[name]));
  return { ...row, before, changes: Object.fromEntries(changes) };
}
const isSame = (a: unknown, b: unknown) => isDeepStrictEqual(evened(a), evened(b));

/** New rows as they are written: last in the list, texts nobody gave empty. The table has the other defaults. */
async function withDefaults(
  trx: Transaction<Database>,
  kind: Kind,
  tenant: string,
  added: readonly Change[],
): Promise<Values[]> {
  const empty = Object.fromEntries(kind.fields.flatMap(({ name, empty }) => (empty === '' ? [[name, '']] : [])));
  if (added.length === 0 || !kind.fields.some(({ name }) => name === 'position'))
    return added.map(({ values }) => ({ ...empty, ...values }));
  const { rows } = await sql<{ last: number | null }>`
    select max(position) as last from ${sql.table(kind.table)} where tenant = ${tenant}`.execute(trx);
  const first = (rows[0]?.last ?? -1) + 1;
  return added.map(({ values }, i) => ({ ...empty, position: first + i, ...values }));
}

function report(kind: Kind, tenant: string, count: number, changed: readonly Change[]): string[] {
  const added = changed.filter((row) => row.before === null).length;
  const summary = [
    `${kind.name} of ${tenant}: ${count} in the file, ${added} new, ${changed.length - added} changed,`,
    `${count - changed.length} as they were.`,
  ].join(' ');
  const details = changed.flatMap(({ key, before, changes }) => {
    if (before === null) return [`  + ${key}`];
    const fields = Object.entries(changes).map(([name, value]) => `${name} ${shown(before[name])} → ${shown(value)}`);
    return [`  ~ ${[key, fields.join(', ')].join(' ').trim()}`];
  });
  return [summary, ...details];
}
const shown = (value: unknown): string => JSON.stringify(value);
