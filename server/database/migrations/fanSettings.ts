/** What fans decide for themselves: whom they do not want to see, which actions make a notice, what a photo shows in words. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table mute(
    user_id text not null, muted_user text not null, created_at timestamptz(3) not null default now(),
    primary key(user_id, muted_user))`,
  'create index mute_back on mute(muted_user)',
  `create table notice_setting(
    user_id text primary key, comment boolean not null, reply boolean not null, reaction boolean not null,
    follow boolean not null)`,
  `alter table notice add column kind text not null default 'news'`,
  'create index notice_photo on notice(media_url) where media_url is not null',
  'create index notice_actor on notice(user_id) where user_id is not null',
  `alter table photo add column alt text not null default ''`,
];

export const fanSettings: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
