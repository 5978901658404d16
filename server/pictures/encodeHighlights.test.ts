import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { encodeHighlights, type HighlightsOrder, type HighlightsPhoto } from './encodeHighlights.ts';
import { openTextFont } from './textPaths.ts';

const SIDES = { width: 1200, height: 1600 };
/** A green square on blue: stands for a face at the photo's upper edge. */
const FACE = { Left: 0.4, Top: 0.02, Width: 0.2, Height: 0.15 };
let source: Uint8Array;
beforeAll(async () => {
  const { Left, Top, Width, Height } = FACE;
  const square = `<rect x="${Left * SIDES.width}" y="${Top * SIDES.height}" width="${Width * SIDES.width}" height="${Height * SIDES.height}" fill="#00ff00"/>`;
  source = await sharp({ create: { ...SIDES, channels: 3, background: '#0000ff' } })
    .composite([{ input: Buffer.from(`<svg width="${SIDES.width}" height="${SIDES.height}">${square}</svg>`) }])
    .jpeg({ quality: 95 })
    .toBuffer();
});

const photo = (fields: Partial<HighlightsPhoto> = {}): HighlightsPhoto => ({
  source,
  ...SIDES,
  faces: [],
  credit: '',
  ...fields,
});
const orderOf = (fields: Partial<HighlightsOrder> = {}): HighlightsOrder => ({
  highlights: [photo()],
  texts: { title: '夜', event: '最終節', date: '2026/06/10', site: '川崎' },
  counts: [],
  colors: { brand: '#35b4ec', onBrand: '#000000', second: '#12171c' },
  bytesMax: 600_000,
  ...fields,
});
interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
async function pixelsOf(order: HighlightsOrder, format: 'wide' | 'tall', area?: Area) {
  const { pictures } = await encodeHighlights(order);
  const bytes = pictures.find((one) => one.format === format)?.bytes ?? new Uint8Array();
  const open = area === undefined ? sharp(bytes) : sharp(bytes).extract(area);
  const { data } = await open.raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: data.length / 3 }, (_, at) => [...data.subarray(3 * at, 3 * at + 3)]);
}
const countOf = (pixels: readonly number[][], is: (pixel: readonly number[]) => boolean) => pixels.filter(is).length;
const isGreen = ([r = 0, g = 0, b = 0]: readonly number[]) => g > 180 && r < 90 && b < 90;
const isWhite = ([r = 0, g = 0, b = 0]: readonly number[]) => Math.min(r, g, b) > 200;

test('WAL-08a a face tag is never cut: its photo is cut elsewhere, or stands whole', async () => {
  for (const format of ['wide', 'tall'] as const) {
    const pixels = await pixelsOf(orderOf({ highlights: [photo({ faces: [FACE] })] }), format);
    const area = Math.sqrt(countOf(pixels, isGreen));
    // Of its width by height, in whatever size: a cut square would be flatter.
    const rows = pixels.map((pixel, at) => ({ pixel, at })).filter(({ pixel }) => isGreen(pixel));
    const across = format === 'wide' ? 1200 : 1080;
    const xs = rows.map(({ at }) => at % across);
    const ys = rows.map(({ at }) => Math.floor(at / across));
    const shape = (Math.max(...xs) - Math.min(...xs)) / (Math.max(...ys) - Math.min(...ys));
    expect(area).toBeGreaterThan(40);
    expect(shape).toBeGreaterThan(0.93);
    expect(shape).toBeLessThan(1.07);
  }
});

test('WAL-08a the credit line is drawn below its photo, in white', async () => {
  const strip = { left: 0, top: 590, width: 780, height: 40 };
  const without = await pixelsOf(orderOf(), 'wide', strip);
  const drawn = await pixelsOf(orderOf({ highlights: [photo({ credit: '© 公式 / さくら' })] }), 'wide', strip);
  expect(countOf(without, isWhite)).toBe(0);
  expect(countOf(drawn, isWhite)).toBeGreaterThan(300);
});

test('WAL-08a Japanese letters are drawn from fonts of the product, not of the machine', async () => {
  const font = await openTextFont(900, ['等々力 髙﨑 ABC', '한', '😀']);
  const at = { x: 10, y: 100, size: 40 };
  expect(font.measure('等々力', 40)).toBeCloseTo(120, 0);
  // Each letter has a shape of its own; what the font lacks has that of '〓', and an emoji none.
  expect(new Set([...'等々力髙﨑A'].map((letter) => font.pathOf(letter, at))).size).toBe(6);
  expect(font.pathOf('한', at)).toBe(font.pathOf('〓', at));
  expect([font.pathOf('😀', at), font.measure('😀', 40)]).toEqual(['', 0]);
  expect(font.pathOf('等', at)).toMatch(/^M[\d.-]+ [\d.-]+[LQCM\d .-]+$/);
});

test('WAL-08a a text is no markup of the picture', async () => {
  const hostile = '</svg><script>alert(1)</script>&"\'<image href="file:///etc/passwd"/>';
  const texts = { title: hostile, event: hostile, date: '', site: hostile };
  const { pictures } = await encodeHighlights(orderOf({ texts, highlights: [photo({ credit: hostile })] }));
  expect(pictures.map(({ format }) => format)).toEqual(['wide', 'tall']);
});

test('WAL-08b a picture that is too large gets a lower quality, and none is drawn beyond the bound', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const noisy = await sharp({ create: { ...SIDES, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer();
  const order = orderOf({ highlights: [photo({ source: noisy })] });
  const { pictures } = await encodeHighlights(order);
  const [wide] = pictures;
  expect(wide?.bytes.byteLength).toBeLessThanOrEqual(order.bytesMax);
  await expect(encodeHighlights({ ...order, bytesMax: 20_000 })).rejects.toThrow(/larger than 20000 bytes/);
});

test('WAL-08b bytes that are no picture are drawn into none', async () => {
  await expect(
    encodeHighlights(orderOf({ highlights: [photo({ source: new TextEncoder().encode('no picture') })] })),
  ).rejects.toThrow();
});
