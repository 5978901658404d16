/** Figures of the desk (STF-17): counters against a plain scan, periods that are compared, and files. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { addUpFigures, figureOldPhotos } from '../../server/database/figureCounts.ts';
import type { Database } from '../../server/database/schema.ts';
import type { FigureDay } from '../../src/contract/staffFigureEndpoints.ts';
import { formatWireDate } from '../../src/rules/dates.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { expectFigures } from './figuresCheck.ts';
import { DAY, NOON } from './routesServer.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
const ANNA = 'anna';
const BEN = 'ben';
const as = `viewer-${CLUB}`;
const goesOn = () => false;

beforeAll(async () => {
  world = await startStaffWorld();
  for (const [season_id, year] of [
    ['s25', 2025],
    ['s26', 2026],
  ] as const)
    await world.db
      .insertInto('season')
      .values({
        ...{ tenant: CLUB, season_id, season_name: `${year}` },
        ...{ season_period_start: `${year}-02-01 00:00:00`, season_period_end: `${year}-12-31 23:59:59` },
      })
      .execute();
  for (const fan of [ANNA, BEN]) for (const tenant of [CLUB, LEAGUE]) await world.join(fan, tenant);
  await world.addEvent('final', { event_name: '=決勝', event_date: formatWireDate(NOON) });
  await world.addEvent('old', {
    ...{ event_date: '2025-06-10', season_id: 's25' },
    ...{ crawl_period_start: '2025-01-01 00:00:00', crawl_period_end: '2025-12-31 23:59:59' },
  });
});
afterAll(() => world.close());

interface Posted {
  readonly event?: string;
  readonly tenant?: string;
  readonly at?: number;
  readonly waited_s?: number;
  readonly count?: number;
}
/** Posts photos and gives their keys. */
async function post(fan: string, { event = 'final', tenant = CLUB, at = NOON, waited_s, count = 1 }: Posted = {}) {
  world.setNow(at);
  const photos = Array.from({ length: count }, () => world.storePhoto(fan, event, {}, tenant));
  const body = {
    public_list_id: 'event',
    event_id: event,
    season_id: null,
    media_list: photos,
    team_id: null,
  } as const;
  await world.ok('putMediaList', { as: fan, tenant, body: { ...body, ...(waited_s !== undefined && { waited_s }) } });
  return photos.map(({ media_url }) => media_url);
}
const like = (fan: string, media_url: string) =>
  world.ok('putReaction', { as: fan, body: { media_url, reaction: '1', targetuser: ANNA } });
const read = (media_url: string, fan?: string) =>
  world.ok('putViewHistory', { ...(fan && { as: fan }), body: { media_url, kind: '拡大画像' } });
const remove = (fan: string, media_url: string) =>
  world.ok('deletePhoto', { as: fan, body: { public_list_id: 'event', media_url } });
async function figures(query: { season?: string; span?: 'recent' } = {}, tenant = CLUB) {
  await addUpFigures(world.db);
  return world.staff.ok('getStaffFigures', { as: `viewer-${tenant}`, tenant, query });
}
/** The figures of this day of the period; it must have some. */
function dayOf(days: readonly FigureDay[], day: string): FigureDay {
  const found = days.find((one) => one.day === day);
  if (found === undefined) throw new Error(`no figures of ${day}`);
  return found;
}

test('STF-17a counters follow posts, likes, hiding, deletions, permissions and fans who leave', async () => {
  const [first = '', second = '', third = ''] = await post(ANNA, { count: 3, waited_s: 7 });
  const [other = ''] = await post(BEN, { waited_s: 86_400 });
  await post(BEN, { at: NOON + DAY - 1 });
  await post(ANNA, { event: `e-${LEAGUE}`, tenant: LEAGUE });
  const start = await expectFigures(world.db);
  expect(start).toBeGreaterThan(10);
  for (const photo of [first, second, other]) for (const fan of [ANNA, BEN]) await like(fan, photo);
  await world.ok('deleteReaction', { as: BEN, body: { media_url: first, reaction: '1' } });
  expect(await expectFigures(world.db)).toBeGreaterThan(start);
  await remove(ANNA, second);
  await expectFigures(world.db);
  await world.ok('putUsepermit', { as: ANNA, body: { usepermit: true, wording: '1' } });
  await world.ok('putUsepermit', { as: ANNA, body: { usepermit: false, wording: '1', earlier_posts: true } });
  await expectFigures(world.db);
  const report = { as: BEN, body: { media_url: third, reason: 'privacy', text: '' } } as const;
  await world.ok('putPhotoReport', report);
  const { list } = await world.staff.ok('getStaffCases', { as: `owner-${CLUB}`, query: { state: 'open' } });
  const body = { case_id: list[0]?.case_id ?? 0, reason: '理由' };
  await world.staff.ok('putStaffDecision', { as: `owner-${CLUB}`, body: { ...body, decision: 'hide', days: null } });
  await expectFigures(world.db);
  await world.staff.ok('putStaffUndo', { as: `owner-${CLUB}`, body: { case_id: body.case_id } });
  await expectFigures(world.db);
  const { rows: kept } = await sql`select 1 from figure_poster where user_id = ${BEN}`.execute(world.db);
  expect(kept.length).toBeGreaterThan(0);
  await deleteAccount(world.db, BEN, new Date(NOON));
  await expectFigures(world.db);
  expect((await sql`select scope from figure_poster where user_id = ${BEN}`.execute(world.db)).rows).toEqual([]);
  await world.join(BEN);
  await expectFigures(world.db);
});

