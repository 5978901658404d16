/** The ranking of fans (FAN-19), beside a plain sum over all photos. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { readFanRanking } from '../../server/api/rankings/repository.ts';
import { addUpFanRanks, rankOldFans } from '../../server/database/fanRanks.ts';
import { FAN_RANKING } from '../../src/contract/limits.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

const FANS = ['aki', 'ben', 'chi', 'dai'] as const;
type Fan = (typeof FANS)[number];
/** The last hour of October in Japan. */
const OCTOBER = Date.UTC(2026, 9, 31, 14, 30);
const HOUR = 60 * 60 * 1000;

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  for (const tenant of [CLUB, LEAGUE]) for (const fan of FANS) await server.join(fan, tenant);
});
beforeEach(async () => {
  await server.db.deleteFrom('identity_limit').execute();
});
afterAll(() => server.close());

async function add(fan: Fan, event: string, likers: readonly Fan[], tenant = CLUB): Promise<string> {
  const photo = server.storePhoto(fan, event, {}, tenant);
  expect(await server.post(fan, event, [photo], tenant)).toMatchObject({ status: 200 });
  for (const as of likers) await like(as, photo.media_url, tenant);
  return photo.media_url;
}
const like = (as: Fan, media_url: string, tenant = CLUB) =>
  server.ok('putReaction', { as, tenant, body: { media_url, reaction: '1', targetuser: 'x' } });

type Query = { e: string } | { s: string } | { month: string };
async function ranking(query: Query, as?: Fan, tenant = CLUB) {
  await addUpFanRanks(server.db);
  // Past the second a list may lag.
  now += 5000;
  server.setNow(now);
  const { list, own } = await server.ok('getFanRanking', { query, tenant, ...(as && { as }) });
  return { own, list: list.map(({ user_id, likes, rank }) => [user_id, likes, rank]) };
}
let now = NOON;

/** Fails where a scope disagrees with the photos. Returns how many rows agree. */
async function expectFanRanks(): Promise<number> {
  await addUpFanRanks(server.db);
  const lines = async (query: string) =>
    (
      await sql
        .raw<{ line: string }>(
          `select concat_ws('|', tenant, scope, user_id, likes) as line from (${query}) t order by 1`,
        )
        .execute(server.db)
    ).rows.map(({ line }) => line);
  const scanned = await lines(`
    select tenant, scope, user_id, sum(reaction_count) as likes from photo
      cross join lateral (values ('event:' || event_id), ('season:' || season_id),
        ('month:' || to_char(created_at at time zone 'Asia/Tokyo', 'YYYY-MM'))) as s(scope)
    where hidden_at is null and scope is not null group by 1, 2, 3 having sum(reaction_count) > 0`);
  expect(await lines('select tenant, scope, user_id, likes from fan_rank')).toEqual(scanned);
  return scanned.length;
}

test('FAN-19a fans by the likes of a match, as many are the same rank, the own place for who is signed in', async () => {
  await server.addEvent('e');
  await add('aki', 'e', ['ben', 'chi']);
  await add('aki', 'e', ['ben']);
  await add('ben', 'e', ['aki', 'chi']);
  await add('chi', 'e', ['aki', 'ben']);
  await add('dai', 'e', ['aki']);
  const list = [
    ['aki', 3, 1],
    ['ben', 2, 2],
    ['chi', 2, 2],
    ['dai', 1, 4],
  ];
  expect(await ranking({ e: 'e' })).toEqual({ list, own: null });
  expect(await ranking({ e: 'e' }, 'aki')).toEqual({ list, own: { likes: 3, rank: 1, to_next: null } });
  expect(await ranking({ e: 'e' }, 'chi')).toEqual({ list, own: { likes: 2, rank: 2, to_next: 1 } });
  expect(await ranking({ e: 'e' }, 'dai')).toEqual({ list, own: { likes: 1, rank: 4, to_next: 1 } });
  expect(await ranking({ e: 'none' }, 'dai')).toEqual({ list: [], own: null });
});

test('FAN-19a who is muted or blocked is left out, others keep their rank; the club takes no part', async () => {
  await server.addEvent('seen');
  await add('aki', 'seen', ['ben', 'chi', 'dai']);
  await add('ben', 'seen', ['aki', 'chi']);
  await add('chi', 'seen', ['aki']);
  await server.ok('putMute', { as: 'chi', body: { mute_user: 'ben' } });
  const kept = [
    ['aki', 3, 1],
    ['chi', 1, 3],
  ];
  expect((await ranking({ e: 'seen' }, 'chi')).list).toEqual(kept);
  await server.ok('deleteMute', { as: 'chi', body: { mute_user: 'ben' } });
  await server.ok('putBlock', { as: 'ben', body: { block_user: 'chi' } });
  expect((await ranking({ e: 'seen' }, 'chi')).list).toEqual(kept);
  await server.ok('deleteBlock', { as: 'ben', body: { block_user: 'chi' } });
  await server.db.insertInto('official_user').values({ tenant: CLUB, user_id: 'aki' }).execute();
  expect(await ranking({ e: 'seen' }, 'chi')).toEqual({
    list: [
      ['ben', 2, 1],
      ['chi', 1, 2],
    ],
    own: { likes: 1, rank: 2, to_next: 1 },
  });
  await server.db.deleteFrom('official_user').execute();
});

