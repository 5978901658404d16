/** Highlights of an event: who writes and publishes them, who sees them, and what they show. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HIGHLIGHTS } from '../../src/contract/highlightsLimits.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { NOON } from './routesServer.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
let now = NOON;
let made = 0;
let event_id = '';
beforeAll(async () => {
  world = await startStaffWorld();
});
beforeEach(async () => {
  now = NOON;
  world.setNow(now);
  await world.db.deleteFrom('highlights_page').execute();
  await world.db.deleteFrom('identity_limit').execute();
  event_id = `highlights-${++made}`;
  for (const tenant of [CLUB, LEAGUE]) await world.addEvent(event_id, { tenant });
});
afterAll(() => world.close());

const as = `editor-${CLUB}`;
const other = `owner-${CLUB}`;
const WRITTEN = {
  title: '逆転の夜',
  text: 'ありがとうございました。',
  sections: ['photos', 'numbers', 'players'],
} as const;
type Fields = { title?: string; text?: string; sections?: ('photos' | 'numbers' | 'players')[] };
const bodyOf = (fields: Fields, revision: number | null, event = event_id) => {
  const { title, text, sections } = WRITTEN;
  return { event_id: event, revision, title, text, sections: [...sections], ...fields };
};
const write = (fields: Fields = {}, revision: number | null = null, who = as) =>
  world.staff.ok('putStaffHighlights', { as: who, body: bodyOf(fields, revision) });
const refused = (fields: Fields) => world.staff.outcome('putStaffHighlights', { as, body: bodyOf(fields, null) });
const setState = (is_published: boolean, revision: number, who = as) =>
  world.staff.ok('putStaffHighlightsState', { as: who, body: { event_id, revision, is_published } });
const publish = async (fields: Fields = {}) => {
  const { page } = await write(fields);
  return setState(true, page?.revision ?? 0);
};
const desk = () => world.staff.ok('getStaffHighlights', { as, query: { event_id } });
const page = () => world.ok('getHighlights', { params: { eventId: event_id } });
const publicOutcome = (tenant = CLUB) => world.call('getHighlights', { tenant, params: { eventId: event_id } });
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' };
const post = async (fields = {}, by?: string) => {
  now += 1_000;
  world.setNow(now);
  const author = by ?? (await world.newFan());
  const photo = world.storePhoto(author, event_id, { usepermit: true, ...fields });
  expect((await world.post(author, event_id, [photo])).status).toBe(200);
  return { media_url: photo.media_url, author };
};
const best = async (fan?: string) => {
  const call = { params: { publicListId: 'event' }, query: { e: event_id, best: 'full' } } as const;
  const { media_list } = await world.ok('getPublicList', fan === undefined ? call : { ...call, as: fan });
  return media_list.map(({ media_url }) => media_url);
};
const acts = async () => {
  const rows = await world.db
    .selectFrom('operator_log')
    .select(['act', 'staff_id'])
    .where('what', '=', event_id)
    .orderBy('id')
    .execute();
  return rows.map(({ act, staff_id }) => `${act} ${staff_id}`);
};

test('WAL-07a a page is made once, changed, published and taken back, and each act is in the log', async () => {
  const { result, page: draft } = await write();
  expect([result, draft]).toEqual(['ok', { ...WRITTEN, revision: 1, is_published: false }]);
  // The same once more, as after a lost answer.
  expect(await write()).toEqual({ result: 'ok', page: draft });
  expect((await write({ title: '別の見出し' }, null)).result).toBe('changed');
  expect((await write({ title: '延長戦' }, 1)).page).toMatchObject({ title: '延長戦', revision: 2 });
  expect((await setState(true, 2)).page).toMatchObject({ is_published: true, revision: 3 });
  expect((await setState(true, 3)).result).toBe('ok');
  expect((await write({ text: '' }, 3)).page).toMatchObject({ text: '', is_published: true, revision: 4 });
  expect((await setState(false, 4, other)).page).toMatchObject({ is_published: false, revision: 5 });
  expect(await acts()).toEqual([
    `highlights create ${as}`,
    `highlights change ${as}`,
    `highlights publish ${as}`,
    `highlights change ${as}`,
    `highlights take-back ${other}`,
  ]);
});

test('WAL-07f an event names its highlights while they are public, and lists of events do not', async () => {
  const marks = async (tenant = CLUB) => {
    const event = await world.ok('getEvent', { tenant, params: { eventId: event_id } });
    const { list } = await world.ok('getEvents', { tenant });
    const listed = list.find((one) => one.event_id === event_id);
    return [event.has_highlights, listed?.event_id, listed?.has_highlights];
  };
  const without = [undefined, event_id, undefined];
  expect(await marks()).toEqual(without);
  await write();
  expect(await marks()).toEqual(without);
  await setState(true, 1);
  expect([await marks(), await marks(LEAGUE)]).toEqual([[true, event_id, undefined], without]);
  await setState(false, 2);
  expect(await marks()).toEqual(without);
});

test('WAL-07a of two who change a page one wins, and the other is told how it stands', async () => {
  await write();
  await write({ title: '先の見出し' }, 1, other);
  expect(await write({ title: '後の見出し' }, 1)).toMatchObject({ result: 'changed', page: { title: '先の見出し' } });
  expect((await setState(true, 1)).result).toBe('changed');
  expect(await publicOutcome()).toEqual(NOT_FOUND);
  expect((await write({ title: '後の見出し' }, 2)).page).toMatchObject({ title: '後の見出し', revision: 3 });
});

test('WAL-07a texts are bounded and plain; other events and other roles are refused', async () => {
  const none = { as, body: bodyOf({}, null, 'nowhere') };
  const wrong = [
    refused({ title: '' }),
    refused({ title: ' \u200b ' }),
    refused({ title: '<b></b>' }),
    refused({ title: 'x'.repeat(HIGHLIGHTS.title + 1) }),
    refused({ text: 'x'.repeat(HIGHLIGHTS.text + 1) }),
  ];
  expect(await Promise.all(wrong)).toEqual(Array(5).fill('INVALID_REQUEST'));
  expect(await world.staff.outcome('putStaffHighlights', none)).toBe('NOT_FOUND');
  await publish({ title: '<script>alert(1)</script>夜', text: '<img src=x onerror=alert(1)>どうぞ' });
  expect(await page()).toMatchObject({ title: expect.not.stringContaining('<'), text: 'どうぞ' });
  const query = { event_id };
  for (const who of [`moderator-${CLUB}`, `viewer-${CLUB}`, `fan-${CLUB}`, `editor-${LEAGUE}`, undefined]) {
    const outcomes = [
      await world.staff.outcome('getStaffHighlights', { as: who, query }),
      await world.staff.outcome('putStaffHighlights', { as: who, body: bodyOf({ title: '乗っ取り' }, 2) }),
      await world.staff.outcome('putStaffHighlightsState', {
        as: who,
        body: { event_id, revision: 2, is_published: false },
      }),
    ];
    expect(new Set(outcomes), String(who)).toEqual(new Set(['NOT_FOUND']));
  }
  expect(await page()).not.toMatchObject({ title: '乗っ取り' });
});

test('WAL-07a a tenant has no more public pages than it may have', async () => {
  const rows = Array.from({ length: HIGHLIGHTS.published }, (_, n) => `full-${made}-${n}`);
  const times = { event_date: '2026-06-10', crawl_period_start: '2026-06-10 00:00:00' };
  const event = { event_name: 'x', event_type: 'official', ...times, crawl_period_end: '2026-06-11 00:00:00' } as const;
  await world.db
    .insertInto('event')
    .values(rows.map((one) => ({ ...event, tenant: CLUB, event_id: one })))
    .execute();
  const of = { tenant: CLUB, title: 'x', body: '', sections: [], revision: 1, published_at: new Date(NOON) };
  await world.db
    .insertInto('highlights_page')
    .values(rows.map((one) => ({ ...of, event_id: one })))
    .execute();
  expect(await publish()).toMatchObject({ result: 'full', page: { is_published: false } });
  await world.db
    .deleteFrom('highlights_page')
    .where('event_id', '=', nonEmpty(rows)[0] ?? '')
    .execute();
  expect((await setState(true, 1)).result).toBe('ok');
});

test('WAL-07b a draft, a page taken back, and one of another tenant are not found', async () => {
  expect(await publicOutcome()).toEqual(NOT_FOUND);
  await write();
  expect(await publicOutcome()).toEqual(NOT_FOUND);
  await setState(true, 1);
  expect(await publicOutcome()).toMatchObject({ status: 200, answer: { title: WRITTEN.title } });
  expect(await publicOutcome(LEAGUE)).toEqual(NOT_FOUND);
  await setState(false, 2);
  expect(await publicOutcome()).toEqual(NOT_FOUND);
});

test('WAL-07c numbers and players are told from counters, and only the parts that staff chose', async () => {
  const { media_url, author } = await post({ player: '山田 一郎,佐藤 次郎' });
  await post({ player: '山田 一郎' }, author);
  await post();
  const liker = await world.newFan();
  await world.ok('putReaction', { as: liker, body: { media_url, targetuser: author, reaction: '1' } });
  await world.ok('putViewHistory', { body: { media_url, kind: '拡大画像' } });
  await publish();
  await expect.poll(async () => (await desk()).numbers).toEqual({ photos: 3, posters: 2, likes: 1, looks: 1 });
  expect(await page()).toMatchObject({
    numbers: { photos: 3 },
    players: [
      { name: '山田 一郎', count: 2 },
      { name: '佐藤 次郎', count: 1 },
    ],
  });
  await write({ sections: ['photos'] }, 2);
  expect(await page()).toMatchObject({ sections: ['photos'], numbers: null, players: [] });
});

test('WAL-07c the best shots stand first, then liked photos, then the newest, one of each fan', async () => {
  const old = await post();
  const liked = await post();
  const marked = await post();
  const mine = await post({}, old.author);
  await world.ok('putReaction', {
    as: await world.newFan(),
    body: { media_url: liked.media_url, targetuser: liked.author, reaction: '1' },
  });
  await world.db.updateTable('photo').set({ option: 'best' }).where('media_url', '=', marked.media_url).execute();
  const order = [marked.media_url, liked.media_url, mine.media_url];
  await expect.poll(() => best(old.author)).toEqual(order);
  expect((await desk()).photos.map(({ media_url }) => media_url)).toEqual(order);
});

test('WAL-07d no hidden, deleted or suspended fan’s photo is among them, at the next view', async () => {
  const [hidden, deleted, suspended, shown] = [await post(), await post(), await post(), await post()];
  const all = [shown, suspended, deleted, hidden].map(({ media_url }) => media_url);
  await expect.poll(() => best()).toEqual(all);
  await world.db
    .updateTable('photo')
    .set({ hidden_at: new Date(NOON) })
    .where('media_url', '=', hidden.media_url)
    .execute();
  await expect.poll(() => best()).toEqual(all.filter((one) => one !== hidden.media_url));
  await world.ok('deletePhoto', {
    as: deleted.author,
    body: { public_list_id: 'event', media_url: deleted.media_url },
  });
  const suspension = { tenant: CLUB, user_id: suspended.author, reason: 'x', until: null, at: new Date(NOON) };
  await world.db.insertInto('suspension').values(suspension).execute();
  await expect.poll(() => best()).toEqual([shown.media_url]);
});
