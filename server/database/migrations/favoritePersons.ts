/** Favourite players of fans (推し), and whether a fan wants to be told of their new photos. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table favorite_person(
    tenant text not null, user_id text not null, name text not null, position integer not null,
    created_at timestamptz(3) not null default now(), primary key(tenant, user_id, name))`,
  // Whom to tell of a person's new photos.
  'create index favorite_person_name on favorite_person(tenant, name)',
  // With a constant default no row is written anew; a server of the release before knows nothing of it.
  'alter table notice_setting add column player boolean not null default false',
];

export const favoritePersons: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
