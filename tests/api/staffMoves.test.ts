/** Staff move a cancelled match: to another date, or its posts into the event that takes its place (STF-08). */
import { type Selectable, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertPhotos } from '../../server/api/photos/photoWrites.ts';
import { addUpCounters } from '../../server/database/counterChanges.ts';
import { addUpFigures } from '../../server/database/figureCounts.ts';
import type { PhotoTable } from '../../server/database/photoTables.ts';
import { inTransaction } from '../../server/database/retryTransaction.ts';
import { giveMovedPosts } from '../../server/operations/giveMovedPosts.ts';
import { publishNews } from '../../server/push/publishNews.ts';
import type { StaffBody } from '../../src/contract/staffEndpoints.ts';
import { EVENT_MOVES } from '../../src/contract/staffLimits.ts';
import { WALL_TIMES } from '../../src/contract/wallLimits.ts';
import { formatWireDateTime } from '../../src/rules/dates.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { createAdmin } from './adminSetup.ts';
import { expectExactCounts } from './countsCheck.ts';
import { expectFigures } from './figuresCheck.ts';
import { DAY, HOUR, NOON } from './routesServer.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld();
});
beforeEach(() => world.setNow(NOON));
afterAll(() => world.close());

const publish = () => publishNews(world.db, new Date(NOON));
const titlesOf = async (as: string) => (await world.ok('getNotices', { as })).list.map(({ title }) => title);
const editor = `editor-${CLUB}`;
const owner = `owner-${CLUB}`;
let made = 0;

/** A match in progress. Returns its id. */
async function newMatch(fields: Parameters<StaffWorld['addEvent']>[1] = {}): Promise<string> {
  const id = `match-${++made}`;
  await world.addEvent(id, { event_name: `第${made}節`, ...fields });
  return id;
}
/** Name of an event of `newMatch`. */
const nameOf = (id: string) => `第${id.replace('match-', '')}節`;
async function postTo(event: string, by?: string, fields = {}) {
  const fan = by ?? (await world.newFan());
  const photo = world.storePhoto(fan, event, fields);
  return { fan, photo, reply: await world.post(fan, event, [photo]) };
}
/** As a phone that waited so many seconds for signal. */
async function postLate(event: string, waited_s: number) {
  const fan = await world.newFan();
  const photo = world.storePhoto(fan, event);
  const body = {
    public_list_id: 'event' as const,
    event_id: event,
    season_id: null,
    media_list: [photo],
    team_id: null,
    waited_s,
  };
  const reply = await world.call('putMediaList', { as: fan, body });
  return { fan, photo, code: 'code' in reply ? reply.code : 200 };
}
const revisionOf = async (key: string) =>
  (await world.staff.ok('getStaffRecords', { as: editor, query: { kind: 'events' } })).list.find(
    (record) => record.key === key,
  )?.revision ?? '';
const newDate = (start = NOON + 40 * DAY): StaffBody<'putStaffEventDate'>['values'] => ({
  event_date: formatWireDateTime(start).slice(0, 10),
  crawl_period_start: formatWireDateTime(start),
  crawl_period_end: formatWireDateTime(start + DAY),
  photo_location: ['臨時スタンド'],
  public_message: '会場が変わりました',
});
const setDate = async (event_id: string, values = newDate(), note = '', revision?: string) =>
  world.staff.ok('putStaffEventDate', {
    as: editor,
    body: { event_id, revision: revision ?? (await revisionOf(event_id)), values, note },
  });
const move = (event_id: string, into: string, note = '') =>
  world.staff.outcome('putStaffEventMove', { as: editor, body: { event_id, into, note } });
const runJob = (isStopped?: () => boolean) => giveMovedPosts(world.db, new Date(NOON + 5 * 60_000), isStopped);
const photosOf = async (e: string) =>
  (await world.ok('getPublicList', { params: { publicListId: 'event' }, query: { e } })).media_list.map(
    ({ media_url }) => media_url,
  );
const totalOf = async (e: string) =>
  (await world.ok('getPublicList', { params: { publicListId: 'event' }, query: { e } })).total;
