/** An operator hides a photo; whoever kept the addresses of its pictures asks for them. Its author wants it gone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPhotoHidden } from '../../server/operations/moderation.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { pictureOf } from '../api/objectsSetup.ts';
import { CLUB } from '../support/tenants.ts';
import { newPhotoKey, type Outside, type Outsider, openOutside, photoOf, register, storePictures } from './outsider.ts';

let outside: Outside;
let fan: Outsider;
beforeAll(async () => {
  outside = await openOutside();
  fan = await outside.fan('author');
});
afterAll(() => outside.close());

async function post(): Promise<string> {
  const key = newPhotoKey();
  const [original, thumbnail] = [await pictureOf(640, 480), await pictureOf(480, 360)];
  expect(await storePictures(fan, key, { original, thumbnail })).toEqual(['200', '200']);
  expect((await register(fan, [photoOf(key, original.byteLength, 640, 480)])).status).toBe(200);
  return key;
}
const setHidden = (key: string, now: Date | null) =>
  outside.server.deps.db.transaction().execute((trx) => setPhotoHidden(trx, CLUB, key, now));
const statuses = async (key: string) => [await outside.statusOf(key), await outside.statusOf(thumbnailKey(key))];
const partOf = async (key: string) =>
  (await fetch(`${outside.server.url}/s3/photos/${key}`, { headers: { range: 'bytes=0-9' } })).status;

test('OPR-02g pictures of a hidden photo answer 404 in all sizes, and answer again when it is shown', async () => {
  const key = await post();
  expect(await statuses(key)).toEqual([200, 200]);
  await setHidden(key, new Date());
  expect(await statuses(key)).toEqual([404, 404]);
  expect(await partOf(key)).toBe(404);
  const head = await fetch(`${outside.server.url}/s3/photos/${key}`, { method: 'HEAD' });
  expect([head.status, head.headers.get('cache-control')]).toEqual([404, 'no-store']);
  await setHidden(key, null);
  expect(await statuses(key)).toEqual([200, 200]);
});

test('OPR-02h the author of a hidden photo deletes it, nobody else does, and its pictures go with it', async () => {
  const key = await post();
  await setHidden(key, new Date());
  const stranger = await outside.fan('stranger');
  const remove = (who: Outsider) => who.call('DELETE', '/media/list/item', { public_list_id: 'event', media_url: key });
  expect(await remove(stranger)).toMatchObject({ status: 404 });
  expect((await remove(fan)).status).toBe(200);
  const row = await outside.server.deps.db.selectFrom('photo').select('id').where('media_url', '=', key).execute();
  expect(row).toEqual([]);
  expect(await outside.server.kept.stat(key)).toBeNull();
});
