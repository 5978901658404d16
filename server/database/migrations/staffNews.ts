/** News that the desk writes (STF-18): texts, whom they are for, when they are published, and counters of who was reached. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const RUN = `execute function check_orphans('picture')`;

const statements = [
  // due_at: when the job has something to do with it. after_user: members up to this id were handled.
  `create table news(
    tenant text not null, news_id text not null, title text not null, body text not null, url text, picture text, known jsonb,
    audience text not null, about text not null, state text not null, revision integer not null,
    publish_at timestamptz(3), published_at timestamptz(3), changed_at timestamptz(3) not null,
    due_at timestamptz(3), after_user text not null default '', primary key(tenant, news_id))`,
  'create index news_due on news(due_at) where due_at is not null',
  'create index news_published on news(tenant, publish_at)',
  'create index news_picture on news(picture) where picture is not null',
  `create index news_picture_due on news(tenant, picture)
    where picture is not null and (known is null or known ->> 'media_url' <> picture)`,
  // Counters of one news item in several rows, so that members who read it at once do not wait for each other.
  `create table news_count(
    tenant text not null, news_id text not null, shard smallint not null,
    delivered integer not null default 0, pushed integer not null default 0, opened integer not null default 0,
    primary key(tenant, news_id, shard))`,
  'alter table notice add column news_id text',
  'create index notice_of_news on notice(tenant, news_id) where news_id is not null',
  `create trigger check_orphans_deleted after delete on news for each row ${RUN}`,
  `create trigger check_orphans_replaced after update of picture on news for each row
    when (old.picture is distinct from new.picture) ${RUN}`,
];

export const staffNews: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
