/** The server derives smaller pictures of photos and looks whether they are pictures, in a process of its own (IMG-02, IMG-05). */
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/retryTransaction.ts';
import { type DeriveDeps, derivePictures } from '../../server/pictures/derivePictures.ts';
import { addOriginalCheck, readPictureBacklog } from '../../server/pictures/pictureJobs.ts';
import { createPictureProcess, type PictureProcess } from '../../server/pictures/pictureProcess.ts';
import { thumbnailKey, variantKey } from '../../src/contract/config.ts';
import { CARD_SIZE } from '../../src/contract/limits.ts';
import { previewKey } from '../../src/contract/pictureKeys.ts';
import { refusedOriginal, withdrawnPhoto } from '../../src/messages/jaWithdrawn.ts';
import { cardKey } from '../../src/rules/objectKeys.ts';
import { CLUB } from '../support/tenants.ts';
import { HOUR, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

const SIZE = { width: 2000, height: 1500 };
const ALL_SIDES = [240, 480, 768, 1024, 1600];

let server: RoutesServer;
let pictures: PictureProcess;
let original: Buffer;
let thumbnail: Buffer;
const stored = new Map<string, Uint8Array>();
const errors: string[] = [];
const withdrawn: string[] = [];
const refused: string[] = [];
let now = NOON;

const objects: DeriveDeps['objects'] = {
  stat: async (key) => {
    const bytes = stored.get(key);
    return bytes ? { size: bytes.byteLength, owner: 'aki', storedAt: NOON } : null;
  },
  read: async (key, start, length) => stored.get(key)?.subarray(start, start + length) ?? null,
  put: async (key, bytes) => void stored.set(key, bytes),
  remove: async (keys) => {
    for (const key of keys) stored.delete(key);
  },
  removeBelow: async () => {},
  async *list() {},
};

/** A bright shape on a dark ground with some noise: nothing a small copy could be mistaken for. */
async function draw(at: number): Promise<Buffer> {
  const shape = Buffer.from(
    `<svg width="${SIZE.width}" height="${SIZE.height}"><circle cx="${at}" cy="700" r="500" fill="#f4f0d0"/></svg>`,
  );
  return sharp({ create: { ...SIZE, channels: 3, background: '#123c22' } })
    .composite([{ input: shape }])
    .jpeg({ quality: 86 })
    .toBuffer();
}
const shrink = (bytes: Buffer, side: number) => sharp(bytes).resize(side, side, { fit: 'inside' }).jpeg().toBuffer();

beforeAll(async () => {
  server = await startRoutesServer();
  pictures = createPictureProcess();
  for (const user of ['aki', 'ben']) await server.join(user);
  await server.addEvent('match');
  original = await draw(600);
  thumbnail = await shrink(original, 480);
}, 60_000);
afterAll(async () => {
  pictures.close();
  await server.close();
});
beforeEach(() => {
  now = NOON;
  server.setNow(NOON);
});
afterEach(async () => {
  stored.clear();
  errors.length = 0;
  withdrawn.length = 0;
  refused.length = 0;
  await server.db.deleteFrom('picture_job').execute();
  await server.db.deleteFrom('notice').execute();
});

/** The usual photo is derived once in each way: five AVIFs take a second of a core. Everything else goes to the process. */
const usual = new Map<string, Awaited<ReturnType<PictureProcess['derive']>>>();
const sparing: DeriveDeps['pictures'] = {
  derive: async (order) => {
    const { source, thumbnail: small, ...how } = order;
    if (!original.equals(source) || !thumbnail.equals(small)) return pictures.derive(order);
    const way = JSON.stringify(how);
    const reply = usual.get(way) ?? (await pictures.derive(order));
    usual.set(way, reply);
    return reply;
  },
};

const deps = (change: Partial<DeriveDeps> = {}): DeriveDeps => ({
  db: server.db,
  objects,
  pictures: sparing,
  now: () => now,
  onError: (error, mediaUrl) => errors.push(`${mediaUrl}: ${(error as Error).message}`),
  onWithdrawn: (mediaUrl) => withdrawn.push(mediaUrl),
  onRefused: (mediaUrl) => refused.push(mediaUrl),
  ...change,
});
const run = (change: Partial<DeriveDeps> = {}) => derivePictures(deps(change));

/** Posted by aki; its objects are these bytes. */
async function post(parts: { original?: Uint8Array; thumbnail?: Uint8Array } = {}): Promise<string> {
  const photo = server.storePhoto('aki', 'match');
  expect((await server.post('aki', 'match', [photo])).status).toBe(200);
  await server.db.updateTable('photo').set(SIZE).where('media_url', '=', photo.media_url).execute();
  stored.set(photo.media_url, parts.original ?? original);
  stored.set(thumbnailKey(photo.media_url), parts.thumbnail ?? thumbnail);
  return photo.media_url;
}
const shown = async (mediaUrl: string) =>
  (await server.ok('getPhoto', { query: { media_url: Buffer.from(mediaUrl).toString('base64') } })).list[0];
const backlog = () => readPictureBacklog(server.db, new Date(now));

describe('photos get smaller pictures', () => {
  test('IMG-02 after registration: AVIFs of every size and a preview, named by the photo once there', async () => {
    const mediaUrl = await post();
    expect(await shown(mediaUrl)).toMatchObject({ variants: [], has_preview: false });
    expect(await backlog()).toMatchObject({ waiting: 1, givenUp: 0 });
    now += 90_000;
    expect(await backlog()).toMatchObject({ oldestSeconds: 90 });
    expect(await run({ pictures })).toBe(1);
    expect(await shown(mediaUrl)).toMatchObject({ variants: ALL_SIDES, has_preview: true });
    for (const side of ALL_SIDES) {
      const facts = await sharp(stored.get(variantKey(mediaUrl, side))).metadata();
      expect(facts).toMatchObject({ format: 'heif', compression: 'av1', width: side, height: (side * 3) / 4 });
    }
    expect(await sharp(stored.get(previewKey(mediaUrl))).metadata()).toMatchObject({ format: 'jpeg', width: 1600 });
    expect(await backlog()).toEqual({ waiting: 0, givenUp: 0, oldestSeconds: 0 });
    expect(errors).toEqual([]);
  });

  test('IMG-02 a small photo is never enlarged, and needs no preview', async () => {
    const small = await shrink(original, 640);
    const mediaUrl = await post({ original: small });
    await server.db.updateTable('photo').set({ width: 640, height: 480 }).where('media_url', '=', mediaUrl).execute();
    await run();
    expect(await shown(mediaUrl)).toMatchObject({ variants: [240, 480, 768], has_preview: false });
    expect(await sharp(stored.get(variantKey(mediaUrl, 768))).metadata()).toMatchObject({ width: 640, height: 480 });
    expect(stored.has(previewKey(mediaUrl))).toBe(false);
  });

  test('FAN-11a an upright photo gets a picture for its link; one posted before gets it later', async () => {
    const upright = await sharp(original).rotate(90).jpeg().toBuffer();
    const mediaUrl = await post({ original: upright, thumbnail: await shrink(upright, 480) });
    const ofPhoto = () => server.db.updateTable('photo').where('media_url', '=', mediaUrl);
    await ofPhoto().set({ width: SIZE.height, height: SIZE.width }).execute();
    await run();
    expect(await sharp(stored.get(cardKey(mediaUrl))).metadata()).toMatchObject({ ...CARD_SIZE, format: 'jpeg' });
    const cardOf = () =>
      server.db.selectFrom('photo').select('has_card').where('media_url', '=', mediaUrl).executeTakeFirst();
    expect(await cardOf()).toEqual({ has_card: true });

    await ofPhoto().set({ has_card: false }).execute();
    for (const key of stored.keys()) if (key.includes('/variant/')) stored.delete(key);
    await inTransaction(server.db, (trx) =>
      addOriginalCheck(trx, { media_url: mediaUrl, tenant: CLUB }, new Date(now)),
    );
    await run();
    expect(await cardOf()).toEqual({ has_card: true });
    expect([...stored.keys()].filter((key) => key.includes('/variant/'))).toEqual([cardKey(mediaUrl)]);
    expect(await shown(mediaUrl)).toMatchObject({ variants: ALL_SIDES, has_preview: true });
    expect([errors, refused]).toEqual([[], []]);
  });

  test('IMG-02 two copies share the work: each photo is derived once', async () => {
    const urls = [await post(), await post(), await post()];
    const derived: number[] = [];
    const counting = { ...deps().pictures };
    let calls = 0;
    counting.derive = async (order) => {
      calls += 1;
      return { is: 'derived' as const, variants: [{ side: 240, bytes: order.thumbnail }], preview: null, card: null };
    };
    derived.push(...(await Promise.all([run({ pictures: counting }), run({ pictures: counting })])));
    expect(derived.reduce((sum, count) => sum + count)).toBe(3);
    expect(calls).toBe(3);
    for (const url of urls) expect(await shown(url)).toMatchObject({ variants: [240] });
  });

  test('IMG-02 what a killed server had begun is taken up when its lease is over', async () => {
    const mediaUrl = await post();
    const killed = { derive: () => new Promise<never>(() => {}) };
    void run({ pictures: killed });
    await expect
      .poll(async () => (await server.db.selectFrom('picture_job').select('tries').executeTakeFirst())?.tries)
      .toBe(1);
    expect(await run()).toBe(0);
    now += 10 * 60_000;
    expect(await run()).toBe(1);
    expect(await shown(mediaUrl)).toMatchObject({ variants: ALL_SIDES });
  });

  test('IMG-02 a picture process that dies is started again, and the photo is tried again after a pause', async () => {
    const mediaUrl = await post();
    let isFirst = true;
    const dying: DeriveDeps['pictures'] = {
      derive: async (order) => {
        const reply = pictures.derive(order);
        if (isFirst) pictures.close();
        isFirst = false;
        return reply;
      },
    };
    expect(await run({ pictures: dying })).toBe(0);
    expect(errors).toEqual([expect.stringMatching(`${mediaUrl}: Deriving pictures failed: The picture process ended`)]);
    expect(await shown(mediaUrl)).toMatchObject({ variants: [] });
    expect(await run({ pictures: dying })).toBe(0);
    now += 6_000;
    expect(await run({ pictures: dying })).toBe(1);
  });

  test('IMG-02 a store that fails: the photo names nothing until all is there; given up after six tries', async () => {
    const mediaUrl = await post();
    const failing = {
      ...objects,
      put: async (key: string, bytes: Uint8Array, owner: string) => {
        if (key.includes('/variant/768/')) throw new Error('SlowDown');
        await objects.put(key, bytes, owner);
      },
    };
    for (let tries = 1; tries <= 6; tries += 1) {
      expect(await run({ objects: failing })).toBe(0);
      now += 24 * HOUR;
    }
    expect(await shown(mediaUrl)).toMatchObject({ variants: [], has_preview: false });
    expect(errors).toHaveLength(6);
    expect(errors.at(-1)).toContain('for the last time');
    expect(await backlog()).toEqual({ waiting: 0, givenUp: 1, oldestSeconds: 0 });
    expect(await run()).toBe(0);
  });

  test('IMG-02 a photo deleted meanwhile leaves no picture behind', async () => {
    const mediaUrl = await post();
    const late: DeriveDeps['pictures'] = {
      derive: async (order) => {
        const reply = await sparing.derive(order);
        await server.ok('deletePhoto', { as: 'aki', body: { public_list_id: 'event', media_url: mediaUrl } });
        return reply;
      },
    };
    expect(await run({ pictures: late })).toBe(0);
    expect([...stored.keys()]).toEqual([]);
    expect(await backlog()).toMatchObject({ waiting: 0 });
  });

  test('IMG-02 a deleted photo takes its pictures along', async () => {
    const photo = server.storePhoto('aki', 'match');
    await server.post('aki', 'match', [photo]);
    for (const key of [previewKey(photo.media_url), variantKey(photo.media_url, 240)])
      server.stored.set(key, { size: 1, owner: 'aki' });
    await server.ok('deletePhoto', { as: 'aki', body: { public_list_id: 'event', media_url: photo.media_url } });
    const name = photo.media_url.split('/').at(-1)?.slice(0, 20) ?? '';
    expect([...server.stored.keys()].filter((key) => key.includes(name))).toEqual([]);
  });
});

describe('photos whose original follows', () => {
  /** Posted by aki with a preview of its own; of its original nothing is there. */
  async function postEarly(preview?: Uint8Array): Promise<string> {
    const photo = server.storePhoto('aki', 'match', { original: 'later', ...SIZE, size: original.byteLength });
    server.stored.delete(photo.media_url);
    server.stored.set(previewKey(photo.media_url), { size: 300, owner: 'aki', picture: { width: 1600, height: 1200 } });
    expect((await server.post('aki', 'match', [photo])).status).toBe(200);
    stored.set(previewKey(photo.media_url), preview ?? (await shrink(original, 1600)));
    stored.set(thumbnailKey(photo.media_url), thumbnail);
    return photo.media_url;
  }
  /** It is stored and reported. */
  async function bring(mediaUrl: string, bytes: Uint8Array = original) {
    stored.set(mediaUrl, bytes);
    server.stored.set(mediaUrl, { size: original.byteLength, owner: 'aki', picture: SIZE });
    const { originals } = await server.ok('putOriginals', { as: 'aki', body: { media_urls: [mediaUrl] } });
    expect(originals[0]?.state).toBe('stored');
  }
  const cut = () => Buffer.concat([original.subarray(0, original.length / 2), Buffer.from([0xff, 0xd9])]);
  const puts: string[] = [];
  const counting = {
    ...objects,
    put: async (key: string, bytes: Uint8Array, owner: string) => {
      puts.push(key);
      await objects.put(key, bytes, owner);
    },
  };
  afterEach(() => {
    puts.length = 0;
  });

  test('IMG-02 PUB-01a AVIFs of every size are made of the preview, once: none when the original comes', async () => {
    const mediaUrl = await postEarly();
    expect(await run({ objects: counting })).toBe(1);
    expect(puts).toEqual(ALL_SIDES.map((side) => variantKey(mediaUrl, side)));
    expect(await shown(mediaUrl)).toMatchObject({ variants: ALL_SIDES, has_preview: true, original_pending: true });
    expect(await sharp(stored.get(variantKey(mediaUrl, 1600))).metadata()).toMatchObject({ width: 1600, height: 1200 });
    await bring(mediaUrl);
    expect(await backlog()).toMatchObject({ waiting: 1 });
    expect(await run({ objects: counting })).toBe(0);
    expect(puts).toHaveLength(ALL_SIDES.length);
    expect([errors, refused, await backlog()]).toMatchObject([[], [], { waiting: 0 }]);
    expect(stored.has(mediaUrl)).toBe(true);
  });

  test('IMG-02 an original that comes first is what they are made of; the fan’s preview stays', async () => {
    const preview = await shrink(original, 1600);
    const mediaUrl = await postEarly(preview);
    await bring(mediaUrl);
    const sources: boolean[] = [];
    const watched: DeriveDeps['pictures'] = {
      derive: (order) => {
        sources.push(order.isPreview);
        return pictures.derive(order);
      },
    };
    expect(await run({ pictures: watched })).toBe(1);
    expect(sources).toEqual([false]);
    expect(stored.get(previewKey(mediaUrl))).toBe(preview);
    expect(await shown(mediaUrl)).toMatchObject({ variants: ALL_SIDES, original_pending: false });
  });

  test('IMG-05 an original that comes while AVIFs are made of the preview is looked at afterwards', async () => {
    const mediaUrl = await postEarly();
    let isFirst = true;
    const late: DeriveDeps['pictures'] = {
      derive: async (order) => {
        const reply = await pictures.derive(order);
        if (isFirst) await bring(mediaUrl, cut());
        isFirst = false;
        return reply;
      },
    };
    expect(await run({ pictures: late })).toBe(1);
    expect(refused).toEqual([]);
    now += 4 * 60_000;
    expect(await run({ pictures: late })).toBe(0);
    expect(refused).toEqual([mediaUrl]);
  });

  test.each([
    ['cut off', async () => cut()],
    ['of something else', async () => draw(1500)],
  ])(
    'IMG-05 PUB-02b a late original %s goes, its author is told; the photo stays with its preview',
    async (_, bytes) => {
      const before = (await server.ok('getNotices', { as: 'aki' })).list.length;
      const [after, ahead] = [await postEarly(), await postEarly()];
      await bring(ahead, await bytes());
      await run();
      await bring(after, await bytes());
      await run();
      expect(refused.toSorted()).toEqual([after, ahead].toSorted());
      for (const mediaUrl of [after, ahead]) {
        expect(stored.has(mediaUrl)).toBe(false);
        expect(await shown(mediaUrl)).toMatchObject({ variants: ALL_SIDES, has_preview: true, original_pending: true });
      }
      const notices = (await server.ok('getNotices', { as: 'aki' })).list;
      expect(notices).toHaveLength(before + 2);
      expect(notices[0]).toMatchObject({ kind: 'news', ...refusedOriginal });
      expect([errors, withdrawn, await backlog()]).toMatchObject([[], [], { waiting: 0 }]);
    },
  );

  test('IMG-05 PUB-02b an original that is refused goes, also after a crash between the two', async () => {
    const mediaUrl = await postEarly();
    await bring(mediaUrl, cut());
    const broken: DeriveDeps['objects'] = { ...objects, remove: () => Promise.reject(new Error('no store')) };
    expect(await run({ objects: broken })).toBe(0);
    expect([refused, stored.has(mediaUrl)]).toEqual([[], true]);
    now += 6_000;
    expect(await run()).toBe(1);
    expect(stored.has(mediaUrl)).toBe(false);
    expect(await shown(mediaUrl)).toMatchObject({ variants: ALL_SIDES, original_pending: true });
  });

  test('IMG-05 a preview that is no picture is withdrawn as any photo; so is one of something else', async () => {
    const preview = await shrink(original, 1600);
    const half = Buffer.concat([preview.subarray(0, preview.length / 2), Buffer.from([0xff, 0xd9])]);
    const urls = [await postEarly(half), await postEarly(await shrink(await draw(1500), 1600))];
    await run();
    expect(withdrawn.toSorted()).toEqual(urls.toSorted());
    for (const url of urls) expect(await shown(url)).toBeUndefined();
  });
});

describe('what is no picture leaves the lists', () => {
  /** Ends like a JPEG, so that registration takes it for one. */
  const cutOff = () => Buffer.concat([original.subarray(0, original.length / 2), Buffer.from([0xff, 0xd9])]);
  const noticesOf = async (user: string) => (await server.ok('getNotices', { as: user })).list;

  test.each([
    ['cut off in the middle', async () => ({ original: cutOff() })],
    ['of another size than it said', async () => ({ original: await shrink(original, 1800) })],
    ['a PNG', async () => ({ original: await sharp(original).png({ compressionLevel: 1 }).toBuffer() })],
    ['with a thumbnail of something else', async () => ({ thumbnail: await shrink(await draw(1500), 480) })],
  ])('IMG-05 a photo %s is withdrawn, its author is told, the operator sees it', async (_, parts) => {
    const before = (await noticesOf('aki')).length;
    const good = await post();
    const bad = await post(await parts());
    await run();
    expect(await shown(bad)).toBeUndefined();
    expect(await shown(good)).toMatchObject({ variants: ALL_SIDES });
    expect(withdrawn).toEqual([bad]);
    expect(errors).toEqual([]);
    const [notice, ...others] = await noticesOf('aki');
    expect(others).toHaveLength(before);
    expect(notice).toMatchObject({ kind: 'news', ...withdrawnPhoto, user_id: null, media_url: null });
    expect(await noticesOf('ben')).toEqual([]);
    expect(await backlog()).toMatchObject({ waiting: 0 });
  });

  test('IMG-05 an object that is not there is no reason to withdraw: it is tried again', async () => {
    const mediaUrl = await post();
    stored.delete(mediaUrl);
    expect(await run()).toBe(0);
    expect(withdrawn).toEqual([]);
    expect(await shown(mediaUrl)).toMatchObject({ media_url: mediaUrl });
    expect(await backlog()).toMatchObject({ waiting: 1 });
  });
});

describe("events' pictures", () => {
  const keyOf = (name: string) => `ugc/${CLUB}/match/original/${name.padEnd(20, '0')}.jpg`;
  const eventOf = async (id: string) => (await server.ok('getEvents', {})).list.find(({ event_id }) => event_id === id);

  test('IMG-02 whoever wrote the event: AVIFs, named once there; a new picture gets its own', async () => {
    const [first, second] = [keyOf('first'), keyOf('second')];
    for (const key of [first, second]) {
      stored.set(key, original);
      stored.set(thumbnailKey(key), thumbnail);
    }
    await server.addEvent('pictured', { thumbnail: first });
    expect(await eventOf('pictured')).toMatchObject({ picture: null });
    expect(await run()).toBe(1);
    expect(await eventOf('pictured')).toMatchObject({ picture: { ...SIZE, variants: ALL_SIDES } });
    for (const side of ALL_SIDES) expect(stored.has(variantKey(first, side))).toBe(true);
    expect(await run()).toBe(0);

    await server.db.updateTable('event').set({ thumbnail: second }).where('event_id', '=', 'pictured').execute();
    expect(await eventOf('pictured')).toMatchObject({ thumbnail: second, picture: null });
    expect(await run()).toBe(1);
    expect(await eventOf('pictured')).toMatchObject({ picture: { variants: ALL_SIDES } });
    expect([errors, await backlog()]).toEqual([[], { waiting: 0, givenUp: 0, oldestSeconds: 0 }]);
  });

  test('IMG-02 a posted photo shown as the picture is derived once, for both', async () => {
    const mediaUrl = await post();
    await server.addEvent('posted', { thumbnail: mediaUrl });
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
    expect(await eventOf('posted')).toMatchObject({ picture: { ...SIZE, variants: ALL_SIDES } });
  });

  test('IMG-02 what is no picture stays as it is, and is looked at once; what goes meanwhile leaves nothing', async () => {
    const bad = keyOf('bad');
    stored.set(bad, original.subarray(0, 3_000));
    stored.set(thumbnailKey(bad), thumbnail);
    await server.addEvent('broken', { thumbnail: bad });
    expect(await run()).toBe(0);
    expect(errors).toEqual([expect.stringContaining(bad)]);
    expect(await eventOf('broken')).toMatchObject({ thumbnail: bad, picture: { variants: [] } });
    expect(await run()).toBe(0);
    expect(errors).toHaveLength(1);

    const gone = keyOf('gone');
    stored.set(gone, original);
    stored.set(thumbnailKey(gone), thumbnail);
    await server.addEvent('leaving', { thumbnail: gone });
    const removing: DeriveDeps['pictures'] = {
      derive: async (order) => {
        await server.db.deleteFrom('event').where('event_id', '=', 'leaving').execute();
        return sparing.derive(order);
      },
    };
    expect(await run({ pictures: removing })).toBe(0);
    for (const side of ALL_SIDES) expect(stored.has(variantKey(gone, side))).toBe(false);
  });
});
