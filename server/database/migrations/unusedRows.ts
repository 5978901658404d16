/** Rows nobody is shown any more are found without a walk through the others, to be removed (`database/removeUnused.ts`). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  'create index tally_zero on tally(n) where n = 0',
  'create index person_tally_zero on person_tally(n) where n = 0',
  'create index search_word_used on search_word(used_at)',
];

export const unusedRows: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
