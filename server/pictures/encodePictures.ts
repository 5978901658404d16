/**
 * Pixels of one photo: what the job (`derivePictures.ts`) has a process of its own do. `sharp` runs native code on strangers' bytes
 * and takes all the CPU it gets: a crash, a leak or a slow picture must not be the server's.
 */
import type sharpModule from 'sharp';
import type { AvifOptions, OutputInfo, Sharp } from 'sharp';
import {
  CARD_SIZE,
  MAX_IMAGE_SIDE,
  PREVIEW_QUALITY,
  PREVIEW_SIDE,
  THUMBNAIL_SIDE,
  type VariantSide,
} from '../../src/contract/limits.ts';
import { completeJpeg } from '../../src/rules/jpegWhole.ts';
import { variantSides } from '../../src/rules/objectKeys.ts';
import { isPreviewOf } from '../../src/rules/previewShape.ts';

export interface PictureOrder {
  /** What everything is made of. */
  readonly source: Uint8Array;
  /** The preview: the original has not come, or is none. */
  readonly isPreview: boolean;
  /** As lists show it; must be a small copy of the source. */
  readonly thumbnail: Uint8Array;
  /** The fan's own, where the source is the original: one that shows something else is made anew (IMG-06a). null or left out: none. */
  readonly preview?: Uint8Array | null;
  /** What the photo says of itself. */
  readonly width: number;
  readonly height: number;
  readonly needsPreview: boolean;
  /** Whether a link preview picture is asked for. */
  readonly needsCard: boolean;
  /** No AVIF and no preview is made, they are there already: the source is only looked at. */
  readonly isCheck: boolean;
}
export interface DerivedPictures {
  readonly is: 'derived';
  readonly variants: readonly { readonly side: number; readonly bytes: Uint8Array }[];
  /** null: not asked for, or the photo is no larger. */
  readonly preview: Uint8Array | null;
  /** null: not asked for. */
  readonly card: Uint8Array | null;
}
/** Why a photo must not be shown (IMG-05). */
export interface RefusedPicture {
  readonly is: 'refused';
  readonly reason: string;
}

/**
 * libheif's quality of each AVIF by its longest side, chosen by `npm run bench:picture-quality` (docs/adr/0018): up to the thumbnail's
 * size the lightest that looks no worse than the JPEG thumbnail at that size; of those a photo is opened with one of high quality.
 */
const AVIF_QUALITY: Readonly<Record<VariantSide, number>> = {
  240: 84,
  480: 60,
  768: 40,
  1024: 60,
  1600: 56,
};

/** How the AVIF of a side is made. Ten bits and more effort pay for small ones; larger ones would take too long. */
export function avifSettings(side: VariantSide) {
  const isSmall = side <= THUMBNAIL_SIDE;
  const quality = AVIF_QUALITY[side];
  return { quality, effort: isSmall ? 3 : 2, bitdepth: isSmall ? 10 : 8, chromaSubsampling: '4:2:0' } as const;
}

