/**
 * Word search: a narrow row a photo with its normalised text and facets, and one GIN over facets and the text's 1- and
 * 2-grams. Photos that are there already get theirs here.
 */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { searchRowOf } from '../../api/photos/photoIndex.ts';
import type { PhotoTable } from '../photoTables.ts';
import type { Database } from '../schema.ts';

/** Photos of one statement. */
const BATCH = 500;

const before = [
  // In plpgsql, so that it is neither inlined into an index's expression nor planned for each row.
  `create function photo_terms(search text, facets text[]) returns text[] language plpgsql immutable strict parallel safe as $$
  declare c text[] := string_to_array(search, null);
  begin
    return facets || array(
      select distinct g from (
        select a as g from unnest(c) a where a <> ' '
        union all
        select a || b from unnest(c, c[2:]) u(a, b) where a <> ' ' and b <> ' ') x);
  end $$`,
  `create table photo_search(
    id bigint primary key references photo(id) on delete cascade, tenant text not null,
    created_at timestamptz(3) not null, search text not null, facets text[] not null)`,
];
const after = [
  'create index photo_search_new on photo_search(tenant, created_at desc, id desc)',
  // Without the list of what is yet to be sorted in: every search would read through it.
  'create index photo_search_terms on photo_search using gin(photo_terms(search, facets)) with (fastupdate = off)',
  'alter table photo drop column search',
  // Persons are facets now.
  'drop index photo_player',
  // What an operator hides stands in no list: the lists' indexes are read without a look at the photo.
  ...[
    ['new', 'tenant'],
    ['event', 'tenant, event_id'],
    ['team', 'tenant, team_id'],
    ['user', 'tenant, user_id'],
    ['season', 'tenant, season_id'],
    ['location', 'tenant, photo_location'],
  ].flatMap(([name, columns]) => [
    `drop index photo_${name}`,
    `create index photo_${name} on photo(${columns}, created_at desc, id desc) where hidden_at is null`,
  ]),
  'drop index photo_team_season',
];

async function fill(db: Kysely<Database>): Promise<void> {
  for (let last = 0; ; ) {
    const { rows: photos } = await sql<Selectable<PhotoTable>>`
      select * from photo where id > ${last} order by id limit ${BATCH}`.execute(db);
    const shown = photos.filter((photo) => photo.hidden_at === null);
    if (shown.length > 0) await db.insertInto('photo_search').values(shown.map(searchRowOf)).execute();
    const end = photos.at(-1);
    if (!end) return;
    last = end.id;
  }
}

export const photoSearch: Migration = {
  async up(db: Kysely<Database>) {
    for (const statement of before) await sql.raw(statement).execute(db);
    await fill(db);
    for (const statement of after) await sql.raw(statement).execute(db);
  },
};