/** Further photos like this one. */
async function addCopies({ id: _, ...photo }: Selectable<PhotoTable>, count: number) {
  const fields = { exif: null, face_info: '[]', reaction_count: 0, created_at: new Date(NOON - HOUR) };
  const copies = Array.from({ length: count }, (_, i) => {
    const copy = { ...photo, ...fields, media_url: photo.media_url.replace(/[^/]{4}\.jpg$/, `${1000 + i}.jpg`) };
    return copy;
  });
  await inTransaction(world.db, (trx) => insertPhotos(trx, copies));
}
const logOf = async (what: string) => {
  const { list } = await world.staff.ok('getStaffLog', { as: owner, query: {} });
  return list.filter((row) => row.what === what);
};

test('STF-08a an event gets another date and place in one act; photos stay, the log has both states', async () => {
  const event = await newMatch();
  const { photo } = await postTo(event);
  const revision = await revisionOf(event);
  expect((await setDate(event, newDate(), '会場は臨時です')).result).toBe('ok');
  expect(await world.ok('getEvent', { params: { eventId: event } })).toMatchObject(newDate());
  expect(await photosOf(event)).toEqual([photo.media_url]);
  const [act, ...more] = await logOf(event);
  expect([act, more]).toMatchObject([{ act: 'move dates', staff_id: editor, reason: '会場は臨時です' }, []]);
  expect(JSON.stringify(act)).toContain(newDate().event_date);
  // An editor who began from the old date is told.
  expect((await setDate(event, newDate(NOON + 50 * DAY), '', revision)).result).toBe('changed');
});

test('STF-08a a date that is over, or none, is refused at its field; events of others stay', async () => {
  const event = await newMatch();
  const own = await newMatch({ user_id: await world.newFan() });
  const faults = async (values: ReturnType<typeof newDate>, id = event) =>
    (await setDate(id, values)).problems.map(({ field, code }) => `${field} ${code}`);
  expect(await faults(newDate(NOON - 3 * DAY))).toEqual(['crawl_period_end past']);
  expect(await faults({ ...newDate(), event_date: '2026-02-31' })).toEqual(['event_date day']);
  expect(await faults({ ...newDate(), crawl_period_end: formatWireDateTime(NOON + DAY) })).toEqual([
    'crawl_period_end reversed',
  ]);
  expect(await faults(newDate(), own)).toEqual(['user_id fans']);
  const input = { event_id: event, revision: await revisionOf(event), values: newDate(), note: '' };
  const elsewhere = await world.staff.ok('putStaffEventDate', { as: `editor-${LEAGUE}`, tenant: LEAGUE, body: input });
  expect(elsewhere.result).toBe('gone');
  const long = { ...input, note: 'あ'.repeat(EVENT_MOVES.noteMax + 1) };
  expect(await world.staff.outcome('putStaffEventDate', { as: editor, body: long })).toBe('INVALID_REQUEST');
  expect(await world.ok('getEvent', { params: { eventId: event } })).toMatchObject({ event_date: '2026-06-10' });
});

test('STF-08b a post that was made before the move arrives for 30 days; others wait for the new date', async () => {
  const event = await newMatch();
  await setDate(event);
  world.setNow(NOON + 2 * HOUR);
  const waiting = await postLate(event, 3 * 3600);
  expect(waiting.code).toBe(200);
  expect(await photosOf(event)).toEqual([waiting.photo.media_url]);
  expect((await postLate(event, 3600)).code).toBe('EVENT_NOT_STARTED');
  expect((await postLate(event, 2 * 3600 + 25 * 3600)).code, 'made before the first date').toBe('EVENT_NOT_STARTED');
  // Older builds do not say how long a post waited.
  expect((await postTo(event)).reply.status).toBe(200);
  world.setNow(NOON + (EVENT_MOVES.postsDays + 1) * DAY);
  expect((await postTo(event)).reply).toMatchObject({ code: 'EVENT_NOT_STARTED' });
});

test('STF-08e followers and those who posted are told once, others are not; the preview said how many', async () => {
  // What other tests left is told first.
  await publish();
  const event = await newMatch();
  const { fan: poster } = await postTo(event);
  const [both, follower, other] = [await world.newFan(), await world.newFan(), await world.newFan()];
  await postTo(event, both);
  for (const as of [both, follower])
    await world.ok('putFavorite', { as, body: { media_url: event, targetuser: null } });
  await addUpCounters(world.db);
  const reach = await world.staff.ok('getStaffEventReach', { as: editor, query: { event_id: event } });
  expect(reach).toEqual({ photos: 2, told: 3 });
  const revision = await revisionOf(event);
  await setDate(event, newDate(), '', revision);
  await setDate(event, newDate(), '', revision);
  expect(await publish()).toBe(3);
  expect(await publish()).toBe(0);
  const title = (await titlesOf(poster))[0];
  expect(title).toContain('日程が変わりました');
  for (const fan of [both, follower]) expect(await titlesOf(fan)).toEqual([title]);
  expect(await titlesOf(other)).toEqual([]);
});

