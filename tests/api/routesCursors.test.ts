/** Places in a list that nobody here has given. */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cursorOf, positionOf } from '../../server/api/photos/pageCursor.ts';
import { type Endpoint, type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  await server.join('aki');
  await server.addEvent('e');
  const photos = ['#a', '#b'].map((htag) => server.storePhoto('aki', 'e', { htag, player: '山田 太郎' }));
  await server.post('aki', 'e', photos);
  for (const { media_url } of photos) {
    await server.ok('putReaction', { as: 'aki', body: { media_url, reaction: '1', targetuser: 'aki' } });
    await server.ok('putFavorite', { as: 'aki', body: { media_url, targetuser: null } });
    await server.ok('putComment', { as: 'aki', body: { media_url, comment: 'x', targetuser: 'aki', parent_id: null } });
  }
});
afterAll(() => server.close());

/** Every list that is read page by page, in each of the ways its rows are found. */
const lists: readonly [string, string, Record<string, string>][] = [
  ...(Object.entries(endpoints) as [EndpointName, Endpoint][])
    .filter(([, { query }]) => 'cursor' in query.entries)
    .map(([name, { path }]): [string, string, Record<string, string>] => [name, path, {}]),
  ...[
    { e: 'e' },
    { cp: '山田 太郎' },
    { ht: 'a' },
    { search_text: 'a' },
    { e: 'e', u: 'aki' },
    { ht: 'a', cp: '山田 太郎' },
  ].map((query): [string, string, Record<string, string>] => [
    `getPublicList ${JSON.stringify(query)}`,
    endpoints.getPublicList.path,
    query,
  ]),
];

async function statusOf(path: string, query: Record<string, string>, as: string | null) {
  const response = await server.send(
    'GET',
    `/f${path.replace('{publicListId}', 'all')}?${new URLSearchParams(query)}`,
    {
      'x-api-key': 'fan-web',
      'x-api-tenant': CLUB,
      ...(as === null ? {} : { 'x-api-authorization': `Bearer of.${as}` }),
    },
  );
  return response.status;
}

/** Instants before 1970, after the last one PostgreSQL or a Date knows; ids beyond int8 or a safe integer. */
const FOREIGN = [
  'zzzzzzzzzz-1',
  '2gosa7pa2gv-1',
  '2gosa7pa2gw-1',
  '1zzzzzzzzz-1',
  '-zz-1',
  '0-0',
  '00000000mf1-1',
  'mf1-',
  '-1',
  'mf1-2gosa7pa2gw',
  'mf1-zzzzzzzzzzzzz',
  'mf1-01',
  'MF1-1',
  'mf1-1-1',
  'NaN-NaN',
  'Infinity-1',
  'mf1_1',
  '275760-09-13',
  '0000-00-00',
  `${'z'.repeat(119)}-`,
  '1-1\u0000',
  '1-1\n',
  '１-１',
];

describe.each(lists)('%s', (name, path, query) => {
  test(`SAF-17 ${name} refuses a cursor from elsewhere and takes any of its own`, async () => {
    expect(await statusOf(path, query, 'aki')).toBe(200);
    for (const cursor of FOREIGN) {
      expect([cursor, await statusOf(path, { ...query, cursor }, 'aki')]).toEqual([cursor, 400]);
    }
    // The latest instant and id a cursor can say: past every row, and no failure of the database.
    for (const cursor of ['zzzzzzzzz-zzzzzzzzzz', '1-1', 'mf1-1']) {
      expect([cursor, await statusOf(path, { ...query, cursor }, 'aki')]).toEqual([cursor, 200]);
    }
    expect(server.errors).toEqual([]);
  });
});

test('SAF-17 a name, tag or place as long as its field allows is taken or cut, whatever its signs', async () => {
  let at = 0;
  // No two alike, so that no database makes them smaller by compression.
  const signs = (count: number) =>
    Array.from({ length: count }, () => String.fromCodePoint(0x4e00 + ((at++ * 7919) % 20_000))).join('');
  const fields = [
    { player: signs(1_219) },
    { htag: `#${signs(1_500)}` },
    { photo_location: signs(60) },
    { comment: signs(500) },
  ];
  for (const field of nonEmpty(fields)) {
    const photo = server.storePhoto('aki', 'e', field);
    expect([Object.keys(field), (await server.post('aki', 'e', [photo])).status]).toEqual([Object.keys(field), 200]);
    const body = { ...CAPTION, media_url: photo.media_url, player: signs(1_219), htag: `#${signs(1_500)}` };
    expect((await server.call('putCaption', { as: 'aki', body })).status).toBe(200);
  }
  const words = [{ cp: signs(1_219) }, { pl: signs(100) }, { ht: signs(100) }, { search_text: signs(100) }];
  for (const query of nonEmpty(words)) expect(await statusOf(endpoints.getPublicList.path, query, null)).toBe(200);
  expect(server.errors).toEqual([]);
});
const CAPTION = {
  public_list_id: 'event',
  caption: '',
  photo_location: null,
  event_id: 'e',
  season_id: null,
  usepermit: true,
  team_id: null,
} as const;

test('SAF-17 what a list gives as a cursor is one by the contract', () => {
  const { cursor } = endpoints.getPublicList.query.entries;
  for (const instant of [1, Date.parse('2026-06-10'), Date.parse('2999-12-31')]) {
    for (const id of [1, 2 ** 31, 2 ** 51]) {
      const given = cursorOf({ at: new Date(instant), id });
      expect(v.parse(cursor, given)).toBe(given);
      expect(positionOf(given)).toEqual({ at: new Date(instant), id });
    }
  }
});
