/** One fan publishes without end, to fill the disk and everybody's lines. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PUBLISHED_PER_DAY } from '../../src/contract/abuseLimits.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { MIN_FREE_BYTES } from '../../src/contract/limits.ts';
import { previewKey } from '../../src/contract/pictureKeys.ts';
import { pictureOf } from '../api/objectsSetup.ts';
import { newPhotoKey, type Outside, type Outsider, openOutside, photoOf, register } from './outsider.ts';

const MB = 1024 * 1024;
const DAY = 24 * 3_600_000;
let outside: Outside;
let freeBytes = Number.MAX_SAFE_INTEGER;
beforeAll(async () => {
  outside = await openOutside({ freeBytes: async () => freeBytes });
});
afterAll(() => outside.close());

/** Registers a photo of 4,096 × 4,096 pixels whose original is said to follow, with so many bytes. */
async function publish(fan: Outsider, bytes: number) {
  const key = newPhotoKey();
  expect(await fan.store(thumbnailKey(key), thumbnail)).toBe('200');
  expect(await fan.store(previewKey(key), preview)).toBe('200');
  return register(fan, [{ ...photoOf(key, bytes, 4096, 4096), original: 'later' }]);
}
let thumbnail: Buffer;
let preview: Buffer;
beforeAll(async () => {
  thumbnail = await pictureOf(480, 480);
  preview = await pictureOf(1600, 1600);
});
const roomOf = async (fan: Outsider) =>
  (await fan.call('GET', '/user/publish-room')).json as { left: number; limit: number; until: string | null };
/** What this fan published today is so much already. */
const setPublished = (fan: Outsider, bytes: number, endsAt = Date.now() + DAY) =>
  outside.server.deps.db
    .insertInto('published_bytes')
    .values({ user_id: fan.sub, bytes, expires_at: new Date(endsAt) })
    .onConflict((c) => c.column('user_id').doUpdateSet({ bytes, expires_at: new Date(endsAt) }))
    .execute();

test('SAF-45a a fan publishes so many bytes a day, others go on, and the next day goes on', async () => {
  const [fan, neighbour] = [await outside.fan('flood'), await outside.fan('neighbour')];
  await setPublished(fan, PUBLISHED_PER_DAY.bytes - 12 * MB);
  expect((await publish(fan, 10 * MB)).status).toBe(200);
  const refused = await publish(fan, 10 * MB);
  expect(refused).toEqual({ status: 429, json: { code: 'DAY_LIMIT_REACHED' } });
  // What was refused counts for nothing: a smaller one still fits.
  expect((await publish(fan, MB)).status).toBe(200);
  expect((await publish(neighbour, 10 * MB)).status).toBe(200);
  await setPublished(fan, PUBLISHED_PER_DAY.bytes, Date.now() - 1);
  expect((await publish(fan, 10 * MB)).status).toBe(200);
});

test('SAF-45a previews and thumbnails count, and a photo that is sent again counts once', async () => {
  const fan = await outside.fan('small');
  expect((await publish(fan, 1_000)).status).toBe(200);
  const { left, limit } = await roomOf(fan);
  expect(limit - left).toBe(1_000 + thumbnail.byteLength + preview.byteLength);
  const key = newPhotoKey();
  for (const [at, bytes] of [
    [thumbnailKey(key), thumbnail],
    [previewKey(key), preview],
  ] as const)
    expect(await fan.store(at, bytes)).toBe('200');
  const photo = { ...photoOf(key, MB, 4096, 4096), original: 'later' } as const;
  for (let tries = 0; tries < 3; tries += 1) expect((await register(fan, [photo])).status).toBe(200);
  expect((await roomOf(fan)).left).toBe(left - MB - thumbnail.byteLength - preview.byteLength);
});

test('SAF-45b the room that is left is told, and when there is more', async () => {
  const fan = await outside.fan('asks');
  expect(await roomOf(fan)).toEqual({ left: PUBLISHED_PER_DAY.bytes, limit: PUBLISHED_PER_DAY.bytes, until: null });
  await setPublished(fan, PUBLISHED_PER_DAY.bytes + MB);
  expect(await roomOf(fan)).toMatchObject({
    left: 0,
    until: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  });
});

test('SAF-45c no fan can fill the disk: each gets a share of what is left of it', async () => {
  const fan = await outside.fan('filler');
  freeBytes = MIN_FREE_BYTES + 100 * MB;
  const share = Math.floor(100 * MB * PUBLISHED_PER_DAY.shareOfRoom);
  try {
    // The server may be writing a derived picture.
    expect((await roomOf(fan)).limit / share).toBeCloseTo(1, 1);
    expect((await publish(fan, share)).status).toBe(429);
    expect((await publish(fan, share - MB)).status).toBe(200);
    // Nor by what is never registered.
    const picture = await pictureOf(4000, 3000);
    const bytes = Buffer.concat([picture.subarray(0, -2), Buffer.alloc(share, 7), picture.subarray(-2)]);
    expect(await fan.store(newPhotoKey(), bytes)).toBe('429 SlowDown');
  } finally {
    freeBytes = Number.MAX_SAFE_INTEGER;
  }
});
