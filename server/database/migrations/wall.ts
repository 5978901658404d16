/** The wall: a match's photos on a stadium screen (WAL). Its keys, what staff decided of photos, and its settings. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table wall_key(
    key_id text primary key, tenant text not null, event_id text not null, name text not null, hash text not null,
    created_at timestamptz(3) not null, seen_at timestamptz(3), revoked_at timestamptz(3),
    foreign key(tenant, event_id) references event on delete cascade)`,
  'create index wall_key_event on wall_key(tenant, event_id) where revoked_at is null',
  `create table wall_photo(
    tenant text not null, event_id text not null, media_url text not null references photo(media_url) on delete cascade,
    state text not null check (state in ('approved', 'rejected')), at timestamptz(3) not null,
    primary key(tenant, event_id, media_url))`,
  // Photos that are deleted take their rows along.
  'create index wall_photo_key on wall_photo(media_url)',
  "create index wall_photo_approved on wall_photo(tenant, event_id, at desc) where state = 'approved'",
  `create table wall_state(
    tenant text not null, event_id text not null, version int not null default 0, needs_approval boolean not null default true,
    layout text not null default 'single', motion text not null default 'fade', message text not null default '',
    is_paused boolean not null default false, is_blackout boolean not null default false, pinned text,
    skips int not null default 0, primary key(tenant, event_id),
    foreign key(tenant, event_id) references event on delete cascade)`,
];

export const wallTables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
