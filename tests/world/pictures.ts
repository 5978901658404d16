/** JPEGs as a phone makes them of what was picked; no two are alike, as no two runs of an encoder are. */
import sharp from 'sharp';
import type { Prepared } from '../../src/outbox/job.ts';
import type { MadePictures } from '../../src/outbox/ports.ts';

const SIZES = {
  large: { original: [1700, 1275], preview: [1600, 1200], thumbnail: [480, 360] },
  small: { original: [1200, 900], preview: null, thumbnail: [480, 360] },
} as const;
export type PictureKind = keyof typeof SIZES;

const made = new Map<string, Buffer>();
async function flat([width, height]: readonly [number, number]): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: '#336699' };
  return sharp({ create }).jpeg({ quality: 40 }).toBuffer();
}

/** Before the first day. */
export async function makePictures(): Promise<void> {
  for (const sizes of Object.values(SIZES))
    for (const size of Object.values(sizes)) if (size) made.set(String(size), await flat(size));
}

/** With tables of its own that nothing in it uses: a comment would be metadata, which the server refuses. */
function pictureOf(size: readonly [number, number], random: () => number): ArrayBuffer {
  const base = made.get(String(size)) as Buffer;
  const tables = Array.from({ length: 1 + Math.floor(random() * 4) }, () => [
    Buffer.from([0xff, 0xdb, 0, 67, 3]),
    Buffer.alloc(64, 1 + Math.floor(random() * 250)),
  ]).flat();
  return new Uint8Array(Buffer.concat([base.subarray(0, 2), ...tables, base.subarray(2)])).buffer;
}

export function prepareAs(kind: PictureKind, random: () => number): MadePictures & { readonly prepared: Prepared } {
  const sizes = SIZES[kind];
  const original = pictureOf(sizes.original, random);
  const preview = sizes.preview && pictureOf(sizes.preview, random);
  const thumbnail = pictureOf(sizes.thumbnail, random);
  const [width, height] = sizes.original;
  const prepared = {
    width,
    height,
    color: '#336699',
    exif: null,
    originalBytes: original.byteLength,
    previewBytes: preview?.byteLength ?? null,
    thumbnailBytes: thumbnail.byteLength,
  };
  return { original, preview, thumbnail, prepared };
}

/** As picked: says of what kind it is. */
export const sourceOf = (kind: PictureKind): ArrayBuffer => new Uint8Array([0xff, kind === 'large' ? 1 : 2]).buffer;
export const kindOf = (source: ArrayBuffer): PictureKind => (new Uint8Array(source)[1] === 1 ? 'large' : 'small');
