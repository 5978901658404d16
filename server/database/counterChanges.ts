/**
 * Counters everybody in a stadium changes at once. A post leaves one row that says what it adds, in its own transaction; adding up takes
 * all rows that wait in one short statement. So nobody waits for a row of the tenant, and the sums come out the same in any order.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { forgetOldChanges } from './databaseState.ts';
import { addUpWaitingFanRanks } from './fanRanks.ts';
import { addUpWaitingFigures } from './figureCounts.ts';
import type { CounterChange } from './photoTables.ts';
import { runKept } from './preparedQuery.ts';
import { inTransaction } from './retryTransaction.ts';
import type { Database } from './schema.ts';
import { createSingleFlight, type SingleFlight } from './singleFlight.ts';

/** Rows added up in one statement. */
const AT_ONCE = 500;
/** What a copy left that ended between its post and adding up is not older than this. */
const EVERY_MS = 1_000;
/** In polls. */
const FORGET_EVERY = 60;

/** The statement that leaves what is to be added. */
export const leaveChanges = (changes: readonly CounterChange[]): RawBuilder<unknown> =>
  sql`insert into counter_change(changes) values (${JSON.stringify(changes)}::jsonb)`;

/**
 * One statement: what it takes is added, or is still there. The tally first, then persons, each in the order of `summed`, as all writers
 * of counters go (`rowLocks.ts`): reading what the first has done has the second wait for it.
 */
const addUpSome = sql<{ taken: number }>`
  with taken as (
    delete from counter_change where id = any(array(
      select id from counter_change order by id limit ${sql.lit(AT_ONCE)} for update skip locked)) returning changes),
  summed as materialized (
    select tenant, kind, value, name, sum(n)::int as n
    from taken, jsonb_to_recordset(changes) as c(tenant text, kind text, value text, name text, n int)
    group by tenant, kind, value, name having sum(n) <> 0),
  counted as (
    insert into tally(tenant, kind, value, n)
    select tenant, kind, value, n from summed where name is null
    order by tenant collate "C", kind collate "C", value collate "C"
    on conflict (tenant, kind, value) do update set n = tally.n + excluded.n returning 1),
  persons as (
    insert into person_tally(tenant, kind, value, name, n)
    select tenant, kind, value, name, n from summed where name is not null and (select count(*) from counted) >= 0
    order by tenant collate "C", kind collate "C", value collate "C", name collate "C"
    on conflict (tenant, kind, value, name) do update set n = person_tally.n + excluded.n)
  select count(*)::int as taken from taken`;

/** Adds up all that waits. */
export async function addUpCounters(db: Kysely<Database>): Promise<void> {
  let taken = AT_ONCE;
  while (taken >= AT_ONCE) {
    const { rows } = await inTransaction(db, (trx) => runKept(trx, addUpSome));
    taken = rows[0]?.taken ?? 0;
  }
}

const flights = new WeakMap<Kysely<Database>, SingleFlight<void>>();
/**
 * Adds up, together with others who want it at the same moment: what the caller has committed is counted when this is done. Never
 * rejects: what cannot be added up now waits for the next time.
 */
export async function countCommitted(db: Kysely<Database>): Promise<void> {
  const flight = flights.get(db) ?? createSingleFlight<void>();
  flights.set(db, flight);
  await flight('', () => addUpCounters(db)).catch((error: unknown) =>
    console.error('Adding up counters failed:', error),
  );
}

/** Polls for changes that nobody has added up, and deletes old marks of changes. Returns a function that ends the polling. */
export function startAddingUp(db: Kysely<Database>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let polls = 0;
  const poll = async () => {
    polls += 1;
    if (polls % FORGET_EVERY === 0) await forgetOldChanges(db);
    const left = await db.selectFrom('counter_change').select('id').limit(1).executeTakeFirst();
    if (left) await countCommitted(db);
    await addUpWaitingFigures(db);
    await addUpWaitingFanRanks(db);
  };
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = poll()
      // The database cannot be reached: the next request reports it.
      .catch(() => {})
      .finally(() => {
        isRunning = false;
      });
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
