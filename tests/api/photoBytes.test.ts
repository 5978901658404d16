/** What keeping the photos of a match on a device takes, as the server tells it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { variantKey } from '../../src/contract/pictureKeys.ts';
import { PictureWorld } from './picturesSetup.ts';
import type { RoutesServer } from './routesServer.ts';

const world = new PictureWorld();
let server: RoutesServer;
beforeAll(async () => {
  ({ server } = await world.open());
});
afterAll(() => world.close());

test('KEP-01a a photo weighs what its largest AVIF does; one not derived yet is not measured', async () => {
  const mediaUrl = await world.post();
  const eventId = mediaUrl.split('/')[2] ?? '';
  const told = async () => server.ok('getPhotoBytes', { query: { e: eventId } });
  expect(await told()).toEqual({ count: 1, measured: 0, bytes: 0 });
  await world.run({ pictures: world.pictures });
  const bytes = world.stored.get(variantKey(mediaUrl, 1600))?.byteLength;
  expect(bytes).toBeGreaterThan(0);
  expect(await told()).toEqual({ count: 1, measured: 1, bytes });
  await world.post();
  expect(await told()).toEqual({ count: 2, measured: 1, bytes });
  await server.db.updateTable('photo').set({ hidden_at: new Date() }).where('media_url', '=', mediaUrl).execute();
  expect(await told()).toEqual({ count: 1, measured: 0, bytes: 0 });
});
