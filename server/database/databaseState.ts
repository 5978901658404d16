import { type Kysely, sql } from 'kysely';
import { DatabaseUnavailable } from './databaseFailure.ts';
import type { Database } from './schema.ts';
import { createSingleFlight } from './singleFlight.ts';

/** A database that has not answered by then is as good as gone, whatever it waits for. */
const ANSWERS_WITHIN_MS = 5_000;

/**
 * Which transactions a new query sees, as PostgreSQL writes it. The same text twice: nothing was committed in between, by
 * any server, and all queries between the two have seen the same.
 */
export async function readState(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ state: string }>`select pg_current_snapshot()::text as state`.execute(db);
  return rows[0]?.state ?? '';
}

/** The state as all lists ask for it: one query for everybody who asks at the same moment. Throws DatabaseUnavailable. */
export function createStateReader(db: Kysely<Database>): () => Promise<string> {
  const share = createSingleFlight<string>();
  // Everybody waits behind this one: a silent connection must not hold them for long.
  return () => share('', () => within(ANSWERS_WITHIN_MS, readState(db)));
}

/** Whether lists can be served: asks what every list asks first, and reads a photo. */
export async function canServeLists(
  db: Kysely<Database>,
  readState: () => Promise<string>,
  withinMs = ANSWERS_WITHIN_MS,
): Promise<boolean> {
  try {
    await within(withinMs, readState());
    await within(withinMs, db.selectFrom('photo').select('id').limit(1).execute());
    return true;
  } catch {
    return false;
  }
}

/** `work`, or DatabaseUnavailable when it takes longer than `ms`. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    const reason = `no answer from the database within ${ms} ms`;
    timer = setTimeout(() => fail(new DatabaseUnavailable(reason, { isWorthRepeating: false })), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