/** A decoded picture. */
interface Decoded {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

const openRaw = (sharp: typeof sharpModule, { data, info: { width, height, channels } }: Decoded): Sharp =>
  sharp(data, { raw: { width, height, channels } });

const shrunk = (sharp: typeof sharpModule, picture: Decoded, side: number): Sharp =>
  openRaw(sharp, picture).resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

/** The AVIF of this longest side. */
export async function avifOf(picture: Decoded, side: VariantSide, settings: AvifOptions = avifSettings(side)) {
  const { default: sharp } = await import('sharp');
  return shrunk(sharp, picture, side).avif(settings).toBuffer();
}

/** JPEG quality of a link preview picture; its blurred ground needs few bytes. */
const CARD_QUALITY = 80;

/** The whole picture on a card-shaped, blurred and darkened copy of itself (FAN-11): chats cut every other shape at its centre. */
export async function cardOf({ data, info: { width, height, channels } }: Decoded): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const open = () => sharp(data, { raw: { width, height, channels } });
  const whole = await open()
    .resize({ ...CARD_SIZE, fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return open()
    .resize({ ...CARD_SIZE, fit: 'cover' })
    .blur(32)
    .modulate({ brightness: 0.62 })
    .composite([{ input: whole, gravity: 'centre' }])
    .jpeg({ quality: CARD_QUALITY, progressive: false })
    .toBuffer();
}

/** Side of the small pictures that are compared; mean difference, of 255, that two copies of one picture never reach. */
const LOOK = { side: 16, most: 24 } as const;

export async function encodePictures(order: PictureOrder): Promise<DerivedPictures | RefusedPicture> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  const open = (bytes: Uint8Array) =>
    sharp(bytes, { failOn: 'error', limitInputPixels: MAX_IMAGE_SIDE * MAX_IMAGE_SIDE, sequentialRead: true });
  const longest = Math.max(order.width, order.height);
  const name = order.isPreview ? 'preview' : 'original';
  try {
    const { format, width, height } = await open(order.source).metadata();
    if (format !== 'jpeg') return refused(`The ${name} is ${format}, not JPEG.`);
    // What was cut and closed again decodes without a word, to grey from there on.
    for (const bytes of [order.source, order.thumbnail])
      if (completeJpeg(new Uint8Array(bytes)) === null) return refused(`The ${name} or its thumbnail is cut off.`);
    const isSized = order.isPreview
      ? isPreviewOf({ width, height }, order)
      : width === order.width && height === order.height;
    if (!isSized)
      return refused(`The ${name} is ${width} × ${height}, of a photo of ${order.width} × ${order.height}.`);
    // Decoded once, from all its rows; everything else is made of this.
    const base = await open(order.source)
      .toColourspace('srgb')
      .removeAlpha()
      .resize({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const difference = meanDifference(await lookOf(openRaw(sharp, base)), await lookOf(open(order.thumbnail)));
    if (difference > LOOK.most) return refused(`The thumbnail shows something else (difference ${difference}).`);
    const card = order.needsCard ? await cardOf(base) : null;
    if (order.isCheck) return { is: 'derived', variants: [], preview: null, card };
    const variants: { side: number; bytes: Uint8Array }[] = [];
    for (const side of variantSides(longest)) variants.push({ side, bytes: await avifOf(base, side) });
    const preview =
      (order.needsPreview || !(await isCopy(sharp, base, order.preview ?? null, open))) && longest > PREVIEW_SIDE
        ? await shrunk(sharp, base, PREVIEW_SIDE)
            .jpeg({ quality: PREVIEW_QUALITY * 100, progressive: false })
            .toBuffer()
        : null;
    return { is: 'derived', variants, preview, card };
  } catch (error) {
    if (!(error instanceof Error) || !isOfPicture(error)) throw error;
    return refused(error.message);
  }
}

/**
 * Mean difference, and that of one place, above which a preview is made anew. Stricter than of a thumbnail: an honest one loses nothing
 * by it.
 */
const PREVIEW_LOOK = { most: 8, mostOfPlace: 64 } as const;

/** Whether the fan's preview, if there is one, shows what the source does. */
async function isCopy(
  sharp: typeof sharpModule,
  base: Decoded,
  preview: Uint8Array | null,
  open: (bytes: Uint8Array) => Sharp,
): Promise<boolean> {
  if (preview === null) return true;
  if (completeJpeg(new Uint8Array(preview)) === null) return false;
  try {
    const [made, given] = [await lookOf(openRaw(sharp, base)), await lookOf(open(preview))];
    const ofPlaces = made.map((value, at) => Math.abs(value - (given[at] ?? 0)));
    return meanDifference(made, given) <= PREVIEW_LOOK.most && Math.max(...ofPlaces) <= PREVIEW_LOOK.mostOfPlace;
  } catch (error) {
    if (!(error instanceof Error) || !isOfPicture(error)) throw error;
    return false;
  }
}

/**
 * The picture as 16 × 16 colours, also one that has fewer pixels on a side. In grey, a red photo could have a green copy of the same
 * brightness (IMG-06b).
 */
const lookOf = (picture: Sharp): Promise<Uint8Array> =>
  picture
    .resize({ width: LOOK.side, height: LOOK.side, fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();

/** What is said of bytes that are no picture. */
export const refused = (reason: string): RefusedPicture => ({ is: 'refused', reason });

/** What libvips says of bytes it cannot decode; anything else, such as short memory, may be otherwise another time. */
export const isOfPicture = ({ message }: Error): boolean =>
  /unsupported image format|VipsJpeg|jpegload|exceeds pixel limit|premature end|corrupt/i.test(message) &&
  !/out of memory|unable to (?:malloc|allocate)/i.test(message);

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  let sum = 0;
  for (let at = 0; at < length; at += 1) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  return Math.round(sum / Math.max(1, length));
}
