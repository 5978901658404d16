/** From sheets of SVG to a photograph-like JPEG: composite, vignette, film grain. */
import sharp, { type OverlayOptions } from 'sharp';
import { f, type Layer, type Pen, toHex } from './pen.ts';

export interface Painted {
  readonly original: Buffer;
  readonly thumbnail: Buffer;
  readonly width: number;
  readonly height: number;
  /** Dominant colour '#rrggbb'. */
  readonly color: string;
}

const ORIGINAL_QUALITY = 80;
const THUMBNAIL_QUALITY = 76;
const THUMBNAIL_SIDE = 480;
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

async function sheet(pen: Pen, layer: Layer): Promise<OverlayOptions> {
  const [sx, sy] = typeof layer.scale === 'object' ? layer.scale : [layer.scale ?? 1, layer.scale ?? 1];
  const [w, h] = [Math.max(2, Math.round(pen.w * sx)), Math.max(2, Math.round(pen.h * sy))];
  let image = sharp(svg(pen, layer.body, w, h)).ensureAlpha();
  const sigma = (layer.blur ?? 0) * Math.min(sx, sy);
  if (sigma >= 0.35) image = image.blur(sigma);
  if (w !== pen.w || h !== pen.h) {
    const small = await image.raw().toBuffer();
    image = sharp(small, { raw: { width: w, height: h, channels: 4 } }).resize(pen.w, pen.h, {
      fit: 'fill',
      kernel: 'cubic',
    });
  }
  const input = await image.raw().toBuffer();
  return { input, raw: { width: pen.w, height: pen.h, channels: 4 }, blend: layer.blend ?? 'over' };
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
  const sheets = await Promise.all(
    [...layers, { body: `<rect width="${pen.w}" height="${pen.h}" fill="${vignette}"/>`, scale: 0.25 }].map((l) =>
      sheet(pen, l),
    ),
  );
  const flat = await sharp({ create: { width: pen.w, height: pen.h, channels: 3, background: '#000' } })
    .composite([...sheets, { input: await grain(44), tile: true, blend: 'soft-light' }])
    .removeAlpha()
    .raw()
    .toBuffer();
  const picture = () => sharp(flat, { raw: { width: pen.w, height: pen.h, channels: 3 } });
  const [original, thumbnail, pixel] = await Promise.all([
    picture().jpeg({ quality: ORIGINAL_QUALITY, progressive: true }).toBuffer(),
    picture()
      .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside' })
      .jpeg({ quality: THUMBNAIL_QUALITY })
      .toBuffer(),
    picture().resize(1, 1, { kernel: 'linear' }).raw().toBuffer(),
  ]);
  return { original, thumbnail, width: pen.w, height: pen.h, color: toHex([...pixel]) };
}

/** Moves a drawing, for repeating it. */
export const moved = (body: string, x: number, y: number, scale = 1): string =>
  `<g transform="translate(${f(x)} ${f(y)}) scale(${f(scale)})">${body}</g>`;