test('STF-08c an event goes into another one page by page, also after a stop; all counters are right', async () => {
  const season = { tenant: CLUB, season_name: '来季', season_period_start: '2027-01-01 00:00:00' };
  await world.db
    .insertInto('season')
    .values({ ...season, season_id: 'next', season_period_end: '2027-12-31 23:59:59' })
    .execute();
  const event = await newMatch();
  const into = await newMatch({ event_date: '2027-03-01', season_id: 'next' });
  const [fan, liker] = [await world.newFan(), await world.newFan()];
  const first = await postTo(event, fan, { player: '高峰', htag: '#雨' });
  const hidden = await postTo(event, fan);
  const there = await postTo(into, fan);
  await createAdmin(world).done('photo', 'hide', hidden.photo.media_url);
  const { media_url } = first.photo;
  await world.ok('putReaction', { as: liker, body: { media_url, reaction: '1', targetuser: fan } });
  for (const target of [event, into])
    await world.ok('putFavorite', { as: fan, body: { media_url: target, targetuser: null } });
  await world.ok('putFavorite', { as: liker, body: { media_url: event, targetuser: null } });
  await addUpCounters(world.db);
  await world.ok('putViewHistory', { as: liker, body: { media_url, kind: '拡大画像' } });
  await addUpFigures(world.db);
  const row = await world.db
    .selectFrom('photo')
    .selectAll()
    .where('media_url', '=', media_url)
    .executeTakeFirstOrThrow();
  await addCopies(row, EVENT_MOVES.atOnce);
  expect(await move(event, into)).toBe(200);
  expect(await move(event, into), 'once more').toBe(200);
  // Those who posted are told before their photos leave.
  expect(await runJob()).toBe(0);
  await publish();
  let looks = 0;
  expect(await runJob(() => ++looks > 2)).toBe(EVENT_MOVES.atOnce);
  expect((await world.staff.ok('getStaffEventMoves', { as: editor })).list).toMatchObject([
    { event_id: event, moved: EVENT_MOVES.atOnce, left: 2 },
  ]);
  await giveMovedPosts(world.db, new Date(NOON + 20 * 60_000));
  expect((await world.staff.ok('getStaffEventMoves', { as: editor })).list).toEqual([]);
  expect(await totalOf(into)).toBe(EVENT_MOVES.atOnce + 2);
  expect(await photosOf(into)).toContain(there.photo.media_url);
  await createAdmin(world).done('photo', 'unhide', hidden.photo.media_url);
  await addUpCounters(world.db);
  expect(await totalOf(into)).toBe(EVENT_MOVES.atOnce + 3);
  const moved = await world.db.selectFrom('photo').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
  expect(moved).toMatchObject({ event_id: into, season_id: 'next', reaction_count: 1 });
  expect(await world.ok('getFavoriteCount', { query: { media_url: into } })).toEqual({ number: 2 });
  await addUpCounters(world.db);
  await expectExactCounts(world.db);
  expect(await expectFigures(world.db)).toBeGreaterThan(0);
  const reads = await sql`select about, n from figure where kind = 'reads' and tenant = ${CLUB}`.execute(world.db);
  expect(reads.rows).toEqual([{ about: into, n: 1 }]);
  const [act, ...more] = await logOf(event);
  expect([act, more]).toMatchObject([
    { act: 'move events', outcome: `${EVENT_MOVES.atOnce + 2} photos, 2 members.` },
    [],
  ]);
});

