/** Which accounts are new (MOD-04). Those there are already know the service. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  // With a constant default no row is written anew.
  'alter table profile add column first_steps boolean not null default false',
  'alter table profile alter column first_steps set default true',
];

export const firstSteps: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
