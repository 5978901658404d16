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
  // A fan whose photos nobody likes any more has no row.
  `create function add_fan_likes(of_tenant text, of_scope text, of_user text, n int) returns void language plpgsql as $$ begin
    insert into fan_rank as r(tenant, scope, user_id, likes) values (of_tenant, of_scope, of_user, n)
      on conflict (tenant, scope, user_id) do update set likes = r.likes + excluded.likes;
    delete from fan_rank where tenant = of_tenant and scope = of_scope and user_id = of_user and likes = 0;
    end $$`,
];

/** Statement that leaves the likes of shown photos of a source as changes: once more where column `step` is 1, once less where it is -1. */
const leaveLikes = (source: string) => `
  insert into fan_rank_change(tenant, scope, user_id, n)
    select c.tenant, s.scope, c.user_id, sum(c.step * c.reaction_count)
    from ${source} c cross join lateral (values
      ('event:' || c.event_id), ('season:' || c.season_id),
      ('month:' || to_char(day_in_japan(c.created_at), 'YYYY-MM'))) as s(scope)
    where c.hidden_at is null and c.reaction_count > 0 and s.scope is not null
    group by 1, 2, 3 having sum(c.step * c.reaction_count) <> 0;`;
const changed = (step: 1 | -1) =>
  `(select *, ${step} as step from changed where reaction_count > 0 and is_fan_ranked(id))`;

const triggers = [
  `create function rank_fans_added() returns trigger language plpgsql as $$ begin ${leaveLikes(changed(1))} return null; end $$`,
  `create trigger rank_fans_added after insert on photo referencing new table as changed
    for each statement execute function rank_fans_added()`,
  `create function rank_fans_gone() returns trigger language plpgsql as $$ begin ${leaveLikes(changed(-1))} return null; end $$`,
  `create trigger rank_fans_gone after delete on photo referencing old table as changed
    for each statement execute function rank_fans_gone()`,
  `create function rank_fans_changed() returns trigger language plpgsql as $$ begin
    if is_fan_ranked(new.id) then ${leaveLikes('(select (old).*, -1 as step union all select (new).*, 1)')} end if;
    return null; end $$`,
  `create trigger rank_fans_changed after update of reaction_count, hidden_at, event_id, season_id, user_id on photo for each row
    when (old.reaction_count > 0 or new.reaction_count > 0) execute function rank_fans_changed()`,
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
      ${leaveLikes('(select *, 1 as step from photo where id > start.counted and id <= till)')}
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
