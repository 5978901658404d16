import { type Kysely, sql } from 'kysely';
import { DatabaseUnavailable } from './databaseFailure.ts';
import type { Database } from './schema.ts';
import { createSingleFlight } from './singleFlight.ts';

/** A database that has not answered by then is as good as gone, whatever it waits for. */
const ANSWERS_WITHIN_MS = 5_000;

/** No kept answer is as old: `responseCache.ts`. In milliseconds. */
const FAN_MS = 10_000;

/** Who has not looked for so long may have missed marks (`forgetOldChanges`). In milliseconds. */
const SEEN_MS = 60_000;

/** What everybody of a tenant is shown, as one look at the database saw it. */
export interface TenantState {
  /** Differs as soon as a new query sees a change that everybody must see at once: a deletion, a hidden photo, an event. */
  readonly exact: string;
  /** Differs with every change, also with likes, comments and posts of others (`tenant_change.fan`). */
  readonly whole: string;
  /** Grows with every look. */
  readonly look: number;
  /** The look that first saw the fan's last change; 0: there was none lately. */
  lastChangeOf(fan: string): number;
}
/** Throws DatabaseUnavailable. */
export type ReadState = (tenant: string) => Promise<TenantState>;

interface Seen {
  /** Which transactions that look saw, as PostgreSQL writes it. */
  readonly snapshot: string;
  readonly at: number;
}
interface Change {
  readonly tenant: string;
  /** Who made it and sees it at once; '-': others may see it later, too; '': everybody must see it at once. */
  readonly fan: string;
}

/**
 * The state as all lists ask for it: one query for everybody who asks at the same moment, by any server. Transactions mark the tenants
 * they change (`migrations/tenantChanges.ts`); what was marked since the last look and is seen now is what has changed.
 */
export function createStateReader(db: Kysely<Database>): ReadState {
  const share = createSingleFlight<void>();
  /** How often each tenant has changed, and how often so that everybody must see it at once; '': all of them. */
  const all = new Map<string, number>();
  const exact = new Map<string, number>();
  const fans = new Map<string, { readonly look: number; readonly at: number }>();
  const add = (counts: Map<string, number>, tenant: string) => counts.set(tenant, (counts.get(tenant) ?? 0) + 1);
  const textOf = (counts: Map<string, number>, tenant: string) => `${counts.get('') ?? 0} ${counts.get(tenant) ?? 0}`;
  let seen: Seen | null = null;
  let looks = 0;

  function note({ tenant, fan }: Change, at: number): void {
    add(all, tenant);
    if (fan === '') add(exact, tenant);
    else {
      fans.delete(fan);
      fans.set(fan, { look: looks, at });
    }
  }

  async function look(): Promise<void> {
    const at = performance.now();
    const last: Seen | null = seen !== null && at - seen.at < SEEN_MS ? seen : null;
    const { snapshot, changed } = await within(ANSWERS_WITHIN_MS, readChanges(db, last?.snapshot ?? null));
    looks += 1;
    for (const change of last === null ? [{ tenant: '', fan: '' }] : changed) note(change, at);
    for (const [fan, change] of fans) {
      if (at - change.at < FAN_MS) break;
      fans.delete(fan);
    }
    seen = { snapshot, at };
  }
  return async (tenant) => {
    // Everybody waits behind this one: a silent connection must not hold them for long.
    await share('', look);
    const lastChangeOf = (fan: string) => fans.get(fan)?.look ?? 0;
    return { exact: textOf(exact, tenant), whole: textOf(all, tenant), look: looks, lastChangeOf };
  };
}

async function readChanges(db: Kysely<Database>, last: string | null) {
  const since = sql`${last}::pg_snapshot`;
  const { rows } = await sql<{ snapshot: string; changed: string[] }>`
    select pg_current_snapshot()::text as snapshot, array(select distinct tenant || ' ' || fan from tenant_change
      where xid >= pg_snapshot_xmin(${since}) and not pg_visible_in_snapshot(xid, ${since})) as changed`.execute(db);
  const [row] = rows;
  const changed = (row?.changed ?? []).map((mark): Change => {
    const [tenant = '', fan = ''] = mark.split(' ');
    return { tenant, fan };
  });
  return { snapshot: row?.snapshot ?? '', changed };
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
