/** Until when a copy mails a message to the operator: only what has been sent counts as mailed (`api/contact/repository.ts`). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const contactLeases: Migration = {
  async up(db: Kysely<unknown>) {
    // Null: no copy has tried yet. The release before does not look at it: while both run, a mail may go twice.
    await sql.raw('alter table contact add column mail_due_at timestamptz(3)').execute(db);
  },
};
