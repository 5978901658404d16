/** On a real PostgreSQL, where calls really meet: counters that go at the moment others count on them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeUnused } from '../../server/database/removeUnused.ts';
import type { BodyOf } from '../../src/contract/endpoints.ts';
import { expectExactCounts } from './countsCheck.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
const fans = Array.from({ length: 10 }, (_, n) => `fan${n}`);
beforeAll(async () => {
  server = await startRoutesServer();
  for (const fan of fans) await server.join(fan);
});
afterAll(() => server.close());

test('SAF-31b SAF-19 counters that go at the moment somebody counts on them are counted right', async () => {
  await server.addEvent('e', { season_id: 's' });
  // Two fans each give a word and take it back, so that its counters come to nothing again and again.
  const photos = fans.map((as, n) => {
    const words = { htag: `#a${n >> 1}`, player: `選手${n >> 1}` };
    return { as, words, photo: server.storePhoto(as, 'e', words) };
  });
  let isOver = false;
  const clean = async () => {
    while (!isOver) await removeUnused(server.db, () => NOON);
  };
  const live = async ({ as, words, photo }: (typeof photos)[number]) => {
    const statuses = [(await server.post(as, 'e', [photo])).status];
    for (let n = 0; n < 20; n += 1) {
      const body: BodyOf<'putCaption'> = {
        public_list_id: 'event',
        media_url: photo.media_url,
        caption: '',
        event_id: 'e',
        season_id: null,
        usepermit: true,
        team_id: null,
        photo_location: null,
        ...(n % 2 === 0 ? { htag: '', player: '' } : words),
      };
      statuses.push((await server.call('putCaption', { as, body })).status);
    }
    return statuses;
  };
  const cleaning = [clean(), clean()];
  const statuses = await Promise.all(photos.map(live));
  isOver = true;
  await Promise.all(cleaning);
  expect([...new Set(statuses.flat()), ...server.errors]).toEqual([200]);
  await expectExactCounts(server.db);
});
