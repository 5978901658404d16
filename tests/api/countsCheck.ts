/** Every counter beside what it counts, counted now. */
import { type Kysely, type Selectable, sql } from 'kysely';
import { expect } from 'vitest';
import type { PhotoTable, TallyKind } from '../../server/database/photoTables.ts';
import type { Database } from '../../server/database/schema.ts';
import { searchKey } from '../../src/rules/searchMatch.ts';
import { tagValue } from '../../src/rules/searchText.ts';

type Counts = Readonly<Record<string, number>>;

function tallyOf<T>(rows: readonly T[], keysOf: (row: T) => readonly string[]): Counts {
  const counts: Record<string, number> = {};
  for (const row of rows) for (const key of keysOf(row)) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}
const kept = (rows: readonly { key: string; n: number }[]): Counts =>
  Object.fromEntries(rows.filter(({ n }) => n !== 0).map(({ key, n }) => [key, n]));

type Shown = Selectable<PhotoTable>;
const oneOf = (value: string | null): string[] => (value === null ? [] : [value]);
const keyOf = (name: string): string => searchKey(name);
/**
 * What each counter counts a photo under, written out here once more: a facet that is missing here does not compile, and one that the
 * server counts otherwise fails (FLD-01d).
 */
const COUNTED: Readonly<Record<Exclude<TallyKind, 'bookmark'>, (photo: Shown) => readonly string[]>> = {
  all: () => [''],
  event: (photo) => [photo.event_id],
  season: (photo) => oneOf(photo.season_id),
  team: (photo) => oneOf(photo.team_id),
  user: (photo) => [photo.user_id],
  location: (photo) => oneOf(photo.photo_location).map(keyOf),
  month: (photo) => [photo.created_at.toISOString().slice(0, 7)],
  htag: (photo) => photo.htag.map(tagValue),
  person: (photo) => photo.player.map(keyOf),
};

/** Fails with the counters that disagree with the rows. Nothing may be writing. */
export async function expectExactCounts(db: Kysely<Database>): Promise<void> {
  const shown = await db.selectFrom('photo').selectAll().where('hidden_at', 'is', null).execute();
  const bookmarks = await db.selectFrom('favorite').select(['tenant', 'target']).execute();
  const tallies = await sql<{
    key: string;
    n: number;
  }>`select concat_ws('|', tenant, kind, value) as key, n from tally`.execute(db);
  expect(kept(tallies.rows)).toEqual({
    ...tallyOf(shown, (photo) =>
      Object.entries(COUNTED).flatMap(([kind, valuesOf]) =>
        [...new Set(valuesOf(photo))].map((value) => `${photo.tenant}|${kind}|${value}`),
      ),
    ),
    ...tallyOf(bookmarks, ({ tenant, target }) => [`${tenant}|bookmark|${target}`]),
  });
  const posters = await sql<{ key: string; n: number }>`
    select concat_ws('|', tenant, event_id, user_id) as key, n from event_poster`.execute(db);
  expect(kept(posters.rows)).toEqual(tallyOf(shown, (photo) => [`${photo.tenant}|${photo.event_id}|${photo.user_id}`]));
  const persons = await sql<{ key: string; n: number }>`
    select concat_ws('|', tenant, kind, value, name) as key, n from person_tally`.execute(db);
  expect(kept(persons.rows)).toEqual(
    tallyOf(shown, ({ tenant, event_id, season_id, player }) =>
      player.flatMap((name) => [
        `${tenant}|event|${event_id}|${name}`,
        ...(season_id === null ? [] : [`${tenant}|season|${season_id}|${name}`]),
      ]),
    ),
  );
  const wrong = await sql`select media_url, reaction_count, comment_count from photo p
    where reaction_count <> (select count(*) from reaction r where r.media_url = p.media_url)
      or comment_count <> (select count(*) from comment c
        where c.media_url = p.media_url and deleted_at is null and hidden_at is null)`.execute(db);
  expect(wrong.rows).toEqual([]);
  const orphans = await sql`select r.comment_id from comment_reaction r
    join comment c on c.tenant = r.tenant and c.comment_id = r.comment_id where c.deleted_at is not null`.execute(db);
  expect(orphans.rows).toEqual([]);
  const indexed = await sql<{ id: number }>`select id from photo_search order by id`.execute(db);
  expect(indexed.rows.map((row) => row.id)).toEqual(shown.map((photo) => photo.id).toSorted((a, b) => a - b));
  await expectRanks(db);
}

/** The rows of the order by likes, against what photos, likes and the index say. */
export async function expectRanks(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql`
    (select s.tenant, t.term, p.reaction_count as likes, s.id from photo_search s join photo p on p.id = s.id, unnest(s.facets) t(term)
      where p.reaction_count > 0 and t.term not like 'month:%'
      except all select * from photo_rank)
    union all (select * from photo_rank
      except all select s.tenant, t.term, p.reaction_count, s.id from photo_search s join photo p on p.id = s.id, unnest(s.facets) t(term)
      where p.reaction_count > 0 and t.term not like 'month:%')`.execute(db);
  expect(rows).toEqual([]);
}
