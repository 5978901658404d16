/**
 * Accounts at another provider that may be gone (HLF-06). Who leaves was here a moment before: so each account is asked for once, some
 * time after the server last saw a token of it. The table is shared by all copies.
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

export interface AccountCheck {
  readonly user_id: string;
  readonly lease: Date;
}

export interface AccountChecks {
  /** A token of this account was good. */
  see(sub: string): void;
  /** Writes what was seen. */
  flush(): Promise<void>;
  /** Takes accounts to ask for; nobody else gets them while the lease lasts. */
  take(limit: number): Promise<AccountCheck[]>;
  /** They are there, or their content is gone. Those seen again meanwhile stay. */
  end(checks: readonly AccountCheck[]): Promise<void>;
  /** Whether the fan is known, and has not left. */
  isKnown(sub: string): Promise<boolean>;
}

/** @param now epoch ms */
export function createAccountChecks(db: Kysely<Database>, now: () => number): AccountChecks {
  const noted = new Map<string, number>();
  /** When each was seen. */
  let waiting = new Map<string, number>();
  let isTimed = false;
  let writing: Promise<void> = Promise.resolve();

  async function write(seen: ReadonlyMap<string, number>): Promise<void> {
    try {
      await noteAccounts(db, seen);
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
    ...createQueue(db, now),
  };
}

/** The table's part. */
function createQueue(db: Kysely<Database>, now: () => number): Pick<AccountChecks, 'take' | 'end' | 'isKnown'> {
  return {
    async take(limit) {
      const lease = new Date(now() + LEASE_MS);
      const { rows } = await sql<{ user_id: string }>`
        update account_check set due_at = ${lease} where user_id = any(array(
          select user_id from account_check where due_at <= ${new Date(now())}
          order by due_at limit ${limit} for update skip locked)) returning user_id`.execute(db);
      return rows.map(({ user_id }) => ({ user_id, lease }));
    },
    async end(checks) {
      const [first] = checks;
      if (!first) return;
      const subs = checks.map(({ user_id }) => user_id);
      await db.deleteFrom('account_check').where('user_id', 'in', subs).where('due_at', '=', first.lease).execute();
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

/** In one order, so that copies that note the same accounts do not wait in a circle. */
async function noteAccounts(db: Kysely<Database>, seen: ReadonlyMap<string, number>): Promise<void> {
  if (seen.size === 0) return;
  const dues = [...seen.values()].map((at) => new Date(at + CHECK_AFTER_MS));
  await sql`
    insert into account_check(user_id, due_at)
    select sub, due from unnest(${[...seen.keys()]}::text[], ${dues}::timestamptz[]) as seen(sub, due) order by sub
    on conflict (user_id) do update set due_at = excluded.due_at where account_check.due_at < excluded.due_at`.execute(
    db,
  );
}