test('STF-17a fans who post at once are each counted once', async () => {
  const fans = await Promise.all(Array.from({ length: 6 }, () => world.newFan()));
  await Promise.all(fans.flatMap((fan) => [post(fan), post(fan, { event: `e-${CLUB}` })]));
  await expectFigures(world.db);
  // The embedded database has one connection.
  if (process.env.TEST_DATABASE_URL === undefined) return;
  const count = (db: Kysely<Database>) =>
    sql`select count_poster('race', 'fan', 'event:e', date '2026-06-10', 1)`.execute(db);
  let second: Promise<unknown> = Promise.resolve();
  await world.db.transaction().execute(async (trx) => {
    await count(trx);
    second = world.db.transaction().execute(count);
    await expect
      .poll(async () => (await sql`select 1 from pg_locks where not granted`.execute(trx)).rows.length)
      .toBeGreaterThan(0);
  });
  await second;
  const { rows } = await sql`select n from figure_change where tenant = 'race'`.execute(world.db);
  expect(rows).toEqual([{ n: 1 }]);
  expect((await sql`select n from figure_poster where tenant = 'race'`.execute(world.db)).rows).toEqual([{ n: 2 }]);
  for (const table of ['figure_change', 'figure_poster'])
    await sql`delete from ${sql.table(table)} where tenant = 'race'`.execute(world.db);
});

test('STF-17a photos older than the figures are counted once, whatever happens to them meanwhile', async () => {
  const [liked = '', gone = '', hidden = ''] = await post(ANNA, { count: 3 });
  await like(BEN, liked);
  await like(BEN, gone);
  await addUpFigures(world.db);
  // As the migration leaves them.
  for (const table of ['figure', 'figure_change', 'figure_poster'])
    await sql`delete from ${sql.table(table)}`.execute(world.db);
  await sql`insert into figure(tenant, day, kind, about, n)
    select tenant, (joined_at at time zone 'Asia/Tokyo')::date, 'members', '', count(*) from membership group by 1, 2`.execute(
    world.db,
  );
  await sql`update figure_start set counted = 0, upto = (select max(id) from photo)`.execute(world.db);
  expect((await figures()).is_counting).toBe(true);
  await remove(ANNA, gone);
  await like(ANNA, liked);
  await sql`update photo set hidden_at = now() where media_url = ${hidden}`.execute(world.db);
  await post(BEN);
  await figureOldPhotos(world.db, () => true);
  expect((await figures()).is_counting).toBe(true);
  await figureOldPhotos(world.db, goesOn);
  expect((await figures()).is_counting).toBe(false);
  expect(await expectFigures(world.db)).toBeGreaterThan(10);
  await remove(ANNA, liked);
  await sql`update photo set hidden_at = null where media_url = ${hidden}`.execute(world.db);
  await expectFigures(world.db);
  await figureOldPhotos(world.db, goesOn);
  await expectFigures(world.db);
});

test('STF-17b a season is compared with as many days of the season before, and days with the days before', async () => {
  const at = (day: string) => Date.parse(`${day}T12:00:00+09:00`);
  // 2026-06-10 is day 130 of its season, and 2025-06-10 that of the one before.
  await post(ANNA, { event: 'old', at: at('2025-02-01'), count: 2 });
  await post(ANNA, { event: 'old', at: at('2025-06-10') });
  await post(BEN, { event: 'old', at: at('2025-06-11'), count: 4 });
  world.setNow(NOON);
  const season = await figures();
  expect(season).toMatchObject({ season_id: 's26', period: { from: '2026-02-01', until: '2026-06-10' } });
  expect(season.seasons.map(({ season_id }) => season_id)).toEqual(['s26', 's25']);
  expect(season.before).toMatchObject({
    ...{ season_name: '2025', from: '2025-02-01', until: '2025-06-10' },
    totals: { photos: 3, posters: 1 },
  });
  const today = dayOf(season.period.days, '2026-06-10');
  expect(today.photos).toBeGreaterThan(0);
  expect(season.period.totals).toMatchObject({ photos: today.photos, posters: today.posters });
  const whole = await figures({ season: 's25' });
  expect(whole).toMatchObject({ before: null, period: { until: '2025-12-31', totals: { photos: 7, posters: 2 } } });
  expect(whole.period.days.map(({ day, photos, posters }) => [day, photos, posters])).toEqual([
    ['2025-02-01', 2, 1],
    ['2025-06-10', 1, 1],
    ['2025-06-11', 4, 1],
  ]);
  expect(whole.events).toMatchObject([{ event_id: 'old', photos: 7, posters: 2 }]);
  const recent = await figures({ span: 'recent' });
  expect(recent).toMatchObject({ season_id: null, period: { from: '2026-05-12', totals: { posters: null } } });
  expect(recent.before).toMatchObject({ season_name: null, from: '2026-04-12', until: '2026-05-11' });
  const elsewhere = await figures({}, LEAGUE);
  expect(elsewhere).toMatchObject({ seasons: [], season_id: null });
  expect(elsewhere.events.map(({ event_id }) => event_id)).toEqual([`e-${LEAGUE}`]);
  expect(await world.staff.outcome('getStaffFigures', { as, query: { season: 'none' } })).toBe('NOT_FOUND');
});

