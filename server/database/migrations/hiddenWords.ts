/** Search words an operator took out of the popular ones (SRC-08c). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  // The key is what all spellings of a word have in common.
  `create table hidden_word(
    tenant text not null, key text not null, word text not null, hidden_at timestamptz(3) not null default now(),
    primary key(tenant, key))`,
  ...[
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ].map(
    ([event, rows]) => `create trigger mark_${event} after ${event} on hidden_word referencing ${rows} table as changed
      for each statement execute function mark_tenants()`,
  ),
];

export const hiddenWords: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
