/** Pushes where the database or a copy of the server fails on the way: none is lost (SOC-08c, SAF-18). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { announce } from '../../server/push/announce.ts';
import { endPushJob, takePushJobs } from '../../server/push/pushJobs.ts';
import { sendPushes } from '../../server/push/sendPushes.ts';
import { openVapidKeys, type VapidKeys } from '../../server/push/vapidKeys.ts';
import { PUSH_REACTIONS_MS } from '../../src/contract/limits.ts';
import { CLUB } from '../support/tenants.ts';
import { createOutage } from './databaseOutage.ts';
import { createPushService, decryptPush, newPushPhone, type PushPhone, subscriptionKeys } from './pushSetup.ts';
import { HOUR, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let keys: VapidKeys;
let outage: ReturnType<typeof createOutage>;
let now = NOON;
const service = createPushService();
const { arrived, answers } = service;
const errors: unknown[] = [];
/** What happens while the push service takes a push. */
let onPush: () => unknown;

beforeAll(async () => {
  server = await startRoutesServer();
  keys = await openVapidKeys(server.identityDb, { keys: null, subject: 'mailto:a@example.jp' });
  await service.open();
  for (const user of ['aki', 'ben', 'cho']) await server.join(user);
  await server.addEvent('e');
});
beforeEach(async () => {
  now = NOON;
  server.setNow(now);
  outage = createOutage(server.db);
  arrived.length = 0;
  answers.clear();
  errors.length = 0;
  onPush = () => {};
  for (const table of ['push_device', 'push_job', 'push_told', 'notice', 'notice_read'] as const) {
    await server.db.deleteFrom(table).execute();
  }
});
afterAll(async () => {
  service.close();
  await server?.close();
});

const send = () =>
  sendPushes({
    db: outage.db,
    keys,
    fetch: async (...given) => {
      const answer = await service.fetch(...given);
      await onPush();
      return answer;
    },
    now: () => now,
    onError: (error) => errors.push(error),
  });
const wait = (ms: number) => {
  now += ms;
  server.setNow(now);
};
const waiting = () => server.db.selectFrom('push_job').selectAll().execute();

const pathOf = (name: string) => `/fcm/send/${name}`;
async function subscribe(as: string, name: string): Promise<PushPhone> {
  const phone = newPushPhone(name);
  const body = { endpoint: `https://fcm.googleapis.com${pathOf(name)}`, ...subscriptionKeys(phone) };
  await server.ok('putPushDevice', { as, body });
  return phone;
}
async function newPhoto(): Promise<string> {
  const photo = server.storePhoto('aki', 'e');
  await server.post('aki', 'e', [photo]);
  return photo.media_url;
}
const comment = (media_url: string) =>
  server.ok('putComment', { as: 'ben', body: { comment: 'c', media_url, targetuser: 'aki', parent_id: null } });
const like = (as: string, media_url: string) =>
  server.ok('putReaction', { as, body: { media_url, reaction: '1', targetuser: 'aki' } });
const topics = () => arrived.map(({ headers }) => headers.topic);

test('SOC-08c SAF-18a pushes wait while the database is away, those of events and news too', async () => {
  await subscribe('aki', 'phone');
  await comment(await newPhoto());
  const news = { kind: 'news', title: 'お知らせ', body: '', recipient_id: null, created_at: new Date(now) } as const;
  await server.db
    .insertInto('notice')
    .values({ tenant: CLUB, notice_id: 'n', ...news })
    .execute();
  expect(await announce(server.db, new Date(now))).toBe(1);
  // They are taken; then nobody has a connection for reading whom they are for.
  Object.assign(outage, { isAway: true, fails: (statement: string) => statement.includes('push_device') });
  expect(await send()).toBe(0);
  expect(errors).toHaveLength(2);
  outage.isAway = false;
  expect(await send()).toBe(0);
  wait(60_000);
  expect(await send()).toBe(2);
  expect(await waiting()).toEqual([]);
});

test('SOC-08c what a copy that was killed had taken is sent by another, once its lease is over', async () => {
  await subscribe('aki', 'phone');
  await comment(await newPhoto());
  expect(await takePushJobs(server.db, new Date(now))).toHaveLength(1);
  wait(60_000);
  expect(await send()).toBe(0);
  wait(HOUR);
  expect(await send()).toBe(1);
  expect(await waiting()).toEqual([]);
});

