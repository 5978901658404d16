/**
 * How long does preparing a 12-MP JPEG (≤4096 px, preview and thumbnail) take, against plain createImageBitmap + convertToBlob of original and thumbnail in a worker?
 * Interleaved pairs, medians; also the longest time the main thread was blocked, and the growth of its heap over 15 pictures.
 *
 *   npm run bench:prepare            (PHOTO_FIXTURES: folder of real photos; else a generated one)
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { ensureChromium } from '../../.ci/ensure-chromium.mjs';
import type { PreparePage } from './preparePage/main.ts';
import { startPrepareServer } from './prepareServer.ts';

const PAIRS = 7;
const MOST_RATIO = 1.35;
/** Of the main thread, in milliseconds; where the plain way blocks it longer, the machine is too busy to tell. */
const MOST_BLOCKED = 50;
/** Growth of the heap over 15 pictures. */
const MOST_MB = 150;
const REAL = ['iphone-xs-portrait-exif6-12mp-p3-gps.jpg', 'canon-5d-mark3-landscape-22mp-5760px.jpg'];

async function pictures(): Promise<string[]> {
  const folder = process.env.PHOTO_FIXTURES;
  if (folder !== undefined) return REAL.map((name) => join(folder, name));
  console.log('PHOTO_FIXTURES is not set: measuring a generated picture.');
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const file = join(mkdtempSync(join(tmpdir(), 'bench-prepare-')), 'generated-12mp.jpg');
  const small = await sharp({ create: { width: 1008, height: 756, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
  writeFileSync(file, await sharp(small).resize(4032, 3024).jpeg({ quality: 90 }).toBuffer());
  return [file];
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

declare const preparePage: PreparePage;

const server = await startPrepareServer();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--enable-precise-memory-info'] });
try {
  const page = await browser.newPage();
  await page.goto(server.url);
  for (const file of await pictures()) {
    const name = file.split('/').at(-1) ?? '';
    await page.route(`**/${name}`, (route) => route.fulfill({ body: readFileSync(file), contentType: 'image/jpeg' }));
    await page.evaluate((url) => preparePage.timeOurs(url).then(() => preparePage.timePlain(url)), `/${name}`);
    const ours: number[] = [];
    const plain: number[] = [];
    let blocked = 0;
    let blockedByPlain = 0;
    for (let pair = 0; pair < PAIRS; pair++) {
      const measured = await page.evaluate((url) => preparePage.timeOurs(url), `/${name}`);
      ours.push(measured.ms);
      blocked = Math.max(blocked, measured.blockedMs);
      const control = await page.evaluate((url) => preparePage.timePlain(url), `/${name}`);
      plain.push(control.ms);
      blockedByPlain = Math.max(blockedByPlain, control.blockedMs);
    }
    const heap = () =>
      page.evaluate(
        () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 2 ** 20,
      );
    const before = await heap();
    await page.evaluate((url) => preparePage.repeat(url, 15), `/${name}`);
    const grown = (await heap()) - before;
    const ratio = median(ours) / median(plain);
    if (ratio > MOST_RATIO || blocked > Math.max(MOST_BLOCKED, blockedByPlain) || grown > MOST_MB) process.exitCode = 1;
    console.log(
      [
        name,
        `ours ${median(ours).toFixed(0)} ms`,
        `plain ${median(plain).toFixed(0)} ms`,
        `ratio ${ratio.toFixed(2)} (at most ${MOST_RATIO})`,
        `main thread blocked at most ${blocked.toFixed(0)} ms (${MOST_BLOCKED}; plain ${blockedByPlain.toFixed(0)})`,
        `heap after 15 pictures ${grown >= 0 ? '+' : ''}${grown.toFixed(1)} MB (${MOST_MB})`,
      ].join(' · '),
    );
  }
} finally {
  await browser.close();
  await server.close();
}
