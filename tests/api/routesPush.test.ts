/** Web Push against a push service of our own: what arrives there is decrypted as a browser does it (RFC 8291). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { tellFollowers } from '../../server/api/notices/postNoticeRepository.ts';
import { announce } from '../../server/push/announce.ts';
import { PUSH_BATCH } from '../../server/push/pushJobs.ts';
import { isPushService } from '../../server/push/pushServices.ts';
import { sendPushes } from '../../server/push/sendPushes.ts';
import { openVapidKeys, type VapidKeys } from '../../server/push/vapidKeys.ts';
import { PUSH_DEVICES_MAX, PUSH_POSTS_MS, PUSH_REACTIONS_MS } from '../../src/contract/limits.ts';
import { sha256Hex, userMark } from '../../src/contract/userMark.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import {
  createPushService,
  decryptDeclared,
  decryptPush,
  expectSigned,
  newPushPhone,
  type PushPhone,
  subscriptionKeys,
} from './pushSetup.ts';
import { HOUR, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let keys: VapidKeys;
let now = NOON;
const service = createPushService();
const { arrived, answers } = service;
const errors: unknown[] = [];

beforeAll(async () => {
  server = await startRoutesServer();
  keys = await openVapidKeys(server.identityDb, { keys: null, subject: 'mailto:a@example.jp' });
  await service.open();
  for (const user of ['aki', 'ben', 'cho']) await server.join(user);
  await server.join('aki', LEAGUE);
  await server.addEvent('e');
});
beforeEach(async () => {
  now = NOON;
  server.setNow(now);
  arrived.length = 0;
  answers.clear();
  errors.length = 0;
  for (const table of ['push_device', 'push_job', 'push_told', 'notice', 'notice_read'] as const) {
    await server.db.deleteFrom(table).execute();
  }
  // Events and bookmarks of one test are no news in the next.
  await server.db.deleteFrom('favorite').execute();
  await server.db.deleteFrom('event').where('event_id', '<>', 'e').execute();
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
async function subscribe(as: string, name: string, tenant = CLUB): Promise<PushPhone> {
  const phone = newPushPhone(name);
  const body = { endpoint: addressOf(name), ...subscriptionKeys(phone) };
  await server.ok('putPushDevice', { as, tenant, body });
  return phone;
}

async function newPhoto(as = 'aki') {
  const photo = server.storePhoto(as, 'e');
  await server.post(as, 'e', [photo]);
  return photo.media_url;
}
const like = (as: string, media_url: string) =>
  server.ok('putReaction', { as, body: { media_url, reaction: '1', targetuser: 'aki' } });
const unlike = (as: string, media_url: string) =>
  server.ok('deleteReaction', { as, body: { media_url, reaction: '1' } });
const comment = (as: string, media_url: string, parent_id: string | null = null) =>
  server.ok('putComment', { as, body: { comment: 'secret words', media_url, targetuser: 'aki', parent_id } });

describe('SOC-08c what is told', () => {
  test('FAN-06c posts of a followed fan that follow each other are told once an hour', async () => {
    await subscribe('aki', 'phone');
    await server.ok('putFollow', { as: 'aki', body: { follow_user: 'ben' } });
    const tellOfPost = async () => {
      await newPhoto('ben');
      wait(60_000);
      await tellFollowers(server.db, new Date(now));
      return send();
    };
    expect(await tellOfPost()).toBe(1);
    expect(await tellOfPost()).toBe(0);
    wait(PUSH_POSTS_MS);
    expect(await send()).toBe(1);
    await server.ok('deleteFollow', { as: 'aki', body: { follow_user: 'ben' } });
  });

  test('a follow told in one tenant is told in another the same day (TEN-10c)', async () => {
    await subscribe('aki', 'phone');
    await subscribe('aki', 'elsewhere', LEAGUE);
    await server.join('ben', LEAGUE);
    for (const tenant of [CLUB, LEAGUE]) {
      await server.ok('putFollow', { as: 'ben', tenant, body: { follow_user: 'aki' } });
      expect([tenant, await send()]).toEqual([tenant, 1]);
      await server.ok('deleteFollow', { as: 'ben', tenant, body: { follow_user: 'aki' } });
    }
  });

  test('all that is due goes out at one look, however much it is', async () => {
    const phone = newPushPhone('many');
    const { p256dh, auth } = subscriptionKeys(phone);
    const fans = Array.from({ length: PUSH_BATCH + 1 }, (_, i) => `many-${i}`);
    await server.db
      .insertInto('push_device')
      .values(
        fans.map((user_id) => ({
          ...{ tenant: CLUB, user_id, endpoint_id: user_id, endpoint: addressOf(user_id), p256dh, auth },
          ...{ session_id: null, origin: null, created_at: new Date(now) },
        })),
      )
      .execute();
    const news = { notice_id: 'many', tenant: CLUB, title: 't', body: 'b', url: null, user_id: null, media_url: null };
    await server.db
      .insertInto('notice')
      .values({ ...news, recipient_id: null, created_at: new Date(now) })
      .execute();
    expect(await announce(server.db, new Date(now))).toBe(1);
    expect(await send()).toBe(fans.length);
  });

  test('a comment, encrypted for this browser and signed by us, with nothing but its sentence', async () => {
    const phone = await subscribe('aki', 'phone');
    const media_url = await newPhoto();
    await comment('ben', media_url);
    expect(await send()).toBe(1);
    const [push] = arrived;
    if (!push) throw new Error('nothing arrived');
    expectSigned(push, keys.publicKey);
    expect(push.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' });
    expect(push.body.includes('ben')).toBe(false);
    const payload = decryptPush(phone, push.body);
    const told = { kind: 'comment', name: 'ben', title: '', body: '', media_url, unread: 1, tenant: CLUB };
    expect(payload).toMatchObject({ ...told, for: await userMark('aki') });
    expect(JSON.stringify(payload)).not.toContain('secret words');
    expect(await send()).toBe(0);
  });

  test('replies, likes and follows reach all browsers of the fan, in this tenant only (TEN-10c)', async () => {
    await subscribe('aki', 'one');
    const two = await subscribe('aki', 'two');
    await subscribe('aki', 'elsewhere', LEAGUE);
    await subscribe('ben', 'bens');
    const media_url = await newPhoto();
    const { comment_id } = await comment('aki', media_url);
    await comment('ben', media_url, comment_id);
    await like('ben', media_url);
    await server.ok('putFollow', { as: 'ben', body: { follow_user: 'aki' } });
    expect(await send()).toBe(6);
    expect(new Set(arrived.map(({ path }) => path))).toEqual(new Set([pathOf('one'), pathOf('two')]));
    const kinds = arrived.filter(({ path }) => path === pathOf('two')).map(({ body }) => decryptPush(two, body).kind);
    expect(kinds.toSorted()).toEqual(['follow', 'reaction', 'reply']);
    await server.ok('deleteFollow', { as: 'ben', body: { follow_user: 'aki' } });
  });

  test('what was taken back, read, turned off or done by somebody muted is not told', async () => {
    await subscribe('aki', 'phone');
    const media_url = await newPhoto();
    await like('ben', media_url);
    await unlike('ben', media_url);
    expect(await send()).toBe(0);
    await comment('ben', media_url);
    const { list } = await server.ok('getNotices', { as: 'aki' });
    await server.ok('putNoticeRead', { as: 'aki', body: { notice_ids: list.map(({ notice_id }) => notice_id) } });
    expect(await send()).toBe(0);
    const all = { comment: true, reply: true, reaction: true, follow: true };
    await server.ok('putNoticeSettings', { as: 'aki', body: { ...all, comment: false } });
    await comment('ben', media_url);
    expect(await send()).toBe(0);
    await server.ok('putNoticeSettings', { as: 'aki', body: all });
    await comment('ben', media_url);
    await server.ok('putMute', { as: 'aki', body: { mute_user: 'ben' } });
    expect(await send()).toBe(0);
    await comment('ben', media_url);
    expect(await send()).toBe(0);
    await server.ok('deleteMute', { as: 'aki', body: { mute_user: 'ben' } });
    expect(arrived).toEqual([]);
  });

  test('likes of one photo that follow each other are told once in half an hour', async () => {
    const phone = await subscribe('aki', 'phone');
    const media_url = await newPhoto();
    await like('ben', media_url);
    expect(await send()).toBe(1);
    wait(60_000);
    await like('cho', media_url);
    expect(await send()).toBe(0);
    wait(PUSH_REACTIONS_MS);
    expect(await send()).toBe(1);
    expect(decryptPush(phone, arrived[1]?.body ?? Buffer.alloc(0))).toMatchObject({ name: 'cho', count: 2 });
  });
});

describe('declarative pushes', () => {
  test('KEP-04a a push is declarative, with addresses where the browser subscribed', async () => {
    const phone = await subscribe('aki', 'phone');
    const media_url = await newPhoto();
    await comment('ben', media_url);
    expect(await send()).toBe(1);
    const { notification, app_badge } = decryptDeclared(phone, arrived[0]?.body ?? Buffer.alloc(0));
    expect(notification).toMatchObject({
      title: 'benさんがあなたの写真にコメントしました',
      navigate: `http://localhost/${CLUB}/gallery.html?q=${encodeURIComponent(media_url)}`,
      data: { for: await userMark('aki'), tenant: CLUB },
    });
    expect(app_badge).toBe(1);
  });

  test('KEP-04a KEP-04c one whose origin is not known is told as before, and is to tell it', async () => {
    const phone = await subscribe('aki', 'phone');
    const device = await sha256Hex(addressOf('phone'));
    const isOn = async () => (await server.ok('getPushDevice', { as: 'aki', query: { device } })).is_on;
    expect(await isOn()).toBe(true);
    await server.db.updateTable('push_device').set({ origin: null }).execute();
    expect(await isOn()).toBe(false);
    await comment('ben', await newPhoto());
    expect(await send()).toBe(1);
    const body = arrived[0]?.body ?? Buffer.alloc(0);
    expect(decryptPush(phone, body)).toMatchObject({ kind: 'comment', name: 'ben' });
    expect(() => decryptDeclared(phone, body)).toThrow();
    await subscribe('aki', 'phone');
    expect(await isOn()).toBe(true);
  });
});

describe('browsers', () => {
  const isOn = async (as: string, tenant = CLUB) =>
    (
      await server.db
        .selectFrom('push_device')
        .select('endpoint')
        .where('user_id', '=', as)
        .where('tenant', '=', tenant)
        .execute()
    ).length;

  const namesOf = async (as: string) =>
    (
      await server.db
        .selectFrom('push_device')
        .select('endpoint')
        .where('user_id', '=', as)
        .where('tenant', '=', CLUB)
        .execute()
    ).map(({ endpoint }) => endpoint.slice(endpoint.lastIndexOf('/') + 1));

  test('one that its push service does not know any more is removed; a failing service is tried again', async () => {
    for (const name of ['gone', 'lost', 'busy', 'fine']) await subscribe('aki', name);
    await subscribe('aki', 'gone', LEAGUE);
    answers.set(pathOf('gone'), { status: 410 });
    answers.set(pathOf('lost'), { status: 404 });
    answers.set(pathOf('busy'), { status: 503, retryAfter: '120' });
    await comment('ben', await newPhoto());
    expect(await send()).toBe(1);
    // The browser is gone for all tenants.
    expect([await isOn('aki'), await isOn('aki', LEAGUE)]).toEqual([2, 0]);
    answers.clear();
    arrived.length = 0;
    wait(100_000);
    expect(await send()).toBe(0);
    wait(30_000);
    expect(await send()).toBe(1);
    expect(arrived.map(({ path }) => path)).toEqual([pathOf('busy')]);
    expect(errors).toEqual([]);
  });

  test('a service that never answers well is given up in the end', async () => {
    await subscribe('aki', 'busy');
    answers.set(pathOf('busy'), { status: 500 });
    await comment('ben', await newPhoto());
    for (let day = 0; day < 8; day += 1) {
      await send();
      wait(2 * HOUR);
    }
    expect(arrived).toHaveLength(5);
    expect(errors).toHaveLength(1);
    expect(await server.db.selectFrom('push_job').selectAll().execute()).toEqual([]);
  });

  test('API-DELETE-/user/push/item ends it for one tenant or all; a browser is told for one fan only', async () => {
    await subscribe('aki', 'shared');
    await subscribe('aki', 'shared', LEAGUE);
    const endpoint = addressOf('shared');
    expect(await server.ok('deletePushDevice', { body: { endpoint, all: false } })).toEqual({ left: 1 });
    expect([await isOn('aki'), await isOn('aki', LEAGUE)]).toEqual([0, 1]);
    await subscribe('ben', 'shared');
    expect([await isOn('ben'), await isOn('aki', LEAGUE)]).toEqual([1, 0]);
    expect(await server.ok('deletePushDevice', { body: { endpoint, all: true } })).toEqual({ left: 0 });
    expect(await isOn('ben')).toBe(0);
  });

  test('API-PUT-/user/push/item only push services of browsers; not more than a fan can have', async () => {
    for (const endpoint of [
      'https://example.jp/push',
      'https://127.0.0.1/x',
      'https://fcm.googleapis.com.example.jp/x',
      'https://fcm.googleapis.com:8443/x',
      'https://a@fcm.googleapis.com/x',
      'https://evilpush.apple.com.example.jp/',
    ]) {
      expect([endpoint, isPushService(endpoint)]).toEqual([endpoint, false]);
      const body = { endpoint, p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
      expect(await server.call('putPushDevice', { as: 'aki', body })).toEqual({ status: 403, code: 'NOT_ALLOWED' });
    }
    for (const host of ['updates.push.services.mozilla.com', 'web.push.apple.com', 'wns2-by3p.notify.windows.com']) {
      expect([host, isPushService(`https://${host}/x`)]).toEqual([host, true]);
    }
    // The oldest go. What the fan has in another tenant takes no place here.
    await subscribe('aki', 'aki-0', LEAGUE);
    for (let i = 0; i < PUSH_DEVICES_MAX; i += 1) {
      await subscribe('aki', `aki-${i}`);
      wait(1000);
    }
    expect(await namesOf('aki')).toContain('aki-0');
    await subscribe('aki', 'aki-new');
    expect(await isOn('aki')).toBe(PUSH_DEVICES_MAX);
    const kept = await namesOf('aki');
    expect([kept.includes('aki-new'), kept.includes('aki-0'), await isOn('aki', LEAGUE)]).toEqual([true, false, 1]);
  });

  test('ACC-10b one who leaves is told nothing more, and a sign-in that ended takes its browser along', async () => {
    await server.join('dai');
    await subscribe('dai', 'dais');
    const media_url = await newPhoto('dai');
    await like('ben', media_url);
    await deleteAccount(server.db, 'dai', new Date(now));
    expect(await isOn('dai')).toBe(0);
    expect(await send()).toBe(0);
    await subscribe('aki', 'phone');
    await server.db.updateTable('push_device').set({ session_id: 'ended' }).execute();
    await comment('ben', await newPhoto());
    expect(await send()).toBe(0);
    expect(await isOn('aki')).toBe(0);
  });
});

test('API-GET-/push/key keys are made once, the same for every copy; those of the environment come first', async () => {
  const given = { subject: 'mailto:b@example.jp' };
  expect(await openVapidKeys(server.identityDb, { keys: null, ...given })).toEqual({ ...keys, ...given });
  const own = { publicKey: 'B'.repeat(87), privateKey: 'p'.repeat(43) };
  expect(await openVapidKeys(server.identityDb, { keys: own, ...given })).toEqual({ ...own, ...given });
  expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65);
});