test('SOC-08c SAF-18a a database that is away afterwards loses no second try; twice told is the same push', async () => {
  for (const name of ['busy', 'fine', 'gone']) await subscribe('aki', name);
  answers.set(pathOf('busy'), { status: 503 });
  answers.set(pathOf('gone'), { status: 410 });
  await comment(await newPhoto());
  onPush = () => {
    outage.isAway = true;
  };
  await send();
  expect(arrived).toHaveLength(3);
  outage.isAway = false;
  onPush = () => {};
  answers.delete(pathOf('busy'));
  wait(HOUR);
  expect(await send()).toBe(2);
  const [topic] = topics();
  expect(topics()).toEqual(Array.from({ length: 6 }, () => topic));
  expect(await waiting()).toEqual([]);
  expect(await server.db.selectFrom('push_device').selectAll().execute()).toHaveLength(2);
});

test('SOC-08d a push service that asks for one second gets its pause all the same: tries last for hours', async () => {
  await subscribe('aki', 'busy');
  answers.set(pathOf('busy'), { status: 503, retryAfter: '1' });
  await comment(await newPhoto());
  await send();
  for (let second = 0; second < 10; second += 1) {
    wait(1_000);
    await send();
  }
  expect(arrived).toHaveLength(1);
  answers.delete(pathOf('busy'));
  wait(30_000);
  expect(await send()).toBe(1);
  expect(await waiting()).toEqual([]);
});

test('SOC-08d what happens anew while a try waits has all its tries again', async () => {
  await subscribe('aki', 'phone');
  answers.set(pathOf('phone'), { status: 503 });
  const media_url = await newPhoto();
  // The first like has used up its tries but one.
  await like('ben', media_url);
  await server.db.updateTable('push_job').set({ tries: 4 }).execute();
  await like('cho', media_url);
  expect(await waiting()).toMatchObject([{ tries: 0 }]);
});

test('SOC-08c a push that can never be made is given up after as many tries as any other', async () => {
  await subscribe('aki', 'phone');
  await comment(await newPhoto());
  Object.assign(outage, { isAway: true, fails: (statement: string) => statement.includes('push_device') });
  for (let day = 0; day < 8; day += 1) {
    await send();
    wait(2 * HOUR);
  }
  expect(errors).toHaveLength(5);
  expect(String(errors.at(-1))).toContain('for the last time');
  expect(await waiting()).toEqual([]);
});

test('SOC-08c a browser that fails again while another copy tells it of something older is told later', async () => {
  const follow = () => server.ok('putFollow', { as: 'ben', body: { follow_user: 'aki' } });
  await subscribe('aki', 'busy');
  answers.set(pathOf('busy'), { status: 503 });
  await follow();
  await send();
  wait(60_000);
  const [older] = await takePushJobs(server.db, new Date(now));
  if (!older) throw new Error('nothing is tried again');
  await server.ok('deleteFollow', { as: 'ben', body: { follow_user: 'aki' } });
  await follow();
  await send();
  await endPushJob(server.db, older, []);
  expect(await waiting()).toHaveLength(1);
  answers.clear();
  wait(HOUR);
  expect(await send()).toBe(1);
  expect(await waiting()).toEqual([]);
});

test('SOC-08d a service that refuses us takes no browser away; it is tried again and told in the log', async () => {
  for (const name of ['denied', 'moved', 'large']) await subscribe('aki', name);
  answers.set(pathOf('denied'), { status: 403 });
  answers.set(pathOf('moved'), { status: 301 });
  answers.set(pathOf('large'), { status: 413 });
  const media_url = await newPhoto();
  await comment(media_url);
  expect(await send()).toBe(0);
  // A smaller one may follow; this one is as large at the next try.
  expect(errors.map(String)).toEqual(['Error: A push was given up: fcm.googleapis.com: 413.']);
  for (let day = 0; day < 4; day += 1) {
    wait(2 * HOUR);
    expect(await send()).toBe(0);
  }
  expect(arrived).toHaveLength(11);
  expect(errors.slice(1).map(String).toSorted()).toEqual([
    'Error: A push was given up: fcm.googleapis.com: 301.',
    'Error: A push was given up: fcm.googleapis.com: 403.',
  ]);
  expect(await waiting()).toEqual([]);
  // The operator has mended the keys.
  answers.clear();
  await like('ben', media_url);
  expect(await send()).toBe(3);
});

test('SOC-08c a like that comes while the one before is on its way is told, half an hour later', async () => {
  const phone = await subscribe('aki', 'phone');
  const media_url = await newPhoto();
  await like('ben', media_url);
  onPush = () => like('cho', media_url);
  expect(await send()).toBe(1);
  onPush = () => {};
  wait(5 * 60_000);
  expect(await send()).toBe(0);
  wait(PUSH_REACTIONS_MS);
  expect(await send()).toBe(1);
  const told = arrived.map(({ body }) => decryptPush(phone, body));
  expect(told).toMatchObject([
    { name: 'ben', count: 1 },
    { name: 'cho', count: 2 },
  ]);
  expect(await waiting()).toEqual([]);
});
