/** Photos that are public before their original has come (PUB-01), and what becomes of the original (PUB-02). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPendingOriginals } from '../../server/api/photos/originalStates.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import type { NewPhoto } from '../../src/contract/entities.ts';
import { previewKey } from '../../src/contract/pictureKeys.ts';
import { mostPreviewBytes } from '../../src/rules/pictureBytes.ts';
import { DAY, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  for (const user of ['aki', 'ben']) await server.join(user);
  await server.addEvent('match');
});
beforeEach(() => server.setNow(NOON));
afterEach(() => expect(server.errors).toEqual([]));
afterAll(() => server.close());

/** Its thumbnail and preview are stored, of a photo of 4000 × 3000. */
function storeSmall(fields: Partial<NewPhoto> = {}, event = 'match'): NewPhoto {
  const photo = server.storePhoto('aki', event, { original: 'later', ...fields });
  server.stored.delete(photo.media_url);
  storePreview(photo, {});
  return photo;
}
const PREVIEW = { size: 300, owner: 'aki', picture: { width: 1600, height: 1200 } };
const storePreview = ({ media_url }: NewPhoto, change: Partial<StoredObject>) =>
  server.stored.set(previewKey(media_url), { ...PREVIEW, ...change });
type StoredObject = { size: number; owner: string | null; picture?: { width: number; height: number } | null };

/** Registered, and without its original. */
async function postPending(): Promise<NewPhoto> {
  const photo = storeSmall();
  expect((await server.post('aki', 'match', [photo])).status).toBe(200);
  return photo;
}
const store = (photo: NewPhoto, change: Partial<{ size: number; owner: string | null; picture: null }> = {}) =>
  server.stored.set(photo.media_url, { size: photo.size, owner: 'aki', ...change });
const report = async (as: string, ...photos: NewPhoto[]) =>
  (
    await server.ok('putOriginals', { as, body: { media_urls: photos.map(({ media_url }) => media_url) } })
  ).originals.map(({ state }) => state);
const shown = async ({ media_url }: NewPhoto) =>
  (await server.ok('getPhoto', { query: { media_url: btoa(media_url) } })).list[0];
const isPending = async (photo: NewPhoto) => (await shown(photo))?.original_pending;

describe('public before the original', () => {
  const tryPost = (photo: NewPhoto) => server.post('aki', 'match', [photo]);

  test('API-PUT-/media/list/items PUB-01a thumbnail and preview are enough: shown, its original pending', async () => {
    const photo = storeSmall();
    expect((await tryPost(photo)).status).toBe(200);
    expect(await shown(photo)).toMatchObject({ original_pending: true, has_preview: true, width: 4000, height: 3000 });
    expect((await tryPost(photo)).status).toBe(200);
    const { media_list } = await server.ok('getPublicList', {
      params: { publicListId: 'event' },
      query: { e: 'match' },
    });
    expect(media_list.filter(({ media_url }) => media_url === photo.media_url)).toHaveLength(1);
  });

  test('API-PUT-/media/list/items PUB-01a never public without bytes: both are needed, no original instead', async () => {
    const key = (photo: NewPhoto) => ({
      preview: previewKey(photo.media_url),
      thumbnail: thumbnailKey(photo.media_url),
    });
    for (const part of ['preview', 'thumbnail'] as const) {
      const photo = storeSmall();
      store(photo);
      server.stored.delete(key(photo)[part]);
      expect([part, await tryPost(photo)]).toEqual([part, { status: 409, code: 'OBJECT_MISSING' }]);
      const stolen = storeSmall();
      const object = server.stored.get(key(stolen)[part]);
      server.stored.set(key(stolen)[part], { size: 300, ...object, owner: 'ben' });
      expect([part, await tryPost(stolen)]).toEqual([part, { status: 409, code: 'MEDIA_URL_TAKEN' }]);
    }
  });

  test.each<[string, Partial<StoredObject>]>([
    ['no picture', { picture: null }],
    ['smaller than a preview', { picture: { width: 1599, height: 1200 } }],
    ['larger than a preview', { picture: { width: 1602, height: 1201 } }],
    ['of another shape', { picture: { width: 1600, height: 1203 } }],
    ['lying on its side', { picture: { width: 1200, height: 1600 } }],
    ['of too many bytes', { size: mostPreviewBytes({ width: 4000, height: 3000 }) + 1 }],
  ])('API-PUT-/media/list/items IMG-01 a preview that is %s registers nothing', async (_, change) => {
    const photo = storeSmall();
    storePreview(photo, change);
    expect(await tryPost(photo)).toEqual({ status: 400, code: 'INVALID_REQUEST' });
  });

  test('API-PUT-/media/list/items IMG-01 a shape is the same up to rounding; what is small comes whole', async () => {
    const odd = storeSmall({ width: 4096, height: 2731 });
    storePreview(odd, { picture: { width: 1600, height: 1067 } });
    expect((await tryPost(odd)).status).toBe(200);
    const small = storeSmall({ width: 1600, height: 1200 });
    expect(await tryPost(small)).toEqual({ status: 400, code: 'INVALID_REQUEST' });
  });

  test('API-PUT-/media/list/items IMG-01 a preview that came with a whole post is used; a bad one is not', async () => {
    for (const [change, has_preview] of [
      [{}, true],
      [{ picture: { width: 1600, height: 900 } }, false],
      [{ owner: 'ben' }, false],
    ] as const) {
      const whole = server.storePhoto('aki', 'match');
      storePreview(whole, change);
      expect((await tryPost(whole)).status).toBe(200);
      expect(await shown(whole)).toMatchObject({ has_preview, original_pending: false });
    }
  });

  test('PUB-02c places of unregistered uploads: the original keeps its own until it is proven', async () => {
    const photo = storeSmall();
    const { media_url } = photo;
    for (const key of [media_url, previewKey(media_url), thumbnailKey(media_url)])
      await server.db
        .insertInto('unregistered_upload')
        .values({ id: key, user_id: 'aki', key, bytes: 1, stored_at: new Date(NOON) })
        .execute();
    const held = async () =>
      (await server.db.selectFrom('unregistered_upload').select('key').execute()).map(({ key }) => key);
    await tryPost(photo);
    expect(await held()).toEqual([media_url]);
    store(photo);
    expect(await report('aki', photo)).toEqual(['stored']);
    expect(await held()).toEqual([]);
  });

  test('PUB-02a how many originals are awaited and for how long is told to the operator', async () => {
    await server.db.updateTable('photo').set({ original_state: 'stored' }).execute();
    const given = await postPending();
    await server.db
      .updateTable('photo')
      .set({ created_at: new Date(NOON - 3 * DAY) })
      .where('media_url', '=', given.media_url)
      .execute();
    const [photo] = [await postPending(), await postPending()];
    const read = () => readPendingOriginals(server.db, new Date(NOON + 60_000));
    expect(await read()).toEqual({ all: 3, recent: 2, oldestRecentSeconds: 60 });
    store(photo);
    await report('aki', photo);
    expect(await read()).toMatchObject({ all: 2, recent: 1 });
  });
});

