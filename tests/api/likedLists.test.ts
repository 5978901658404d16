/** Lists with the most liked first (LST-01), against a plain sort of everything. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLikedRows } from '../../server/api/photos/likedRows.ts';
import { conditionsFrom } from '../../server/api/photos/photoConditions.ts';
import { renewSearch } from '../../server/api/photos/renewSearch.ts';
import type { QueryInputOf } from '../../src/contract/endpoints.ts';
import type { NewPhoto, Photo } from '../../src/contract/entities.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { expectRanks } from './countsCheck.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

const FANS = ['aki', 'ben', 'chi', 'dai', 'eri'] as const;
const LIKES = [0, 3, 1, 0, 5, 1, 2, 0, 3, 1, 0, 4, 2, 1, 0, 3, 5, 2];

let server: RoutesServer;
let clock = NOON;
beforeAll(async () => {
  server = await startRoutesServer();
  for (const user of FANS) await server.join(user);
  await server.join('aki', LEAGUE);
  await server.addEvent('e1');
  await server.addEvent('e2');
  await server.addEvent('e1', { tenant: LEAGUE });
  for (const [i, likes] of LIKES.entries()) {
    const media_url = await add(FANS[i % 2] ?? 'aki', i % 3 === 0 ? 'e2' : 'e1', {
      player: i % 2 === 0 ? '山田 太郎,B' : 'B',
      htag: i % 4 === 0 ? '#goal' : '',
      comment: i % 5 === 0 ? '声援' : '',
    });
    for (const as of FANS.slice(0, likes)) await like(as, media_url);
  }
  await like('aki', await add('aki', 'e1', { player: 'B' }, LEAGUE), LEAGUE);
});
afterAll(() => server.close());

async function add(as: string, event: string, fields: Partial<NewPhoto> = {}, tenant = CLUB): Promise<string> {
  clock += 1000;
  server.setNow(clock);
  const photo = server.storePhoto(as, event, fields, tenant);
  expect(await server.post(as, event, [photo], tenant)).toMatchObject({ status: 200 });
  return photo.media_url;
}
const like = (as: string, media_url: string, tenant = CLUB) =>
  server.ok('putReaction', { as, tenant, body: { media_url, reaction: '1', targetuser: 'aki' } });

type Query = QueryInputOf<'getPublicList'>;
const page = (query: Query, as?: string) =>
  server.ok('getPublicList', { ...(as && { as }), params: { publicListId: 'all' }, query });

/** All pages of a list. */
async function whole(query: Query, as?: string): Promise<Photo[]> {
  const photos: Photo[] = [];
  let cursor: string | undefined;
  do {
    const read = await page({ ...query, ...(cursor !== undefined && { cursor }) }, as);
    expect(read.media_list.length).toBeLessThanOrEqual(Number(query.l ?? 30));
    // Only a walk is cut short (LST-01b): here every page but the last is full.
    if (read.cursor !== null && as === undefined) expect(read.media_list).toHaveLength(Number(query.l ?? 30));
    photos.push(...read.media_list);
    cursor = read.cursor ?? undefined;
  } while (cursor !== undefined);
  return photos;
}
const keys = (photos: readonly Photo[]) => photos.map(({ media_url }) => media_url);
const likesOf = ({ reactionInfo }: Photo) => reactionInfo.total;
/** What the newest-first list has, by a plain sort that leaves alike ones as they stand. */
const sorted = (newest: readonly Photo[]) => keys(newest.toSorted((a, b) => likesOf(b) - likesOf(a)));

const LISTS: readonly Query[] = [
  {},
  { e: 'e1' },
  { e: 'e2', u: 'aki' },
  { cp: '山田太郎' },
  { cp: 'B,山田太郎' },
  { ht: 'goal', cp: 'B' },
  { search_text: '声援' },
  { search_text: '声援', e: 'e1' },
  { photographer: 'staff' },
  { u: 'ben' },
];

test.each(LISTS)('LST-01a %j: the most liked first, alike ones and those nobody likes newest first', async (query) => {
  if (query.photographer)
    await server.db.insertInto('official_user').values({ tenant: CLUB, user_id: 'ben' }).execute();
  const newest = await whole({ ...query, l: '100' });
  expect(newest.length).toBeGreaterThan(1);
  for (const l of ['1', '4', '100'])
    expect(keys(await whole({ ...query, sort: 'likes', l })), l).toEqual(sorted(newest));
  expect(keys(await whole({ ...query, sort: 'likes', l: '5' }, 'chi'))).toEqual(sorted(newest));
  const [first, liked] = [await page(query, 'chi'), await page({ ...query, sort: 'likes' }, 'chi')];
  expect(liked.total).toBe(first.total);
  expect([keys(first.media_list), keys(liked.media_list)]).toEqual([keys(newest), sorted(newest)]);
});

