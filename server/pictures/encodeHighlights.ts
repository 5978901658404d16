/** Pixels of the pictures of highlights (WAL-08a), drawn in the picture process. Their text is paths: no font of the machine is used. */
import type sharpModule from 'sharp';
import type { OverlayOptions } from 'sharp';
import { HIGHLIGHTS_FORMATS, type HighlightsFormat } from '../../src/contract/highlights.ts';
import { MAX_IMAGE_SIDE, PREVIEW_SIDE } from '../../src/contract/limits.ts';
import { cropToFill } from '../../src/rules/wallCrop.ts';
import type { TenantColors } from '../../tenants/schema.ts';
import {
  type HighlightsCount,
  type HighlightsLayout,
  type HighlightsTexts,
  layoutHighlights,
  STRIPE_HEIGHT,
  TALL_PHOTOS,
  WIDE_PHOTOS,
} from './highlightsLayout.ts';
import { openTextFont, type TextFont } from './textPaths.ts';

interface FaceBox {
  readonly Left: number;
  readonly Top: number;
  readonly Width: number;
  readonly Height: number;
}
/** One photo of a picture. */
export interface HighlightsPhoto {
  /** A JPEG. */
  readonly source: Uint8Array;
  /** Of the original. */
  readonly width: number;
  readonly height: number;
  /** Boxes of its face tags, as fractions of its sides. */
  readonly faces: readonly FaceBox[];
  /** Empty: none. */
  readonly credit: string;
}
export interface HighlightsOrder {
  readonly highlights: readonly HighlightsPhoto[];
  readonly texts: HighlightsTexts;
  readonly counts: readonly HighlightsCount[];
  readonly colors: Pick<TenantColors, 'brand' | 'onBrand' | 'second'>;
  /** Most bytes of one picture. */
  readonly bytesMax: number;
}
export interface DrawnHighlights {
  readonly is: 'highlights';
  readonly pictures: readonly { readonly format: HighlightsFormat; readonly bytes: Uint8Array }[];
}

const FORMATS = Object.keys(HIGHLIGHTS_FORMATS) as HighlightsFormat[];
/** Tried in turn, until a picture is small enough. */
const QUALITIES = [84, 72, 58, 44, 30];
const CREDIT_COLORS = { ground: '#0b0d10', text: '#ffffff' } as const;

/** Black above and below the photos of a tall picture. */
const EDGE = 4;

interface Fonts {
  readonly regular: TextFont;
  readonly bold: TextFont;
}

/** Returns both pictures. Rejects where a photo cannot be decoded, or no quality is small enough. */
export async function encodeHighlights(order: HighlightsOrder): Promise<DrawnHighlights> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  const { texts, counts, highlights } = order;
  const all = [
    ...Object.values(texts),
    ...counts.flatMap(({ label, value, unit }) => [label, value, unit]),
    ...highlights.map(({ credit }) => credit),
  ];
  const fonts = { regular: await openTextFont(500, all), bold: await openTextFont(900, all) };
  const pictures: { format: HighlightsFormat; bytes: Uint8Array }[] = [];
  for (const format of FORMATS) pictures.push({ format, bytes: await drawPicture(sharp, order, format, fonts) });
  return { is: 'highlights', pictures };
}

async function drawPicture(
  sharp: typeof sharpModule,
  { highlights, texts, counts, colors, bytesMax }: HighlightsOrder,
  format: HighlightsFormat,
  fonts: Fonts,
): Promise<Uint8Array> {
  const measure = { regular: fonts.regular.measure, bold: fonts.bold.measure };
  const layout = layoutHighlights(format, { photos: highlights, texts, counts }, measure);
  const size = HIGHLIGHTS_FORMATS[format];
  const parts: OverlayOptions[] = [{ input: Buffer.from(groundOf(layout, size, colors)), left: 0, top: 0 }];
  for (const [index, box] of layout.photos.entries()) {
    const photo = highlights[index];
    if (photo !== undefined)
      parts.push({ input: await fillBox(sharp, photo, box), left: Math.round(box.x), top: Math.round(box.y) });
  }
  parts.push({ input: Buffer.from(textsOf(layout, size, colors, fonts)), left: 0, top: 0 });
  const picture = await sharp({ create: { ...size, channels: 3, background: colors.brand } })
    .composite(parts)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (const quality of QUALITIES) {
    const bytes = await sharp(picture.data, { raw: { ...size, channels: picture.info.channels } })
      .jpeg({ quality, progressive: false })
      .toBuffer();
    if (bytes.byteLength <= bytesMax) return bytes;
  }
  throw new Error(`The ${format} picture is larger than ${bytesMax} bytes.`);
}

const svgOf = ({ width, height }: Size, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`;

interface Size {
  readonly width: number;
  readonly height: number;
}
type Colors = HighlightsOrder['colors'];

/** Black below photos and credits, and the slanted stripes. */
function groundOf({ photos, stripes }: HighlightsLayout, size: Size, { second }: Colors): string {
  const isWide = size.width > size.height;
  const black = isWide
    ? `<rect width="${WIDE_PHOTOS.width}" height="${size.height}" fill="${CREDIT_COLORS.ground}"/>`
    : `<rect y="${TALL_PHOTOS.y - EDGE}" width="${size.width}" height="${TALL_PHOTOS.height + 2 * EDGE}" fill="${CREDIT_COLORS.ground}"/>`;
  const slant = STRIPE_HEIGHT / 2;
  const drawn = stripes.map(
    ({ x, y, width }) =>
      `<polygon fill="${second}" points="${x + slant},${y} ${x + width},${y} ${x + width - slant},${y + STRIPE_HEIGHT} ${x},${y + STRIPE_HEIGHT}"/>`,
  );
  return svgOf(size, (photos.length > 0 ? black : '') + drawn.join(''));
}

function textsOf({ texts }: HighlightsLayout, size: Size, { onBrand }: Colors, fonts: Fonts): string {
  const paths = texts.map(({ text, isBold, isCredit, ...at }) => {
    const path = (isBold ? fonts.bold : fonts.regular).pathOf(text, at);
    return `<path fill="${isCredit ? CREDIT_COLORS.text : onBrand}" d="${path}"/>`;
  });
  return svgOf(size, paths.join(''));
}

/** The photo in its box: cut so that no face tag is, else whole on its own blurred copy (WAL-03b). */
async function fillBox(sharp: typeof sharpModule, photo: HighlightsPhoto, place: Size): Promise<Buffer> {
  const box = { width: Math.round(place.width), height: Math.round(place.height) };
  const base = await sharp(photo.source, { failOn: 'error', limitInputPixels: MAX_IMAGE_SIDE * MAX_IMAGE_SIDE })
    .toColourspace('srgb')
    .removeAlpha()
    .resize({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = base.info;
  const open = () => sharp(base.data, { raw: { width, height, channels } });
  const crop = cropToFill({ width, height, faces: photo.faces }, box);
  if (crop !== null) {
    const scale = Math.max(box.width / width, box.height / height);
    const part = { width: Math.round(box.width / scale), height: Math.round(box.height / scale) };
    const left = Math.round(((width - part.width) * crop.x) / 100);
    const top = Math.round(((height - part.height) * crop.y) / 100);
    return open()
      .extract({ left, top, ...part })
      .resize({ ...box, fit: 'fill' })
      .png({ compressionLevel: 1 })
      .toBuffer();
  }
  const whole = await open()
    .resize({ ...box, fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return open()
    .resize({ ...box, fit: 'cover' })
    .blur(32)
    .modulate({ brightness: 0.5 })
    .composite([{ input: whole, gravity: 'centre' }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}
