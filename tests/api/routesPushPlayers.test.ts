/** Pushes of new photos of favourite players, and the account's list of these. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { announce } from '../../server/push/announce.ts';
import { sendPushes } from '../../server/push/sendPushes.ts';
import { openVapidKeys, type VapidKeys } from '../../server/push/vapidKeys.ts';
import { FAVORITE_PLAYERS_MAX, PUSH_PLAYERS_MS } from '../../src/contract/limits.ts';
import { formatWireDateTime } from '../../src/rules/dates.ts';
import { CLUB } from '../support/tenants.ts';
import { createPushService, decryptPush, newPushPhone, type PushPhone, subscriptionKeys } from './pushSetup.ts';
import { DAY, HOUR, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

const MINUTE = HOUR / 60;
const ON = { comment: true, reply: true, reaction: true, follow: true, player: true };

let server: RoutesServer;
let keys: VapidKeys;
let phone: PushPhone;
let now = NOON;
/** Noons of the tests: what one posts is no news in the next. */
let day = NOON - 2 * DAY;
const service = createPushService();

beforeAll(async () => {
  server = await startRoutesServer();
  keys = await openVapidKeys(server.identityDb, { keys: null, subject: 'mailto:a@example.jp' });
  await service.open();
  for (const user of ['aki', 'ben', 'cho']) await server.join(user);
  await server.addEvent('e', {
    event_name: '開幕戦',
    crawl_period_start: formatWireDateTime(NOON - DAY),
    crawl_period_end: formatWireDateTime(NOON + 9 * DAY),
  });
  await server.db
    .insertInto('person')
    .values(
      ['山田 太郎', '佐藤 次郎', ...Array.from({ length: FAVORITE_PLAYERS_MAX }, (_, i) => `p${i}`)].map((name) => ({
        tenant: CLUB,
        name,
        team_id: null,
        number: null,
      })),
    )
    .execute();
});
beforeEach(async () => {
  day += 2 * DAY;
  now = day;
  server.setNow(now);
  service.arrived.length = 0;
  for (const table of ['push_device', 'push_job', 'push_told', 'favorite_person', 'notice_setting'] as const)
    await server.db.deleteFrom(table).execute();
  phone = newPushPhone('phone');
  const endpoint = 'https://fcm.googleapis.com/fcm/send/phone';
  await server.ok('putPushDevice', { as: 'aki', body: { endpoint, ...subscriptionKeys(phone) } });
});
afterAll(async () => {
  service.close();
  await server?.close();
});

const wait = (ms: number) => {
  now += ms;
  server.setNow(now);
};
const favor = (add: string[], remove: string[] = [], as = 'aki') =>
  server.ok('putFavoritePlayers', { as, body: { add, remove } });
const post = (as: string, player: string) => server.post(as, 'e', [server.storePhoto(as, 'e', { player })]);
/** What is told now, and after the time in which photos gather. */
async function told() {
  service.arrived.length = 0;
  await announce(server.db, new Date(now));
  wait(4 * MINUTE);
  const deps = { db: server.db, keys, fetch: service.fetch, now: () => now, onError: () => undefined };
  await sendPushes(deps);
  return service.arrived.map(({ body }) => decryptPush(phone, body));
}

test('FAN-05f who asked for it is told of new photos of favourites, together and once an hour a match', async () => {
  await favor(['山田 太郎', '佐藤 次郎']);
  await post('ben', '山田 太郎');
  // Nobody is told who did not ask.
  expect(await told()).toEqual([]);
  await server.ok('putNoticeSettings', { as: 'aki', body: ON });
  wait(PUSH_PLAYERS_MS);
  for (const player of ['山田 太郎', '佐藤 次郎,p1', 'p2']) await post('ben', player);
  const url = (await server.ok('getPublicList', { params: { publicListId: 'all' }, query: { any_of: '佐藤次郎' } }))
    .media_list[0]?.media_url;
  expect(await told()).toMatchObject([
    {
      kind: 'player',
      id: 'person e',
      name: '佐藤 次郎・山田 太郎',
      title: '開幕戦',
      count: 2,
      media_url: url,
      target: 'e',
    },
  ]);
  await post('ben', '山田 太郎');
  expect(await told()).toEqual([]);
  wait(PUSH_PLAYERS_MS);
  expect(await told()).toMatchObject([{ kind: 'player', name: '山田 太郎', count: 1 }]);
  wait(PUSH_PLAYERS_MS);
  expect(await told()).toEqual([]);
});

