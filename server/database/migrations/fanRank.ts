/**
 * Likes that a fan's photos of an event, a season or a month in Japan received (FAN-19). Triggers leave each change in `fan_rank_change`
 * and lock no other row, so that a stadium never waits for one; `fanRanks.ts` adds them up. A release that does not know the ranking keeps
 * it all the same. Photos liked before are counted by `rank_old_fans`, while fans go on.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const tables = [
  `create table fan_rank(
    tenant text not null, scope text not null, user_id text not null, likes int not null,
    primary key(tenant, scope, user_id))`,
  'create index fan_rank_most on fan_rank(tenant, scope, likes desc, user_id)',
  `create table fan_rank_change(
    id bigint generated always as identity primary key,
    tenant text not null, scope text not null, user_id text not null, n int not null)`,
  // Photos with an id above \`counted\` and up to \`upto\` are older than the ranking and not counted yet.
  `create table fan_rank_start(
    one boolean primary key default true check (one), counted bigint not null, upto bigint not null)`,
];

const functions = [
  // Volatile: in a trigger of a writer that waited for the count of its photo, it sees that the photo is counted.
  `create function is_fan_ranked(photo_id bigint) returns boolean language plpgsql volatile as $$ begin
    return (select photo_id <= counted or photo_id > upto from fan_rank_start); end $$`,
  `create function leave_fan_likes(p photo, n int) returns void language sql as $$
    insert into fan_rank_change(tenant, scope, user_id, n)
    select p.tenant, s.scope, p.user_id, n from (values
      ('event:' || p.event_id), ('season:' || p.season_id),
      ('month:' || to_char(day_in_japan(p.created_at), 'YYYY-MM'))) as s(scope)
    where s.scope is not null and n <> 0 $$`,
  // A fan whose photos nobody likes any more has no row.
  `create function add_fan_likes(of_tenant text, of_scope text, of_user text, n int) returns void language plpgsql as $$ begin
    insert into fan_rank as r(tenant, scope, user_id, likes) values (of_tenant, of_scope, of_user, n)
      on conflict (tenant, scope, user_id) do update set likes = r.likes + excluded.likes;
    delete from fan_rank where tenant = of_tenant and scope = of_scope and user_id = of_user and likes = 0;
    end $$`,
  `create function shown_likes(p photo) returns int language sql immutable as $$
    select case when p.hidden_at is null then p.reaction_count else 0 end $$`,
  `create function rank_fans() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      if is_fan_ranked(new.id) then perform leave_fan_likes(new, shown_likes(new)); end if;
    elsif tg_op = 'DELETE' then
      if is_fan_ranked(old.id) then perform leave_fan_likes(old, -shown_likes(old)); end if;
    elsif is_fan_ranked(new.id) then
      if (old.event_id, old.season_id, old.user_id) is not distinct from (new.event_id, new.season_id, new.user_id) then
        perform leave_fan_likes(new, shown_likes(new) - shown_likes(old));
      else
        perform leave_fan_likes(old, -shown_likes(old));
        perform leave_fan_likes(new, shown_likes(new));
      end if;
    end if;
    return null; end $$`,
];

const triggers = [
  `create trigger rank_fans_added after insert on photo for each row when (new.reaction_count > 0) execute function rank_fans()`,
  `create trigger rank_fans_gone after delete on photo for each row when (old.reaction_count > 0) execute function rank_fans()`,
  `create trigger rank_fans_changed after update of reaction_count, hidden_at, event_id, season_id, user_id on photo for each row
    when (old.reaction_count > 0 or new.reaction_count > 0) execute function rank_fans()`,
];

const older = [
  // Counts the next old photos; false: there are no more. Who changes one of them waits, and then sees it counted.
  `create function rank_old_fans(batch int) returns boolean language plpgsql as $$
    declare start record; till bigint;
    begin
      select * into start from fan_rank_start for update;
      if start.counted >= start.upto then return false; end if;
      select max(id) into till from (
        select id from photo where id > start.counted and id <= start.upto order by id limit batch) part;
      if till is null then update fan_rank_start set counted = upto; return false; end if;
      perform from photo where id > start.counted and id <= till order by id for update;
      perform leave_fan_likes(p, shown_likes(p)) from photo p where p.id > start.counted and p.id <= till;
      update fan_rank_start set counted = till;
      return true;
    end $$`,
  // After the triggers: writers that run have ended, and those that begin are followed.
  'insert into fan_rank_start(counted, upto) select 0, coalesce(max(id), 0) from photo',
];

export const fanRank: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [...tables, ...functions, ...triggers, ...older]) await sql.raw(statement).execute(db);
  },
};
