/** What one fan makes neither makes everybody's lists of events heavy nor pushes other fans' events out of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventDraft } from '../../src/contract/entities.ts';
import { EVENTS_PER_FAN } from '../../src/contract/limits.ts';
import { formatWireDateTime } from '../../src/rules/dates.ts';
import { draftOf } from './contract/draft.ts';
import { DAY, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  for (const user of ['aki', 'cho', 'dai']) await server.join(user);
});
afterAll(() => server.close());

const put = (as: string, fields: Partial<EventDraft>) => server.call('putEvent', { as, body: draftOf(fields) });
const invalid = { status: 400, code: 'INVALID_REQUEST' };

/** A period with its day. */
const period = (start: string, end: string) => ({
  event_date: start,
  crawl_period_start: `${start} 00:00:00`,
  crawl_period_end: `${end} 23:59:59`,
});

test('API-PUT-/memorial/event/item EVT-02e an event starts within a year, also when it is moved', async () => {
  const tooFar = { status: 409, code: 'EVENT_TOO_FAR' };
  expect(await put('aki', period('9000-01-01', '9000-01-02'))).toEqual(tooFar);
  expect(await put('aki', period('2027-06-11', '2027-06-12'))).toEqual(tooFar);
  const last = draftOf(period('2027-06-10', '2027-07-10'));
  const { event_id } = await server.ok('putEvent', { as: 'aki', body: last });
  expect(await put('aki', { event_id, ...period('2027-06-11', '2027-07-10') })).toEqual(tooFar);
  expect((await put('aki', { event_id, ...period('2026-08-01', '2026-08-02') })).status).toBe(200);
});

test('EVT-02e the day of an event is not behind its period, also when nothing else is changed', async () => {
  const days = period('2026-06-12', '2026-06-13');
  expect(await put('aki', { ...days, event_date: '2026-06-14' })).toEqual(invalid);
  const { event_id } = await server.ok('putEvent', { as: 'aki', body: draftOf(days) });
  expect(await put('aki', { ...days, event_id, event_date: '9000-01-01' })).toEqual(invalid);
  expect((await put('aki', { ...days, event_id, event_date: '2026-06-13' })).status).toBe(200);
});

test('EVT-02e shooting locations are bounded altogether', async () => {
  const places = (letters: number) => Array.from({ length: 50 }, (_, n) => `${n + 10}${'あ'.repeat(letters)}`);
  expect((await put('aki', { photo_location: places(25) })).status).toBe(200);
  expect(await put('aki', { photo_location: places(28) })).toEqual(invalid);
});

test('EVT-02f a fan has so many own events that are not over, however many are made at once', async () => {
  const own = { user_id: 'cho', event_type: 'memorial' as const };
  for (let n = 3; n < EVENTS_PER_FAN; n++) await server.addEvent(`own${n}`, own);
  // None of these counts.
  await server.addEvent('over', { ...own, crawl_period_end: formatWireDateTime(NOON - DAY) });
  await server.addEvent('official', { ...own, event_type: 'official' });
  await server.addEvent('dais', { ...own, user_id: 'dai' });
  const tried = await Promise.all(Array.from({ length: 8 }, () => put('cho', {})));
  const refused = tried.filter(({ status }) => status !== 200);
  expect(refused).toEqual(Array(5).fill({ status: 409, code: 'EVENT_LIMIT_REACHED' }));
  // The others go on, and so does the fan with what is there.
  expect((await put('dai', {})).status).toBe(200);
  const [made] = tried.flatMap((reply) => ('answer' in reply ? [reply.answer.event_id] : []));
  expect((await put('cho', { event_id: made ?? '', event_name: '朝焼け' })).status).toBe(200);
  await server.ok('deleteEvent', { as: 'cho', body: { event_id: made ?? '' } });
  expect((await put('cho', {})).status).toBe(200);
  server.setNow(NOON + 2 * DAY);
  expect((await put('cho', period('2026-06-12', '2026-06-13'))).status).toBe(200);
});