/** Pages of two until there are no more. `walk`: of the most liked; `few`: put in order. */
async function pagesOf(filter: Query, bounds: { walk: number; few: number }): Promise<string[][]> {
  const conditions = conditionsFrom(filter);
  if (conditions === null) throw new Error('no condition');
  const viewer = { tenant: CLUB, userId: null, muter: null };
  const pages: string[][] = [];
  let from: { likes: number; id: number } | null = null;
  do {
    const rows = await readLikedRows(server.db, viewer, conditions, { from, rows: 2 }, bounds);
    pages.push(keys(JSON.parse(rows.list) as Photo[]));
    from = rows.last;
  } while (from !== null);
  return pages;
}

test.each([{ ht: 'goal', cp: 'B' }, { cp: 'B,山田太郎' }, { e: 'e2', u: 'aki' }])(
  'LST-01b %j: a walk by facets alone looks up the others, in the same order',
  async (filter) => {
    const liked = (await whole({ ...filter, sort: 'likes' })).filter((photo) => likesOf(photo) > 0);
    expect(liked.length).toBeGreaterThan(0);
    expect((await pagesOf(filter, { walk: 3, few: 0 })).flat()).toEqual(keys(liked));
  },
);

test('LST-01b a page looks at so many photos and no more: a walk is gone on with, in the same order', async () => {
  const filter = { search_text: '声援', cp: 'B' };
  const liked = keys((await whole({ ...filter, sort: 'likes' })).filter((photo) => likesOf(photo) > 0));
  expect(liked.length).toBeGreaterThan(1);
  const walked = await pagesOf(filter, { walk: 3, few: 2 });
  expect(walked.flat()).toEqual(liked);
  expect(walked.length).toBeGreaterThan(liked.length);
  expect(walked.length).toBeLessThan(LIKES.length);
  // Few photos pass: they are put in order, without a walk.
  const ordered = await pagesOf(filter, { walk: 3, few: 4 });
  expect(ordered.flat()).toEqual(liked);
  expect(ordered.length).toBeLessThan(walked.length);
});

test('LST-01c a cursor is of the order it was made for', async () => {
  const [newest, liked] = [await page({ l: '2' }), await page({ l: '2', sort: 'likes' })];
  const ask = (query: Query) => server.call('getPublicList', { params: { publicListId: 'all' }, query });
  expect([newest.cursor, liked.cursor]).toEqual([expect.any(String), expect.stringMatching(/^likes\./)]);
  const refused = { status: 400, code: 'INVALID_REQUEST' };
  expect(await ask({ sort: 'likes', cursor: newest.cursor ?? '' })).toMatchObject(refused);
  expect(await ask({ cursor: liked.cursor ?? '' })).toMatchObject(refused);
  for (const cursor of ['likes.0-1', 'likes.zzzzzz-1', 'rest.-1', 'views.1-1'])
    expect(await ask({ sort: 'likes', cursor }), cursor).toMatchObject(refused);
});

test('LST-01d the order follows likes, edits, deletions and what was liked before there was an order', async () => {
  await expectRanks(server.db);
  const [first, second] = keys(await whole({ sort: 'likes' }));
  if (first === undefined || second === undefined) throw new Error('no photos');
  const own = await add('eri', 'e1', { player: 'C' });
  for (const as of FANS) await like(as, own);
  expect(keys((await page({ sort: 'likes', cp: 'C' }, 'eri')).media_list)).toEqual([own]);
  await server.ok('deleteReaction', { as: 'ben', body: { media_url: own, reaction: '1' } });
  await expectRanks(server.db);
  const about = { public_list_id: 'event', media_url: own, event_id: 'e1', season_id: null, team_id: null } as const;
  const caption = { caption: '', htag: '', photo_location: '', player: 'D', usepermit: true };
  await server.ok('putCaption', {
    as: 'eri',
    body: { ...about, ...caption },
  });
  expect(keys((await page({ sort: 'likes', cp: 'D' }, 'eri')).media_list)).toEqual([own]);
  expect(keys((await page({ sort: 'likes', cp: 'C' }, 'eri')).media_list)).toEqual([]);
  await expectRanks(server.db);
  await server.ok('deletePhoto', { as: 'eri', body: { public_list_id: 'event', media_url: own } });
  expect((await sql`select 1 from photo_rank where term = 'user:eri'`.execute(server.db)).rows).toEqual([]);
  await expectRanks(server.db);
  const before = keys(await whole({ sort: 'likes' }));
  await sql`delete from photo_rank`.execute(server.db);
  expect(keys(await whole({ sort: 'likes' })).toSorted()).toEqual(before.toSorted());
  await renewSearch(server.db, () => false);
  expect(keys(await whole({ sort: 'likes' }))).toEqual(before);
  await expectRanks(server.db);
});
