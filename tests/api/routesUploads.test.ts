/** Places for uploads that are not registered yet, counted in the database. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createUnregisteredUploads, forgetUploads } from '../../server/objects/unregisteredUploads.ts';
import { UNREGISTERED_UPLOADS } from '../../src/contract/limits.ts';
import { newKey } from './objectsSetup.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

const { inWindow, altogether } = UNREGISTERED_UPLOADS;
let server: RoutesServer;
let now = NOON;
/** Two copies of the server on one database. */
const copies = () => [1, 2].map(() => createUnregisteredUploads(server.db, () => now)) as [Uploads, Uploads];
type Uploads = ReturnType<typeof createUnregisteredUploads>;
beforeAll(async () => {
  server = await startRoutesServer();
});
beforeEach(async () => {
  now = NOON;
  await server.db.deleteFrom('unregistered_upload').execute();
});
afterAll(() => server.close());

/** As many as are asked for stand in the table already. */
async function fill(sub: string, count: number, bytes: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, n) => {
    const key = newKey();
    return { id: `${sub}${now}${n}`, user_id: sub, key, bytes, stored_at: new Date(now) };
  });
  if (rows.length > 0) await server.db.insertInto('unregistered_upload').values(rows).execute();
  return rows.map(({ key }) => key);
}

test('SAF-10a several posts of 15 photos wait side by side in one hour', async () => {
  const [one] = copies();
  for (let photo = 0; photo < 15 * 4; photo += 1) {
    for (const bytes of [4_000_000, 270_000, 40_000]) expect(await one.reserve('aki', newKey(), bytes)).not.toBeNull();
  }
});

test('SAF-10a 316 objects of 400 MB are too many; of parallel puts through two copies the rest is taken', async () => {
  await fill('aki', inWindow.count - 5, 1_000_000);
  const [one, two] = copies();
  const tries = Array.from({ length: 20 }, (_, n) => (n % 2 ? one : two).reserve('aki', newKey(), 1000));
  expect((await Promise.all(tries)).filter((id) => id !== null)).toHaveLength(5);
  expect(await one.reserve('aki', newKey(), 1)).toBeNull();
  expect(await one.reserve('ben', newKey(), 1)).not.toBeNull();
  expect(inWindow.count).toBeLessThan(316);
});

test('SAF-10a bytes count like objects, and a place that is given back is free', async () => {
  await fill('aki', 1, inWindow.bytes - 1000);
  const [one, two] = copies();
  expect(await one.reserve('aki', newKey(), 1001)).toBeNull();
  const id = await one.reserve('aki', newKey(), 1000);
  expect(await two.reserve('aki', newKey(), 1)).toBeNull();
  await two.release(id ?? '');
  expect(await two.reserve('aki', newKey(), 1)).not.toBeNull();
});

test('SAF-10a the next hour has room again, until all hours together are full', async () => {
  const [one] = copies();
  let held: string[] = [];
  for (let hours = 0; hours < altogether.count / inWindow.count; hours += 1) {
    expect(await one.reserve('aki', newKey(), 1)).not.toBeNull();
    held = await fill('aki', inWindow.count - 1, 1);
    expect(await one.reserve('aki', newKey(), 1)).toBeNull();
    now += inWindow.windowMs;
  }
  expect(await one.reserve('aki', newKey(), 1)).toBeNull();
  await forgetUploads(server.db, held.slice(0, 1));
  expect(await one.reserve('aki', newKey(), 1)).not.toBeNull();
  expect(await one.reserve('aki', newKey(), 1)).toBeNull();
});
