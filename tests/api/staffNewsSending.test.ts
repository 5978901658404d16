/** How news of the desk goes out: page by page, once, to whom it is for, and counted (STF-18). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { announce } from '../../server/push/announce.ts';
import { publishNews } from '../../server/push/publishNews.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { decryptPush, newPushPhone, subscriptionKeys } from './pushSetup.ts';
import { DAY, NOON } from './routesServer.ts';
import { type NewsWorld, startNewsWorld } from './staffNewsSetup.ts';

let world: NewsWorld;
beforeAll(async () => {
  world = await startNewsWorld();
});
beforeEach(() => world.reset());
afterAll(() => world.end());

const as = `editor-${CLUB}`;

/** Adds so many members, each with a browser. Returns their ids. */
async function addCrowd(count: number) {
  const ids = Array.from({ length: count }, (_, i) => `crowd-${String(i).padStart(4, '0')}`);
  const tenant = CLUB;
  await world.db
    .insertInto('membership')
    .values(ids.map((user_id) => ({ tenant, user_id, agreed_version: '1' })))
    .onConflict((c) => c.doNothing())
    .execute();
  const device = { p256dh: 'x', auth: 'x' };
  await world.db
    .insertInto('push_device')
    .values(
      ids.map((user_id) => ({ ...device, tenant, user_id, endpoint_id: user_id, endpoint: `https://x/${user_id}` })),
    )
    .execute();
  return ids;
}
const removeCrowd = () => world.db.deleteFrom('membership').where('user_id', 'like', 'crowd-%').execute();

test('STF-18b a send that breaks off goes on where it was; two copies at once tell nobody twice', async () => {
  const crowd = await addCrowd(1_200);
  await world.addFavourite('群衆の推し', crowd);
  const news = await world.draft({ audience: 'person', about: '群衆の推し' });
  await world.schedule(news, null);
  // The server stops after the first page.
  let looks = 0;
  await publishNews(world.db, new Date(NOON), () => ++looks > 2);
  const first = (await world.listed(news.news_id))?.delivered ?? 0;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(1_200);
  expect(await world.listed(news.news_id)).toMatchObject({ state: 'sending' });
  // Its lease has to end first. Then a second copy goes on, and a third one, which believes that the second one died, takes the same page.
  expect(await world.publish(NOON + 1_000)).toBe(0);
  let third = Promise.resolve(0);
  looks = 0;
  const second = await publishNews(world.db, new Date(NOON + 2 * 60_000), () => {
    if (++looks === 2) third = world.publish(NOON + 4 * 60_000);
    return false;
  });
  expect(first + second + (await third)).toBe(1_200);
  expect(await world.listed(news.news_id)).toMatchObject({ state: 'sent', delivered: 1_200 });
  const notices = await world.db
    .selectFrom('notice')
    .select('recipient_id')
    .where('news_id', '=', news.news_id)
    .execute();
  expect(new Set(notices.map(({ recipient_id }) => recipient_id)).size).toBe(1_200);
  expect(notices).toHaveLength(1_200);
  const pushes = await world.db.selectFrom('push_job').select('user_id').execute();
  expect(pushes).toHaveLength(1_200);
  await removeCrowd();
});

test('STF-18b two copies that take the same page tell everybody once', async () => {
  await addCrowd(700);
  const news = await world.draft();
  await world.schedule(news, null);
  const rivals: Promise<number>[] = [];
  let looks = 0;
  // One more copy takes the same page, as after a lease that ended.
  const own = await publishNews(world.db, new Date(NOON), () => {
    if (++looks === 2) rivals.push(world.publish(NOON + 2 * 60_000));
    return false;
  });
  expect(rivals).toHaveLength(1);
  const told = own + ((await rivals[0]) ?? 0);
  const members = await world.db.selectFrom('membership').select('user_id').where('tenant', '=', CLUB).execute();
  expect(told).toBe((await world.listed(news.news_id))?.delivered);
  // All but the suspended owner.
  expect(told).toBe(members.length - 1);
  expect(await world.db.selectFrom('push_job').select('user_id').execute()).toHaveLength(700);
  await removeCrowd();
});

