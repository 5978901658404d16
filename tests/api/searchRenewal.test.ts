/** What an older release stored for the search is brought to the present folding while fans go on (SRC-05f). */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hidePhoto } from '../../server/api/access/hiding.ts';
import { renewSearch } from '../../server/api/photos/renewSearch.ts';
import { addUpCounters } from '../../server/database/counterChanges.ts';
import { FOLDING } from '../../src/rules/searchMatch.ts';
import { expectExactCounts } from './countsCheck.ts';
import { type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
const goesOn = () => false;

/** Statements that bring everything stored to the way of the release before: katakana and old characters stayed as they were. */
const OLD = ['photo_tag.value', 'tally.value', 'photo_search.search', 'profile.search'].map((column) => {
  const [table, name] = column.split('.');
  return `update ${table} set ${name} = replace(replace(${name}, 'ごーる', 'ゴール'), '高橋', '髙橋')`;
});

beforeAll(async () => {
  server = await startRoutesServer();
  for (const user of ['aki', 'ben']) await server.join(user);
  await server.addEvent('e');
  await sql`update profile set nickname = 'ゴール髙橋', search = 'ごーる高橋' where user_id = 'ben'`.execute(server.db);
});
afterAll(() => server.close());

const post = async (comment: string) => {
  const photo = {
    ...server.storePhoto('aki', 'e'),
    comment,
    htag: '#ゴール',
    player: '髙橋 ゴール',
    photo_location: 'ゴール裏',
  };
  await server.post('aki', 'e', [photo]);
  return photo;
};
const rowOf = ({ media_url }: { media_url: string }) =>
  server.db.selectFrom('photo').selectAll().where('media_url', '=', media_url).executeTakeFirstOrThrow();
const age = async () => {
  await addUpCounters(server.db);
  await sql`delete from tally where n = 0`.execute(server.db);
  for (const statement of OLD) await sql.raw(statement).execute(server.db);
  await sql`update photo_search set fold = 1, facets = array(
    select replace(replace(f, 'ごーる', 'ゴール'), '高橋', '髙橋') from unnest(facets) f)`.execute(server.db);
  await sql`update profile set fold = 1`.execute(server.db);
};
const totals = async () => {
  const all = { params: { publicListId: 'all' } };
  const queries = [{ cp: '高橋ゴール' }, { ht: 'ゴール' }, { pl: 'ゴール裏' }, { search_text: 'ゴール' }] as const;
  const pages = await Promise.all(queries.map((query) => server.ok('getPublicList', { ...all, query })));
  return pages.map(({ media_list }) => media_list.length);
};

test('SRC-05f old photos are found once renewed; changed, deleted or hidden meanwhile, they count once', async () => {
  const [first, edited, deleted, hidden] = [await post('a'), await post('ゴール'), await post('c'), await post('d')];
  await age();
  expect(await totals()).toEqual([0, 0, 0, 0]);
  const same = { public_list_id: 'event' as const, event_id: 'e', season_id: null, team_id: null, usepermit: true };
  const change = { media_url: edited.media_url, caption: 'b', photo_location: null, player: '髙橋 ゴール', htag: '' };
  await server.ok('putCaption', { as: 'aki', body: { ...same, ...change } });
  await server.ok('deletePhoto', { as: 'aki', body: { public_list_id: 'event', media_url: deleted.media_url } });
  const row = await rowOf(hidden);
  await server.db.transaction().execute((trx) => hidePhoto(trx, row, new Date()));
  await addUpCounters(server.db);
  expect(await totals()).toEqual([1, 0, 0, 1]);
  expect(await renewSearch(server.db, goesOn)).toEqual({ looked: 3, renewed: 3 });
  await addUpCounters(server.db);
  await expectExactCounts(server.db);
  expect(await totals()).toEqual([2, 1, 1, 2]);
  expect((await server.ok('findUsersByName', { query: { name: 'ごーる高橋' } })).list).toHaveLength(1);
  expect((await rowOf(first)).htag).toEqual(['#ゴール']);
  expect(await renewSearch(server.db, goesOn)).toEqual({ looked: 0, renewed: 0 });
});

test('SRC-05f a photo somebody is changing is left for the next time; stopped midway, the rest waits', async () => {
  const photo = await post('e');
  await age();
  const { id } = await rowOf(photo);
  const left = async () =>
    (await server.db.selectFrom('photo_search').select('id').where('fold', '<', FOLDING).execute()).length;
  const before = await left();
  expect(await renewSearch(server.db, () => true)).toEqual({ looked: 0, renewed: 0 });
  expect(await left()).toBe(before);
  await server.db.transaction().execute(async (trx) => {
    await sql`select from photo where id = ${id} for update`.execute(trx);
    // The embedded database has one connection: nobody can look at the row meanwhile.
    if (process.env.TEST_DATABASE_URL === undefined) return;
    const { looked, renewed } = await renewSearch(server.db, goesOn);
    expect(looked - renewed).toBe(1);
  });
  await renewSearch(server.db, goesOn);
  expect(await left()).toBe(0);
  await addUpCounters(server.db);
  await expectExactCounts(server.db);
});

test('SRC-05f counters an older release left wrong are mended; what waits to be added up counts', async () => {
  await post('f');
  await sql`update tally set n = n + 2 where kind in ('htag', 'location')`.execute(server.db);
  await sql`delete from tally where kind = 'person'`.execute(server.db);
  await renewSearch(server.db, goesOn);
  await addUpCounters(server.db);
  await expectExactCounts(server.db);
});
