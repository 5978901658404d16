import { expect, test } from 'vitest';
import { openKey } from './openPicture.ts';
import { bestKey } from './pictureSources.ts';
import { isPreviewOf, needsPreview } from './previewShape.ts';

test('IMG-01 a preview has the photo’s shape, up to a pixel of rounding, and a longest side of 1600', () => {
  const photo = { width: 4096, height: 2731 };
  for (const height of [1066, 1067]) expect(isPreviewOf({ width: 1600, height }, photo)).toBe(true);
  for (const [width, height] of [
    [1600, 1065],
    [1600, 1069],
    [1599, 1066],
    [1601, 1067],
    [1067, 1600],
  ] as const)
    expect([width, height, isPreviewOf({ width, height }, photo)]).toEqual([width, height, false]);
  expect(isPreviewOf({ width: 1200, height: 1600 }, { width: 3000, height: 4000 })).toBe(true);
  expect(isPreviewOf({ width: 1600, height: 1 }, { width: 4096, height: 1 })).toBe(true);
});

test('IMG-01 a photo no larger than a preview has none', () => {
  expect([needsPreview({ width: 1600, height: 1200 }), needsPreview({ width: 1200, height: 1601 })]).toEqual([
    ...[false, true],
  ]);
  expect(isPreviewOf({ width: 1600, height: 1200 }, { width: 1600, height: 1200 })).toBe(false);
});

test('PUB-03c the best there is: the original once it is proven, until then the preview', () => {
  const media_url = `ugc/club/e/original/${'a'.repeat(20)}.jpg`;
  const preview = media_url.replace('original', 'preview');
  expect(bestKey({ media_url })).toBe(media_url);
  expect(bestKey({ media_url, original_pending: false })).toBe(media_url);
  expect(bestKey({ media_url, original_pending: true })).toBe(preview);
  expect(openKey({ media_url, width: 4000, height: 3000, has_preview: true, original_pending: true })).toBe(preview);
});