test('STF-17c reads and times are told for days since they are recorded', async () => {
  world.setNow(NOON);
  const [photo = ''] = await post(ANNA, { event: `e-${CLUB}`, waited_s: 40 });
  await sql`update figure_start set since = '2026-06-10'`.execute(world.db);
  const was = dayOf((await figures()).period.days, '2026-06-10').reads;
  await read(photo);
  await read(photo, ANNA);
  await read(photo, ANNA);
  const { since, period, before, events } = await figures();
  expect(since).toBe('2026-06-10');
  expect(dayOf(period.days, since).reads).toBe((was ?? 0) + 3);
  expect(period.totals.reads).toBe((was ?? 0) + 3);
  expect(events.find(({ event_id }) => event_id === `e-${CLUB}`)).toMatchObject({ reads: 3, wait_s: 45 });
  // The season before was not recorded, and is not compared.
  expect(before?.totals).toMatchObject({ reads: null, wait_s: null });
  await sql`update figure_start set since = '2025-05-01'`.execute(world.db);
  expect((await figures()).before?.totals.reads).toBeNull();
  expect(dayOf((await figures({ season: 's25' })).period.days, '2025-02-01').reads).toBeNull();
  expect((await figures({ season: 's25' })).period.totals.reads).toBe(0);
  // Reads stay when the photo goes: it was opened.
  await remove(ANNA, photo);
  expect(dayOf((await figures()).period.days, '2026-06-10').reads).toBe((was ?? 0) + 3);
});

test('STF-17d files have every day and event; an unknown figure is empty, no cell a formula', async () => {
  await sql`update figure_start set since = '2026-06-10'`.execute(world.db);
  await addUpFigures(world.db);
  const file = async (by: 'day' | 'event') =>
    (await world.staff.ok('getStaffFiguresFile', { as, query: { by } })).csv.trimEnd().split('\r\n');
  const days = await file('day');
  expect(days).toHaveLength(1 + 130);
  expect(days[0]).toBe(
    '\ufeff"日付","写真","投稿者","許諾あり","許諾の割合（%）","表示","いいね","公開までの時間（秒・中央値）","新規登録"',
  );
  expect(days[1]).toBe('"2026-02-01","0","0","0","","","0","","0"');
  const today = dayOf((await figures()).period.days, '2026-06-10');
  expect(days.at(-1)).toMatch(new RegExp(`^"2026-06-10","${today.photos}","${today.posters}",`));
  const events = await file('event');
  expect(events.some((line) => line.startsWith(`"final","'=決勝","2026-06-10",`))).toBe(true);
});

test('STF-17e the call reads no photo, like or view: it answers while nobody may', async () => {
  const url = process.env.TEST_DATABASE_URL;
  // The embedded database has one connection.
  if (url === undefined) return;
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db);
  const place = Object.assign(new URL(url), { pathname: `/${rows[0]?.name}` });
  const holder = new Kysely<object>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: place.href }) }),
  });
  try {
    await holder.transaction().execute(async (trx) => {
      for (const table of [
        'photo',
        'photo_search',
        'photo_tag',
        'reaction',
        'view_history',
        'figure_poster',
        'figure_change',
      ])
        await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
      const answer = await world.staff.ok('getStaffFigures', { as, query: {} });
      expect(answer.period.totals.photos).toBeGreaterThan(0);
      expect((await world.staff.ok('getStaffFiguresFile', { as, query: { by: 'event' } })).csv).toContain('final');
    });
  } finally {
    await holder.destroy();
  }
});

test('STF-17e a season of figures is read by its days alone', async () => {
  await sql`insert into figure(tenant, day, kind, about, n)
    select 'other', date '2000-01-01' + d, k, 'e' || e, 1 from generate_series(0, 3000) d, generate_series(1, 4) e,
      unnest(array['photos', 'likes', 'permitted', 'reads']) k`.execute(world.db);
  await sql`analyze figure`.execute(world.db);
  const { rows } = await sql<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>`
    explain (analyze, format json) select day, kind, sum(n) from figure
    where tenant = 'other' and day between '2001-01-01'::date and '2001-01-30'::date group by day, kind`.execute(
    world.db,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('no plan');
  const scans = scansOf(plan);
  expect(scans.map((one) => one['Actual Rows'] + (one['Rows Removed by Filter'] ?? 0))).toEqual([30 * 4 * 4]);
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}
/** Nodes that read the table. */
const scansOf = (plan: Plan): Plan[] => [
  ...(plan['Relation Name'] === 'figure' ? [plan] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
];
