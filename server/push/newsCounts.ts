/** Counters of news: how many were told, pushed to and saw it. They name nobody (STF-18d). */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Rows of one news item: members who read it at once wait for those of their own row only. A power of two. */
const SHARDS = 16;

export interface NewsCount {
  readonly tenant: string;
  readonly news_id: string;
  readonly counter: 'delivered' | 'pushed' | 'opened';
  readonly n: number;
  /** Chooses the row: whoever is told or has read it. */
  readonly by: string;
}

/** Adds to a counter of a news item. */
export async function addNewsCount(db: Kysely<Database>, count: NewsCount): Promise<void> {
  const { tenant, news_id, counter, n, by } = count;
  const column = sql.ref(counter);
  await sql`
    insert into news_count as c (tenant, news_id, shard, ${column})
    values (${tenant}, ${news_id}, hashtext(${by}) & ${SHARDS - 1}::int, ${n}::int)
    on conflict (tenant, news_id, shard) do update set ${column} = c.${column} + excluded.${column}`.execute(db);
}
