/** Whom one fan may follow: so many, and the list of their photos starts from no more. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FOLLOWS_MAX } from '../../src/contract/limits.ts';
import { CLUB } from '../support/tenants.ts';
import { DAY, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  for (const user of ['aki', 'ben', 'cho']) await server.join(user);
});
beforeEach(() => server.db.deleteFrom('follow').execute());
afterAll(() => server.close());

const follow = (follow_user: string) => server.call('putFollow', { as: 'aki', body: { follow_user } });
const fill = (count: number, at = NOON) =>
  sql`insert into follow(tenant, user_id, follow_user, created_at)
    select ${CLUB}, 'aki', 'fan' || n, ${new Date(at)}::timestamptz from generate_series(1, ${count}::int) as n`.execute(
    server.db,
  );

test('SAF-31a API-PUT-/user/follow/item a fan follows as many as the bound, and whom one follows already', async () => {
  await fill(FOLLOWS_MAX - 1);
  expect((await follow('ben')).status).toBe(200);
  expect(await follow('cho')).toEqual({ status: 403, code: 'NOT_ALLOWED' });
  expect((await follow('ben')).status).toBe(200);
  await server.ok('deleteFollow', { as: 'aki', body: { follow_user: 'ben' } });
  expect((await follow('cho')).status).toBe(200);
});

test('SAF-31a the list of followed photos starts from the latest follows, as many as there may be', async () => {
  await server.addEvent('followed');
  const photos = { ben: server.storePhoto('ben', 'followed'), cho: server.storePhoto('cho', 'followed') };
  for (const [as, photo] of Object.entries(photos))
    expect((await server.post(as, 'followed', [photo])).status).toBe(200);
  const since = { ben: NOON - DAY, cho: NOON + DAY };
  for (const [follow_user, at] of Object.entries(since))
    await server.db
      .insertInto('follow')
      .values({ tenant: CLUB, user_id: 'aki', follow_user, created_at: new Date(at) })
      .execute();
  const shown = async () =>
    (await server.ok('getFollowedPhotos', { as: 'aki' })).media_list.map(({ media_url }) => media_url);
  expect((await shown()).toSorted()).toEqual([photos.ben.media_url, photos.cho.media_url].toSorted());
  await fill(FOLLOWS_MAX - 1);
  expect(await shown()).toEqual([photos.cho.media_url]);
});
