/** The product's tables. Indexes are those that held up at a million photos: one newest-first index per narrowing column. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const account = [
  `create table profile(
    user_id text primary key, name text not null, nickname text not null, avatar text,
    search text not null, left_at timestamptz(3))`,
  `create table membership(
    tenant text not null, user_id text not null, agreed_version text not null,
    joined_at timestamptz(3) not null default now(), primary key(tenant, user_id))`,
  'create index membership_user on membership(user_id)',
  `create table usepermit(
    tenant text not null, user_id text not null, usepermit boolean not null, primary key(tenant, user_id))`,
  `create table ambassador(
    tenant text not null, user_id text not null, name text not null, object_key text,
    position int not null default 0, primary key(tenant, user_id))`,
  'create table reserved_name(tenant text not null, name text not null, primary key(tenant, name))',
  'create table official_user(tenant text not null, user_id text not null, primary key(tenant, user_id))',
  `create table credit_setting(
    tenant text primary key, type text not null, official_label text not null,
    ambassador text not null, extra_text text not null)`,
];

const shared = [
  `create table team(
    tenant text not null, team_id text not null, team_name text not null, object_key text, gender text,
    position int not null default 0, primary key(tenant, team_id))`,
  `create table person(
    tenant text not null, name text not null, team_id text, number text,
    position int not null default 0, primary key(tenant, name))`,
  `create table season(
    tenant text not null, season_id text not null, season_name text not null,
    season_period_start text not null, season_period_end text not null, primary key(tenant, season_id))`,
  `create table event(
    tenant text not null, event_id text not null, event_name text not null, event_type text not null,
    event_date text not null, crawl_period_start text not null, crawl_period_end text not null,
    public_message text not null default '', thumbnail text,
    category text not null default 'その他', sub_category text not null default 'イベント',
    post_limit int, descriptive_title text not null default '', descriptive_photo text,
    descriptive_text text not null default '', photo_location text[] not null default '{}',
    premium_user_ids text[] not null default '{}', season_id text, user_id text,
    ambassador_limited boolean not null default false, official_limited boolean not null default false,
    person_limited boolean not null default false, user_limited text[] not null default '{}',
    usepermit_flag boolean not null default false, created_at timestamptz(3) not null default now(),
    primary key(tenant, event_id))`,
  'create index event_period on event(tenant, event_type, crawl_period_start desc, event_id)',
  `create table event_poster(
    tenant text not null, event_id text not null, user_id text not null, n int not null,
    primary key(tenant, event_id, user_id))`,
  `create table notice(
    tenant text not null, notice_id text not null, recipient_id text, title text not null, body text not null,
    url text, user_id text, media_url text, created_at timestamptz(3) not null default now(),
    primary key(tenant, notice_id))`,
  'create index notice_recipient on notice(tenant, recipient_id, created_at desc)',
  `create table notice_read(
    tenant text not null, notice_id text not null, user_id text not null,
    primary key(tenant, user_id, notice_id))`,
];

const photos = [
  `create table photo(
    id bigint generated always as identity primary key, tenant text not null, media_url text not null unique,
    user_id text not null, public_list_id text not null, event_id text not null, season_id text, team_id text,
    comment text not null, htag text[] not null, player text[] not null, photo_location text, option text,
    usepermit boolean not null, file_name text not null, exif jsonb, face_info jsonb not null default '[]',
    width int not null, height int not null, color text not null, size int not null,
    comment_count int not null default 0, reaction_count int not null default 0, search text not null,
    created_at timestamptz(3) not null)`,
  ...[
    ['new', 'tenant'],
    ['event', 'tenant, event_id'],
    ['team', 'tenant, team_id'],
    ['user', 'tenant, user_id'],
    ['season', 'tenant, season_id'],
    ['location', 'tenant, photo_location'],
    ['team_season', 'tenant, team_id, season_id'],
  ].map(([name, columns]) => `create index photo_${name} on photo(${columns}, created_at desc, id desc)`),
  'create index photo_player on photo using gin(player)',
  `create table photo_tag(
    tenant text not null, kind text not null, value text not null, created_at timestamptz(3) not null,
    id bigint not null references photo(id) on delete cascade, primary key(tenant, kind, value, created_at, id))`,
  'create index photo_tag_photo on photo_tag(id)',
  'create table tally(tenant text not null, kind text not null, value text not null, n int not null, primary key(tenant, kind, value))',
  `create table person_tally(
    tenant text not null, kind text not null, value text not null, name text not null, n int not null,
    primary key(tenant, kind, value, name))`,
  'create index tally_rank on tally(tenant, kind, n desc, value)',
];

const social = [
  `create table reaction(
    tenant text not null, media_url text not null references photo(media_url) on delete cascade,
    user_id text not null, created_at timestamptz(3) not null default now(), primary key(media_url, user_id))`,
  'create index reaction_user on reaction(tenant, user_id, created_at desc)',
  `create table favorite(
    tenant text not null, user_id text not null, kind text not null, target text not null,
    created_at timestamptz(3) not null default now(), primary key(tenant, user_id, target))`,
  'create index favorite_target on favorite(tenant, target)',
  `create table comment(
    tenant text not null, comment_id text not null,
    media_url text not null references photo(media_url) on delete cascade, parent_id text,
    user_id text not null, comment text not null, created_at timestamptz(3) not null default now(),
    deleted_at timestamptz(3), primary key(tenant, comment_id))`,
  'create index comment_photo on comment(media_url, created_at)',
  'create index comment_user on comment(tenant, user_id, created_at desc)',
  `create table comment_reaction(
    tenant text not null, comment_id text not null,
    media_url text not null references photo(media_url) on delete cascade, user_id text not null,
    primary key(tenant, comment_id, user_id))`,
  'create index comment_reaction_photo on comment_reaction(media_url)',
  `create table comment_report(
    tenant text not null, comment_id text not null, user_id text not null, comment text not null,
    created_at timestamptz(3) not null default now(), primary key(tenant, comment_id, user_id))`,
  `create table follow(
    tenant text not null, user_id text not null, follow_user text not null,
    created_at timestamptz(3) not null default now(), primary key(tenant, user_id, follow_user))`,
  'create index follow_back on follow(tenant, follow_user)',
  `create table short_url(
    tenant text not null, code text not null, media_url text not null references photo(media_url) on delete cascade,
    primary key(tenant, code), unique(tenant, media_url))`,
  `create table search_word(
    tenant text not null, tagtype text not null, word text not null, target_id text, n int not null,
    used_at timestamptz(3) not null default now(), primary key(tenant, tagtype, word))`,
  'create index search_word_rank on search_word(tenant, n desc, word)',
  `create table view_history(
    tenant text not null, media_url text not null references photo(media_url) on delete cascade,
    user_id text not null, kind text not null, n int not null,
    viewed_at timestamptz(3) not null default now(), primary key(media_url, user_id, kind))`,
];

export const initial: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [...account, ...shared, ...photos, ...social]) await sql.raw(statement).execute(db);
  },
};
