/** Best shots of an event, the newest first (FAN-18): few photos are marked, so the index is small. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const bestShots: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index photo_marked on photo(tenant, event_id, created_at desc, id desc)
      where option is not null and hidden_at is null`.execute(db);
  },
};
