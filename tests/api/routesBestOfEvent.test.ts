/** The best photos of one event, and the picture of its card (FAN-18). */
import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readEvents } from '../../server/api/events/repository.ts';
import { readBestOfEvent } from '../../server/api/photos/bestOfEvent.ts';
import type { Database } from '../../server/database/schema.ts';
import { BEST_OF_EVENT } from '../../src/contract/limits.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

const FANS = ['aki', 'ben', 'chi', 'dai', 'eri', 'fuu'] as const;
type Fan = (typeof FANS)[number];
const DAY = 24 * 60 * 60 * 1000;

let server: RoutesServer;
let clock = NOON;
beforeAll(async () => {
  server = await startRoutesServer();
  for (const tenant of [CLUB, LEAGUE]) for (const fan of FANS) await server.join(fan, tenant);
});
beforeEach(async () => {
  await server.db.deleteFrom('identity_limit').execute();
});
afterAll(() => server.close());

async function add(
  fan: Fan,
  event: string,
  given: { likes?: number; option?: string; at?: number } = {},
  tenant = CLUB,
) {
  clock += 1000;
  server.setNow(clock);
  const photo = server.storePhoto(fan, event, {}, tenant);
  expect(await server.post(fan, event, [photo], tenant)).toMatchObject({ status: 200 });
  await server.db
    .updateTable('photo')
    .set({
      reaction_count: given.likes ?? 0,
      option: given.option ?? null,
      ...(given.at !== undefined && { created_at: new Date(given.at) }),
    })
    .where('media_url', '=', photo.media_url)
    .execute();
  return photo.media_url;
}
/** Photos nobody likes, so that the event has enough for a strip. */
async function fill(event: string, count: number, tenant = CLUB) {
  for (let i = 0; i < count; i++) await add('fuu', event, {}, tenant);
}
/** Asked as the fan who wrote last: lists may lag behind others' writes. */
async function best(e: string, as?: Fan, tenant = CLUB) {
  const call = { params: { publicListId: 'event' }, query: { e, best: 'true' }, tenant } as const;
  clock += 5000;
  server.setNow(clock);
  const page = await server.ok('getPublicList', as === undefined ? call : { ...call, as });
  expect(page).toMatchObject({ cursor: null, total: null });
  return page.media_list.map(({ media_url }) => media_url);
}

test('FAN-18a best shots first, then likes, which age, one photo a fan, for visitors and fans alike', async () => {
  await server.addEvent('e');
  const aged = await add('aki', 'e', { likes: 7, at: clock - 4 * DAY });
  const [liked, less] = [await add('ben', 'e', { likes: 4 }), await add('ben', 'e', { likes: 3 })];
  const most = await add('chi', 'e', { likes: 9 });
  const marked = await add('dai', 'e', { option: 'best' });
  const newer = await add('eri', 'e', { option: 'best' });
  await add('dai', 'e', { likes: 50 });
  const others = BEST_OF_EVENT.photosMin - 7;
  await fill('e', others);
  const order = [newer, marked, most, liked, aged];
  expect(await best('e')).toEqual(order);
  expect(await best('e', 'aki')).toEqual(order);
  expect(order).not.toContain(less);
  // The list itself, asked at the same moment, is another answer.
  const list = await server.ok('getPublicList', { as: 'aki', params: { publicListId: 'event' }, query: { e: 'e' } });
  expect(list.media_list).toHaveLength(7 + others);
});

test('FAN-18a what is hidden, or by whom the fan muted or blocked, is in no strip', async () => {
  await server.addEvent('seen');
  const photos: string[] = [];
  for (const [i, fan] of (['aki', 'ben', 'chi', 'dai', 'eri'] as const).entries())
    photos.push(await add(fan, 'seen', { likes: 20 - i }));
  await fill('seen', BEST_OF_EVENT.photosMin);
  const [aki = '', ben = '', chi = '', dai = '', eri = ''] = photos;
  expect(await best('seen', 'fuu')).toEqual([aki, ben, chi, dai, eri]);
  await server.ok('putMute', { as: 'fuu', body: { mute_user: 'ben' } });
  expect(await best('seen', 'fuu')).toEqual([aki, chi, dai, eri]);
  expect(await best('seen', 'chi')).toEqual([aki, ben, chi, dai, eri]);
  await server.ok('putBlock', { as: 'chi', body: { block_user: 'aki' } });
  expect(await best('seen', 'chi')).toEqual([ben, chi, dai, eri]);
  expect(await best('seen', 'aki')).toEqual([aki, ben, dai, eri]);
  await server.db.updateTable('photo').set({ hidden_at: new Date() }).where('media_url', '=', eri).execute();
  expect(await best('seen')).toEqual([aki, ben, chi, dai]);
  await server.ok('deletePhoto', { as: 'dai', body: { public_list_id: 'event', media_url: dai } });
  expect(await best('seen', 'dai')).toEqual([]);
});

test('FAN-18b no strip of an event with few photos, or with few that are liked', async () => {
  await server.addEvent('few');
  for (const fan of ['aki', 'ben', 'chi', 'dai'] as const) await add(fan, 'few', { likes: 1 });
  await fill('few', BEST_OF_EVENT.photosMin - 5);
  expect(await best('few')).toEqual([]);
  await fill('few', 1);
  expect(await best('few')).toHaveLength(BEST_OF_EVENT.min);
  await server.db
    .updateTable('photo')
    .set({ reaction_count: 0 })
    .where('event_id', '=', 'few')
    .where('user_id', '=', 'aki')
    .execute();
  expect(await best('few')).toEqual([]);
});

