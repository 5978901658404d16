/** Names a moderator took from a fan: the fan bears another one until they choose it (STF-07). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table refused_name(
    user_id text not null, name_key text not null, at timestamptz(3) not null, primary key(user_id, name_key))`,
];

export const refusedNames: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
