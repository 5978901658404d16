import { type Kysely, sql } from 'kysely';
import { inTime } from '../inTime.ts';
import { DatabaseUnavailable } from './databaseFailure.ts';
import { runKept } from './preparedQuery.ts';
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

export interface StateReader {
  readonly readState: ReadState;
  /**
   * Where a replica must have come to so that it knows all changes of the tenant that any look saw (`pg_lsn`), and what no mark tells
   * of to a few seconds. null: not known.
   */
  positionOf(tenant: string): string | null;
}

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
 * The state as all lists ask for it: one look for everybody who asks at the same moment, by any server. Transactions mark the tenants
 * they change (`migrations/tenantChanges.ts`); what was marked since the last look and is seen now is what has changed.
 */
export function createStateReader(db: Kysely<Database>, { hasReplica = false } = {}): StateReader {
  const share = createSingleFlight<void>();
  /** How often each tenant has changed, and how often so that everybody must see it at once; '': all of them. */
  const all = new Map<string, number>();
  const exact = new Map<string, number>();
  const fans = new Map<string, { readonly look: number; readonly at: number }>();
  const positions = createPositions();
  const readChanges = createChangesReader(db, hasReplica);
  const add = (counts: Map<string, number>, tenant: string) => counts.set(tenant, (counts.get(tenant) ?? 0) + 1);
  const textOf = (counts: Map<string, number>, tenant: string) => `${counts.get('') ?? 0} ${counts.get(tenant) ?? 0}`;
  let seen: Seen | null = null;
  let looks = 0;

  function note({ tenant, fan }: Change, at: number): void {
    add(all, tenant);
    positions.changed(tenant);
    if (fan === '') add(exact, tenant);
    else {
      fans.delete(fan);
      fans.set(fan, { look: looks, at });
    }
  }

  async function look(): Promise<void> {
    const at = performance.now();
    const last: Seen | null = seen !== null && at - seen.at < SEEN_MS ? seen : null;
    const { snapshot, changed, position } = await within(ANSWERS_WITHIN_MS, readChanges(last?.snapshot ?? null));
    looks += 1;
    positions.looked(position, at);
    for (const change of last === null ? [{ tenant: '', fan: '' }] : changed) note(change, at);
    for (const [fan, change] of fans) {
      if (at - change.at < FAN_MS) break;
      fans.delete(fan);
    }
    seen = { snapshot, at };
  }
  const readState: ReadState = async (tenant) => {
    // Everybody waits behind this one: a silent connection must not hold them for long.
    await share('', look);
    const lastChangeOf = (fan: string) => fans.get(fan)?.look ?? 0;
    return { exact: textOf(exact, tenant), whole: textOf(all, tenant), look: looks, lastChangeOf };
  };
  return { readState, positionOf: positions.of };
}

/** What no mark tells of, such as views, is shown as it was so long ago at most, or about twice that. In milliseconds. */
const UNMARKED_MS = 2_000;

interface Position {
  /** null: the server that writes does not tell, such as during a failover. */
  readonly lsn: string | null;
  readonly look: number;
  readonly at: number;
}

/** Positions in the log of the server that writes: a transaction a look sees was logged before it. */
function createPositions() {
  let now: Position = { lsn: null, look: 0, at: Number.NEGATIVE_INFINITY };
  let next = now;
  let floor = now;
  const changes = new Map<string, Position>();
  return {
    looked(lsn: string | null, at: number): void {
      now = { lsn, look: now.look + 1, at };
      if (at - next.at < UNMARKED_MS) return;
      floor = at - next.at < 2 * UNMARKED_MS ? next : now;
      next = now;
    },
    /** Seen by the present look for the first time. '': all tenants. */
    changed(tenant: string): void {
      changes.set(tenant, now);
    },
    /** By the order of looks: after a failover the log may begin again at an earlier position. */
    of(tenant: string): string | null {
      const last = [changes.get('') ?? floor, changes.get(tenant) ?? floor];
      return last.reduce((a, b) => (b.look > a.look ? b : a), floor).lsn;
    },
  };
}

interface Changes {
  readonly snapshot: string;
  readonly position: string | null;
  readonly changed: readonly Change[];
}

/**
 * What was marked since the snapshot `last`. Most looks see what the one before saw, and nothing else can have changed then: that is asked
 * first, as planning the search for marks takes longer than this answer. Not where the look before found a change: others follow often.
 */
function createChangesReader(db: Kysely<Database>, hasReplica: boolean) {
  // After the snapshot was taken; a server that only reads would refuse the question.
  const position = hasReplica
    ? sql`case when not pg_is_in_recovery() then pg_current_wal_insert_lsn() end::text`
    : sql`null`;
  const snapshotOnly = sql<Omit<Changes, 'changed'>>`
    select pg_current_snapshot()::text as snapshot, ${position} as position`;
  let isQuiet = false;

  async function readSnapshot(last: string): Promise<Changes | null> {
    const { rows } = await runKept(db, snapshotOnly);
    const [row] = rows;
    return row?.snapshot === last ? { ...row, changed: [] } : null;
  }
  async function readMarks(last: string | null): Promise<Changes> {
    const since = sql`${last}::pg_snapshot`;
    const query = sql<{ snapshot: string; position: string | null; changed: string[] }>`
      select pg_current_snapshot()::text as snapshot, ${position} as position, array(select distinct tenant || ' ' || fan from tenant_change
        where xid >= pg_snapshot_xmin(${since}) and not pg_visible_in_snapshot(xid, ${since})) as changed`;
    const { rows } = await runKept(db, query);
    const [row] = rows;
    const changed = (row?.changed ?? []).map((mark): Change => {
      const [tenant = '', fan = ''] = mark.split(' ');
      return { tenant, fan };
    });
    return { snapshot: row?.snapshot ?? '', position: row?.position ?? null, changed };
  }
  return async (last: string | null): Promise<Changes> => {
    const changes = (isQuiet && last !== null && (await readSnapshot(last))) || (await readMarks(last));
    isQuiet = changes.snapshot === last;
    return changes;
  };
}

/** Marks every server copy has seen by now, or has not looked for. */
export async function forgetOldChanges(db: Kysely<Database>): Promise<void> {
  await sql`delete from tenant_change where at < now() - interval '5 minutes'`.execute(db);
}

/** A balancer waits no longer for a health check, and whoever looks at 3 a.m. neither. In milliseconds. */
const HEALTHY_WITHIN_MS = 1_800;
/** Photos a health check reads: those most lists begin with. */
const NEWEST = 20;

/** Whether lists can be served: asks what every list asks first, and reads the newest photos. Resolves within 2 s in any case. */
export async function canServeLists(
  db: Kysely<Database>,
  readState: ReadState,
  withinMs = HEALTHY_WITHIN_MS,
): Promise<boolean> {
  const read = async () => {
    await readState('');
    await db.selectFrom('photo').select('media_url').orderBy('id', 'desc').limit(NEWEST).execute();
  };
  try {
    await within(withinMs, read());
    return true;
  } catch {
    return false;
  }
}

/** `work`, or DatabaseUnavailable when it takes longer than `ms`. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return inTime(ms, work, () => {
    throw new DatabaseUnavailable(`no answer from the database within ${ms} ms`, { isWorthRepeating: false });
  });
}