test('STF-18d news reaches those who favour the person or follow the event, and nobody else', async () => {
  const [favours = '', follows = '', asks = '', neither = '', suspended = '', muted = '', elsewhere = ''] =
    await Promise.all(Array.from({ length: 7 }, () => world.newFan()));
  const tenant = CLUB;
  await world.addFavourite('山田 太郎', [favours, suspended, muted]);
  // A member of both clubs, who favours the other one's player of the same name.
  await world.db
    .insertInto('favorite_person')
    .values({ tenant: LEAGUE, user_id: elsewhere, name: '山田 太郎', position: 0 })
    .execute();
  const until = new Date(NOON + DAY);
  await world.db
    .insertInto('suspension')
    .values({ tenant, user_id: suspended, reason: 'x', until, at: new Date(NOON) })
    .execute();
  await world.ok('putMute', { as: muted, body: { mute_user: `official-${CLUB}` } });
  await world.db.updateTable('event').set({ event_type: 'official' }).where('event_id', '=', `e-${CLUB}`).execute();
  await world.db
    .insertInto('favorite')
    .values({ tenant, user_id: follows, kind: 'event', target: `e-${CLUB}` })
    .execute();
  const all = { comment: true, reply: true, reaction: true, follow: true } as const;
  await world.ok('putNoticeSettings', { as: asks, body: { ...all, match: true } });
  await world.send({ title: '推しへ', audience: 'person', about: '山田 太郎' });
  await world.send({ title: '企画へ', audience: 'event', about: `e-${CLUB}` });
  const fans = [favours, follows, asks, neither, suspended, muted, elsewhere];
  expect(await Promise.all(fans.map((fan) => world.titlesOf(fan)))).toEqual([
    ['推しへ'],
    ['企画へ'],
    ['企画へ'],
    [],
    [],
    [],
    [],
  ]);
  const { list } = await world.staff.ok('getStaffNews', { as });
  expect(list.map(({ about_name, delivered }) => [about_name, delivered])).toEqual(
    expect.arrayContaining([
      ['山田 太郎', 1],
      [expect.any(String), 2],
    ]),
  );
});

test('STF-18e pushes and readers are counted, a reader once; the counters name nobody', async () => {
  const [reader, other] = [await world.newFan(), await world.newFan()];
  const phone = newPushPhone('news');
  const endpoint = 'https://fcm.googleapis.com/fcm/send/news';
  await world.ok('putPushDevice', { as: reader, body: { endpoint, ...subscriptionKeys(phone) } });
  const news_id = await world.send({ title: '届く', body: '本文です' });
  expect(await world.push()).toBe(1);
  expect(world.service.arrived.map(({ body }) => decryptPush(phone, body))).toMatchObject([
    { kind: 'news', title: '届く', body: '本文です' },
  ]);
  // It is not announced a second time, as an operator's notice is.
  await announce(world.db, new Date(NOON));
  expect(await world.push()).toBe(0);
  const read = async (fan: string) => {
    const { list } = await world.ok('getNotices', { as: fan });
    await world.ok('putNoticeRead', { as: fan, body: { notice_ids: list.map(({ notice_id }) => notice_id) } });
  };
  for (const fan of [reader, reader, other]) await read(fan);
  expect(await world.listed(news_id)).toMatchObject({ pushed: 1, opened: 2 });
  const counts = await world.db.selectFrom('news_count').selectAll().execute();
  expect(JSON.stringify(counts)).not.toMatch(new RegExp(`${reader}|${other}`));
  // Other notices count nowhere.
  const row = { tenant: CLUB, notice_id: 'plain', recipient_id: null, title: 'x', body: 'x', url: null };
  await world.db
    .insertInto('notice')
    .values({ ...row, user_id: null, media_url: null, created_at: new Date(NOON) })
    .execute();
  await read(reader);
  expect(await world.listed(news_id)).toMatchObject({ opened: 2 });
});
