/** What is read and removed by whose it is: for the export of one's own data, and for leaving. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  "create index view_history_user on view_history(tenant, user_id) where user_id <> ''",
  'create index comment_report_user on comment_report(tenant, user_id)',
];

export const ownTraces: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
