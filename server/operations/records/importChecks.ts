/** Whether rows of a file may become rows of the database. */
import type { Transaction } from 'kysely';
import { UNPAGED_LIST_MAX } from '../../../src/contract/limits.ts';
import { searchKey } from '../../../src/rules/searchMatch.ts';
import type { Database } from '../../database/schema.ts';
import { type Problem, Refusal, refuseRows } from '../outcome.ts';
import { type Fault, faultOf } from './faults.ts';
import { checkField } from './fields.ts';
import type { Kind, Values } from './kinds.ts';
import { ambiguousUsers } from './limitedEvents.ts';
import type { ImportRow } from './readRows.ts';
import { countRows, findMissing, keyField, keyOf, selectRecords } from './records.ts';

export interface Checked {
  readonly line: number;
  readonly key: string;
  readonly values: Values;
}
export interface Change extends Checked {
  /** Null: the row is new. */
  readonly before: Values | null;
  /** Fields that get another value. */
  readonly changes: Values;
}

/** Rows that are right in themselves, each key once. Throws Refusal that names every fault. */
export function checkRows(kind: Kind, tenant: string, rows: readonly ImportRow[]): Checked[] {
  const problems: Problem[] = [];
  const lines = new Map<string, number>();
  const checked: Checked[] = [];
  for (const row of rows) {
    const { values, found } = checkValues(kind, tenant, row);
    problems.push(...found);
    if (found.length > 0) continue;
    const key = keyOf(kind, values);
    const first = lines.get(key);
    if (first !== undefined)
      problems.push({ line: row.line, field: kind.key ?? '', ...faultOf('sameRow', String(first)) });
    else lines.set(key, row.line);
    checked.push({ line: row.line, key, values });
  }
  if (problems.length > 0) throw refuseRows(problems);
  return checked;
}

function checkValues(
  kind: Kind,
  tenant: string,
  { line, values: given }: ImportRow,
): { values: Values; found: Problem[] } {
  const values: Record<string, unknown> = {};
  const found: Problem[] = [];
  const add = (field: string, fault: Fault) => found.push({ line, field, ...fault });
  for (const field of kind.fields) {
    const value = given[field.name];
    if (value === undefined) {
      if (field.name === kind.key) add(field.name, faultOf('missing'));
      continue;
    }
    const result = checkField(field, value);
    if ('fault' in result) add(field.name, result.fault);
    else values[field.name] = result.value;
  }
  if (found.length === 0) for (const [field, fault] of kind.check?.(values, tenant) ?? []) add(field, fault);
  return { values, found };
}

/** What only the rows that are there already can tell. */
export async function findProblems(
  trx: Transaction<Database>,
  kind: Kind,
  tenant: string,
  changed: readonly Change[],
): Promise<Problem[]> {
  return [
    ...missingFields(kind, changed),
    ...(await brokenReferences(trx, kind, tenant, changed)),
    ...(await kindProblems(trx, kind, tenant, changed)),
  ];
}

function missingFields(kind: Kind, changed: readonly Change[]): Problem[] {
  return changed.flatMap(({ line, before, values }) => {
    if (before) return [];
    if (!kind.canAdd) return [{ line, field: kind.key ?? '', ...faultOf('unknown', '', 'is not known') }];
    return kind.fields
      .filter((field) => field.isRequired && values[field.name] === undefined)
      .map((field) => ({ line, field: field.name, ...faultOf('missing', '', 'is missing, and the row is new') }));
  });
}

async function brokenReferences(
  trx: Transaction<Database>,
  kind: Kind,
  tenant: string,
  changed: readonly Change[],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const reference of kind.references) {
    const named = changed.flatMap(({ line, changes }) => {
      const value = changes[reference.field];
      return (Array.isArray(value) ? value : [value]).flatMap((id) => (typeof id === 'string' ? [{ line, id }] : []));
    });
    const missing = await findMissing(
      trx,
      reference,
      tenant,
      named.map(({ id }) => id),
    );
    for (const { line, id } of named) {
      if (missing.has(id))
        problems.push({
          line,
          field: reference.field,
          ...faultOf('unknown', id, `there is no ${reference.noun} ${id}`),
        });
    }
  }
  return problems;
}

