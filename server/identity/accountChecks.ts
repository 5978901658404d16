/**
 * Accounts at another provider that may be gone (HLF-06). Who leaves was here a moment before: so each account is asked for once, some
 * time after the server last saw a token of it. The table is shared by all copies, and tells which pool the token was of: any other pool,
 * one a server was given by mistake perhaps, knows nothing of the account, and that says nothing about it.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** After the last sight of it, when a visit has ended. */
export const CHECK_AFTER_MS = 30 * 60_000;
/** A copy notes no account more often. */
export const NOTE_EVERY_MS = 10 * 60_000;
/** Accounts a copy remembers having noted. */
export const NOTED = 100_000;
/** Those of so long are noted together. */
export const TOGETHER_MS = 1_000;
/** A copy that has not asked for its accounts after this long has died. */
const LEASE_MS = 5 * 60_000;

/** Of accounts no server has seen in any pool; an operator may have them asked for all the same. */
export const NO_POOL = '';

export interface AccountCheck {
  readonly user_id: string;
  /** Whether the account was seen in this pool; else it may be one of another. */
  readonly isSeen: boolean;
  readonly lease: Date;
}

export interface AccountChecks {
  /** A token of this account was good. */
  see(sub: string): void;
  /** Writes what was seen. */
  flush(): Promise<void>;
  /** Takes accounts to ask for, none that was seen in another pool; nobody else gets them while the lease lasts. */
  take(limit: number): Promise<AccountCheck[]>;
  /** It is there: an account of this pool. One seen again meanwhile is asked for again. */
  keep(check: AccountCheck): Promise<void>;
  /** It is not there, and nothing is left to do about it. One seen again meanwhile stays. */
  forget(check: AccountCheck): Promise<void>;
  /** Whether the fan is known, and has not left. */
  isKnown(sub: string): Promise<boolean>;
  /** Another pool whose accounts wait to be asked for; null: there is none, or it was told before. */
  otherPool(): Promise<string | null>;
}

/**
 * @param now epoch ms
 * @param pool id of the one this server takes tokens of
 */
export function createAccountChecks(db: Kysely<Database>, now: () => number, pool: string): AccountChecks {
  const noted = new Map<string, number>();
  /** When each was seen. */
  let waiting = new Map<string, number>();
  let isTimed = false;
  let writing: Promise<void> = Promise.resolve();

  async function write(seen: ReadonlyMap<string, number>): Promise<void> {
    try {
      await noteAccounts(db, pool, seen);
    } catch (error) {
      for (const [sub, at] of seen) waiting.set(sub, waiting.get(sub) ?? at);
      throw error;
    }
  }
  function flush(): Promise<void> {
    // A timer that is set finds nothing to write, or writes a little early.
    isTimed = false;
    const seen = waiting;
    waiting = new Map();
    writing = writing.catch(() => undefined).then(() => write(seen));
    return writing;
  }
  return {
    see(sub) {
      if (now() - (noted.get(sub) ?? Number.NEGATIVE_INFINITY) < NOTE_EVERY_MS) return;
      if (noted.size >= NOTED) noted.clear();
      noted.set(sub, now());
      waiting.set(sub, now());
      if (isTimed) return;
      isTimed = true;
      // What cannot be written now waits for the next time.
      setTimeout(() => flush().catch(() => undefined), TOGETHER_MS).unref();
    },
    flush,
    ...createQueue(db, now, pool),
    otherPool: createOtherPool(db, pool),
  };
}

type Queue = Pick<AccountChecks, 'take' | 'keep' | 'forget' | 'isKnown'>;

/** The table's part. */
function createQueue(db: Kysely<Database>, now: () => number, pool: string): Queue {
  async function takeOf(of: string, limit: number): Promise<AccountCheck[]> {
    const lease = new Date(now() + LEASE_MS);
    const { rows } = await sql<{ user_id: string }>`
      update account_pool set due_at = ${lease} where user_id = any(array(
        select user_id from account_pool where pool = ${of} and due_at <= ${new Date(now())}
        order by due_at limit ${limit} for update skip locked)) returning user_id`.execute(db);
    return rows.map(({ user_id }) => ({ user_id, isSeen: of === pool, lease }));
  }
  return {
    async take(limit) {
      const taken = await takeOf(pool, limit);
      return taken.length < limit ? [...taken, ...(await takeOf(NO_POOL, limit - taken.length))] : taken;
    },
    async keep({ user_id, lease }) {
      const rows = db.updateTable('account_pool').set({ pool, due_at: null });
      await rows.where('user_id', '=', user_id).where('due_at', '=', lease).execute();
    },
    async forget({ user_id, lease }) {
      await db.deleteFrom('account_pool').where('user_id', '=', user_id).where('due_at', '=', lease).execute();
    },
    async isKnown(sub) {
      const profile = db
        .selectFrom('profile')
        .select('user_id')
        .where('user_id', '=', sub)
        .where('left_at', 'is', null);
      return (await profile.executeTakeFirst()) !== undefined;
    },
  };
}

function createOtherPool(db: Kysely<Database>, pool: string): AccountChecks['otherPool'] {
  let isTold = false;
  return async () => {
    if (isTold) return null;
    // Each side of it by the index, however many of its own wait.
    const { rows } = await sql<{ pool: string }>`
      (select pool from account_pool where due_at is not null and pool > ${NO_POOL} and pool < ${pool} limit 1)
      union all (select pool from account_pool where due_at is not null and pool > ${pool} limit 1)`.execute(db);
    isTold = rows.length > 0;
    return rows[0]?.pool ?? null;
  };
}

/** In one order, so that copies that note the same accounts do not wait in a circle. */
async function noteAccounts(db: Kysely<Database>, pool: string, seen: ReadonlyMap<string, number>): Promise<void> {
  if (seen.size === 0) return;
  const dues = [...seen.values()].map((at) => new Date(at + CHECK_AFTER_MS));
  await sql`
    insert into account_pool(user_id, pool, due_at)
    select sub, ${pool}, due from unnest(${[...seen.keys()]}::text[], ${dues}::timestamptz[]) as seen(sub, due) order by sub
    on conflict (user_id) do update set pool = excluded.pool, due_at = excluded.due_at
      where account_pool.due_at is null or account_pool.due_at < excluded.due_at`.execute(db);
}
