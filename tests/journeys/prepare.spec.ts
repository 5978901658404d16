/** Preparation of real camera files in a real browser, under the product's own content policy. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import sharp from 'sharp';
import { ensureChromium } from '../../.ci/ensure-chromium.mjs';
import type { Outcome, PreparePage } from '../bench/preparePage/main.ts';
import { type PrepareServer, startPrepareServer } from '../bench/prepareServer.ts';
import { nonEmpty } from '../nonEmpty.ts';

interface Fixture {
  readonly file: string;
  readonly expected: {
    readonly outcome: 'accept' | 'refuse' | 'either';
    readonly width?: number;
    readonly height?: number;
    readonly must_not_survive_or_run?: string;
  };
}
type Prepared = Extract<Outcome, { original: string }>;

declare const preparePage: PreparePage;

const folder = process.env.PHOTO_FIXTURES ?? resolve(import.meta.dirname, '../../../shared/photos');
const hasFixtures = existsSync(join(folder, 'manifest.json'));
const fixtures: Fixture[] = hasFixtures ? JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).files : [];
if (!hasFixtures) console.log('No real photos (PHOTO_FIXTURES): preparation is tried with generated ones.');

let server: PrepareServer;
let outcomes: Map<string, Outcome>;

/** One browser prepares everything; the tests look at what came out. */
test.beforeAll(async () => {
  server = await startPrepareServer();
  const browser = await chromium.launch({ executablePath: ensureChromium() });
  try {
    const page = await browser.newPage();
    const files = await pictures();
    await page.route('**/pictures/*', (route) => {
      const body = files.get(decodeURIComponent(new URL(route.request().url()).pathname.split('/').at(-1) ?? ''));
      return route.fulfill({ body: body ?? Buffer.alloc(0), contentType: 'image/jpeg' });
    });
    await page.goto(server.url);
    outcomes = new Map();
    for (const name of files.keys()) {
      const url = `/pictures/${encodeURIComponent(name)}`;
      outcomes.set(name, await page.evaluate((path) => preparePage.prepare(path), url));
    }
  } finally {
    await browser.close();
  }
});
test.afterAll(() => server?.close());

test('building the page leaves the environment of the next journeys’ servers alone', () => {
  expect(process.env.NODE_ENV).not.toBe('production');
});

