/** A photo whose preview or thumbnail shows something else: browsers without AVIF, and lists, would show that. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thumbnailKey } from '../../src/contract/config.ts';
import { previewKey } from '../../src/contract/pictureKeys.ts';
import { newPhotoKey, type Outside, type Outsider, openOutside, photoOf, register, storePictures } from './outsider.ts';

let outside: Outside;
let fan: Outsider;
beforeAll(async () => {
  outside = await openOutside();
  fan = await outside.fan('painter');
});
afterAll(() => outside.close());

const RED = '#c81e1e';
/** As bright as RED. */
const GREEN = '#006f00';
const plain = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Mean of red and of green of the picture at a public address. */
async function coloursAt(key: string) {
  const bytes = Buffer.from(await (await fetch(`${outside.server.url}/s3/photos/${key}`)).arrayBuffer());
  const { channels, ...rest } = await sharp(bytes).stats();
  const { width, height } = await sharp(bytes).metadata();
  expect(rest.isOpaque).toBe(true);
  return { isRed: (channels[0]?.mean ?? 0) > (channels[1]?.mean ?? 0) + 100, width, height };
}
const stateOf = async (media_url: string) =>
  outside.server.deps.db
    .selectFrom('photo')
    .select(['has_preview', 'original_state', (eb) => eb('hidden_at', 'is not', null).as('isHidden')])
    .where('media_url', '=', media_url)
    .executeTakeFirstOrThrow();

async function post(colours: { preview: string; thumbnail: string }) {
  const key = newPhotoKey();
  const original = await plain(2000, 1500, RED);
  const preview = await plain(1600, 1200, colours.preview);
  const thumbnail = await plain(480, 360, colours.thumbnail);
  expect(await storePictures(fan, key, { original, preview, thumbnail })).toEqual(['200', '200', '200']);
  expect((await register(fan, [photoOf(key, original.byteLength, 2000, 1500)])).status).toBe(200);
  await outside.server.runPictures();
  return key;
}

test('IMG-06a a preview that shows something else is derived anew of the original', async () => {
  const key = await post({ preview: GREEN, thumbnail: RED });
  expect(await coloursAt(previewKey(key))).toEqual({ isRed: true, width: 1600, height: 1200 });
  expect(await stateOf(key)).toEqual({ has_preview: true, original_state: 'stored', isHidden: false });
});

test('IMG-06a so is one with a foreign part, while one that shows the photo stays as it is', async () => {
  const written = await sharp(await plain(1600, 1200, RED))
    .composite([{ input: await plain(220, 220, '#ffffff'), top: 0, left: 0 }])
    .jpeg()
    .toBuffer();
  const honest = await plain(1600, 1200, RED);
  const bytesAfter = async (preview: Buffer) => {
    const key = newPhotoKey();
    const original = await plain(2000, 1500, RED);
    const pictures = { original, preview, thumbnail: await plain(480, 360, RED) };
    expect(await storePictures(fan, key, pictures)).toEqual(['200', '200', '200']);
    expect((await register(fan, [photoOf(key, original.byteLength, 2000, 1500)])).status).toBe(200);
    await outside.server.runPictures();
    return Buffer.from(await (await fetch(`${outside.server.url}/s3/photos/${previewKey(key)}`)).arrayBuffer());
  };
  expect((await bytesAfter(written)).equals(written)).toBe(false);
  expect((await bytesAfter(honest)).equals(honest)).toBe(true);
});

test('IMG-06b a thumbnail of another colour is noticed, also of the same brightness', async () => {
  const key = await post({ preview: RED, thumbnail: GREEN });
  expect(await stateOf(key)).toMatchObject({ isHidden: true });
});

test('IMG-06b so is an original that follows and has another colour than the preview', async () => {
  const key = newPhotoKey();
  const original = await plain(2000, 1500, RED);
  const small = { preview: await plain(1600, 1200, GREEN), thumbnail: await plain(480, 360, GREEN) };
  expect(await fan.store(thumbnailKey(key), small.thumbnail)).toBe('200');
  expect(await fan.store(previewKey(key), small.preview)).toBe('200');
  const photo = { ...photoOf(key, original.byteLength, 2000, 1500), original: 'later' } as const;
  expect((await register(fan, [photo])).status).toBe(200);
  await outside.server.runPictures();
  expect(await fan.store(key, original)).toBe('200');
  const told = await fan.call('PUT', '/media/list/originals', { media_urls: [key] });
  expect(told.json).toMatchObject({ originals: [{ state: 'stored' }] });
  await outside.server.runPictures();
  expect(await stateOf(key)).toEqual({ has_preview: true, original_state: 'refused', isHidden: false });
  expect(await outside.statusOf(key)).toBe(404);
});
