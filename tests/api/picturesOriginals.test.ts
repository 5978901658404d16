/** Photos that are public before their original: smaller pictures are made once, the original is looked at when it comes (PUB-02). */
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeriveDeps } from '../../server/pictures/derivePictures.ts';
import { variantKey } from '../../src/contract/config.ts';
import { previewKey } from '../../src/contract/pictureKeys.ts';
import { refusedOriginal } from '../../src/messages/jaWithdrawn.ts';
import { cutOff, draw, PictureWorld, shrink } from './picturesSetup.ts';
import type { RoutesServer } from './routesServer.ts';

const ALL_SIDES = [240, 480, 768, 1024, 1600];

const world = new PictureWorld();
const { objects, pictures, stored, errors, withdrawn, refused } = world;
const { run, backlog, wait, postEarly, bring, shown } = world;
let server: RoutesServer;
let original: Buffer;
beforeAll(async () => {
  ({ server, original } = await world.open());
});
beforeEach(() => world.clear());
afterAll(() => world.close());

describe('photos whose original follows', () => {
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
        if (isFirst) await bring(mediaUrl, cutOff(original));
        isFirst = false;
        return reply;
      },
    };
    expect(await run({ pictures: late })).toBe(1);
    expect(refused).toEqual([]);
    wait(4 * 60_000);
    expect(await run({ pictures: late })).toBe(0);
    expect(refused).toEqual([mediaUrl]);
  });

  test.each([
    ['cut off', async () => cutOff(original)],
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
    await bring(mediaUrl, cutOff(original));
    const broken: DeriveDeps['objects'] = { ...objects, remove: () => Promise.reject(new Error('no store')) };
    expect(await run({ objects: broken })).toBe(0);
    expect([refused, stored.has(mediaUrl)]).toEqual([[], true]);
    wait(6_000);
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