test('STF-08d old address and waiting posts lead to the event that took its place; no file brings it back', async () => {
  const event = await newMatch();
  const into = await newMatch({ crawl_period_start: '2026-08-01 00:00:00', crawl_period_end: '2026-08-02 00:00:00' });
  expect(await move(event, into)).toBe(200);
  // Before the job has done anything, and after it.
  const early = await postLate(event, 60);
  await publish();
  await runJob();
  world.setNow(NOON + HOUR);
  const late = await postLate(event, 2 * 3600);
  expect([early.code, late.code, (await postLate(event, 60)).code]).toEqual([200, 200, 'EVENT_NOT_STARTED']);
  expect((await photosOf(into)).toSorted()).toEqual([early, late].map(({ photo }) => photo.media_url).toSorted());
  expect(await world.ok('getEvent', { params: { eventId: event } })).toMatchObject({ event_id: into });
  const csv = `event_id,event_name,event_type,event_date,crawl_period_start,crawl_period_end\n${event},戻る,official,2026-06-10,2026-06-10 00:00:00,2026-06-11 00:00:00`;
  const file = { kind: 'events', csv, is_trial: false } as const;
  const answer = await world.staff.ok('putStaffRecordsFile', { as: editor, body: file });
  expect(answer.problems).toMatchObject([{ field: 'event_id', code: 'moved', about: into }]);
  // The other event moves on: so does what leads to it.
  const third = await newMatch();
  expect(await move(into, third)).toBe(200);
  await publish();
  await runJob();
  expect(await world.ok('getEvent', { params: { eventId: event } })).toMatchObject({ event_id: third });
});

test('STF-08c a move needs two events of the club that go nowhere else; others stay as they are', async () => {
  const [event, into, third] = [await newMatch(), await newMatch(), await newMatch()];
  const own = await newMatch({ user_id: await world.newFan() });
  expect(await Promise.all([move(event, event), move(event, 'none'), move('none', event)])).toEqual(
    Array(3).fill('EVENT_NOT_FOUND'),
  );
  expect([await move(event, own), await move(own, event), await move(event, `e-${LEAGUE}`)]).toEqual(
    Array(3).fill('EVENT_NOT_FOUND'),
  );
  expect([await move(event, into), await move(event, third), await move(third, event)]).toEqual([
    200,
    'EVENT_NOT_FOUND',
    'EVENT_NOT_FOUND',
  ]);
  expect(await logOf(third)).toEqual([]);
  expect((await setDate(event)).problems).toMatchObject([{ code: 'moved' }]);
});

test('STF-21a the command moves a match as the desk does: notice, job, address and row of the log', async () => {
  await publish();
  const admin = createAdmin(world);
  const [byDesk, byCommand, into] = [await newMatch(), await newMatch(), await newMatch()];
  const { fan, photo } = await postTo(byCommand);
  await postTo(byDesk);
  expect(await move(byDesk, into, '雨のため')).toBe(200);
  const words = ['events', 'move', byCommand, into, '--reason', '雨のため'];
  expect(await admin.done(...words, '--dry-run')).toContain('Dry run');
  expect(await admin.done('events', 'moves')).not.toContain(byCommand);
  expect(await admin.done(...words)).toContain('1 photos, 1 members.');
  expect(await admin.done(...words), 'once more').toContain('already');
  expect(await admin.done('events', 'moves')).toContain(`${byCommand}  第`);
  const shape = async (what: string) =>
    (await logOf(what)).map(({ act, reason, outcome, before, after }) => ({ act, reason, outcome, before, after }));
  const [desk, command] = [await shape(byDesk), await shape(byCommand)];
  const named = (text: string) => text.replaceAll(byDesk, byCommand).replaceAll(nameOf(byDesk), nameOf(byCommand));
  expect(command).toEqual(JSON.parse(named(JSON.stringify(desk))));
  expect(command).toMatchObject([{ act: 'move events', reason: '雨のため' }]);
  await publish();
  expect((await titlesOf(fan))[0]).toContain(nameOf(byCommand));
  await runJob();
  expect(await photosOf(into)).toContain(photo.media_url);
  expect(await world.ok('getEvent', { params: { eventId: byCommand } })).toMatchObject({ event_id: into });
  expect(await admin.done('events', 'moves')).not.toContain(byCommand);
});

