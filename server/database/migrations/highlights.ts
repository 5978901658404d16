/**
 * Highlights of events that staff publish (WAL-07), and their pictures (WAL-08). A picture goes in the transaction that hides, removes or
 * withdraws a photo of it, or renames or suspends one of its fans. Then its page waits for another drawing.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const EVENTS = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const;

const marksOf = (table: string) =>
  EVENTS.map(
    ([event, rows]) => `create trigger mark_${event} after ${event} on ${table} referencing ${rows} table as changed
      for each statement execute function mark_tenants()`,
  );

const statements = [
  // published_at null: a draft. due_at: when the page is looked at for a drawing.
  `create table highlights_page(
    tenant text not null, event_id text not null, title text not null, body text not null, sections text[] not null,
    revision int not null, published_at timestamptz(3), due_at timestamptz(3) not null default 'infinity',
    tries int not null default 0, primary key(tenant, event_id),
    foreign key(tenant, event_id) references event on delete cascade)`,
  "create index highlights_page_due on highlights_page(due_at) where due_at < 'infinity'",
  // about: keys of its photos and ids of their fans.
  `create table highlights_picture(
    tenant text not null, event_id text not null, format text not null check (format in ('wide', 'tall')), tag text not null,
    about text[] not null, bytes bytea not null, drawn_at timestamptz(3) not null, primary key(tenant, event_id, format),
    foreign key(tenant, event_id) references highlights_page on delete cascade)`,
  'create index highlights_picture_about on highlights_picture using gin(about)',
  // Counters of one event are found without its days.
  "create index figure_event on figure(tenant, about) where about <> ''",
  // Pages first, then pictures: as the drawing locks them.
  `create function lose_highlights(part text) returns void language plpgsql
    set plan_cache_mode = force_generic_plan as $$ begin
    update highlights_page p set due_at = '-infinity', tries = 0 from highlights_picture x
      where x.about @> array[part] and p.tenant = x.tenant and p.event_id = x.event_id;
    delete from highlights_picture where about @> array[part]; end $$`,
  `create function lose_highlights_of_photo() returns trigger language plpgsql
    set plan_cache_mode = force_generic_plan as $$ begin
    perform lose_highlights(old.media_url); return null; end $$`,
  `create trigger lose_highlights_hidden after update of hidden_at, usepermit on photo for each row
    when (new.hidden_at is not null and old.hidden_at is null or old.usepermit and not new.usepermit)
    execute function lose_highlights_of_photo()`,
  `create trigger lose_highlights_deleted after delete on photo for each row execute function lose_highlights_of_photo()`,
  `create function lose_highlights_of_fan() returns trigger language plpgsql
    set plan_cache_mode = force_generic_plan as $$ begin
    perform lose_highlights(new.user_id); return null; end $$`,
  `create trigger lose_highlights_renamed after update of nickname on profile for each row
    when (old.nickname is distinct from new.nickname) execute function lose_highlights_of_fan()`,
  `create trigger lose_highlights_suspended after insert or update on suspension for each row
    execute function lose_highlights_of_fan()`,
  ...['highlights_page', 'highlights_picture', 'suspension'].flatMap(marksOf),
];

export const highlightsTables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