test('FAN-18a SAF-15 an event of another tenant with the same id lends no photo', async () => {
  for (const tenant of [CLUB, LEAGUE]) {
    await server.addEvent('twin', { tenant });
    for (const fan of ['aki', 'ben', 'chi', 'dai'] as const)
      await add(fan, 'twin', { likes: tenant === CLUB ? 1 : 9, ...(fan === 'aki' && { option: 'best' }) }, tenant);
    await fill('twin', BEST_OF_EVENT.photosMin, tenant);
  }
  const [ours, theirs] = [await best('twin'), await best('twin', undefined, LEAGUE)];
  expect([ours.length, theirs.length]).toEqual([4, 4]);
  expect(ours.filter((url) => theirs.includes(url))).toEqual([]);
});

test('FAN-18b the best photos are asked for of one event alone', async () => {
  const params = { publicListId: 'event' } as const;
  const refused = { status: 400, code: 'INVALID_REQUEST' };
  for (const query of [{}, { e: 'e', cp: '山田' }, { e: 'e', sort: 'likes' }, { u: 'aki' }] as const)
    expect(await server.call('getPublicList', { params, query: { ...query, best: 'true' } })).toMatchObject(refused);
});

test('FAN-18c an event of the club without a picture shows its newest best shot, else its most liked photo', async () => {
  await server.addEvent('bare');
  await server.addEvent('own', { user_id: 'aki', event_type: 'memorial' });
  await server.addEvent('made', { thumbnail: '/images/a.jpg' });
  const shown = async (eventId: string) => {
    clock += 5000;
    server.setNow(clock);
    const { thumbnail, picture } = await server.ok('getEvent', { params: { eventId } });
    return [thumbnail, picture];
  };
  for (const event of ['bare', 'own', 'made']) await add('ben', event, { likes: 2 });
  const liked = await add('aki', 'bare', { likes: 3 });
  const size = { width: 4000, height: 3000, variants: [] };
  expect(await shown('bare')).toEqual([liked, size]);
  expect([await shown('own'), await shown('made')]).toEqual([
    [null, null],
    ['/images/a.jpg', null],
  ]);
  const marked = await add('aki', 'bare', { option: 'best' });
  expect(await shown('bare')).toEqual([marked, size]);
  const { list } = await server.ok('getEvents');
  expect(list.find(({ event_id }) => event_id === 'bare')).toMatchObject({ thumbnail: marked, picture: size });
  await server.db.updateTable('photo').set({ hidden_at: new Date() }).where('media_url', '=', marked).execute();
  expect(await shown('bare')).toEqual([liked, size]);
});

/** 20,000 photos of an event, by 50 fans: most are liked, and some hundred are marked. */
async function fillLarge(event: string): Promise<void> {
  const sample = await add('aki', event);
  await server.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ names: string }>`
      select string_agg(quote_ident(attname), ', ') as names from pg_attribute
      where attrelid = 'photo'::regclass and attnum > 0 and not attisdropped
        and attname not in ('id', 'media_url', 'user_id', 'reaction_count', 'created_at', 'option')`.execute(trx);
    const same = sql.raw(rows[0]?.names ?? '');
    await sql`
      insert into photo(${same}, media_url, user_id, reaction_count, created_at, option)
      select ${same}, media_url || n, 'fan' || n % 50, n % 7, created_at - n * interval '1 second', case when n % 40 = 0 then 'best' end
      from photo, generate_series(1, 20000) n where media_url = ${sample}`.execute(trx);
    await sql`
      insert into photo_rank(tenant, term, likes, id) select tenant, 'event:' || event_id, reaction_count, id from photo
      where tenant = ${CLUB} and event_id = ${event} and reaction_count > 0`.execute(trx);
    await sql`update tally set n = n + 20000 where tenant = ${CLUB} and kind = 'event' and value = ${event}`.execute(
      trx,
    );
  });
  await sql`analyze`.execute(server.db);
}

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}
const rowsOf = (node: PlanNode): number[] => [
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
  ...(node.Plans ?? []).flatMap(rowsOf),
];
/** Rows that each step of the statements sent by `run` looked at. */
async function rowsLookedAt(run: (db: Kysely<Database>) => Promise<unknown>): Promise<number[]> {
  const sent: CompiledQuery[] = [];
  const watched = server.db.withPlugin({
    transformQuery({ node, queryId }) {
      sent.push(server.db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await run(watched);
  return server.db.transaction().execute(async (trx) => {
    // A table of so few rows is read whole otherwise.
    await sql`set local enable_seqscan = off`.execute(trx);
    const rows: number[] = [];
    for (const query of sent) {
      const plan = { ...query, sql: `explain (analyze, format json) ${query.sql}` };
      const found = await trx.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(plan);
      rows.push(...found.rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => rowsOf(Plan))));
    }
    return rows;
  });
}

test('FAN-18b however many photos an event has, the strip looks at a bounded number of them', async () => {
  await server.addEvent('large');
  await fillLarge('large');
  const viewer = { tenant: CLUB, userId: 'aki' };
  expect(await readBestOfEvent(server.db, viewer, 'large')).toHaveLength(BEST_OF_EVENT.shown);
  const rows = await rowsLookedAt((db) => readBestOfEvent(db, viewer, 'large'));
  expect(rows.length).toBeGreaterThan(10);
  expect(Math.max(...rows)).toBeLessThanOrEqual(4 * BEST_OF_EVENT.among);
  // A list of events looks at two photos of each.
  const ofEvents = await rowsLookedAt((db) => readEvents(db, CLUB, {}));
  expect(ofEvents.length).toBeGreaterThan(10);
  expect(Math.max(...ofEvents)).toBeLessThan(200);
});
