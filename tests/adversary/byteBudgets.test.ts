/** Pictures of few pixels and many bytes, and pictures that cost whoever decodes them: one page makes everybody pay for them. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thumbnailKey } from '../../src/contract/config.ts';
import { previewKey } from '../../src/contract/pictureKeys.ts';
import { createObjectName } from '../../src/rules/objectKeys.ts';
import { callIdentity } from '../api/attackSetup.ts';
import { pictureOf } from '../api/objectsSetup.ts';
import { CLUB } from '../support/tenants.ts';
import { newPhotoKey, type Outside, type Outsider, openOutside, photoOf, register, storePictures } from './outsider.ts';

const MB = 1024 * 1024;
let outside: Outside;
let fan: Outsider;
beforeAll(async () => {
  outside = await openOutside();
  fan = await outside.fan('heavy');
});
afterAll(() => outside.close());

/** The picture with so many bytes behind its first scan's data: decoders skip them, and whoever loads it pays. */
const fattened = (picture: Uint8Array, bytes: number): Uint8Array =>
  Buffer.concat([picture.subarray(0, -2), Buffer.alloc(bytes - picture.byteLength, 7), picture.subarray(-2)]);
const avatarKey = () => `avatar/${CLUB}/${fan.sub}/original/${createObjectName()}.jpg`;
const choose = async (key: string) => {
  const UserAttributes = [{ Name: 'custom:extended4', Value: key }];
  const body = { AccessToken: fan.accessToken, UserAttributes };
  return (await callIdentity(outside.server.url, 'UpdateUserAttributes', body)).status;
};

test('SAF-44a the store takes no more bytes than the use of a picture and its pixels are worth', async () => {
  const small = await pictureOf(64, 48);
  const fat = fattened(small, 24 * MB);
  const key = newPhotoKey();
  for (const one of [key, thumbnailKey(key), previewKey(key), avatarKey()])
    expect([one, await fan.store(one, fat)]).toEqual([one, '400 EntityTooLarge']);
  expect(await fan.store(key, fattened(small, 200_000))).toBe('400 EntityTooLarge');
  expect(await fan.store(key, fattened(small, 100_000))).toBe('200');
});

test('SAF-44b a photo is registered within these bounds only, also where a bucket took more', async () => {
  const key = newPhotoKey();
  const original = await pictureOf(640, 480);
  const thumbnail = await pictureOf(480, 360);
  const put = (one: string, bytes: Uint8Array) => outside.server.kept.put(one, bytes, fan.sub);
  const claimed = 24 * MB;
  await put(key, fattened(original, claimed));
  await put(thumbnailKey(key), thumbnail);
  expect((await register(fan, [photoOf(key, claimed, 640, 480)])).status).toBe(400);
  const other = newPhotoKey();
  await put(other, original);
  await put(thumbnailKey(other), fattened(thumbnail, MB));
  expect((await register(fan, [photoOf(other, original.byteLength, 640, 480)])).status).toBe(400);
  const honest = newPhotoKey();
  expect(await storePictures(fan, honest, { original, thumbnail })).toEqual(['200', '200']);
  expect((await register(fan, [photoOf(honest, original.byteLength, 640, 480)])).status).toBe(200);
});

test('SAF-44b an original that follows is announced within its bound only', async () => {
  const key = newPhotoKey();
  const preview = await pictureOf(1600, 1200);
  expect(await fan.store(thumbnailKey(key), await pictureOf(480, 360))).toBe('200');
  expect(await fan.store(previewKey(key), preview)).toBe('200');
  const late = (size: number) => register(fan, [{ ...photoOf(key, size, 2000, 1500), original: 'later' }]);
  expect((await late(20 * MB)).status).toBe(400);
  expect((await late(2 * MB)).status).toBe(200);
});

/** A baseline picture whose three components come in scans of their own, the last repeated `times`. */
async function manyScans(times: number): Promise<Buffer> {
  const base = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#284' } })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const at = base.indexOf(Buffer.from([0xff, 0xda]));
  const frame = base.indexOf(Buffer.from([0xff, 0xc2]));
  base[frame + 1] = 0xc0;
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2]);
  return Buffer.concat([base.subarray(0, at), ...Array.from({ length: times }, () => scan), Buffer.from([0xff, 0xd9])]);
}

test('SAF-44c scans are counted in every kind of frame', async () => {
  const key = newPhotoKey();
  const original = await manyScans(5_000);
  expect(await storePictures(fan, key, { original, thumbnail: await pictureOf(64, 48) })).toEqual(['200', '200']);
  expect((await register(fan, [photoOf(key, original.byteLength, 64, 48)])).status).toBe(400);
});

test('SAF-44d an avatar is derived by the server, and what the fan stored is never served', async () => {
  const key = avatarKey();
  const raw = fattened(await pictureOf(400, 300), 400_000);
  expect(await fan.store(key, raw)).toBe('200');
  expect(await outside.statusOf(key)).toBe(404);
  expect(await choose(key)).toBe(200);
  const served = Buffer.from(await (await fetch(`${outside.server.url}/s3/photos/${key}`)).arrayBuffer());
  expect(served.byteLength).toBeLessThan(20_000);
  const { format, width, height } = await sharp(served).metadata();
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 288, height: 216 });
});

test('SAF-44d an avatar from before avatars were bounded is not served if it is too heavy', async () => {
  const key = avatarKey();
  await outside.server.kept.put(key, fattened(await pictureOf(288, 288), MB), fan.sub);
  const { db } = outside.server.deps;
  await db.updateTable('profile').set({ avatar: key }).where('user_id', '=', fan.sub).execute();
  expect(await outside.statusOf(key)).toBe(404);
});

test('SAF-44d what cannot be decoded is no avatar', async () => {
  const key = avatarKey();
  const picture = await pictureOf(288, 288);
  const cut = Buffer.concat([picture.subarray(0, picture.byteLength / 2), picture.subarray(-2)]);
  expect(await fan.store(key, cut)).toBe('200');
  expect(await choose(key)).toBe(400);
  expect(await outside.statusOf(key)).toBe(404);
});
