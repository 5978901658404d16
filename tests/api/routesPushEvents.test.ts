/** Pushes of events that begin, and of the operator's news (SOC-08c, FAN-13). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { announce } from '../../server/push/announce.ts';
import { afterQuietHours } from '../../server/push/quietHours.ts';
import { sendPushes } from '../../server/push/sendPushes.ts';
import { openVapidKeys, type VapidKeys } from '../../server/push/vapidKeys.ts';
import { formatWireDateTime } from '../../src/rules/dates.ts';
import { CLUB } from '../support/tenants.ts';
import {
  createPushService,
  decryptDeclared,
  decryptPush,
  newPushPhone,
  type PushPhone,
  subscriptionKeys,
} from './pushSetup.ts';
import { DAY, HOUR, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let keys: VapidKeys;
let now = NOON;
const service = createPushService();
const { arrived } = service;
const errors: unknown[] = [];

beforeAll(async () => {
  server = await startRoutesServer();
  keys = await openVapidKeys(server.identityDb, { keys: null, subject: 'mailto:a@example.jp' });
  await service.open();
  for (const user of ['aki', 'ben']) await server.join(user);
});
beforeEach(async () => {
  now = NOON;
  server.setNow(now);
  arrived.length = 0;
  errors.length = 0;
  for (const table of ['push_device', 'push_job', 'push_told', 'notice', 'notice_setting'] as const) {
    await server.db.deleteFrom(table).execute();
  }
  // Events and bookmarks of one test are no news in the next.
  await server.db.deleteFrom('favorite').execute();
  await server.db.deleteFrom('event').execute();
});
afterAll(async () => {
  service.close();
  await server?.close();
});

const deps = () => ({
  db: server.db,
  keys,
  fetch: service.fetch,
  now: () => now,
  onError: (e: unknown) => errors.push(e),
});
const send = () => sendPushes(deps());
const wait = (ms: number) => {
  now += ms;
  server.setNow(now);
};

const addressOf = (name: string) => `https://fcm.googleapis.com/fcm/send/${name}`;
const pathOf = (name: string) => `/fcm/send/${name}`;
async function subscribe(as: string, name: string): Promise<PushPhone> {
  const phone = newPushPhone(name);
  const body = { endpoint: addressOf(name), ...subscriptionKeys(phone) };
  await server.ok('putPushDevice', { as, body });
  return phone;
}

describe('SOC-08c events that begin, and news', () => {
  const bookmark = (as: string, event_id: string) =>
    server.ok('putFavorite', { as, body: { media_url: event_id, targetuser: null } });
  const starting = { crawl_period_start: formatWireDateTime(NOON), crawl_period_end: formatWireDateTime(NOON + DAY) };

  test('a bookmarked event that begins is told once, however often and by how many it is looked for', async () => {
    const phone = await subscribe('aki', 'phone');
    await subscribe('ben', 'bens');
    await server.addEvent('starts', { ...starting, event_name: '開幕戦' });
    await bookmark('aki', 'starts');
    server.setNow(NOON - HOUR);
    expect(await announce(server.db, new Date(NOON - HOUR))).toBe(0);
    now = NOON + 60_000;
    const told = await Promise.all([1, 2, 3].map(() => announce(server.db, new Date(now))));
    expect(told.reduce((a, b) => a + b)).toBe(1);
    const sent = await Promise.all([send(), send()]);
    expect(sent.reduce((a, b) => a + b)).toBe(1);
    expect(arrived.map(({ path }) => path)).toEqual([pathOf('phone')]);
    expect(decryptPush(phone, arrived[0]?.body ?? Buffer.alloc(0))).toMatchObject({
      kind: 'event',
      name: '開幕戦',
      target: 'starts',
    });
    expect(await announce(server.db, new Date(now + 60_000))).toBe(0);
  });

  test('an event that began long ago is no news; a bookmark taken back neither', async () => {
    await subscribe('aki', 'phone');
    await server.addEvent('old', { ...starting, crawl_period_start: formatWireDateTime(NOON - 5 * HOUR) });
    await server.addEvent('left', starting);
    for (const id of ['old', 'left']) await bookmark('aki', id);
    await announce(server.db, new Date(now));
    await server.ok('deleteFavorite', { as: 'aki', body: { media_url: 'left' } });
    expect(await send()).toBe(0);
  });

  test('FAN-13c that a match has begun is told within an hour or never, by phones that were off too', async () => {
    await subscribe('aki', 'phone');
    await server.addEvent('held', starting);
    await bookmark('aki', 'held');
    await announce(server.db, new Date(now));
    wait(20 * 60_000);
    expect(await send()).toBe(1);
    expect(arrived[0]?.headers.ttl).toBe(String(40 * 60));
    await server.addEvent('held-longer', starting);
    await bookmark('aki', 'held-longer');
    await announce(server.db, new Date(now));
    wait(41 * 60_000);
    expect(await send()).toBe(0);
    await server.addEvent('missed', starting);
    await bookmark('aki', 'missed');
    expect(await announce(server.db, new Date(now))).toBe(0);
  });

  test('FAN-13b of a match that begins hears also who asked for all of them, of other events nobody else', async () => {
    await subscribe('aki', 'phone');
    await subscribe('ben', 'bens');
    const all = { comment: true, reply: true, reaction: true, follow: true };
    await server.ok('putNoticeSettings', { as: 'aki', body: { ...all, match: true } });
    await server.ok('putNoticeSettings', { as: 'aki', body: all });
    expect((await server.ok('getOwnAttributes', { as: 'aki' })).notice_settings).toMatchObject({ match: true });
    await server.addEvent('held', { ...starting, event_type: 'official' });
    await server.addEvent('of-a-fan', { ...starting, event_type: 'memorial' });
    await announce(server.db, new Date(now));
    expect(await send()).toBe(1);
    expect(arrived.map(({ path }) => path)).toEqual([pathOf('phone')]);
    await server.addEvent('next', { ...starting, event_type: 'official' });
    await announce(server.db, new Date(now));
    await server.ok('putNoticeSettings', { as: 'aki', body: { ...all, match: false } });
    expect(await send()).toBe(0);
  });

  test('FAN-13c what began at night is told in the morning, also where the server was away all night', async () => {
    const phone = await subscribe('aki', 'phone');
    const at = (text: string) => Date.parse(`${text}+09:00`);
    const night = { crawl_period_start: '2026-06-10 00:00:00', crawl_period_end: '2026-06-10 23:59:59' };
    await server.addEvent('night', { ...night, event_name: '開幕戦' });
    await bookmark('aki', 'night');
    now = at('2026-06-10T08:30:00');
    server.setNow(now);
    expect(await announce(server.db, new Date(now))).toBe(1);
    expect(await send()).toBe(1);
    const { notification } = decryptDeclared(phone, arrived[0]?.body ?? Buffer.alloc(0));
    expect(notification.title).toBe('「開幕戦」がはじまりました');
    expect(notification.navigate).toBe(`http://localhost/${CLUB}/event-detail.html?e=night&open=photo`);
  });

  test('SOC-08c an event that is over by now is not told, nor one that ended while its push waited', async () => {
    await subscribe('aki', 'phone');
    const isOver = { ...starting, crawl_period_start: formatWireDateTime(NOON - HOUR) };
    await server.addEvent('short', { ...isOver, crawl_period_end: formatWireDateTime(NOON - 1000) });
    await server.addEvent('ending', { ...starting, crawl_period_end: formatWireDateTime(NOON + HOUR) });
    await server.addEvent('going', starting);
    const marked = ['short', 'ending', 'going'];
    for (const event of marked) await bookmark('aki', event);
    expect(await announce(server.db, new Date(now))).toBe(2);
    const told = await server.db.selectFrom('push_told').select('about').orderBy('about').execute();
    expect(told.map(({ about }) => about)).toEqual(['ending', 'going']);
    wait(HOUR);
    expect(await send()).toBe(1);
  });

  test('news of the operator reach all browsers of the tenant, once', async () => {
    const phone = await subscribe('aki', 'phone');
    await subscribe('ben', 'bens');
    const news = { tenant: CLUB, recipient_id: null, url: null, user_id: null, media_url: null } as const;
    await server.db
      .insertInto('notice')
      .values([
        {
          ...news,
          notice_id: 'fresh',
          title: '開場時間の変更',
          body: '14時に開場します。',
          created_at: new Date(NOON),
        },
        { ...news, notice_id: 'stale', title: 'old', body: '', created_at: new Date(NOON - DAY) },
      ])
      .execute();
    expect(await announce(server.db, new Date(now))).toBe(1);
    expect(await announce(server.db, new Date(now))).toBe(0);
    expect(await send()).toBe(2);
    const first = arrived.find(({ path }) => path === pathOf('phone'));
    const payload = decryptPush(phone, first?.body ?? Buffer.alloc(0));
    expect(payload).toMatchObject({ kind: 'news', title: '開場時間の変更', body: '14時に開場します。', unread: 2 });
  });

  test('nobody’s phone rings at night: what begins then is told in the morning', () => {
    const at = (text: string) => Date.parse(`${text}+09:00`);
    expect(afterQuietHours(at('2026-06-10T12:00:00'))).toBe(at('2026-06-10T12:00:00'));
    expect(afterQuietHours(at('2026-06-10T00:00:00'))).toBe(at('2026-06-10T08:00:00'));
    expect(afterQuietHours(at('2026-06-30T22:00:00'))).toBe(at('2026-07-01T08:00:00'));
    expect(afterQuietHours(at('2026-06-10T08:00:00'))).toBe(at('2026-06-10T08:00:00'));
  });
});