describe('the original follows', () => {
  test('API-PUT-/media/list/originals PUB-02a missing until it is stored, then proven, once and for all', async () => {
    const [photo, other] = [await postPending(), await postPending()];
    expect(await report('aki', photo, other)).toEqual(['missing', 'missing']);
    expect(await isPending(photo)).toBe(true);
    store(photo);
    expect(await report('aki', photo, other, photo)).toEqual(['stored', 'missing', 'stored']);
    expect(await isPending(photo)).toBe(false);
    expect(await isPending(other)).toBe(true);
    expect(await report('aki', photo)).toEqual(['stored']);
  });

  test('API-PUT-/media/list/originals PUB-02b reported twice at the same moment it is stored both times', async () => {
    const photo = await postPending();
    store(photo);
    expect(await Promise.all([1, 2, 3].map(() => report('aki', photo)))).toEqual([['stored'], ['stored'], ['stored']]);
  });

  test('API-PUT-/media/list/originals PUB-02a of nobody else and of no photo: gone', async () => {
    const photo = await postPending();
    store(photo);
    expect(await report('ben', photo)).toEqual(['gone']);
    expect(await isPending(photo)).toBe(true);
    await server.ok('deletePhoto', { as: 'aki', body: { public_list_id: 'event', media_url: photo.media_url } });
    const { media_url } = photo;
    for (const key of [media_url, previewKey(media_url), thumbnailKey(media_url)])
      expect([key, server.stored.has(key)]).toEqual([key, false]);
    store(photo);
    expect(await report('aki', photo)).toEqual(['gone']);
  });

  test.each([
    ['of another size', { size: 999 }],
    ['that is no picture', { picture: null }],
  ])(
    'API-PUT-/media/list/originals PUB-02b an own object %s is refused and removed; the photo stays',
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

  test('API-PUT-/media/list/originals PUB-02b what somebody else stored under its key goes; it comes', async () => {
    const photo = await postPending();
    for (const foreign of [{ owner: 'ben' }, { owner: null, size: 999 }]) {
      store(photo, foreign);
      expect(await report('aki', photo)).toEqual(['missing']);
      expect(server.stored.has(photo.media_url)).toBe(false);
    }
    store(photo, { owner: null });
    expect(await report('aki', photo)).toEqual(['stored']);
  });

  test('API-PUT-/media/list/originals PUB-02b edited, hidden, event over: it comes all the same', async () => {
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
