/** When, where and on which wording fans gave or withdrew permission for photo use (ROL-06b). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  // photos: how many the act changed. earlier: a withdrawal that was applied to the photos posted before.
  `create table consent(
    id bigint generated always as identity primary key, tenant text not null, user_id text not null, at timestamptz(3) not null,
    usepermit boolean not null, place text not null, wording text not null, photos int not null,
    earlier boolean not null default false)`,
  'create index consent_user on consent(user_id, tenant, at)',
];

export const consents: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
