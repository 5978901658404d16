import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** At most `count` attempts; the window starts with the first and starts anew with the last one allowed. */
export interface Limit {
  readonly count: number;
  readonly windowMs: number;
}

export interface AttemptLimit {
  /** Counts `n` attempts (1) before they are judged, so that parallel guesses cannot slip through. False: no more allowed. */
  take(key: string, limit: Limit, n?: number): Promise<boolean>;
  /** Whether the next `take` would be refused. */
  isSpent(key: string, limit: Limit): Promise<boolean>;
  /** How many attempts are counted, and for how long yet (milliseconds). Nothing counted, or a window that is over: 0 and 0. */
  usage(key: string): Promise<{ readonly count: number; readonly leftMs: number }>;
  /** Takes one counted attempt back. */
  giveBack(key: string): Promise<void>;
  clear(key: string): Promise<void>;
}

/** Counters shared by all server copies. */
export function createAttemptLimit(db: Kysely<Database>, now: () => number): AttemptLimit {
  return {
    async take(key, { count, windowMs }, n = 1) {
      const at = new Date(now());
      const end = new Date(now() + windowMs);
      const isOver = sql<boolean>`identity_limit.expires_at <= ${at}`;
      const row = await db
        .insertInto('identity_limit')
        .values({ key, count: n, expires_at: end })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            count: sql<number>`case when ${isOver} then ${n}::int else least(identity_limit.count + ${n}::int, ${count + 1}::int) end`,
            expires_at: sql<Date>`case when ${isOver} or (identity_limit.count < ${count}::int and identity_limit.count + ${n}::int >= ${count}::int) then ${end}::timestamptz else identity_limit.expires_at end`,
          }),
        )
        .returning('count')
        .executeTakeFirstOrThrow();
      return row.count <= count;
    },
    async isSpent(key, { count }) {
      const row = await db.selectFrom('identity_limit').selectAll().where('key', '=', key).executeTakeFirst();
      return row !== undefined && row.count >= count && row.expires_at.getTime() > now();
    },
    async usage(key) {
      const row = await db.selectFrom('identity_limit').selectAll().where('key', '=', key).executeTakeFirst();
      const leftMs = row === undefined ? 0 : Math.max(0, row.expires_at.getTime() - now());
      return row === undefined || leftMs === 0 ? { count: 0, leftMs: 0 } : { count: row.count, leftMs };
    },
    async giveBack(key) {
      await db
        .updateTable('identity_limit')
        .set({ count: sql<number>`greatest(identity_limit.count - 1, 0)` })
        .where('key', '=', key)
        .execute();
    },
    async clear(key) {
      await db.deleteFrom('identity_limit').where('key', '=', key).execute();
    },
  };
}
