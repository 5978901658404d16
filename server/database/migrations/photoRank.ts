/**
 * The most liked first (LST-01): a row for each term of a liked photo. The database keeps them itself, so that no write can forget them, and
 * neither can a release that does not know them. Photos liked before this are added by `rankOldPhotos`, while fans go on.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table photo_rank(
    tenant text not null, term text not null, likes int not null, id bigint not null,
    primary key(tenant, term, likes, id))`,
  'create index photo_rank_photo on photo_rank(id)',
  `create function rank_photos(ids bigint[]) returns void language sql as $$
    insert into photo_rank(tenant, term, likes, id)
    select s.tenant, t.term, p.reaction_count, s.id
    from photo_search s join photo p on p.id = s.id cross join lateral unnest(s.facets) as t(term)
    where s.id = any(ids) and p.reaction_count > 0 and t.term not like 'month:%'
    on conflict do nothing $$`,
  `create function follow_likes() returns trigger language plpgsql as $$ begin
    if new.reaction_count > 0 then
      update photo_rank set likes = new.reaction_count where id = new.id;
      if not found then perform rank_photos(array[new.id]); end if;
    else
      delete from photo_rank where id = new.id;
    end if;
    return null; end $$`,
  `create trigger follow_likes after update of reaction_count on photo for each row
    when (old.reaction_count <> new.reaction_count) execute function follow_likes()`,
  `create function rank_indexed() returns trigger language plpgsql as $$ begin
    perform rank_photos(array(select id from changed));
    return null; end $$`,
  `create trigger rank_indexed after insert on photo_search referencing new table as changed
    for each statement execute function rank_indexed()`,
  `create function unrank_removed() returns trigger language plpgsql as $$ begin
    delete from photo_rank where id in (select id from changed);
    return null; end $$`,
  `create trigger unrank_removed after delete on photo_search referencing old table as changed
    for each statement execute function unrank_removed()`,
];

export const photoRank: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
