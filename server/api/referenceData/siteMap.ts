import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** Ids of a tenant's events, the latest first, at most `limit`. */
export async function readEventIds(db: Kysely<Database>, tenant: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('event')
    .select('event_id')
    .where('tenant', '=', tenant)
    .orderBy('crawl_period_start', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ event_id }) => event_id);
}
