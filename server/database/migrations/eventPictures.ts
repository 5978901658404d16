/** The AVIFs the server derives of events' pictures (IMG-02). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  // It names the picture it is of: a server of the release before changes `thumbnail` and knows nothing of this.
  'alter table event add column picture jsonb',
  `create index event_picture_due on event(tenant, thumbnail)
    where thumbnail like 'ugc/%' and (picture is null or picture ->> 'media_url' <> thumbnail)`,
];

export const eventPictures: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
