/** Photos that wait on a fan's devices, as the server is told (QUE-05e, QUE-05f). */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { removeUnused } from '../../server/database/removeUnused.ts';
import { WAITING_DEVICES } from '../../src/contract/limits.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { DAY, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  for (const fan of ['aki', 'ben']) for (const tenant of [CLUB, LEAGUE]) await server.join(fan, tenant);
  await server.addEvent('e');
});
afterAll(() => server.close());
beforeEach(() => sql`delete from waiting_device`.execute(server.db));

const deviceOf = (letter: string) => letter.repeat(20);
const tell = (letter: string, photos: number, as = 'aki', tenant: string = CLUB) =>
  server.ok('putWaitingPhotos', { as, tenant, body: { device: deviceOf(letter), photos } });
/** First letter of each device with its photos. */
const told = async (as = 'aki', tenant: string = CLUB) => {
  const { list } = await server.ok('getWaitingPhotos', { as, tenant });
  return list.map(({ device, photos }) => `${device[0]}${photos}`);
};
const rows = () => server.db.selectFrom('waiting_device').selectAll().execute();
/** As if all was told so many milliseconds ago. */
const age = (ms: number) => sql`update waiting_device set at = ${new Date(NOON - ms)}`.execute(server.db);
const LATER = WAITING_DEVICES.quietMs + 1_000;

test('QUE-05f what a device told is shown after ten minutes, to its fan and in its tenant alone', async () => {
  await tell('a', 3);
  expect(await told()).toEqual([]);
  await age(LATER);
  expect(await told()).toEqual(['a3']);
  expect([await told('ben'), await told('aki', LEAGUE)]).toEqual([[], []]);
  await tell('a', 0, 'ben');
  await tell('a', 0, 'aki', LEAGUE);
  expect(await told()).toEqual(['a3']);
  await tell('a', 0);
  expect(await rows()).toEqual([]);
});

test('QUE-05f photos that were posted since are not counted, whoever sent them', async () => {
  await tell('a', 2);
  await age(LATER);
  await server.post('aki', 'e', [server.storePhoto('aki', 'e')]);
  expect(await told()).toEqual(['a1']);
  await server.post('aki', 'e', [server.storePhoto('aki', 'e')]);
  expect(await told()).toEqual([]);
});

test('QUE-05e told again it is one row; of more devices than 20 the oldest goes', async () => {
  await tell('a', 3);
  await age(LATER);
  await tell('a', 4);
  expect((await rows()).map(({ photos }) => photos)).toEqual([4]);
  await age(LATER);
  const letters = [...'bcdefghijklmnopqrstu'];
  expect(letters).toHaveLength(WAITING_DEVICES.max);
  for (const letter of letters) await tell(letter, 1);
  expect((await rows()).map(({ device_id }) => device_id[0]).sort()).toEqual(letters);
});

test('QUE-05e who is no member of the tenant tells nothing there', async () => {
  const body = { device: deviceOf('a'), photos: 1 };
  expect(await server.call('putWaitingPhotos', { as: 'nobody', body })).toEqual({ status: 403, code: 'NOT_A_MEMBER' });
});

test('QUE-05e a device that was not heard of for 30 days is forgotten', async () => {
  await tell('a', 1);
  await age(WAITING_DEVICES.days * DAY - 1_000);
  await tell('b', 1);
  await sql`update waiting_device set at = ${new Date(NOON - WAITING_DEVICES.days * DAY - 1_000)} where device_id = ${deviceOf('b')}`.execute(
    server.db,
  );
  await removeUnused(server.db, () => NOON);
  expect((await rows()).map(({ device_id }) => device_id[0])).toEqual(['a']);
});

test('QUE-05e the export has what devices told', async () => {
  await tell('a', 3);
  const { waiting_photos } = await server.ok('getExport', { as: 'aki' });
  expect(waiting_photos).toEqual([{ tenant_id: CLUB, photos: 3, created_at: '2026-06-10 12:00:00' }]);
});
