/** Storage credentials whose session token was altered where nobody looks. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { put, signedPut } from '../api/attackSetup.ts';
import { pictureOf } from '../api/objectsSetup.ts';
import { newPhotoKey, type Outside, openOutside } from './outsider.ts';

let outside: Outside;
beforeAll(async () => {
  outside = await openOutside();
});
afterAll(() => outside.close());

test('SAF-43 a storage session token is taken letter for letter, with nothing appended or respelt', async () => {
  const fan = await outside.fan('aki');
  const keys = await fan.keys();
  const bytes = await pictureOf(64, 48);
  const { sessionToken } = keys;
  const tokens = ['.x', '.', '=', '==', '.x.y'].map((tail) => sessionToken + tail);
  for (const token of [...tokens, sessionToken.replace('.', '=.')]) {
    const signed = await signedPut(outside.server.url, { ...keys, sessionToken: token }, newPhotoKey(), bytes);
    expect(await put(outside.server.url, signed)).toMatch(/^40[03] /);
  }
  expect(await put(outside.server.url, await signedPut(outside.server.url, keys, newPhotoKey(), bytes))).toBe('200');
});
