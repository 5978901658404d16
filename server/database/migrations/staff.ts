/** Staff of a tenant, reports of photos and fans with their cases, and who did what at the desk (STF-01, STF-03, STF-14). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table staff(
    tenant text not null, user_id text not null, role text not null, added_at timestamptz(3) not null, added_by text not null,
    primary key(tenant, user_id))`,
  'create index staff_user on staff(user_id)',
  `create table staff_invitation(
    tenant text not null, email text not null, role text not null, invited_at timestamptz(3) not null, invited_by text not null,
    primary key(tenant, email))`,
  'create table staff_setting(tenant text primary key, hides_reported boolean not null)',
  `create table report_case(
    case_id bigint generated always as identity primary key, tenant text not null, kind text not null, subject text not null,
    author_id text not null, shown text not null, opened_at timestamptz(3) not null, last_at timestamptz(3) not null,
    reports integer not null, independent integer not null, hidden_at timestamptz(3), decision text, reason text,
    decided_at timestamptz(3), decided_by text)`,
  // One open case a subject.
  'create unique index report_case_open on report_case(tenant, kind, subject) where decided_at is null',
  'create index report_case_decided on report_case(tenant, decided_at)',
  'create index report_case_subject on report_case(tenant, kind, subject)',
  `create table subject_report(
    tenant text not null, kind text not null, subject text not null, user_id text not null,
    case_id bigint not null, reason text not null, text text not null,
    created_at timestamptz(3) not null, primary key(tenant, kind, subject, user_id))`,
  'create index subject_report_case on subject_report(case_id)',
  'create index subject_report_user on subject_report(tenant, user_id)',
  'alter table operator_log add column staff_id text, add column before jsonb, add column after jsonb',
];

export const staffTables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
