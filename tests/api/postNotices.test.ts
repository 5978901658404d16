/** Followers are told of a fan's new photos by one notice that grows while it is unread, written by a job after the post (FAN-06). */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tellFollowers } from '../../server/api/notices/postNoticeRepository.ts';
import { composePush } from '../../server/push/composePush.ts';
import { POST_NOTICE_MS } from '../../src/contract/limits.ts';
import { CLUB } from '../support/tenants.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

/** Longer than a job waits before it is due. */
const SOON = 10_000;
let server: RoutesServer;
let now = NOON;

beforeAll(async () => {
  server = await startRoutesServer();
  for (const user of ['aki', 'ben', 'cho', 'dai']) await server.join(user);
  await server.addEvent('e', { crawl_period_end: '2099-12-31 23:59:59' });
});
afterAll(() => server.close());
beforeEach(async () => {
  wait(POST_NOTICE_MS * 2);
  for (const table of ['post_job', 'notice', 'notice_read', 'follow', 'mute', 'notice_setting'] as const)
    await server.db.deleteFrom(table).execute();
  for (const as of ['ben', 'cho']) await server.ok('putFollow', { as, body: { follow_user: 'aki' } });
  await server.db.deleteFrom('notice').execute();
});

const wait = (ms: number) => {
  now += ms;
  server.setNow(now);
};
async function post(count: number, as = 'aki'): Promise<string[]> {
  wait(1000);
  const photos = Array.from({ length: count }, () => server.storePhoto(as, 'e'));
  expect((await server.post(as, 'e', photos)).status).toBe(200);
  return photos.map(({ media_url }) => media_url);
}
const tell = () => {
  wait(SOON);
  return tellFollowers(server.db, new Date(now));
};
const notificationsOf = async (as: string) => (await server.ok('getNotices', { as })).list;
const unreadOf = async (as: string) => (await server.ok('getUnreadCount', { as })).Count;
const jobs = () => server.db.selectFrom('post_job').selectAll().execute();

test('FAN-06c the photos of a followed fan are one notice, which grows while it is unread', async () => {
  await post(2);
  expect(await notificationsOf('ben')).toEqual([]);
  expect(await tell()).toBe(2);
  // Of one post the first that was picked stands first (FAN-03).
  const [first] = await post(3);
  await tell();
  expect(await notificationsOf('ben')).toMatchObject([
    { kind: 'post', user_id: 'aki', user_name: 'aki', count: 5, media_url: first, isRead: false },
  ]);
  expect([await unreadOf('ben'), await unreadOf('dai'), await unreadOf('aki'), await jobs()]).toEqual([1, 0, 0, []]);
});

test('FAN-06c a notice that was read or is old begins anew with the new photos alone', async () => {
  await post(2);
  await tell();
  const [read] = await notificationsOf('ben');
  await server.ok('putNoticeRead', { as: 'ben', body: { notice_ids: [read?.notice_id ?? ''] } });
  await post(1);
  await tell();
  expect(await notificationsOf('ben')).toMatchObject([{ count: 1, isRead: false }]);
  expect(await notificationsOf('cho')).toMatchObject([{ count: 3 }]);
  wait(POST_NOTICE_MS);
  await post(4);
  await tell();
  expect(await notificationsOf('cho')).toMatchObject([{ count: 4, isRead: false }]);
});

test('FAN-06c deleted and hidden photos leave the notice; without photos it is gone', async () => {
  const [first = '', second = '', third = ''] = await post(3);
  await tell();
  await server.ok('deletePhoto', { as: 'aki', body: { public_list_id: 'event', media_url: third } });
  expect(await notificationsOf('ben')).toMatchObject([{ count: 2, media_url: first }]);
  await server.db
    .updateTable('photo')
    .set({ hidden_at: new Date(now) })
    .where('media_url', '=', second)
    .execute();
  expect(await notificationsOf('ben')).toMatchObject([{ count: 1, media_url: first }]);
  await server.ok('deletePhoto', { as: 'aki', body: { public_list_id: 'event', media_url: first } });
  expect([await notificationsOf('ben'), await unreadOf('ben')]).toEqual([[], 0]);
});

test('FAN-06c who muted the fan, turned it off or follows no more is told nothing', async () => {
  await server.ok('putMute', { as: 'ben', body: { mute_user: 'aki' } });
  const settings = { comment: true, reply: true, reaction: true, follow: true };
  await server.ok('putNoticeSettings', { as: 'cho', body: { ...settings, post: false } });
  await post(1);
  expect(await tell()).toBe(0);
  // A client that does not know the setting leaves it alone.
  await server.ok('putNoticeSettings', { as: 'cho', body: settings });
  expect((await server.ok('getOwnAttributes', { as: 'cho' })).notice_settings).toMatchObject({
    ...settings,
    post: false,
  });
  await server.ok('putNoticeSettings', { as: 'cho', body: { ...settings, post: true } });
  await post(1);
  expect(await tell()).toBe(1);
  await server.ok('deleteFollow', { as: 'cho', body: { follow_user: 'aki' } });
  expect(await notificationsOf('cho')).toEqual([]);
});

