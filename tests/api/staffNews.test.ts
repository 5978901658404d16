/** News of the desk: drafts, two editors, schedule, withdrawal and bounds (STF-18). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { perform } from '../../server/admin/adminJob.ts';
import { readUnreferenced } from '../../server/objects/orphanChecks.ts';
import { addEventPictureJobs, isEventPicture, saveEventPicture } from '../../server/pictures/eventPictures.ts';
import { thumbnailKey } from '../../src/contract/pictureKeys.ts';
import { NEWS, NEWS_FOLDER } from '../../src/contract/staffLimits.ts';
import { formatWireDateTime } from '../../src/rules/dates.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { newPushPhone, subscriptionKeys } from './pushSetup.ts';
import { DAY, HOUR, NOON } from './routesServer.ts';
import { type NewsWorld, newsBody, startNewsWorld } from './staffNewsSetup.ts';

let world: NewsWorld;
beforeAll(async () => {
  world = await startNewsWorld();
});
beforeEach(() => world.reset());
afterAll(() => world.end());

const as = `editor-${CLUB}`;
const actsOf = async (what: string) =>
  (await world.staff.ok('getStaffLog', { as: `owner-${CLUB}`, query: {} })).list
    .filter((row) => row.what === what)
    .map(({ act, staff_id }) => `${act} ${staff_id}`);

test('STF-18a STF-14a a draft is written, changed and removed; each act is a row of the log', async () => {
  const news = await world.draft({ url: `/${CLUB}/`, title: '最初' });
  expect(news).toMatchObject({ state: 'draft', revision: 1, delivered: 0, opened: 0 });
  expect(await world.titlesOf(`fan-${CLUB}`)).toEqual([]);
  const body = newsBody({ news_id: news.news_id, revision: 1, title: '次' });
  const changed = await world.staff.ok('putStaffNews', { as, body });
  expect(changed).toMatchObject({ result: 'ok', news: { title: '次', revision: 2, url: null } });
  // Once more is no second act.
  expect((await world.staff.ok('putStaffNews', { as, body })).result).toBe('ok');
  const gone = { news_id: news.news_id, revision: 2 };
  for (const _ of [1, 2])
    expect(await world.staff.ok('deleteStaffNews', { as, body: gone })).toEqual({ result: 'ok', news: null });
  expect(await actsOf(news.news_id)).toEqual([`news remove ${as}`, `news change ${as}`, `news create ${as}`]);
});

test('STF-18a input is bounded, and an audience is the tenant’s own', async () => {
  for (const fields of [
    { title: ' ' },
    { title: 'x'.repeat(101) },
    { title: '二\n行' },
    { body: 'x'.repeat(2001) },
    { url: 'javascript:alert(1)' },
    { url: '//evil.example/' },
    { news_id: 'x' },
    { picture: `ugc/${CLUB}/${NEWS_FOLDER}/original/${'a'.repeat(20)}.jpg` },
  ])
    expect([fields, await world.staff.outcome('putStaffNews', { as, body: newsBody(fields) })]).toEqual([
      fields,
      'INVALID_REQUEST',
    ]);
  await world.addEvent('news-elsewhere', { tenant: LEAGUE });
  for (const about of [
    { audience: 'person', about: 'いない人' },
    { audience: 'event', about: 'news-elsewhere' },
    { audience: 'all', about: 'x' },
  ] as const)
    expect((await world.write(about)).result).toBe('noAudience');
});

test('STF-18a a picture is the editor’s own upload below the folder of news; fans get it with the notice', async () => {
  const own = world.storePhoto(as, NEWS_FOLDER).media_url;
  const put = (picture: string) => world.staff.outcome('putStaffNews', { as, body: newsBody({ picture }) });
  expect(await put(world.storePhoto(`fan-${CLUB}`, NEWS_FOLDER).media_url)).toBe('INVALID_REQUEST');
  expect(await put(world.storePhoto(as, `e-${CLUB}`).media_url)).toBe('INVALID_REQUEST');
  await world.send({ picture: own, title: '画像つき' });
  const { list } = await world.ok('getNotices', { as: `fan-${CLUB}` });
  expect(list).toMatchObject([{ title: '画像つき', media_url: null, picture: { media_url: own, width: null } }]);
  const left = await world.db
    .selectFrom('unregistered_upload')
    .where('key', 'in', [own, thumbnailKey(own)])
    .selectAll();
  expect(await left.execute()).toEqual([]);
  const unused = world.storePhoto(as, NEWS_FOLDER).media_url;
  expect(await readUnreferenced(world.db, [own, thumbnailKey(own), unused])).toEqual([unused]);
  await addEventPictureJobs(world.db, new Date(NOON));
  const job = { tenant: CLUB, media_url: own };
  expect(await world.db.selectFrom('picture_job').select(['tenant', 'media_url']).execute()).toContainEqual(job);
  expect(await isEventPicture(world.db, job)).toBe(true);
  await saveEventPicture(world.db, CLUB, { media_url: own, width: 1600, height: 900, variants: [480] });
  expect((await world.ok('getNotices', { as: `fan-${CLUB}` })).list).toMatchObject([
    { picture: { media_url: own, width: 1600, height: 900, variants: [480] } },
  ]);
  // A removed draft leaves its picture to the clean-up.
  const { news_id, revision } = await world.draft({ picture: unused });
  await world.staff.ok('deleteStaffNews', { as, body: { news_id, revision } });
  expect(await world.db.selectFrom('orphan_check').select('place').execute()).toContainEqual({ place: unused });
});

test('STF-18c of two editors one is told, and nothing is overwritten', async () => {
  const news = await world.draft();
  await world.write({ news_id: news.news_id, revision: 1, title: '先の人' });
  const late = await world.write({ news_id: news.news_id, revision: 1, title: 'あとの人' }, `owner-${CLUB}`);
  expect(late).toMatchObject({ result: 'changed', news: { title: '先の人', revision: 2 } });
  expect((await world.schedule(news, null)).result).toBe('changed');
  const kept = await world.write({ news_id: news.news_id, revision: 2, title: 'あとの人' });
  expect(kept).toMatchObject({ result: 'ok', news: { title: 'あとの人' } });
  expect((await world.write({ revision: 3 })).result).toBe('gone');
  await world.schedule({ ...news, revision: 3 }, null);
  await world.publish();
  const over = await world.write({ news_id: news.news_id, revision: 4, title: '遅すぎる' });
  expect(over).toMatchObject({ result: 'changed', news: { state: 'sent', title: 'あとの人' } });
  // Another tenant has no such news.
  const elsewhere = await world.write({ news_id: news.news_id, revision: 4 }, `editor-${LEAGUE}`);
  expect(elsewhere).toEqual({ result: 'gone', news: null });
});

test('STF-18b scheduled news is shown to nobody before its time, and to all from then on', async () => {
  const news = await world.draft({ title: '予約したお知らせ' });
  const at = formatWireDateTime(NOON + HOUR);
  for (const [time, result] of [
    [formatWireDateTime(NOON - 1000), 'past'],
    [formatWireDateTime(NOON + NEWS.aheadMs + 1000), 'past'],
    [at, 'ok'],
  ] as const)
    expect((await world.schedule(news, time)).result).toBe(result);
  expect(await world.publish(NOON + HOUR - 1000)).toBe(0);
  expect([await world.titlesOf(`fan-${CLUB}`), await world.titlesOf(undefined)]).toEqual([[], []]);
  // Taken back, and scheduled again.
  expect((await world.schedule({ ...news, revision: 2 }, null, true)).news).toMatchObject({
    state: 'draft',
    publish_at: null,
  });
  expect(await world.publish(NOON + 2 * HOUR)).toBe(0);
  await world.schedule({ ...news, revision: 3 }, at);
  expect(await world.publish(NOON + HOUR)).toBeGreaterThan(0);
  expect(await world.titlesOf(`fan-${CLUB}`)).toEqual(['予約したお知らせ']);
  expect(await world.titlesOf(undefined)).toEqual(['予約したお知らせ']);
  expect(await world.titlesOf(`fan-${LEAGUE}`, LEAGUE)).toEqual([]);
  expect(await world.listed(news.news_id)).toMatchObject({ state: 'sent', publish_at: at });
  const empty = await world.draft({ body: '　' });
  expect((await world.schedule(empty, null)).result).toBe('incomplete');
});

test('STF-18f withdrawn news is gone for everybody at once, and waiting pushes are not sent', async () => {
  const fan = await world.newFan();
  const phone = subscriptionKeys(newPushPhone('gone'));
  await world.ok('putPushDevice', {
    as: fan,
    body: { endpoint: 'https://fcm.googleapis.com/fcm/send/gone', ...phone },
  });
  await world.addFavourite('取り下げ', [fan]);
  const ids = [
    await world.send({ title: '全員へ' }),
    await world.send({ title: '推しへ', audience: 'person', about: '取り下げ' }),
  ];
  expect((await world.titlesOf(fan)).toSorted()).toEqual(['全員へ', '推しへ']);
  const { list } = await world.ok('getNotices', { as: fan });
  await world.ok('putNoticeRead', { as: fan, body: { notice_ids: list.map(({ notice_id }) => notice_id) } });
  for (const news_id of ids) {
    const { result, news } = await world.staff.ok('putStaffNewsWithdrawal', { as, body: { news_id } });
    expect([result, news?.state]).toEqual(['ok', 'withdrawn']);
    expect(await actsOf(news_id)).toContain(`news withdraw ${as}`);
  }
  expect([await world.titlesOf(fan), await world.titlesOf(undefined)]).toEqual([[], []]);
  expect(await world.push()).toBe(0);
  await world.publish();
  for (const table of ['notice', 'notice_read', 'push_job'] as const)
    expect([table, await world.db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
  const waiting = await world.draft();
  const early = { news_id: waiting.news_id };
  expect((await world.staff.ok('putStaffNewsWithdrawal', { as, body: early })).result).toBe('changed');
});

test('STF-18f the command line lists and withdraws news, with a row of the log', async () => {
  const news_id = await world.send({ title: '端末から' });
  const job = { tenant: CLUB, isDryRun: false, operator: 'ken', reason: null };
  const run = (task: Parameters<typeof perform>[1]['task']) =>
    perform(world.db, { ...job, task }, new Date(NOON), null);
  expect((await run({ do: 'listNews' })).out).toContain(`${news_id}  sent`);
  expect(await run({ do: 'withdrawNews', id: news_id })).toMatchObject({ code: 0, out: 'The news is withdrawn.\n' });
  expect(await run({ do: 'withdrawNews', id: 'nothing' })).toMatchObject({ code: 1 });
  expect(await world.titlesOf(`fan-${CLUB}`)).toEqual([]);
  expect(await actsOf(news_id)).toContain('news withdraw null');
});

test('STF-18g a tenant has a bounded number of drafts and of publications within a day', async () => {
  const row = {
    tenant: CLUB,
    title: 'x',
    body: 'x',
    url: null,
    picture: null,
    audience: 'all',
    about: '',
    revision: 1,
  } as const;
  const rows = (count: number, fields: object) =>
    Array.from({ length: count }, () => ({
      ...row,
      news_id: crypto.randomUUID(),
      changed_at: new Date(NOON),
      ...fields,
    }));
  const published = { state: 'sent', publish_at: new Date(NOON - HOUR) } as const;
  await world.db
    .insertInto('news')
    .values(rows(NEWS.perDay, published) as never)
    .execute();
  const news = await world.draft();
  expect((await world.schedule(news, null)).result).toBe('tooMany');
  expect((await world.schedule(news, formatWireDateTime(NOON + DAY))).result).toBe('ok');
  await world.db
    .insertInto('news')
    .values(rows(NEWS.open - 1, { state: 'draft' }) as never)
    .execute();
  expect((await world.write()).result).toBe('full');
  // Another tenant's room is its own.
  expect((await world.write({}, `editor-${LEAGUE}`)).result).toBe('ok');
  expect((await world.staff.ok('getStaffNews', { as })).list).toHaveLength(NEWS.open + NEWS.perDay);
});