async function pictures(): Promise<Map<string, Buffer>> {
  const files = new Map(fixtures.map(({ file }) => [file, readFileSync(join(folder, file))]));
  // Left half dark, right half light: tells every turn and mirror from the right one.
  const dark = { create: { width: 2560, height: 3000, channels: 3, background: '#203060' } } as const;
  const half = await sharp(dark).png().toBuffer();
  const wide = { create: { width: 5120, height: 3000, channels: 3, background: '#f0e0a0' } } as const;
  const upright = await sharp(wide)
    .composite([{ input: half, left: 0, top: 0 }])
    .png()
    .toBuffer();
  files.set(
    'generated-exif6.jpg',
    await sharp(await sharp(upright).rotate(-90).toBuffer())
      .withExif(EXIF)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
  );
  // Pure sRGB red as a phone with a wide-gamut camera stores it: other numbers, and a profile that says so.
  const red = { create: { width: 1700, height: 64, channels: 3, background: '#ff0000' } } as const;
  files.set('generated-p3.jpg', await sharp(red).withIccProfile('p3').jpeg({ quality: 100 }).toBuffer());
  files.set('generated.png.jpg', await sharp(upright).resize(80).png().toBuffer());
  files.set('generated-cut.jpg', (await sharp(upright).jpeg().toBuffer()).subarray(0, 20_000));
  return files;
}
const EXIF = {
  IFD0: { Make: 'Camera & Co', Model: 'X <b>1</b>' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 40/1 0/1' },
};

function preparedOf(name: string): Prepared {
  const outcome = outcomes.get(name);
  if (outcome === undefined || !('original' in outcome)) throw new Error(`${name}: ${JSON.stringify(outcome)}`);
  return outcome;
}
const bytesOf = (base64: string) => Buffer.from(base64, 'base64');

/** Names of the blocks before the picture data. */
async function blocksOf(jpeg: Buffer) {
  const { exif, icc, xmp, iptc, orientation, width, height } = await sharp(jpeg).metadata();
  return { metadata: [exif, icc, xmp, iptc, orientation].filter((block) => block !== undefined).length, width, height };
}

test('PST-08a T13 a turned picture comes out upright and capped, without its place', async () => {
  const { prepared, original, preview, thumbnail } = preparedOf('generated-exif6.jpg');
  expect([prepared.width, prepared.height]).toEqual([4096, 2400]);
  expect(await blocksOf(bytesOf(original))).toEqual({ metadata: 0, width: 4096, height: 2400 });
  expect(await blocksOf(bytesOf(thumbnail))).toEqual({ metadata: 0, width: 480, height: 281 });
  expect(await blocksOf(bytesOf(preview ?? ''))).toEqual({ metadata: 0, width: 1600, height: 938 });
  for (const made of [original, preview ?? '', thumbnail]) {
    const { data } = await sharp(bytesOf(made))
      .resize(4, 2, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeLessThan(80);
    expect(data[9]).toBeGreaterThan(200);
  }
  expect(prepared.exif).toEqual({ Make: 'Camera & Co' });
});

test('T14 a wide-gamut picture becomes sRGB: its colours stay, its profile goes', async () => {
  const source = await pictures().then((files) => files.get('generated-p3.jpg') as Buffer);
  const stored = await sharp(source, { ignoreIcc: true }).raw().toBuffer();
  expect((await sharp(source).metadata()).icc, 'the source has a profile').toBeDefined();
  expect(stored[0], 'and other numbers than sRGB has').toBeLessThan(240);
  const { original, preview, thumbnail } = preparedOf('generated-p3.jpg');
  for (const made of [bytesOf(original), bytesOf(preview ?? ''), bytesOf(thumbnail)]) {
    expect((await blocksOf(made)).metadata).toBe(0);
    const [red = 0, green = 0, blue = 0] = await sharp(made).raw().toBuffer();
    expect(red).toBeGreaterThan(247);
    expect(Math.max(green, blue)).toBeLessThan(10);
  }
});

test('PST-07a T16 other kinds of pictures and cut ones are refused for good', () => {
  expect(outcomes.get('generated.png.jpg')).toEqual({ code: 'IMAGE_NOT_JPEG', retry: 'never' });
  expect(outcomes.get('generated-cut.jpg')).toEqual({ code: 'IMAGE_LOAD', retry: 'never' });
});

test('PST-08c every good file comes out in its size, with nothing in it but the picture', async () => {
  const good = fixtures.filter(({ expected }) => expected.outcome === 'accept');
  expect(good.length > 0).toBe(hasFixtures);
  for (const { file, expected } of nonEmpty(good)) {
    const { prepared, original, preview, thumbnail } = preparedOf(file);
    expect(Math.abs(prepared.width - (expected.width ?? 0)), file).toBeLessThanOrEqual(1);
    expect(Math.abs(prepared.height - (expected.height ?? 0)), file).toBeLessThanOrEqual(1);
    expect(prepared.color, file).toMatch(/^#[0-9a-f]{6}$/);
    const { width, height } = prepared;
    expect(await blocksOf(bytesOf(original)), file).toEqual({ metadata: 0, width, height });
    const small = await blocksOf(bytesOf(thumbnail));
    expect(small.metadata, file).toBe(0);
    expect(Math.max(small.width ?? 0, small.height ?? 0), file).toBe(Math.min(480, Math.max(width, height)));
    await expectPreview(file, preparedOf(file));
    const marker = expected.must_not_survive_or_run;
    const all = [original, preview ?? '', thumbnail].map(bytesOf).join('');
    if (marker !== undefined) expect(`${all}${JSON.stringify(prepared)}`).not.toContain(marker);
  }
});

/** Longest side 1600, as far as rounding goes the picture's own shape, a fraction of its bytes; none of what is no larger (IMG-01). */
async function expectPreview(file: string, { prepared, original, preview }: Prepared): Promise<void> {
  const longest = Math.max(prepared.width, prepared.height);
  if (longest <= 1600) {
    expect([preview, prepared.previewBytes], file).toEqual([null, null]);
    return;
  }
  const bytes = bytesOf(preview ?? '');
  const { metadata, width = 0, height = 0 } = await blocksOf(bytes);
  expect([metadata, Math.max(width, height)], file).toEqual([0, 1600]);
  expect(Math.abs(width / height - prepared.width / prepared.height), file).toBeLessThan(0.01);
  expect(prepared.previewBytes, file).toBe(bytes.byteLength);
  if (longest === 4096) expect(bytes.byteLength / bytesOf(original).byteLength, file).toBeLessThan(0.35);
}

test('PST-07a T12 every bad file is refused with a reason the form can tell', () => {
  for (const { file } of nonEmpty(fixtures.filter(({ expected }) => expected.outcome === 'refuse'))) {
    const outcome = outcomes.get(file);
    expect(outcome, file).toMatchObject({ retry: 'never' });
    const code = outcome !== undefined && 'code' in outcome ? outcome.code : '';
    const wanted = /65500/.test(file) ? 'IMAGE_TOO_LARGE' : /truncated/.test(file) ? 'IMAGE_LOAD' : 'IMAGE_NOT_JPEG';
    expect(code, file).toBe(wanted);
  }
});

test('PST-08b T13 all eight orientations of one scene look the same', async () => {
  const scenes = ['landscape', 'portrait'].filter(() => hasFixtures);
  for (const scene of nonEmpty(scenes)) {
    const pixels = async (turn: number) =>
      sharp(bytesOf(preparedOf(`${scene}-exif${turn}.jpg`).thumbnail))
        .resize(8, 8, { fit: 'fill' })
        .raw()
        .toBuffer();
    const upright = await pixels(1);
    for (let turn = 2; turn <= 8; turn++) {
      const turned = await pixels(turn);
      const worst = Math.max(...turned.map((value, i) => Math.abs(value - (upright[i] ?? 0))));
      expect(worst, `${scene}-exif${turn}`).toBeLessThan(24);
    }
  }
});
