/**
 * How long does preparing a 12-MP JPEG (≤4096 px, preview and thumbnail) take, against plain createImageBitmap + convertToBlob of original and thumbnail in a worker?
 * Both in one page under the product's policy, in turns of chance, medians; also the longest time the main thread was blocked, and the growth of its heap over 15 pictures.
 *
 *   npm run bench:prepare            (PHOTO_FIXTURES: folder of real photos; else a generated one; PAIRS=7)
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { ensureChromium } from '../../.ci/ensure-chromium.mjs';
import type { PreparePage } from './preparePage/main.ts';
import { startPrepareServer } from './prepareServer.ts';
import { takeTurns } from './support/turns.ts';
import { createVerdict } from './support/verdict.ts';

const PAIRS = Number(process.env.PAIRS ?? 7);
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

const verdict = createVerdict('prepare', { settings: ['PAIRS'] });
const server = await startPrepareServer();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--enable-precise-memory-info'] });
try {
  const page = await browser.newPage();
  await page.goto(server.url);
  for (const file of await pictures()) {
    const name = file.split('/').at(-1) ?? '';
    await page.route(`**/${name}`, (route) => route.fulfill({ body: readFileSync(file), contentType: 'image/jpeg' }));
    await page.evaluate((url) => preparePage.timeOurs(url).then(() => preparePage.timePlain(url)), `/${name}`);
    const timed = await takeTurns(['timeOurs', 'timePlain'], PAIRS, (side) =>
      page.evaluate(([which, url]) => preparePage[which](url), [side, `/${name}`] as const),
    );
    const medianOf = (side: 'timeOurs' | 'timePlain') => median(timed.map((one) => one[side].ms));
    const longestOf = (side: 'timeOurs' | 'timePlain') => Math.max(...timed.map((one) => one[side].blockedMs));
    const [ours, plain] = [medianOf('timeOurs'), medianOf('timePlain')];
    const [blocked, blockedByPlain] = [longestOf('timeOurs'), longestOf('timePlain')];
    const heap = () =>
      page.evaluate(
        () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 2 ** 20,
      );
    const before = await heap();
    await page.evaluate((url) => preparePage.repeat(url, 15), `/${name}`);
    const grown = (await heap()) - before;
    const ratio = ours / plain;
    verdict.most('preparing ÷ plain canvas work', ratio, MOST_RATIO, name);
    verdict.most('main thread blocked, ms', blocked, Math.max(MOST_BLOCKED, blockedByPlain), name);
    verdict.most('heap grown over 15 pictures, MB', grown, MOST_MB, name);
    console.log(
      [
        name,
        `ours ${ours.toFixed(0)} ms`,
        `plain ${plain.toFixed(0)} ms`,
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
verdict.end();