test('FAN-05f photos that come while others gather are told with them, once; two players are named', async () => {
  await server.ok('putNoticeSettings', { as: 'aki', body: ON });
  await favor(['山田 太郎', '佐藤 次郎', 'p0']);
  await post('ben', '山田 太郎');
  await announce(server.db, new Date(now));
  wait(MINUTE);
  await post('ben', '佐藤 次郎,p0');
  wait(MINUTE);
  expect(await told()).toMatchObject([{ name: '佐藤 次郎・p0', count: 2 }]);
  wait(PUSH_PLAYERS_MS);
  expect(await told()).toEqual([]);
});

test('FAN-05f not told: own photos, those of muted people, a favourite given up, and at night', async () => {
  await server.ok('putNoticeSettings', { as: 'aki', body: ON });
  await favor(['山田 太郎']);
  await post('aki', '山田 太郎');
  expect(await told()).toEqual([]);
  wait(2 * PUSH_PLAYERS_MS);
  await server.ok('putMute', { as: 'aki', body: { mute_user: 'cho' } });
  await post('cho', '山田 太郎');
  expect(await told()).toEqual([]);
  wait(2 * PUSH_PLAYERS_MS);
  await favor([], ['山田太郎']);
  await post('ben', '山田 太郎');
  expect(await told()).toEqual([]);
  await favor(['山田 太郎']);
  // 23:00 in Tokyo, and the morning after.
  now = day + 11 * HOUR;
  server.setNow(now);
  await post('ben', '山田 太郎');
  expect(await told()).toEqual([]);
  wait(10 * HOUR);
  expect(await told()).toMatchObject([{ count: 1 }]);
});

test('FAN-05b the account keeps a bounded list in the order of choice, and takes it along when it leaves', async () => {
  expect((await favor(['佐藤次郎', 'だれか'])).list).toEqual(['佐藤 次郎']);
  expect((await favor(['山田 太郎', '佐藤 次郎'])).list).toEqual(['佐藤 次郎', '山田 太郎']);
  const { list } = await favor(
    Array.from({ length: FAVORITE_PLAYERS_MAX }, (_, i) => `p${i}`),
    ['佐藤 次郎'],
  );
  expect(list).toHaveLength(FAVORITE_PLAYERS_MAX);
  expect(list.slice(0, 2)).toEqual(['山田 太郎', 'p0']);
  const { favorite_players } = await server.ok('getExport', { as: 'aki' });
  expect(favorite_players?.[0]).toMatchObject({ tenant_id: CLUB, name: '山田 太郎' });
  await favor(['p1'], [], 'cho');
  await deleteAccount(server.db, 'cho', new Date(now));
  const left = await server.db.selectFrom('favorite_person').select('user_id').distinct().execute();
  expect(left).toEqual([{ user_id: 'aki' }]);
});

test('FAN-05c the newest photos that show one of several persons, none twice', async () => {
  await post('ben', '山田 太郎,佐藤 次郎');
  wait(MINUTE);
  await post('ben', '佐藤 次郎');
  wait(MINUTE);
  await post('ben', 'p9');
  const ask = async (query: { any_of: string; l?: string }) =>
    (await server.ok('getPublicList', { params: { publicListId: 'all' }, query })).media_list.map(
      ({ player }) => player,
    );
  expect((await ask({ any_of: '山田太郎,佐藤 次郎' })).slice(0, 2)).toEqual(['佐藤 次郎', '山田 太郎,佐藤 次郎']);
  expect(await ask({ any_of: '佐藤 次郎,p9', l: '1' })).toEqual(['p9']);
  expect(await ask({ any_of: ' ,だれか' })).toEqual([]);
});
