/** Pictures for link previews of photos that are too upright or too small for a large card; those posted before wait for theirs (FAN-11). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  'alter table photo add column has_card boolean not null default false',
  // As `needsCard` had it when this was written. Behind the photos that have no smaller pictures at all.
  `insert into picture_job(media_url, tenant, due_at, created_at, is_check)
    select media_url, tenant, now(), created_at, true from photo
    where original_state = 'stored' and cardinality(variants) > 0 and (width < 1200 or width < 1.3 * height)
    on conflict do nothing`,
];

export const photoCards: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
