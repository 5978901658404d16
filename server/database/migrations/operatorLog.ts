/** What operators did: rows come, and none changes or goes (OPR-01). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table operator_log(
    id bigint generated always as identity primary key, at timestamptz(3) not null, tenant text not null, act text not null,
    what text not null, reason text, operator text not null, outcome text not null, details jsonb)`,
  'create index operator_log_time on operator_log(tenant, at desc, id desc)',
  // Whether a photo was removed is asked for every post and every late object.
  "create index operator_log_removed on operator_log(what) where act = 'photo remove'",
  `create function refuse_change() returns trigger language plpgsql as $$ begin
    raise exception '% only grows', tg_table_name; end $$`,
  `create trigger only_grows before update or delete or truncate on operator_log
    for each statement execute function refuse_change()`,
];

export const operatorLog: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
