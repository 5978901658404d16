/** Originals that are not what was registered are removed while no transaction is open, and never the right one (PUB-02b). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredObjects } from '../../server/api/handlers.ts';
import { putOriginals } from '../../server/api/photos/lateOriginals.ts';
import type { NewPhoto } from '../../src/contract/entities.ts';
import { previewKey } from '../../src/contract/pictureKeys.ts';
import { CLUB } from '../support/tenants.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  await server.join('aki');
  await server.addEvent('match');
});
afterAll(() => server.close());

const MINUTE = 60_000;
let now = NOON;

async function postPending(): Promise<NewPhoto> {
  const photo = server.storePhoto('aki', 'match', { original: 'later' });
  server.stored.delete(photo.media_url);
  server.stored.set(previewKey(photo.media_url), { size: 300, owner: 'aki', picture: { width: 1600, height: 1200 } });
  expect((await server.post('aki', 'match', [photo])).status).toBe(200);
  return photo;
}

const stored = () => server.stored;
const sizeOf = (photo: NewPhoto) => ({ width: photo.width, height: photo.height });
const putRight = (photo: NewPhoto) =>
  stored().set(photo.media_url, { size: photo.size, owner: null, picture: sizeOf(photo) });
const putForeign = (photo: NewPhoto) => stored().set(photo.media_url, { size: 999, owner: null });
const putRefused = (photo: NewPhoto) => stored().set(photo.media_url, { size: 999, owner: 'aki' });

/** A bucket that does not know owners. `before`: what happens until it does what it was asked. */
function store(before: (call: 'stat' | 'remove') => unknown = () => {}): StoredObjects {
  return {
    async stat(key) {
      const found = stored().get(key) ?? null;
      await before('stat');
      return found;
    },
    readPicture: async (key) => stored().get(key)?.picture ?? null,
    async remove(keys) {
      await before('remove');
      for (const key of keys) stored().delete(key);
    },
    removeBelow: () => expect.unreachable(),
  };
}

/** What a copy of the server says of the photo's original. */
async function report(photo: NewPhoto, objects = store()) {
  const context = {
    db: server.db,
    objects,
    tenant: CLUB,
    userId: 'aki',
    pushKey: '',
    now: () => new Date(now),
    attributesOf: async () => null,
    isTenant: () => true,
  };
  const input = { params: {}, query: {}, body: { media_urls: [photo.media_url] } };
  const answer = await putOriginals(context, input);
  return typeof answer === 'object' && 'originals' in answer ? answer.originals[0]?.state : expect.unreachable();
}

/** A moment that is waited for, and goes on when it is told to. */
function gate() {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    reached: reached.promise,
    open: opened.resolve,
    pass() {
      reached.resolve();
      return opened.promise;
    },
  };
}

test.each([
  ['refused', putRefused],
  ['missing', putForeign],
] as const)('PUB-02b a silent store holds up nobody else while an original is %s', async (state, put) => {
  const photo = await postPending();
  put(photo);
  const calls: string[] = [];
  const likeOfAFan = async (call: string) => {
    let isAnswered = false;
    const db = server.db.updateTable('photo').set({ reaction_count: 1 }).where('media_url', '=', photo.media_url);
    void db.execute().then(() => {
      isAnswered = true;
    });
    await expect.poll(() => isAnswered, { timeout: 5_000 }).toBe(true);
    calls.push(call);
  };
  expect(await report(photo, store(likeOfAFan))).toBe(state);
  expect(new Set(calls)).toEqual(new Set(['stat', 'remove']));
  expect(stored().has(photo.media_url)).toBe(false);
});

describe('what somebody else stored', () => {
  test('PUB-02b goes once: a copy that saw it before does not remove what came instead', async () => {
    const photo = await postPending();
    putForeign(photo);
    const late = gate();
    const slow = report(photo, store(late.pass));
    await late.reached;
    expect(await report(photo)).toBe('missing');
    putRight(photo);
    expect(await report(photo)).toBe('stored');
    late.open();
    await slow;
    expect(stored().has(photo.media_url)).toBe(true);
  });

  test('PUB-02b is removed by one copy at a time, by another when that one has died', async () => {
    const photo = await postPending();
    putForeign(photo);
    const dying = gate();
    const first = report(
      photo,
      store((call) => call === 'remove' && dying.pass()),
    );
    await dying.reached;
    expect(await report(photo)).toBe('missing');
    expect(stored().has(photo.media_url)).toBe(true);
    now += 11 * MINUTE;
    expect(await report(photo)).toBe('missing');
    expect(stored().has(photo.media_url)).toBe(false);
    dying.open();
    await first;
  });

  test('PUB-02b a copy whose look took too long leaves it to the next', async () => {
    const photo = await postPending();
    putForeign(photo);
    let looks = 0;
    const slow = store((call) => {
      looks += 1;
      if (call === 'remove') expect.unreachable();
      if (looks === 2) now += 6 * MINUTE;
    });
    expect(await report(photo, slow)).toBe('missing');
    expect(await report(photo)).toBe('missing');
    expect(stored().has(photo.media_url)).toBe(false);
  });
});

test('PUB-02b a refused one whose removal failed, or that is stored again, goes at the next report', async () => {
  const photo = await postPending();
  putRefused(photo);
  const failing = store((call) => {
    if (call === 'remove') throw new Error('silent');
  });
  await expect(report(photo, failing)).rejects.toThrow('silent');
  for (const put of [() => {}, putRefused]) {
    put(photo);
    expect(await report(photo)).toBe('refused');
    expect(stored().has(photo.media_url)).toBe(false);
  }
});