test('STF-21a the command gives a match another date; a fault is named, nothing is changed', async () => {
  const admin = createAdmin(world);
  const event = await newMatch();
  const { photo } = await postTo(event);
  const { event_date, crawl_period_start, crawl_period_end } = newDate();
  const words = (end: string) =>
    ['events', 'redate', event, '--day', event_date, '--start', crawl_period_start, '--end', end] as string[];
  const before = await world.ok('getEvent', { params: { eventId: event } });
  const over = await admin.run(...words('2026-06-01 00:00:00'));
  expect([over.code, over.err]).toEqual([1, expect.stringContaining('crawl_period_end')]);
  expect(await world.ok('getEvent', { params: { eventId: event } })).toEqual(before);
  await admin.done(...words(crawl_period_end), '--reason', '雷雨');
  await admin.done(...words(crawl_period_end));
  expect(await world.ok('getEvent', { params: { eventId: event } })).toMatchObject({ event_date, crawl_period_end });
  expect(await photosOf(event)).toEqual([photo.media_url]);
  const [act, ...more] = await logOf(event);
  expect([act, more]).toMatchObject([
    { act: 'move dates', reason: '雷雨', after: expect.stringContaining(event_date) },
    [],
  ]);
  const wrong = [
    ['events', 'move', event, event],
    ['events', 'move', event, 'none'],
    ['events', 'move', event, await newMatch({ user_id: await world.newFan() })],
    ['events', 'redate', 'none', ...words(crawl_period_end).slice(3)],
  ];
  const codes = [];
  for (const each of wrong) codes.push((await admin.run(...each)).code);
  expect(codes).toEqual([1, 1, 1, 1]);
});

test('STF-21b screens of a moved match go on with the other one, by their old address and key', async () => {
  const [event, into] = [await newMatch(), await newMatch()];
  const newKey = (event_id: string) =>
    world.staff.ok('putStaffWallKey', { as: editor, body: { event_id, name: '場内' } });
  const { key, key_id } = await newKey(event);
  const choices = { needs_approval: true, layout: 'mosaic', motion: 'cut', message: '雨天順延' } as const;
  await world.staff.ok('putStaffWallChoices', { as: editor, body: { event_id: event, version: 0, choices } });
  const { photo } = await postTo(event, undefined, { usepermit: true });
  const decision = { event_id: event, media_url: photo.media_url, decision: 'approved', seen: 'waiting' } as const;
  await world.staff.ok('putStaffWallPhoto', { as: editor, body: decision });
  // The job's clock is at noon.
  let now = NOON - 60_000;
  const shown = async () => {
    now += WALL_TIMES.shared;
    world.setNow(now);
    const reply = await world.call('askWall', { body: { event_id: event, key, known: '' } });
    if (!('answer' in reply) || reply.answer.wall === null) return reply.status;
    const { event_name, state, photos } = reply.answer.wall;
    return [event_name, state.layout, state.message, photos.map(({ media_url }) => media_url)];
  };
  // The other match has a screen of its own, so its wall is shared already.
  const other = { event_id: into, key: (await newKey(into)).key, known: '' };
  const asBefore = ['mosaic', '雨天順延', [photo.media_url]];
  expect(await shown()).toEqual([nameOf(event), ...asBefore]);
  expect(await move(event, into)).toBe(200);
  expect(await shown(), 'before the posts go over').toEqual([nameOf(event), ...asBefore]);
  await publish();
  now += WALL_TIMES.shared - 1;
  world.setNow(now);
  expect((await world.call('askWall', { body: other })).status).toBe(200);
  await runJob();
  now -= WALL_TIMES.shared - 2;
  expect(await shown()).toEqual([nameOf(into), ...asBefore]);
  const desk = await world.staff.ok('getStaffWall', { as: editor, query: { event_id: into } });
  expect(desk.keys.map((row) => row.key_id)).toContain(key_id);
  // A match that goes on has a wall of its own: it keeps its settings. The screen follows again.
  const third = await newMatch();
  const own = { ...choices, layout: 'single', message: '' } as const;
  await world.staff.ok('putStaffWallChoices', { as: editor, body: { event_id: third, version: 0, choices: own } });
  expect(await move(into, third)).toBe(200);
  expect(await shown(), 'before the posts go on').toEqual([nameOf(into), ...asBefore]);
  await publish();
  await runJob();
  expect(await shown()).toEqual([nameOf(third), 'single', '', [photo.media_url]]);
  await world.staff.ok('deleteStaffWallKey', { as: editor, body: { key_id } });
  expect(await shown()).toBe(404);
});

test('STF-08a no call of the suite made the server fail', () => {
  expect(world.errors).toEqual([]);
});