test('FAN-06d a post leaves one job however many follow, and none where nobody does', async () => {
  const crowd = Array.from({ length: 1_200 }, (_, at) => `crowd-${String(at).padStart(4, '0')}`);
  await server.db
    .insertInto('follow')
    .values(crowd.map((user_id) => ({ tenant: CLUB, user_id, follow_user: 'aki' })))
    .execute();
  await server.db
    .insertInto('membership')
    .values(crowd.map((user_id) => ({ tenant: CLUB, user_id, agreed_version: '1' })))
    .onConflict((c) => c.doNothing())
    .execute();
  await post(1);
  await post(1, 'dai');
  expect(await jobs()).toMatchObject([{ user_id: 'aki', after_follower: '' }]);
  // Stopped after a batch: the place is kept, and the next copy goes on from there.
  let looks = 0;
  wait(SOON);
  expect(await tellFollowers(server.db, new Date(now), () => looks++ > 1)).toBe(500);
  const [begun] = await jobs();
  expect(begun?.after_follower).not.toBe('');
  // A post that comes in between is told to all, from the first.
  await post(2);
  expect(await jobs()).toMatchObject([{ after_follower: '' }]);
  expect(await tell()).toBe(1_202);
  const { count, told } = await server.db
    .selectFrom('notice')
    .where('kind', '=', 'post')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('created_at').as('told')])
    .executeTakeFirstOrThrow();
  expect([count, await jobs()]).toEqual([1_202, []]);
  expect(told.getTime()).toBeLessThan(now);
});

test('FAN-06d a job waits for the rest of the posts, and is nobody else’s while a copy works on it', async () => {
  await post(1);
  const [waiting] = await jobs();
  expect(Number(waiting?.due_at)).toBeGreaterThan(now);
  wait(SOON);
  let looks = 0;
  // Ended before it could tell anybody.
  expect(await tellFollowers(server.db, new Date(now), () => looks++ > 0)).toBe(0);
  const [taken] = await jobs();
  expect(Number(taken?.due_at)).toBeGreaterThan(now);
  expect(await tellFollowers(server.db, new Date(now))).toBe(0);
  wait(10 * 60_000);
  expect(await tellFollowers(server.db, new Date(now))).toBe(2);
});

test('FAN-06d more followers than are told at once are told, each once; the place is kept between', async () => {
  const many = 1_203;
  await sql`insert into membership (tenant, user_id, agreed_version)
    select ${CLUB}, 'many' || n, '1' from generate_series(1, ${many}::int) n`.execute(server.db);
  await sql`insert into follow (tenant, user_id, follow_user, created_at)
    select ${CLUB}, 'many' || n, 'aki', now() from generate_series(1, ${many}::int) n`.execute(server.db);
  await post(1);
  wait(SOON);
  let places = 0;
  const told = await tellFollowers(server.db, new Date(now), () => {
    places += 1;
    return false;
  });
  expect([told, await jobs()]).toEqual([many + 2, []]);
  expect(places).toBeGreaterThan(2);
  await post(1);
  wait(SOON);
  // Ended after the first of them: whoever goes on begins behind them, when the lease is over.
  let batches = 0;
  await tellFollowers(server.db, new Date(now), () => batches++ > 1);
  const [left] = await jobs();
  expect(left?.after_follower).not.toBe('');
  expect(Number(left?.due_at)).toBeGreaterThan(now);
  await sql`delete from membership where user_id like 'many%'`.execute(server.db);
});

test('FAN-06c a push says who posted how many, as things stand when it is sent', async () => {
  const device = { endpoint: 'https://fcm.googleapis.com/fcm/send/x', p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
  await server.ok('putPushDevice', { as: 'ben', body: device });
  await post(2);
  await tell();
  const queued = await server.db.selectFrom('push_job').selectAll().where('kind', '=', 'notice').execute();
  expect(queued.map(({ user_id }) => user_id)).toEqual(['ben']);
  await post(1);
  await tell();
  const [job] = queued;
  if (!job) throw new Error('Nothing is queued.');
  expect(await composePush(server.db, job, new Date(now))).toMatchObject({
    payload: { kind: 'post', name: 'aki', count: 3, target: 'aki' },
  });
});
