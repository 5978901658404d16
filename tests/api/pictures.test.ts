/** The server derives smaller pictures of photos and looks whether they are pictures, in a process of its own (IMG-02, IMG-05). */
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/retryTransaction.ts';
import type { DeriveDeps } from '../../server/pictures/derivePictures.ts';
import { originalChecksStatement } from '../../server/pictures/pictureJobs.ts';
import { thumbnailKey, variantKey } from '../../src/contract/config.ts';
import { CARD_SIZE } from '../../src/contract/limits.ts';
import { previewKey } from '../../src/contract/pictureKeys.ts';
import { withdrawnPhoto } from '../../src/messages/jaWithdrawn.ts';
import { cardKey } from '../../src/rules/objectKeys.ts';
import { CLUB } from '../support/tenants.ts';
import { cutOff, draw, PictureWorld, SIZE, shrink } from './picturesSetup.ts';
import { HOUR, type RoutesServer } from './routesServer.ts';

const ALL_SIDES = [240, 480, 768, 1024, 1600];

const world = new PictureWorld();
const { objects, pictures, sparing, stored, errors, withdrawn } = world;
const { run, backlog, wait, post, shown } = world;
let server: RoutesServer;
let original: Buffer;
let thumbnail: Buffer;
beforeAll(async () => {
  ({ server, original, thumbnail } = await world.open());
});
beforeEach(() => world.clear());
afterAll(() => world.close());

