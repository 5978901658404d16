/**
 * Events that were moved to another date, or whose posts go over to another event (STF-08). A row with `into_id` = `event_id` is a new date.
 * Figures follow a photo to its new event.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { countPhotos } from './figures.ts';

const MARKS = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const;

const countLikesOf = (photo: 'old' | 'new', sign: '' | '-') => `
  insert into figure_change(tenant, day, kind, about, n)
    select ${photo}.tenant, day_in_japan(r.created_at), 'likes', ${photo}.event_id, ${sign}count(*)
    from reaction r where r.media_url = ${photo}.media_url group by 2;`;

const statements = [
  // due_at: when the job has something to do with it. news_id: the news that tells of it. photos: how many went over.
  `create table event_move(
    tenant text not null, event_id text not null, into_id text not null, moved_at timestamptz(3) not null,
    opened_at text not null, news_id text, photos int not null default 0, due_at timestamptz(3),
    primary key(tenant, event_id), foreign key(tenant, into_id) references event on delete cascade)`,
  'create index event_move_due on event_move(due_at) where due_at is not null',
  'create index event_move_into on event_move(tenant, into_id)',
  ...MARKS.map(
    ([event, rows]) => `create trigger mark_${event} after ${event} on event_move referencing ${rows} table as changed
      for each statement execute function mark_tenants()`,
  ),
  `create function figure_photo_moves() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$ begin
    if is_figured(new.id) then
      ${countPhotos('(select (old).*)', -1)} ${countPhotos('(select (new).*)', 1)}
      ${countLikesOf('old', '-')} ${countLikesOf('new', '')}
    end if;
    return null; end $$`,
  // Nothing hides a photo or changes its permission in the statement that moves it: the other trigger counts those.
  `create trigger figure_photo_moves after update of event_id, season_id on photo for each row
    when (old.event_id <> new.event_id or old.season_id is distinct from new.season_id)
    execute function figure_photo_moves()`,
];

export const eventMoves: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
