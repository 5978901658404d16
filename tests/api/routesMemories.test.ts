/** Photos of this day of earlier years: on the own page, and as a notice for who asked for it (FAN-23). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { notifyMemories } from '../../server/api/notices/memoryNoticeRepository.ts';
import { memoryDays } from '../../server/api/photos/memories.ts';
import { composePush } from '../../server/push/composePush.ts';
import { MEMORY_PHOTOS } from '../../src/contract/limits.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { DAY, HOUR, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

const SETTINGS = { comment: true, reply: true, reaction: true, follow: true };
const MINUTE = 60_000;
let server: RoutesServer;

beforeAll(async () => {
  server = await startRoutesServer();
  for (const fan of ['aki', 'ben']) for (const tenant of [CLUB, LEAGUE]) await server.join(fan, tenant);
  const open = { crawl_period_start: '2000-01-01 00:00:00', crawl_period_end: '2099-12-31 23:59:59' };
  await server.addEvent('e', open);
  await server.addEvent('e', { ...open, tenant: LEAGUE });
  await server.addEvent('last', { ...open, event_date: '2026-06-09' });
  await server.addEvent('own', { ...open, event_type: 'memorial', event_date: '2026-06-09' });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.setNow(NOON);
  for (const table of [
    'photo',
    'notice',
    'notice_read',
    'notice_setting',
    'memory_round',
    'push_job',
    'push_device',
  ] as const)
    await server.db.deleteFrom(table).execute();
});

/** Posts one photo as of that instant of Tokyo. Returns its key. */
async function add(at: string, { as = 'aki', event = 'e', tenant = CLUB } = {}): Promise<string> {
  const photo = server.storePhoto(as, event, {}, tenant);
  const reply = await server.post(as, event, [photo], tenant);
  expect(reply.status).toBe(200);
  const created_at = new Date(`${at}+09:00`);
  await server.db.updateTable('photo').set({ created_at }).where('media_url', '=', photo.media_url).execute();
  return photo.media_url;
}
const read = async (as = 'aki', tenant = CLUB) => {
  const { of, day, list } = await server.ok('getMemories', { as, tenant });
  return { of, day, list: list.map(({ media_url }) => media_url) };
};
const hide = (media_url: string) =>
  server.db
    .updateTable('photo')
    .set({ hidden_at: new Date(NOON) })
    .where('media_url', '=', media_url)
    .execute();

test('FAN-23a API-GET-/user/memories has own shown photos of this day, the latest year first', async () => {
  const early = await add('2023-06-10T00:00:00');
  const late = await add('2025-06-10T23:59:59');
  await hide(await add('2025-06-10T12:00:00'));
  for (const at of ['2025-06-09T23:59:59', '2025-06-11T00:00:00', '2026-06-10T10:00:00', '2015-06-10T12:00:00'])
    await add(at);
  await add('2025-06-10T12:00:00', { as: 'ben' });
  await add('2025-06-10T12:00:00', { tenant: LEAGUE });
  expect(await read()).toEqual({ of: 'day', day: '2026-06-10', list: [late, early] });
  expect((await server.call('getMemories')).status).toBe(401);
});

test('FAN-23a without such a day it has the last match that is over, and otherwise nothing', async () => {
  expect(await read()).toMatchObject({ list: [] });
  await add('2026-06-10T09:00:00');
  await add('2026-06-09T12:00:00', { event: 'own' });
  expect(await read()).toMatchObject({ list: [] });
  await hide(await add('2025-06-10T12:00:00'));
  const first = await add('2026-06-08T12:00:00', { event: 'last' });
  const second = await add('2026-06-08T13:00:00', { event: 'last' });
  expect(await read()).toEqual({ of: 'match', day: '2026-06-10', list: [second, first] });
  const ofDay = await add('2022-06-10T12:00:00');
  expect(await read()).toMatchObject({ of: 'day', list: [ofDay] });
});

test('FAN-23a however many photos there are, a bounded number is read', async () => {
  for (let n = 0; n <= MEMORY_PHOTOS; n++) await add(`2024-06-10T12:00:${String(n).padStart(2, '0')}`);
  const newest = await add('2025-06-10T12:00:00');
  const { list } = await read();
  expect(list).toHaveLength(MEMORY_PHOTOS);
  expect(list[0]).toBe(newest);
});

test('FAN-23a of 29 February there are the days of leap years alone', () => {
  const days = memoryDays(Date.parse('2028-02-29T12:00:00+09:00')).map((day) => day.toISOString());
  expect(days).toEqual(['2024-02-28T15:00:00.000Z', '2020-02-28T15:00:00.000Z']);
});

