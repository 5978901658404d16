/** Fans whom an operator keeps from posting in a tenant (OPR-03). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  // until: from then on it is over by itself.
  `create table suspension(
    tenant text not null, user_id text not null, reason text not null, until timestamptz(3), at timestamptz(3) not null,
    primary key(tenant, user_id))`,
  'create index suspension_user on suspension(user_id)',
];

export const suspensions: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
