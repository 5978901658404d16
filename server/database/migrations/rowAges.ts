/** Old notices of fans, and messages that were dealt with long ago, are found without a walk (`database/removeUnused.ts`). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  'create index notice_age on notice(created_at) where recipient_id is not null',
  'create index contact_age on contact(closed_at) where closed_at is not null and photo_key is null',
];

export const rowAges: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
