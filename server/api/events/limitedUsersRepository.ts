import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { LimitedUsers } from './limitedUsers.ts';

/** Accounts behind what an operator wrote: an account's id, or the public name of members of the tenant. */
export async function findLimitedUsers(
  db: Kysely<Database>,
  tenant: string,
  written: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (written.length === 0) return new Map();
  const { rows } = await sql<{ name: string; ids: string[] }>`
    select w.name, array(
      select f.user_id from profile f where f.user_id = w.name and f.left_at is null
      union
      select f.user_id from profile f join membership m on m.user_id = f.user_id
        where m.tenant = ${tenant} and f.left_at is null and f.nickname <> '' and f.nickname = w.name) as ids
    from (select distinct unnest(${[...written]}::text[]) as name) w`.execute(db);
  return new Map(rows.map(({ name, ids }) => [name, ids]));
}

/** The limits of these events as they stand. */
export async function readLimitedUsers(
  db: Kysely<Database>,
  tenant: string,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, LimitedUsers>> {
  if (eventIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('event')
    .select(['event_id', 'user_limited', 'user_limited_ids'])
    .where('tenant', '=', tenant)
    .where('event_id', 'in', eventIds)
    .execute();
  return new Map(rows.map((row) => [row.event_id, { names: row.user_limited, ids: row.user_limited_ids }]));
}

export async function saveLimitedUsers(
  db: Kysely<Database>,
  tenant: string,
  eventId: string,
  ids: readonly string[],
): Promise<void> {
  await db
    .updateTable('event')
    .set({ user_limited_ids: [...ids] })
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId)
    .execute();
}
