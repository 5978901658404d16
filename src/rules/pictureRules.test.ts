/** Which pictures there are of a photo, and where they are stored. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CLUB } from '../../tests/support/tenants.ts';
import { CARD_SIZE, VARIANT_SIDES } from '../contract/limits.ts';
import { isSamePhoto } from './duplicatePhotos.ts';
import { freeFileName } from './fileName.ts';
import { eventOfKey } from './mediaKey.ts';
import {
  cardKey,
  createObjectName,
  needsCard,
  originalKey,
  originalOf,
  photoKeys,
  variantSides,
} from './objectKeys.ts';
import { openKey, openSizes } from './openPicture.ts';
import { isUnedited, pixelBox, turnEdit } from './pictureEdit.ts';
import { srcSetOf } from './pictureSources.ts';
import { isPreviewOf } from './previewShape.ts';

const name = 'a'.repeat(20);
const key = originalKey({ dir: 'ugc', tenant: CLUB, owner: 'ev_1', name });

afterEach(() => vi.restoreAllMocks());

describe('keys', () => {
  test('PST-12c all that may be stored of a photo is named: what goes when it goes', () => {
    const of = (kind: string, extension = 'jpg') => `ugc/${CLUB}/ev_1/${kind}/${name}.${extension}`;
    expect(photoKeys(key)).toEqual([
      of('original'),
      of('thumbnail'),
      of('preview'),
      ...VARIANT_SIDES.map((side) => of(`variant/${side}`, 'avif')),
      of(`variant/${CARD_SIZE.width}`),
    ]);
    expect(cardKey(key)).toBe(of(`variant/${CARD_SIZE.width}`));
  });

  test('PST-12c each of them leads back to the original; what is no such key stays', () => {
    for (const one of photoKeys(key)) expect(originalOf(one)).toBe(key);
    for (const other of [`x/variant/a/${name}.jpg`, `x/thumbnail/${name}.jpg/y`, 'x/thumbnail/-.jpg', 'x/preview/a.'])
      expect(originalOf(other)).toBe(other);
  });

  test('PST-11a a key tells its event', () => {
    expect(eventOfKey(key)).toBe('ev_1');
    for (const none of ['', 'ugc', `ugc/${CLUB}`, `ugc/${CLUB}/`]) expect(eventOfKey(none)).toBeNull();
  });

  test('PST-11a no letter of a name is likelier than another, and it is 20 long', () => {
    const given = [247, 248, 255, 0, 61, 62, ...Array.from({ length: 14 }, () => 1)];
    const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
      (bytes as Uint8Array).set(given);
      return bytes;
    });
    // 247 is the last byte of the fourth round of 62 letters; 248 and above are thrown away.
    expect(createObjectName()).toBe(`9A9A${'B'.repeat(14)}9A`);
    expect(random).toHaveBeenCalledTimes(2);
  });
});

describe('sizes', () => {
  test('FAN-11a a card is made of what is too upright for one, or too small', () => {
    expect(needsCard({ width: 1200, height: 900 })).toBe(false);
    expect(needsCard({ width: 1199, height: 800 })).toBe(true);
    expect(needsCard({ width: 1300, height: 1000 })).toBe(false);
    expect(needsCard({ width: 1300, height: 1001 })).toBe(true);
    expect(needsCard({ width: 3000, height: 4000 })).toBe(true);
  });

  test('IMG-02 widths up to the first that holds the photo, none enlarged', () => {
    expect(variantSides(100)).toEqual([240]);
    expect(variantSides(240)).toEqual([240]);
    expect(variantSides(241)).toEqual([240, 480]);
    expect(variantSides(4096)).toEqual([...VARIANT_SIDES]);
  });

  test('IMG-02 a list is told the width of each, by the shape of the photo', () => {
    const photo = { media_url: key, width: 3000, height: 4000, variants: [240, 480] };
    const of = (side: number) => `/s3/ugc/${CLUB}/ev_1/variant/${side}/${name}.avif`;
    expect(srcSetOf(photo, '/s3')).toBe(`${of(240)} 180w,${of(480)} 360w`);
    expect(srcSetOf({ ...photo, width: 100, height: 50, variants: [240] }, '/s3')).toBe(`${of(240)} 100w`);
    expect(srcSetOf({ ...photo, variants: [] }, '/s3')).toBeUndefined();
    expect(srcSetOf({ media_url: key, width: 1, height: 1 }, '/s3')).toBeUndefined();
  });

  test('IMG-03a an open photo is its preview, or the photo where there is none, as large as the window', () => {
    const photo = { media_url: key, width: 3000, height: 2000 };
    expect(openKey({ ...photo, has_preview: false })).toBe(key);
    expect(openKey({ ...photo, has_preview: true })).toContain('/preview/');
    expect(openSizes(photo)).toBe('min(100vw,150vh)');
    expect(openSizes({ ...photo, width: 2000, height: 3000 })).toBe('min(100vw,67vh)');
  });

  test('IMG-01 a preview may be a whole pixel off, no more', () => {
    const photo = { width: 3200, height: 2000 };
    expect([999, 1001].map((height) => isPreviewOf({ width: 1600, height }, photo))).toEqual([true, true]);
    expect([998, 1002].map((height) => isPreviewOf({ width: 1600, height }, photo))).toEqual([false, false]);
  });
});

describe('PST-08b turning and cutting', () => {
  test('a cut to the left goes round against the clock', () => {
    const { crop } = turnEdit({ turns: 0, crop: { x: 0.125, y: 0.25, width: 0.5, height: 0.125 } }, -1);
    expect(crop).toEqual({ x: 0.25, y: 0.375, width: 0.125, height: 0.5 });
  });

  test('a cut alone is an edit', () => {
    expect(isUnedited({ turns: 0, crop: { x: 0, y: 0, width: 0.5, height: 1 } })).toBe(false);
  });

  test('a picture without a cut is whole', () => {
    expect(pixelBox({ width: 3, height: 2 }, null)).toEqual({ x: 0, y: 0, width: 3, height: 2 });
  });
});

describe('the same photo', () => {
  const one = { name: 'image.jpg', size: 10, lastModified: 1, hash: null };

  test('PST-07c T17 without digests name, size and time must all agree', () => {
    expect(isSamePhoto(one, { ...one })).toBe(true);
    expect(isSamePhoto(one, { ...one, name: 'b.jpg' })).toBe(false);
    expect(isSamePhoto(one, { ...one, size: 11 })).toBe(false);
    expect(isSamePhoto(one, { ...one, lastModified: 2 })).toBe(false);
  });

  test('PST-07c T31 one digest alone says nothing, two decide', () => {
    expect(isSamePhoto({ ...one, hash: 'x' }, one)).toBe(true);
    expect(isSamePhoto(one, { ...one, hash: 'x' })).toBe(true);
    expect(isSamePhoto({ ...one, hash: 'x' }, { ...one, size: 11 })).toBe(false);
    expect(isSamePhoto({ ...one, hash: 'x' }, { ...one, name: 'b.jpg', hash: 'x' })).toBe(true);
  });

  test('T17 a name that is all extension is numbered behind it', () => {
    expect(freeFileName('.jpg', ['.jpg'])).toBe('.jpg (2)');
  });
});
