/** What fans and visitors write to the operator; kept until an operator closes it, and mailed where mail is set up. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table contact(
    tenant text not null, contact_id text not null, user_id text, name text not null, email text not null,
    topic text not null, message text not null, user_agent text not null,
    created_at timestamptz(3) not null default now(), mailed_at timestamptz(3), closed_at timestamptz(3),
    primary key(tenant, contact_id))`,
  'create index contact_open on contact(tenant, created_at) where closed_at is null',
  'create index contact_unmailed on contact(created_at) where mailed_at is null and closed_at is null',
  'create index contact_user on contact(user_id) where user_id is not null',
];

export const contactMessages: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