describe('photos get smaller pictures', () => {
  test('IMG-02 after registration: AVIFs of every size and a preview, named by the photo once there', async () => {
    const mediaUrl = await post();
    expect(await shown(mediaUrl)).toMatchObject({ variants: [], has_preview: false });
    expect(await backlog()).toMatchObject({ waiting: 1, givenUp: 0 });
    wait(90_000);
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
      originalChecksStatement(CLUB, [mediaUrl], new Date(world.now)).execute(trx),
    );
    await run();
    expect(await cardOf()).toEqual({ has_card: true });
    expect([...stored.keys()].filter((key) => key.includes('/variant/'))).toEqual([cardKey(mediaUrl)]);
    expect(await shown(mediaUrl)).toMatchObject({ variants: ALL_SIDES, has_preview: true });
    expect([errors, world.refused]).toEqual([[], []]);
  });

  test('IMG-02 two copies share the work: each photo is derived once', async () => {
    const urls = [await post(), await post(), await post()];
    const derived: number[] = [];
    const counting = { ...sparing };
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

  test('IMG-07 photos of two seconds are noted together; none of them waits for the whole backlog', async () => {
    const urls = [await post(), await post(), await post(), await post()];
    const notedBefore: number[] = [];
    const slow: DeriveDeps['pictures'] = {
      derive: async (order) => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from photo where media_url = any(${urls}) and cardinality(variants) > 0`.execute(
          server.db,
        );
        notedBefore.push(rows[0]?.n ?? -1);
        wait(1_000);
        return sparing.derive(order);
      },
    };
    expect(await run({ pictures: slow })).toBe(4);
    expect(notedBefore).toEqual([0, 0, 0, 3]);
    for (const url of urls) expect(await shown(url)).toMatchObject({ variants: ALL_SIDES });
    expect(await backlog()).toMatchObject({ waiting: 0 });
  });

  test('IMG-07 photos that are noted together change their tenant once', async () => {
    for (let n = 0; n < 3; n += 1) await post();
    const marks = async () =>
      (await sql<{ n: number }>`select count(distinct xid)::int as n from tenant_change`.execute(server.db)).rows[0]?.n;
    const before = (await marks()) ?? Number.NaN;
    expect(await run()).toBe(3);
    expect(await marks()).toBe(before + 1);
  });

  test('IMG-07 of photos that are noted together one is deleted meanwhile: its pictures go, the others stay', async () => {
    const [gone, stays] = [await post(), await post()];
    let isFirst = true;
    const late: DeriveDeps['pictures'] = {
      derive: async (order) => {
        const reply = await sparing.derive(order);
        if (!isFirst) await server.ok('deletePhoto', { as: 'aki', body: { public_list_id: 'event', media_url: gone } });
        isFirst = false;
        return reply;
      },
    };
    expect(await run({ pictures: late })).toBe(1);
    expect([...stored.keys()].filter((key) => variantKey(gone, 240) === key)).toEqual([]);
    expect(stored.has(variantKey(stays, 240))).toBe(true);
    expect(await shown(stays)).toMatchObject({ variants: ALL_SIDES });
    expect([errors, await backlog()]).toEqual([[], { waiting: 0, givenUp: 0, oldestSeconds: 0 }]);
  });

  test('IMG-02 what a killed server had begun is taken up when its lease is over', async () => {
    const mediaUrl = await post();
    const killed = { derive: () => new Promise<never>(() => {}) };
    void run({ pictures: killed });
    await expect
      .poll(async () => (await server.db.selectFrom('picture_job').select('tries').executeTakeFirst())?.tries)
      .toBe(1);
    expect(await run()).toBe(0);
    wait(10 * 60_000);
    expect(await run()).toBe(1);
    expect(await shown(mediaUrl)).toMatchObject({ variants: ALL_SIDES });
  });

  test('IMG-02 a server that stops in the middle costs the photo no try, and another copy goes on at once', async () => {
    const mediaUrl = await post();
    let hasStopped = false;
    const derive = async () => {
      hasStopped = true;
      throw new Error('The picture process ended.');
    };
    expect(await run({ pictures: { derive }, isStopped: () => hasStopped })).toBe(0);
    expect(await server.db.selectFrom('picture_job').select(['media_url', 'tries']).execute()).toEqual([
      { media_url: mediaUrl, tries: 0 },
    ]);
    expect([errors, await run({ pictures: sparing })]).toEqual([[], 1]);
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
    wait(6_000);
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
      wait(24 * HOUR);
    }
    expect(await shown(mediaUrl)).toMatchObject({ variants: [], has_preview: false });
    expect(errors).toHaveLength(6);
    expect(errors.at(-1)).toContain('for the last time');
    expect(await backlog()).toEqual({ waiting: 0, givenUp: 1, oldestSeconds: 0 });
    expect(await run()).toBe(0);
  });

  test('IMG-02 a photo deleted before its objects are read is no failure, and not tried again', async () => {
    const mediaUrl = await post();
    const late: DeriveDeps['objects'] = {
      ...objects,
      stat: async (key) => {
        if (key === mediaUrl) {
          await server.ok('deletePhoto', { as: 'aki', body: { public_list_id: 'event', media_url: mediaUrl } });
          for (const one of [mediaUrl, thumbnailKey(mediaUrl)]) stored.delete(one);
        }
        return objects.stat(key);
      },
    };
    expect(await run({ objects: late })).toBe(0);
    expect([errors, withdrawn, [...stored.keys()]]).toEqual([[], [], []]);
    expect(await backlog()).toEqual({ waiting: 0, givenUp: 0, oldestSeconds: 0 });
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

describe('what is no picture leaves the lists', () => {
  const notificationsOf = async (user: string) => (await server.ok('getNotices', { as: user })).list;

  test.each([
    ['cut off in the middle', async () => ({ original: cutOff(original) })],
    ['of another size than it said', async () => ({ original: await shrink(original, 1800) })],
    ['a PNG', async () => ({ original: await sharp(original).png({ compressionLevel: 1 }).toBuffer() })],
    ['with a thumbnail of something else', async () => ({ thumbnail: await shrink(await draw(1500), 480) })],
  ])('IMG-05 a photo %s is withdrawn, its author is told, the operator sees it', async (_, parts) => {
    const before = (await notificationsOf('aki')).length;
    const good = await post();
    const bad = await post(await parts());
    await run();
    expect(await shown(bad)).toBeUndefined();
    expect(await shown(good)).toMatchObject({ variants: ALL_SIDES });
    expect(withdrawn).toEqual([bad]);
    expect(errors).toEqual([]);
    const [notice, ...others] = await notificationsOf('aki');
    expect(others).toHaveLength(before);
    expect(notice).toMatchObject({ kind: 'news', ...withdrawnPhoto, user_id: null, media_url: null });
    expect(await notificationsOf('ben')).toEqual([]);
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