test('FAN-19d likes, a hidden, a moved and a deleted photo, an account that leaves: all sums stay right', async () => {
  await server.addEvent('sums');
  await server.addEvent('other');
  const [one, two, three] = [
    await add('aki', 'sums', ['ben', 'chi', 'dai']),
    await add('ben', 'sums', ['aki']),
    await add('dai', 'sums', ['aki', 'ben']),
  ];
  expect(await expectFanRanks()).toBeGreaterThan(4);
  await server.ok('deleteReaction', { as: 'ben', body: { media_url: one, reaction: '1' } });
  await server.db.updateTable('photo').set({ hidden_at: new Date() }).where('media_url', '=', two).execute();
  await server.db
    .updateTable('photo')
    .set({ event_id: 'other', season_id: 's1' })
    .where('media_url', '=', one)
    .execute();
  await expectFanRanks();
  expect((await ranking({ e: 'sums' })).list).toEqual([['dai', 2, 1]]);
  expect((await ranking({ s: 's1' })).list).toEqual([['aki', 2, 1]]);
  await server.db.updateTable('photo').set({ hidden_at: null }).where('media_url', '=', two).execute();
  await server.ok('deletePhoto', { as: 'dai', body: { public_list_id: 'event', media_url: three } });
  expect((await ranking({ e: 'sums' })).list).toEqual([['ben', 1, 1]]);
  await server.join('eri');
  const own = server.storePhoto('eri', 'sums');
  await server.post('eri', 'sums', [own]);
  await like('aki', own.media_url);
  await expectFanRanks();
  await deleteAccount(server.db, 'eri', new Date());
  await expectFanRanks();
  const { rows } = await sql`select 1 from fan_rank where user_id = 'eri'`.execute(server.db);
  expect(rows).toEqual([]);
});

test('FAN-19c a month is one of Japan, and a call names one period', async () => {
  await server.addEvent('night');
  const posted: [Fan, Fan, number][] = [
    ['aki', 'ben', OCTOBER],
    ['ben', 'aki', OCTOBER + HOUR],
  ];
  for (const [fan, liker, at] of posted) {
    const media_url = await add(fan, 'night', []);
    await server.db
      .updateTable('photo')
      .set({ created_at: new Date(at) })
      .where('media_url', '=', media_url)
      .execute();
    await like(liker, media_url);
  }
  expect((await ranking({ month: '2026-10' })).list).toEqual([['aki', 1, 1]]);
  expect((await ranking({ month: '2026-11' })).list).toEqual([['ben', 1, 1]]);
  for (const query of [{}, { e: 'night', month: '2026-11' }, { s: 's1', e: 'night' }])
    expect(await server.call('getFanRanking', { query })).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
});

test('FAN-19a SAF-15 likes in another tenant count there alone', async () => {
  for (const tenant of [CLUB, LEAGUE]) await server.addEvent('twin', { tenant });
  await add('aki', 'twin', ['ben'], LEAGUE);
  await add('ben', 'twin', ['aki', 'chi'], CLUB);
  expect((await ranking({ e: 'twin' }, 'aki', LEAGUE)).list).toEqual([['aki', 1, 1]]);
  expect(await ranking({ e: 'twin' }, 'aki')).toEqual({ list: [['ben', 2, 1]], own: null });
});

test('FAN-19d photos that were liked before there was a ranking are counted once, in the background', async () => {
  await server.addEvent('old');
  await add('aki', 'old', ['ben', 'chi']);
  const last = await add('ben', 'old', ['aki']);
  await addUpFanRanks(server.db);
  await sql`delete from fan_rank`.execute(server.db);
  await sql`update fan_rank_start set counted = 0, upto = (select max(id) from photo)`.execute(server.db);
  // A like meanwhile is counted with its photo.
  await like('chi', last);
  await rankOldFans(server.db, () => false);
  expect((await ranking({ e: 'old' })).list).toEqual([
    ['aki', 2, 1],
    ['ben', 2, 1],
  ]);
  await like('dai', last);
  expect(await expectFanRanks()).toBeGreaterThan(4);
});

test('FAN-19b the own place behind all that are listed, and behind all that are counted', async () => {
  const scope = 'event:full';
  await sql`insert into fan_rank(tenant, scope, user_id, likes)
    select ${CLUB}, ${scope}, 'fan' || n, 20 + n from generate_series(1, 10100) n`.execute(server.db);
  const place = async (userId: string) => (await readFanRanking(server.db, { tenant: CLUB, userId }, scope)).own;
  const { list } = await readFanRanking(server.db, { tenant: CLUB, userId: null }, scope);
  expect([list.length, list[0]?.user_id, list[0]?.rank]).toEqual([FAN_RANKING.shown, 'fan10100', 1]);
  expect(await place('fan10000')).toEqual({ likes: 10020, rank: 101, to_next: 1 });
  expect(await place('fan102')).toEqual({ likes: 122, rank: 9999, to_next: 1 });
  expect(await place('fan100')).toEqual({ likes: 120, rank: null, to_next: 1 });
  await sql`delete from fan_rank where scope = ${scope}`.execute(server.db);
});
