/** Photos that staff downloaded for the club's use (STF-16), and stars that staff give photos (STF-15). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  // Accounts that leave are looked up by their id alone.
  `create table photo_download(
    user_id text not null, tenant text not null, media_url text not null, file text not null, at timestamptz(3) not null,
    done_at timestamptz(3), primary key(user_id, tenant, media_url))`,
  'alter table photo add column stars smallint not null default 0',
];

export const clubPhotos: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
