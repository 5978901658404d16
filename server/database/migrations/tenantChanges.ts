/** Which tenants a transaction changed what everybody sees, so that answers of the others are given again (HLF-05). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tables with a tenant. What is derived from a photo changes in the same transaction, and needs no mark of its own. */
const OF_TENANT = [
  ...['membership', 'usepermit', 'ambassador', 'reserved_name', 'official_user', 'credit_setting', 'team', 'person'],
  ...['season', 'event', 'notice', 'photo', 'tally', 'reaction', 'favorite', 'comment', 'comment_reaction', 'follow'],
  ...['short_url', 'search_word', 'favorite_person'],
];
/** Fans are the same in all tenants. */
const OF_ALL = ['profile', 'mute'];

const EVENTS = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const;

const statements = [
  `create table tenant_change(
    xid xid8 not null, tenant text not null, at timestamptz not null default now(), primary key(xid, tenant))`,
  `create function mark_tenants() returns trigger language plpgsql as $$ begin
    insert into tenant_change(xid, tenant) select distinct pg_current_xact_id(), tenant from changed on conflict do nothing;
    return null; end $$`,
  `create function mark_all_tenants() returns trigger language plpgsql as $$ begin
    insert into tenant_change(xid, tenant) select distinct pg_current_xact_id(), '' from changed on conflict do nothing;
    return null; end $$`,
  ...[...OF_TENANT, ...OF_ALL].flatMap((table) =>
    EVENTS.map(
      ([event, rows]) => `create trigger mark_${event} after ${event} on ${table} referencing ${rows} table as changed
        for each statement execute function ${OF_ALL.includes(table) ? 'mark_all_tenants' : 'mark_tenants'}()`,
    ),
  ),
];

export const tenantChanges: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
