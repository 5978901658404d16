import { type Kysely, sql } from 'kysely';
import { DatabaseUnavailable } from './databaseFailure.ts';
import type { Database } from './schema.ts';
import { createSingleFlight } from './singleFlight.ts';

/** A database that has not answered by then is as good as gone, whatever it waits for. */
const ANSWERS_WITHIN_MS = 5_000;

/** Who has not looked for so long may have missed marks (`forgetOldChanges`). In milliseconds. */
const SEEN_MS = 60_000;

/** A text that differs as soon as a new query sees a change of what everybody of the tenant is shown. Throws DatabaseUnavailable. */
export type ReadState = (tenant: string) => Promise<string>;

interface Seen {
  /** Which transactions that look saw, as PostgreSQL writes it. */
  readonly snapshot: string;
  readonly at: number;
}

/**
 * The state as all lists ask for it: one query for everybody who asks at the same moment, by any server. Transactions mark the tenants
 * they change (`migrations/tenantChanges.ts`); what was marked since the last look and is seen now is what has changed.
 */
export function createStateReader(db: Kysely<Database>): ReadState {
  const share = createSingleFlight<void>();
  /** How often each tenant has changed; '': all of them. */
  const changes = new Map<string, number>();
  const count = (tenant: string) => changes.set(tenant, (changes.get(tenant) ?? 0) + 1);
  let seen: Seen | null = null;

  async function look(): Promise<void> {
    const at = performance.now();
    const last: Seen | null = seen !== null && at - seen.at < SEEN_MS ? seen : null;
    const { snapshot, changed } = await within(ANSWERS_WITHIN_MS, readChanges(db, last?.snapshot ?? null));
    for (const tenant of last === null ? [''] : changed) count(tenant);
    seen = { snapshot, at };
  }
  return async (tenant) => {
    // Everybody waits behind this one: a silent connection must not hold them for long.
    await share('', look);
    return `${changes.get('') ?? 0} ${changes.get(tenant) ?? 0}`;
  };
}

async function readChanges(db: Kysely<Database>, last: string | null) {
  const since = sql`${last}::pg_snapshot`;
  const { rows } = await sql<{ snapshot: string; changed: string[] }>`
    select pg_current_snapshot()::text as snapshot, array(select distinct tenant from tenant_change
      where xid >= pg_snapshot_xmin(${since}) and not pg_visible_in_snapshot(xid, ${since})) as changed`.execute(db);
  return rows[0] ?? { snapshot: '', changed: [] };
}

/** Marks every server copy has seen by now, or has not looked for. */
export async function forgetOldChanges(db: Kysely<Database>): Promise<void> {
  await sql`delete from tenant_change where at < now() - interval '5 minutes'`.execute(db);
}

/** Whether lists can be served: asks what every list asks first, and reads a photo. */
export async function canServeLists(
  db: Kysely<Database>,
  readState: ReadState,
  withinMs = ANSWERS_WITHIN_MS,
): Promise<boolean> {
  try {
    await within(withinMs, readState(''));
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
