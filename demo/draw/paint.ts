/** From sheets of SVG to a photograph-like picture: composite, vignette, film grain. */
import sharp, { type OverlayOptions } from 'sharp';
import { type Layer, type Pen, toHex } from './pen.ts';

export interface Painted {
  /** AVIF. */
  readonly picture: Buffer;
  /** Dominant colour '#rrggbb'. */
  readonly color: string;
}

/** All pictures together stay below 6 MB. */
const QUALITY = 46;
/** Side of the grain tile. */
const GRAIN = 512;

/** Group opacity makes the renderer allocate a surface per shape; paint opacity looks the same on single shapes and is many times faster. */
const fastOpacity = (body: string): string =>
  body.replace(/ opacity="([^"]+)"/g, ' fill-opacity="$1" stroke-opacity="$1"');

function svg(pen: Pen, body: string, w: number, h: number): Buffer {
  const used = new Set([...body.matchAll(/url\(#(\w+)\)/g)].map((match) => match[1]));
  const defs = pen.defs.filter((def) => used.has(/ id="(\w+)"/.exec(def)?.[1]));
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${pen.w} ${pen.h}" preserveAspectRatio="none"><defs>${defs.join('')}</defs>${fastOpacity(body)}</svg>`,
  );
}

/** Backgrounds up to this share of the resolution are put together small and enlarged once. */
const SMALL = 0.3;
/** Below this the blur of a sheet drawn in full is left to the lens: one faint blur over the finished picture. */
const LENS_BLUR = 1.3;

const scaleOf = (layer: Layer): readonly [number, number] =>
  typeof layer.scale === 'object' ? layer.scale : [layer.scale ?? 1, layer.scale ?? 1];

/** Draws a sheet, blurs it, brings it to `w`×`h`. Light that is added needs no alpha, which makes it three times cheaper. */
async function sheet(pen: Pen, layer: Layer, w: number, h: number): Promise<OverlayOptions> {
  const share = Math.min(1, w / pen.w);
  const [sx, sy] = scaleOf(layer).map((scale) => Math.min(scale, share)) as [number, number];
  const [ow, oh] = [Math.max(2, Math.round(pen.w * sx)), Math.max(2, Math.round(pen.h * sy))];
  const isLight = layer.blend === 'screen';
  const channels = isLight ? 3 : 4;
  let image = sharp(svg(pen, layer.body, ow, oh));
  image = isLight ? image.flatten({ background: '#000' }) : image.ensureAlpha();
  const blur = layer.blur ?? 0;
  const sigma = blur * Math.min(sx, sy);
  const isDrawnInFull = sx === 1 && sy === 1;
  if (sigma >= 0.35 && !(isDrawnInFull && blur < LENS_BLUR)) image = image.blur(sigma);
  if (ow !== w || oh !== h) {
    const raw = { width: ow, height: oh, channels } as const;
    image = sharp(await image.raw().toBuffer(), { raw }).resize(w, h, { fit: 'fill', kernel: 'linear' });
  }
  return { input: await image.raw().toBuffer(), raw: { width: w, height: h, channels }, blend: layer.blend ?? 'over' };
}

/** Composites sheets over black at one size. */
async function compose(pen: Pen, layers: readonly Layer[], w: number, h: number): Promise<Buffer> {
  const sheets = await Promise.all(layers.map((layer) => sheet(pen, layer, w, h)));
  return sharp({ create: { width: w, height: h, channels: 3, background: '#000' } })
    .composite(sheets)
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** The leading coarse sheets as one opaque sheet, and how many they are. */
async function background(pen: Pen, layers: readonly Layer[]): Promise<{ sheet: OverlayOptions; count: number }> {
  const firstFine = layers.findIndex((layer) => Math.max(...scaleOf(layer)) > SMALL);
  const count = firstFine < 0 ? layers.length : firstFine;
  const [w, h] = [Math.round(pen.w * SMALL), Math.round(pen.h * SMALL)];
  const small = await compose(pen, layers.slice(0, count), w, h);
  const input = await sharp(small, { raw: { width: w, height: h, channels: 3 } })
    .resize(pen.w, pen.h, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  return { sheet: { input, raw: { width: pen.w, height: pen.h, channels: 3 }, blend: 'over' }, count };
}

const grainTiles = new Map<number, Promise<Buffer>>();
/** Grey noise with a little softness; the same tile for every picture of a strength. */
function grain(strength: number): Promise<Buffer> {
  const made =
    grainTiles.get(strength) ??
    (() => {
      let a = 12345;
      const next = () => {
        a = (Math.imul(a, 1664525) + 1013904223) | 0;
        return (a >>> 0) / 4_294_967_296;
      };
      const pixels = Buffer.alloc(GRAIN * GRAIN * 3);
      for (let i = 0; i < GRAIN * GRAIN; i++) {
        const n = 128 + (next() + next() + next() - 1.5) * strength;
        pixels.fill(Math.round(n), i * 3, i * 3 + 3);
      }
      return sharp(pixels, { raw: { width: GRAIN, height: GRAIN, channels: 3 } })
        .blur(0.6)
        .png({ compressionLevel: 1 })
        .toBuffer();
    })();
  grainTiles.set(strength, made);
  return made;
}

/** Draws the sheets in order. The pen must be the one the sheets were drawn with: it holds their gradients. */
export async function paint(pen: Pen, layers: readonly Layer[]): Promise<Painted> {
  const reach = Math.hypot(pen.w, pen.h) / 2;
  const vignette = pen.radial(pen.w / 2, pen.h * 0.48, reach, [
    [0, '#000000', 0],
    [0.55, '#000000', 0],
    [1, '#000000', 0.55],
  ]);
  const behind = await background(pen, layers);
  const sheets = await Promise.all([
    ...layers.slice(behind.count).map((layer) => sheet(pen, layer, pen.w, pen.h)),
    sheet(pen, { body: `<rect width="${pen.w}" height="${pen.h}" fill="${vignette}"/>`, scale: 0.125 }, pen.w, pen.h),
  ]);
  const size = { width: pen.w, height: pen.h, channels: 3 } as const;
  const sharpest = await sharp({ create: { ...size, background: '#000' } })
    .composite([behind.sheet, ...sheets])
    .removeAlpha()
    .raw()
    .toBuffer();
  const flat = await sharp(await sharp(sharpest, { raw: size }).blur(0.55).raw().toBuffer(), { raw: size })
    .composite([{ input: await grain(44), tile: true, blend: 'soft-light' }])
    .removeAlpha()
    .raw()
    .toBuffer();
  const drawn = () => sharp(flat, { raw: size });
  const [picture, pixel] = await Promise.all([
    drawn().avif({ quality: QUALITY, effort: 4 }).toBuffer(),
    drawn().resize(1, 1, { kernel: 'linear' }).raw().toBuffer(),
  ]);
  return { picture, color: toHex([...pixel]) };
}