const TEN = NOON - 2 * HOUR;
const notify = (at: number, isStopped?: () => boolean) => notifyMemories(server.db, new Date(at), isStopped);
const turnOn = (as: string) => server.ok('putNoticeSettings', { as, body: { ...SETTINGS, memory: true } });
const memoriesOf = async (as: string, tenant = CLUB) =>
  (await server.ok('getNotices', { as, tenant })).list.filter(({ kind }) => kind === 'memory');

test('FAN-23b one notice a day, for who asked for it, at 10 in Japan and of the latest photo', async () => {
  await turnOn('aki');
  await server.ok('putNoticeSettings', { as: 'ben', body: SETTINGS });
  for (const as of ['aki', 'ben']) await add('2024-06-10T12:00:00', { as });
  const latest = await add('2025-06-10T12:00:00', { tenant: LEAGUE });
  const device = { tenant: LEAGUE, user_id: 'aki', endpoint_id: 'x', endpoint: 'https://x/', p256dh: 'x', auth: 'x' };
  await server.db.insertInto('push_device').values(device).execute();
  expect(await notify(TEN - 1)).toBe(0);
  expect(await notify(TEN)).toBe(1);
  expect(await notify(TEN + MINUTE)).toBe(0);
  expect([await memoriesOf('aki'), await memoriesOf('ben'), await memoriesOf('ben', LEAGUE)]).toEqual([[], [], []]);
  const title = '1年前の今日の写真があります。あの日を見返してみませんか';
  expect(await memoriesOf('aki', LEAGUE)).toMatchObject([{ title, media_url: latest, user_id: null, isRead: false }]);
  const [push] = await server.db.selectFrom('push_job').selectAll().execute();
  if (!push) expect.fail('no push waits');
  const composed = await composePush(server.db, push, new Date(TEN));
  expect(composed?.payload).toMatchObject({ kind: 'memory', title, media_url: latest });
  expect(await notify(TEN + DAY)).toBe(0);
});

test('FAN-23b a photo that is hidden or deleted is no notice', async () => {
  await turnOn('aki');
  await hide(await add('2025-06-10T12:00:00'));
  expect(await notify(TEN)).toBe(0);
  await server.db.deleteFrom('memory_round').execute();
  const media_url = await add('2024-06-10T12:00:00');
  expect(await notify(TEN)).toBe(1);
  expect(await memoriesOf('aki')).toMatchObject([{ media_url }]);
  await server.ok('deletePhoto', { as: 'aki', body: { public_list_id: 'event', media_url } });
  expect(await memoriesOf('aki')).toEqual([]);
});

/** So many more fans, each with a photo of this day, who asked for notices. */
async function addCrowd(count: number) {
  const key = await add('2024-06-10T12:00:00', { as: 'ben' });
  const base = await server.db.selectFrom('photo').selectAll().where('media_url', '=', key).executeTakeFirstOrThrow();
  const { id: _, ...row } = base;
  const fans = Array.from({ length: count }, (_, i) => `crowd-${String(i).padStart(4, '0')}`);
  await server.db
    .insertInto('membership')
    .values(fans.map((user_id) => ({ tenant: CLUB, user_id, agreed_version: '1' })))
    .onConflict((c) => c.doNothing())
    .execute();
  await server.db
    .insertInto('notice_setting')
    .values(fans.map((user_id) => ({ user_id, ...SETTINGS, memory: true })))
    .execute();
  for (const user_id of fans)
    await server.db
      .insertInto('photo')
      .values({
        ...row,
        exif: JSON.stringify(row.exif),
        face_info: JSON.stringify(row.face_info),
        user_id,
        media_url: `${key}-${user_id}`,
      })
      .execute();
}
const told = () => server.db.selectFrom('notice').select('recipient_id').where('kind', '=', 'memory').execute();

test('FAN-23c a round that breaks off goes on where it was; two copies at once notify nobody twice', async () => {
  await addCrowd(250);
  // The server stops after the first page.
  let looks = 0;
  expect(await notify(TEN, () => ++looks > 1)).toBe(100);
  expect(await told()).toHaveLength(100);
  const rest = await Promise.all([notify(TEN + 2 * MINUTE), notify(TEN + 2 * MINUTE)]);
  expect(rest.reduce((sum, count) => sum + count, 0)).toBe(150);
  const recipients = (await told()).map(({ recipient_id }) => recipient_id);
  expect(recipients).toHaveLength(250);
  expect(new Set(recipients).size).toBe(250);
});

test('FAN-23c a round that was held up until the evening is not sent', async () => {
  await turnOn('aki');
  await add('2025-06-10T12:00:00');
  expect(await notify(NOON + 8 * HOUR)).toBe(0);
  expect(await notify(NOON + 8 * HOUR - MINUTE)).toBe(1);
});
