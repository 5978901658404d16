/** Photos that are public before their original has come (PUB-01), and what becomes of the original (PUB-02). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NewPhoto } from '../../src/contract/entities.ts';
import { DAY, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  for (const user of ['aki', 'ben']) await server.join(user);
  await server.addEvent('match');
}, 60_000);
beforeEach(() => server.setNow(NOON));
afterEach(() => expect(server.errors).toEqual([]));
afterAll(() => server.close());

/** Registered, and without its original. */
async function postPending(): Promise<NewPhoto> {
  const photo = server.storePhoto('aki', 'match');
  expect((await server.post('aki', 'match', [photo])).status).toBe(200);
  await server.db
    .updateTable('photo')
    .set({ original_state: 'pending' })
    .where('media_url', '=', photo.media_url)
    .execute();
  server.stored.delete(photo.media_url);
  return photo;
}
const store = (photo: NewPhoto, change: Partial<{ size: number; owner: string | null; picture: null }> = {}) =>
  server.stored.set(photo.media_url, { size: photo.size, owner: 'aki', ...change });
const report = async (as: string, ...photos: NewPhoto[]) =>
  (
    await server.ok('putOriginals', { as, body: { media_urls: photos.map(({ media_url }) => media_url) } })
  ).originals.map(({ state }) => state);
const isPending = async ({ media_url }: NewPhoto) =>
  (await server.ok('getPhoto', { query: { media_url: btoa(media_url) } })).list[0]?.original_pending;

describe('the original follows', () => {
  test('API-PUT-/media/list/originals PUB-02 it is missing until it is stored, then it is proven, once and for all', async () => {
    const [photo, other] = [await postPending(), await postPending()];
    expect(await report('aki', photo, other)).toEqual(['missing', 'missing']);
    expect(await isPending(photo)).toBe(true);
    store(photo);
    expect(await report('aki', photo, other, photo)).toEqual(['stored', 'missing', 'stored']);
    expect(await isPending(photo)).toBe(false);
    expect(await isPending(other)).toBe(true);
    expect(await report('aki', photo)).toEqual(['stored']);
  });

  test('API-PUT-/media/list/originals PUB-02 reported twice at the same moment it is stored both times', async () => {
    const photo = await postPending();
    store(photo);
    expect(await Promise.all([1, 2, 3].map(() => report('aki', photo)))).toEqual([['stored'], ['stored'], ['stored']]);
  });

  test('API-PUT-/media/list/originals PUB-02 of nobody else and of no photo: gone', async () => {
    const photo = await postPending();
    store(photo);
    expect(await report('ben', photo)).toEqual(['gone']);
    expect(await isPending(photo)).toBe(true);
    await server.ok('deletePhoto', { as: 'aki', body: { public_list_id: 'event', media_url: photo.media_url } });
    expect(server.stored.has(photo.media_url)).toBe(false);
    expect(await report('aki', photo)).toEqual(['gone']);
  });

  test.each([
    ['of another size', { size: 999 }],
    ['that is no picture', { picture: null }],
  ])(
    'API-PUT-/media/list/originals PUB-02 an own object %s is refused and removed; the photo stays',
    async (_, change) => {
      const photo = await postPending();
      store(photo, change);
      expect(await report('aki', photo)).toEqual(['refused']);
      expect(server.stored.has(photo.media_url)).toBe(false);
      expect(await isPending(photo)).toBe(true);
      store(photo);
      expect(await report('aki', photo)).toEqual(['refused']);
    },
  );

  test('API-PUT-/media/list/originals PUB-02 what somebody else stored under its key goes; the right one comes', async () => {
    const photo = await postPending();
    for (const foreign of [{ owner: 'ben' }, { owner: null, size: 999 }]) {
      store(photo, foreign);
      expect(await report('aki', photo)).toEqual(['missing']);
      expect(server.stored.has(photo.media_url)).toBe(false);
    }
    store(photo, { owner: null });
    expect(await report('aki', photo)).toEqual(['stored']);
  });

  test('API-PUT-/media/list/originals PUB-02 edited, hidden, event over: it comes all the same', async () => {
    const [edited, hidden, late] = [await postPending(), await postPending(), await postPending()];
    for (const photo of [edited, hidden, late]) store(photo);
    const body = { media_url: edited.media_url, event_id: 'match', season_id: null, team_id: null } as const;
    const words = { caption: 'after', player: '', htag: '', photo_location: null, usepermit: false };
    await server.ok('putCaption', { as: 'aki', body: { public_list_id: 'event', ...body, ...words } });
    const { media_url } = hidden;
    await server.db
      .updateTable('photo')
      .set({ hidden_at: new Date(NOON) })
      .where('media_url', '=', media_url)
      .execute();
    server.setNow(NOON + 30 * DAY);
    expect(await report('aki', edited, hidden, late)).toEqual(['stored', 'stored', 'stored']);
  });
});
