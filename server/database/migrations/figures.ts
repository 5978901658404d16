/**
 * Figures for the desk (STF-17): counters of what happened on a day in Japan. Triggers leave each change in `figure_change` or
 * `figure_poster_change` and lock no other row, so that a stadium never waits for one; `figureCounts.ts` adds them up. A release that does not know figures keeps them all the same, but for
 * reads. Photos posted before are counted by `figure_old_photos`, while fans go on.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const tables = [
  // Seconds from the press of the button until the photo was public, as the device measured them; null: not known.
  'alter table photo add column waited_s int',
  `create table figure(
    tenant text not null, day date not null, kind text not null, about text not null, n int not null,
    primary key(tenant, day, kind, about))`,
  `create table figure_change(
    id bigint generated always as identity primary key,
    tenant text not null, day date not null, kind text not null, about text not null, n int not null)`,
  // Photos of a fan within a day, an event or a season, and the day the fan is counted on there.
  `create table figure_poster(
    tenant text not null, user_id text not null, scope text not null, day date not null, n int not null,
    primary key(tenant, user_id, scope))`,
  // What is still to be added to \`figure_poster\`: whoever posts locks no row of it.
  `create table figure_poster_change(
    id bigint generated always as identity primary key,
    tenant text not null, user_id text not null, scope text not null, day date not null, n int not null)`,
  // Photos with an id above \`counted\` and up to \`upto\` are older than the figures and not counted yet.
  `create table figure_start(
    one boolean primary key default true check (one), since date not null, counted bigint not null, upto bigint not null)`,
];

const functions = [
  `create function day_in_japan(at timestamptz) returns date language sql immutable
    as $$ select (at at time zone 'UTC' + interval '9 hours')::date $$`,
  `create function is_figured(photo_id bigint) returns boolean language sql stable
    as $$ select photo_id <= counted or photo_id > upto from figure_start $$`,
  // Parts of the time until a photo was public. The bounds are FIGURE_WAITS of the contract.
  `create function figure_kinds(permitted boolean, waited int) returns text[] language sql immutable as $$
    select array_remove(array['photos', case when permitted then 'permitted' end,
      'wait' || width_bucket(waited, array[5, 10, 30, 60, 120, 300, 900, 3600, 14400, 86400])], null) $$`,
  `create function leave_figure(tenant text, day date, kind text, about text, n int) returns void language sql as $$
    insert into figure_change(tenant, day, kind, about, n) values ($1, $2, $3, $4, $5) $$`,
  // A fan counts once in a scope, on the first day of those whose photos were counted there.
  `create function count_poster(of_tenant text, of_user text, of_scope text, on_day date, step int) returns void language plpgsql as $$
    declare
      was record;
      was_added boolean;
      kind text := case split_part(of_scope, ':', 1) when 'day' then 'posters' when 'event' then 'fans' else 'season' end;
      about text := case when of_scope like 'day:%' then '' else substr(of_scope, strpos(of_scope, ':') + 1) end;
    begin
      select p.day, p.n into was from figure_poster p
        where p.tenant = of_tenant and p.user_id = of_user and p.scope = of_scope for update;
      if not found then
        if step <= 0 then return; end if;
        insert into figure_poster as p(tenant, user_id, scope, day, n) values (of_tenant, of_user, of_scope, on_day, step)
          on conflict (tenant, user_id, scope) do update set n = p.n + excluded.n returning xmax = 0 into was_added;
        if was_added then perform leave_figure(of_tenant, on_day, kind, about, 1); end if;
      elsif was.n + step <= 0 then
        delete from figure_poster p where p.tenant = of_tenant and p.user_id = of_user and p.scope = of_scope;
        perform leave_figure(of_tenant, was.day, kind, about, -1);
      else
        update figure_poster p set n = p.n + step, day = case when step > 0 then least(p.day, on_day) else p.day end
          where p.tenant = of_tenant and p.user_id = of_user and p.scope = of_scope;
        if step > 0 and on_day < was.day then
          perform leave_figure(of_tenant, was.day, kind, about, -1);
          perform leave_figure(of_tenant, on_day, kind, about, 1);
        end if;
      end if;
    end $$`,
];

/** Statements that count the shown photos of a source once more (`step` 1) or once less (-1). */
export const countPhotos = (source: string, step: 1 | -1) => `
  insert into figure_change(tenant, day, kind, about, n)
    select c.tenant, day_in_japan(c.created_at), k.kind, c.event_id, ${step} * count(*)
    from ${source} c cross join lateral unnest(figure_kinds(c.usepermit, c.waited_s)) as k(kind)
    where c.hidden_at is null group by 1, 2, 3, 4;
  insert into figure_poster_change(tenant, user_id, scope, day, n)
    select c.tenant, c.user_id, s.scope, min(day_in_japan(c.created_at)), ${step} * count(*)
    from ${source} c cross join lateral (values
      ('day:' || to_char(day_in_japan(c.created_at), 'YYYY-MM-DD')), ('event:' || c.event_id), ('season:' || c.season_id)) as s(scope)
    where c.hidden_at is null and s.scope is not null group by 1, 2, 3;`;
