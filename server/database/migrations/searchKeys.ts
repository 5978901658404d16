/**
 * Persons and places are indexed, and fans found, by their names without spaces, in one width and case (SRC-05): what was stored
 * as it was typed is brought to that.
 */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { searchKey } from '../../../src/rules/searchMatch.ts';
import { searchRowOf, tagRowsOf } from '../../api/photos/photoIndex.ts';
import type { PhotoTable } from '../photoTables.ts';
import type { Database } from '../schema.ts';

/** Rows of one statement. */
const BATCH = 500;

async function renewFans(db: Kysely<Database>): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<{ user_id: string; nickname: string }>`
      select user_id, nickname from profile where left_at is null and user_id > ${last} order by user_id limit ${BATCH}`.execute(
      db,
    );
    const end = rows.at(-1);
    if (!end) return;
    await sql`
      update profile f set search = w.search
      from unnest(${rows.map(({ user_id }) => user_id)}::text[], ${rows.map(({ nickname }) => searchKey(nickname))}::text[])
        as w(user_id, search)
      where f.user_id = w.user_id`.execute(db);
    last = end.user_id;
  }
}

async function renewPhotos(db: Kysely<Database>): Promise<void> {
  for (let last = 0; ; ) {
    const { rows: photos } = await sql<Selectable<PhotoTable>>`
      select * from photo where id > ${last} and hidden_at is null and (player <> '{}' or photo_location is not null)
      order by id limit ${BATCH}`.execute(db);
    const end = photos.at(-1);
    if (!end) return;
    const ids = sql`any(${photos.map(({ id }) => id)}::bigint[])`;
    await sql`delete from photo_tag where id = ${ids}`.execute(db);
    await sql`delete from photo_search where id = ${ids}`.execute(db);
    const tags = photos.flatMap(tagRowsOf);
    if (tags.length > 0) await db.insertInto('photo_tag').values(tags).execute();
    await db.insertInto('photo_search').values(photos.map(searchRowOf)).execute();
    last = end.id;
  }
}

/** Built anew when all rows are there: putting them in one by one takes many times as long. */
const before = ['drop index photo_search_terms'];
const after = [
  'create index photo_search_terms on photo_search using gin(photo_terms(search, facets)) with (fastupdate = off)',
  `delete from tally where kind in ('person', 'location')`,
  `insert into tally(tenant, kind, value, n)
    select tenant, kind, value, count(*) from photo_tag where kind in ('person', 'location') group by tenant, kind, value`,
  'drop index photo_location',
];

export const searchKeys: Migration = {
  async up(db: Kysely<Database>) {
    for (const statement of before) await sql.raw(statement).execute(db);
    await renewFans(db);
    await renewPhotos(db);
    for (const statement of after) await sql.raw(statement).execute(db);
  },
};
