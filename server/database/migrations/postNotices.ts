/** One notice of a followed fan's photos for each follower, written by a job after the post (FAN-06). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  // A 'post' notice tells of the fan's photos from `since` until `created_at`.
  'alter table notice add column since timestamptz(3)',
  'alter table notice_setting add column post boolean not null default true',
  `create table post_job(
    tenant text not null, user_id text not null, since timestamptz(3) not null, till timestamptz(3) not null,
    after_follower text not null default '', due_at timestamptz(3) not null, primary key(tenant, user_id))`,
  'create index post_job_due on post_job(due_at)',
  // Followers batch by batch.
  'create index follow_back_user on follow(tenant, follow_user, user_id)',
];

export const postNotices: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