const FIGURED = '(select * from changed where is_figured(id))';

const countLikes = (step: 1 | -1) => `
  insert into figure_change(tenant, day, kind, about, n)
    select p.tenant, day_in_japan(c.created_at), 'likes', p.event_id, ${step} * count(*)
    from changed c join photo p on p.media_url = c.media_url where is_figured(p.id) group by 1, 2, 3, 4;`;
const countMembers = (source: string, step: 1 | -1) => `
  insert into figure_change(tenant, day, kind, about, n)
    select tenant, day_in_japan(joined_at), 'members', '', ${step} * count(*) from ${source} c group by 1, 2;`;

interface Follower {
  readonly table: string;
  readonly on: 'insert' | 'delete';
  readonly body: string;
}
const follower = ({ table, on, body }: Follower) => {
  const name = `figure_${table}_${on}`;
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `create trigger ${name} after ${on} on ${table} referencing ${on === 'insert' ? 'new' : 'old'} table as changed
      for each statement execute function ${name}()`,
  ];
};

const followers = [
  ...follower({ table: 'photo', on: 'insert', body: countPhotos(FIGURED, 1) }),
  ...follower({ table: 'photo', on: 'delete', body: countPhotos(FIGURED, -1) }),
  ...follower({ table: 'reaction', on: 'insert', body: countLikes(1) }),
  // Likes that go with their photo are uncounted by the photo's own trigger, which still knows it.
  ...follower({ table: 'reaction', on: 'delete', body: countLikes(-1) }),
  ...follower({ table: 'membership', on: 'insert', body: countMembers('changed', 1) }),
  ...follower({ table: 'membership', on: 'delete', body: countMembers('changed', -1) }),
  `create function figure_photo_goes() returns trigger language plpgsql as $$ begin
    if is_figured(old.id) then
      insert into figure_change(tenant, day, kind, about, n)
        select old.tenant, day_in_japan(r.created_at), 'likes', old.event_id, -count(*)
        from reaction r where r.media_url = old.media_url group by 2;
    end if;
    return old; end $$`,
  'create trigger figure_photo_goes before delete on photo for each row execute function figure_photo_goes()',
  `create function figure_photo_changes() returns trigger language plpgsql as $$ begin
    if not is_figured(new.id) then return null; end if;
    if (old.hidden_at is null) = (new.hidden_at is null) then
      if new.hidden_at is null then
        perform leave_figure(new.tenant, day_in_japan(new.created_at), 'permitted', new.event_id, case when new.usepermit then 1 else -1 end);
      end if;
      return null;
    end if;
    ${countPhotos('(select (old).*)', -1)} ${countPhotos('(select (new).*)', 1)}
    return null; end $$`,
  `create trigger figure_photo_changes after update of hidden_at, usepermit on photo for each row
    when ((old.hidden_at is null) <> (new.hidden_at is null) or old.usepermit <> new.usepermit)
    execute function figure_photo_changes()`,
];

const OLD = '(select * from photo where id > start.counted and id <= till)';
const older = [
  // Counts the next old photos with their likes; false: there are no more. Who changes one of them waits, and then sees it counted.
  `create function figure_old_photos(batch int) returns boolean language plpgsql as $$
    declare start record; till bigint;
    begin
      select * into start from figure_start for update;
      if start.counted >= start.upto then return false; end if;
      select max(id) into till from (
        select id from photo where id > start.counted and id <= start.upto order by id limit batch) part;
      if till is null then update figure_start set counted = upto; return false; end if;
      perform from photo where id > start.counted and id <= till order by id for update;
      ${countPhotos(OLD, 1)}
      insert into figure_change(tenant, day, kind, about, n)
        select p.tenant, day_in_japan(r.created_at), 'likes', p.event_id, count(*)
        from ${OLD} p join reaction r on r.media_url = p.media_url group by 1, 2, 3, 4;
      update figure_start set counted = till;
      return true;
    end $$`,
  // After the triggers: writers that run have ended, and those that begin are followed.
  `insert into figure_start(since, counted, upto) select day_in_japan(now()), 0, coalesce(max(id), 0) from photo`,
  `insert into figure(tenant, day, kind, about, n)
    select tenant, day_in_japan(joined_at), 'members', '', count(*) from membership group by 1, 2`,
];

export const figureTables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [...tables, ...functions, ...followers, ...older]) await sql.raw(statement).execute(db);
  },
};
