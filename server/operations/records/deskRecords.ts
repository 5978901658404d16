/**
 * Records as the desk changes them, one at a time (STF-12, STF-13). The checks are those of an import: a form is a file of one row. A write
 * names the revision it began from, so that no editor overwrites what another wrote meanwhile.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import type { RecordValues, StoredRecord } from '../../../src/contract/staffContentEndpoints.ts';
import { RECORDS_LISTED } from '../../../src/contract/staffLimits.ts';
import type { Database } from '../../database/schema.ts';
import { type Problem, refuseRows } from '../outcome.ts';
import { faultOf } from './faults.ts';
import type { Change } from './importChecks.ts';
import { type Applied, applyRows, lockKind } from './importRecords.ts';
import type { Kind, Values } from './kinds.ts';
import { readRows } from './readRows.ts';
import { keyOf, selectDeskRecords, selectRecords } from './records.ts';
import { removeRecords } from './removeRecords.ts';
import { writeRows } from './writeRows.ts';

type Trx = Transaction<Database>;

/** The tenant's records of a kind. */
export interface RecordPlace {
  readonly kind: Kind;
  readonly tenant: string;
}

/** A record with the revision by which a later write names it. */
function storedRecord(kind: Kind, values: Values): StoredRecord {
  const named = kind.fields.map(({ name }) => [name, values[name]]);
  const revision = createHash('sha256').update(JSON.stringify(named)).digest('hex').slice(0, 32);
  return { key: keyOf(kind, values), revision, values: values as RecordValues };
}

/** Returns the records that the desk shows; those that fans made are not among them. */
export async function readDeskRecords(db: Kysely<Database>, { kind, tenant }: RecordPlace): Promise<StoredRecord[]> {
  const rows = await selectDeskRecords(db, kind, tenant, RECORDS_LISTED);
  return rows.map((values) => storedRecord(kind, values));
}

/** Returns the record as it stands, locked; null: there is none. Throws Refusal for one that a fan made. */
export async function lockDeskRecord(trx: Trx, place: RecordPlace, key: string): Promise<StoredRecord | null> {
  const values = await lockRecord(trx, place, key);
  return values && storedRecord(place.kind, values);
}

/** Returns the records that the desk shows as the CSV file that `importFile` takes. */
export async function writeDeskFile(db: Kysely<Database>, { kind, tenant }: RecordPlace): Promise<string> {
  return writeRows(await selectDeskRecords(db, kind, tenant, RECORDS_LISTED), 'csv', kind.fields);
}

/** What became of a write. `changed`, `gone`: somebody else was first. */
export type Written =
  | { readonly result: 'ok'; readonly before: Values | null; readonly record: StoredRecord | null }
  | { readonly result: 'changed'; readonly record: StoredRecord }
  | { readonly result: 'gone' };

/** As `lockDeskRecord`, without the revision. */
export async function lockRecord(trx: Trx, place: RecordPlace, key: string): Promise<Values | null> {
  const { kind, tenant } = place;
  await lockKind(trx, kind, tenant);
  const rows = await selectRecords(trx, kind, tenant, [key]);
  const found = rows.find((values) => keyOf(kind, values) === key) ?? null;
  const isFans = await readIsFans(trx, place);
  if (found && isFans(found)) throw refuseRows([{ line: 1, field: kind.madeBy ?? '', ...faultOf('fans') }]);
  return found;
}

/** The fields that a write changed, before and after it. */
export function changedFields(before: Values, after: Values) {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pick = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}

const hasAll = (stored: Values, wanted: Values): boolean =>
  Object.entries(wanted).every(([name, value]) => isDeepStrictEqual(stored[name], value));

/**
 * Adds a record or changes its fields. Throws Refusal, which names every fault.
 * @param revision null: the record is new
 */
export async function saveDeskRecord(
  trx: Trx,
  place: RecordPlace,
  { revision, values }: { readonly revision: string | null; readonly values: Values },
): Promise<Written> {
  const { kind, tenant } = place;
  const known = kind.fields.map(({ name }) => name);
  const unknown = Object.keys(values).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw refuseRows(unknown.map((name) => ({ line: 1, field: name, ...faultOf('unknownField', name) })));
  const key = keyOf(kind, values);
  const before = await lockRecord(trx, place, key);
  if (before === null && revision !== null) return { result: 'gone' };
  const current = before && storedRecord(kind, before);
  if (current && current.revision !== revision && !hasAll(current.values, values))
    return { result: 'changed', record: current };
  await applyRows(trx, kind, tenant, [{ line: 1, values }], await fansOnly(trx, place));
  const after = await lockRecord(trx, place, key);
  return { result: 'ok', before, record: after && storedRecord(kind, after) };
}

/** Removes a record that nothing refers to; one that is not there is fine. Throws Refusal that names what refers to it. */
export async function removeRecord(
  trx: Trx,
  place: RecordPlace,
  { key, revision }: { readonly key: string; readonly revision: string },
): Promise<Written> {
  const { kind, tenant } = place;
  const before = await lockRecord(trx, place, key);
  if (before === null) return { result: 'ok', before, record: null };
  const current = storedRecord(kind, before);
  if (current.revision !== revision) return { result: 'changed', record: current };
  await removeRecords(trx, kind, tenant, [key]);
  return { result: 'ok', before, record: null };
}

/** Adds and changes the records of a CSV file, all or none. Throws Refusal, which names every fault. */
export async function importFile(trx: Trx, place: RecordPlace, csv: string): Promise<Applied> {
  const { kind, tenant } = place;
  return applyRows(trx, kind, tenant, readRows(csv, 'csv', kind.fields), await fansOnly(trx, place));
}

/** Returns whether values are those of a row that a fan made. */
async function readIsFans(trx: Trx, { kind, tenant }: RecordPlace): Promise<(values: Values) => boolean> {
  const { madeBy } = kind;
  if (madeBy === undefined) return () => false;
  const officials = await trx.selectFrom('official_user').select('user_id').where('tenant', '=', tenant).execute();
  const ids = officials.map(({ user_id }) => user_id);
  return ({ [madeBy]: maker }) => typeof maker === 'string' && !ids.includes(maker);
}

/** Returns the check that no row that a fan made is changed, and that none becomes a fan's. */
async function fansOnly(trx: Trx, place: RecordPlace) {
  const isFans = await readIsFans(trx, place);
  return (changed: readonly Change[]): Problem[] =>
    changed
      .filter(({ before, changes }) => isFans(before ?? {}) || isFans(changes))
      .map(({ line }) => ({ line, field: place.kind.madeBy ?? '', ...faultOf('fans') }));
}
