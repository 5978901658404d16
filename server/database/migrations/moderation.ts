/** What operators hide is kept, so that it can be shown again; a report is closed, not forgotten. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  'alter table photo add column hidden_at timestamptz(3)',
  'alter table comment add column hidden_at timestamptz(3)',
  'alter table comment_report add column closed_at timestamptz(3)',
  'create index comment_report_open on comment_report(tenant, created_at) where closed_at is null',
];

export const moderation: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
