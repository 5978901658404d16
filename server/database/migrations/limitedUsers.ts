/**
 * Limits of events by user are held by account ids: a name can be taken by anybody who renames himself. Names that limit events
 * already are resolved here once, among the tenant's members, the one who joined first before others of the same name.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  "alter table event add column user_limited_ids text[] not null default '{}'",
  `update event e set user_limited_ids = array(
    select coalesce((
      select f.user_id from membership m join profile f on f.user_id = m.user_id
      where m.tenant = e.tenant and f.left_at is null and coalesce(nullif(f.nickname, ''), f.name) = w.name
      order by m.joined_at, m.user_id limit 1), '')
    from unnest(e.user_limited) with ordinality as w(name, position) order by w.position)
  where cardinality(e.user_limited) > 0`,
];

export const limitedUsers: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
