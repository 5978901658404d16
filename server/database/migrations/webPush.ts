/** Web Push: the devices a fan wants to be told on, what waits to be sent there, and what was told to everybody once. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table push_device(
    tenant text not null, endpoint_id text not null, user_id text not null, endpoint text not null,
    p256dh text not null, auth text not null, session_id text, created_at timestamptz(3) not null default now(),
    primary key(tenant, endpoint_id))`,
  'create index push_device_user on push_device(user_id, tenant)',
  'create index push_device_endpoint on push_device(endpoint_id)',
  // One waiting push a matter and device; endpoint_id '' stands for all devices of the fan.
  `create table push_job(
    tenant text not null, user_id text not null, kind text not null, about text not null, endpoint_id text not null default '',
    due_at timestamptz(3) not null, tries integer not null default 0,
    primary key(tenant, user_id, kind, about, endpoint_id))`,
  'create index push_job_due on push_job(due_at)',
  `create table push_told(
    tenant text not null, kind text not null, about text not null, told_at timestamptz(3) not null,
    primary key(tenant, kind, about))`,
  'create index push_told_at on push_told(told_at)',
  'create index event_start on event(crawl_period_start)',
];

export const webPush: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
