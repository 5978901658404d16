/** Answers of staff to messages, sent by mail (STF-09). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `alter table contact add column answer text, add column answered_at timestamptz(3), add column answered_by text,
    add column answer_mailed_at timestamptz(3), add column answer_due_at timestamptz(3)`,
  `create index contact_answer_unmailed on contact(answered_at) where answered_at is not null and answer_mailed_at is null`,
];

export const inbox: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