/** A row that changes in part must still be right as a whole; and what is special about a kind. */
async function kindProblems(
  trx: Transaction<Database>,
  kind: Kind,
  tenant: string,
  changed: readonly Change[],
): Promise<Problem[]> {
  const problems = changed.flatMap(({ line, before, values }) =>
    before === null
      ? []
      : (kind.check?.({ ...before, ...values }, tenant) ?? []).map(([field, fault]) => ({ line, field, ...fault })),
  );
  if (kind.onlyWithout) problems.push(...(await takenKeys(trx, kind, tenant, changed)));
  if (kind.name === 'persons') problems.push(...(await alikePersons(trx, kind, tenant, changed)));
  if (kind.name === 'events')
    problems.push(
      ...(await movedSeasons(trx, tenant, changed)),
      ...(await movedEvents(trx, tenant, changed)),
      ...(await ambiguousUsers(trx, tenant, changed)),
    );
  return problems;
}

/** Ids of rows that are there, but are not the operators'. */
async function takenKeys(
  trx: Transaction<Database>,
  kind: Kind,
  tenant: string,
  changed: readonly Change[],
): Promise<Problem[]> {
  const added = changed.filter((row) => row.before === null);
  const column = keyField(kind)?.column ?? '';
  const place = { table: kind.table, column };
  const free = await findMissing(
    trx,
    place,
    tenant,
    added.map(({ key }) => key),
  );
  return added
    .filter(({ key }) => !free.has(key))
    .map(({ line }) => ({ line, field: kind.key ?? '', ...faultOf('product') }));
}

/** Search takes names that differ in spaces or width for one (§5): two of them would be one player twice. */
async function alikePersons(
  trx: Transaction<Database>,
  kind: Kind,
  tenant: string,
  changed: readonly Change[],
): Promise<Problem[]> {
  const persons = await selectRecords(trx, kind, tenant);
  const known = new Map(persons.map(({ name }) => [searchKey(String(name)), String(name)]));
  const added = changed.filter((row) => row.before === null);
  if (persons.length + added.length > UNPAGED_LIST_MAX)
    throw new Refusal(`Nothing was changed: a tenant has at most ${UNPAGED_LIST_MAX} persons.`, [
      { line: 1, field: '', ...faultOf('full', String(UNPAGED_LIST_MAX)) },
    ]);
  return added.flatMap(({ line, key }) => {
    const alike = known.get(searchKey(key));
    known.set(searchKey(key), key);
    return alike === undefined ? [] : [{ line, field: 'name', ...faultOf('alike', alike) }];
  });
}

/** New rows whose id leads to another event (STF-08d): a file from before the move would bring the old event back. */
async function movedEvents(trx: Transaction<Database>, tenant: string, changed: readonly Change[]): Promise<Problem[]> {
  const added = changed.filter((row) => row.before === null);
  if (added.length === 0) return [];
  const moves = await trx
    .selectFrom('event_move')
    .select(['event_id', 'into_id'])
    .where('tenant', '=', tenant)
    .where(
      'event_id',
      'in',
      added.map(({ key }) => key),
    )
    .execute();
  return added.flatMap(({ line, key }) => {
    const move = moves.find(({ event_id }) => event_id === key);
    return move === undefined ? [] : [{ line, field: 'event_id', ...faultOf('moved', move.into_id) }];
  });
}

/** Photos are counted for the season their event had when they were posted. */
async function movedSeasons(
  trx: Transaction<Database>,
  tenant: string,
  changed: readonly Change[],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { line, key, before, changes } of changed) {
    if (!before || !('season_id' in changes)) continue;
    const photos = await countRows(trx, { table: 'photo', column: 'event_id' }, tenant, key);
    if (photos > 0)
      problems.push({
        line,
        field: 'season_id',
        ...faultOf('season', String(photos)),
      });
  }
  return problems;
}
