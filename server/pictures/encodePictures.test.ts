import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { MAX_ASPECT, MAX_IMAGE_SIDE, THUMBNAIL_SIDE } from '../../src/contract/limits.ts';
import { isTooNarrow } from '../../src/rules/previewShape.ts';
import { encodePictures } from './encodePictures.ts';

const drawings = {
  noise: (width: number, height: number) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    }),
  gradient: (width: number, height: number) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x2="1" y2="1">` +
          '<stop offset="0" stop-color="#000"/><stop offset="0.5" stop-color="#f40"/><stop offset="1" stop-color="#fff"/>' +
          '</linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>',
      ),
    ).flatten(),
};

/** A photo and its thumbnail as a client makes them. */
async function photoOf(width: number, height: number, kind: keyof typeof drawings = 'noise') {
  const source = await drawings[kind](width, height).jpeg().toBuffer();
  const scale = Math.min(1, THUMBNAIL_SIDE / Math.max(width, height));
  const [across, down] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  const thumbnail = await sharp(source).resize(across, down, { fit: 'fill' }).jpeg().toBuffer();
  return { source, thumbnail, width, height };
}
const check = (photo: Awaited<ReturnType<typeof photoOf>>) =>
  encodePictures({ ...photo, isPreview: false, needsPreview: false, needsCard: false, isCheck: true });

const SHORT = [1, 2, 3, 4, 8, 15, 16, 40];
const SHAPES = SHORT.flatMap((short) =>
  [1, 3, 30, MAX_ASPECT].map((aspect) => [short, Math.min(MAX_IMAGE_SIDE, short * aspect)] as const),
);

describe('PST-07h IMG-05 nothing that is accepted is withdrawn for its shape', () => {
  test.each(SHAPES)('%i × %i pixels, upright and lying', async (short, long) => {
    for (const kind of ['noise', 'gradient'] as const)
      for (const [width, height] of [
        [short, long],
        [long, short],
      ] as const) {
        expect(isTooNarrow({ width, height })).toBe(false);
        expect([kind, width, height, await check(await photoOf(width, height, kind))]).toMatchObject([
          ...[kind, width, height, { is: 'derived' }],
        ]);
      }
  });

  test('a thumbnail of something else is still told, also of a tiny picture', async () => {
    for (const [width, height] of [
      [600, 400],
      [4, 400],
      [8, 8],
    ] as const) {
      const { thumbnail } = await photoOf(width, height, 'gradient');
      const white = sharp({ create: { width, height, channels: 3, background: '#fff' } });
      const other = { ...(await photoOf(width, height)), source: await white.jpeg().toBuffer(), thumbnail };
      expect(await check(other)).toMatchObject({ is: 'refused' });
    }
  });
});

describe('PST-07f IMG-05 what was cut is refused, also closed after the cut', () => {
  const halfOf = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, bytes.length * 0.6), Buffer.from([0xff, 0xd9])]);

  test('the photo and its thumbnail', async () => {
    const photo = await photoOf(600, 400);
    expect(await check(photo)).toMatchObject({ is: 'derived' });
    for (const cut of [
      { source: halfOf(photo.source) },
      { thumbnail: halfOf(photo.thumbnail) },
      { source: photo.source.subarray(0, photo.source.length * 0.6) },
    ])
      expect(await check({ ...photo, ...cut })).toMatchObject({ is: 'refused' });
  });

  test('a cut that shows little is told, too: the last rows of a plain picture', async () => {
    const photo = await photoOf(600, 400);
    const length = photo.source.length - 200;
    const source = Buffer.concat([photo.source.subarray(0, length), Buffer.from([0xff, 0xd9])]);
    expect(await check({ ...photo, source })).toMatchObject({ is: 'refused' });
  });
});
