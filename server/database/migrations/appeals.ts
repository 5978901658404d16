/** Cases about comments, and appeals of authors against decisions (STF-03, STF-06). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  // The photo of a case about a comment.
  'alter table report_case add column media_url text',
  // The case whose author may appeal from this notice.
  'alter table notice add column case_id bigint',
  `create table case_appeal(
    case_id bigint primary key, tenant text not null, user_id text not null, text text not null, sent_at timestamptz(3) not null,
    outcome text, reason text, answered_at timestamptz(3), answered_by text)`,
  'create index case_appeal_open on case_appeal(tenant, sent_at) where answered_at is null',
  'create index case_appeal_user on case_appeal(tenant, user_id)',
];

export const appeals: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
