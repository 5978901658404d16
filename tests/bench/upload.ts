/**
 * When is a post of 15 real photos public, and when is it whole, over a line of 1 Mbit/s up and 150 ms? Against the time all of its
 * originals take, and bytes ÷ bandwidth. The post is queued with no signal; the clock runs from the return of the signal.
 *
 *   PHOTO_FIXTURES=… npm run bench:upload            (MBIT=5)
 */
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { ensureChromium } from '../../.ci/ensure-chromium.mjs';
import { DEMO_PASSWORD } from '../../demo/content/people.ts';
import { previewKey, thumbnailKey } from '../../src/contract/pictureKeys.ts';
import {
  openPostForm,
  pickPhotos,
  queuedKeys,
  signIn,
  submitPost,
  untilPrepared,
  untilWorkerControls,
} from '../journeys/support/fan.ts';
import { openPhone } from '../journeys/support/phone.ts';
import { startProduct } from '../journeys/support/product.ts';
import { photosOf } from '../journeys/support/published.ts';
import { CLUB } from '../support/tenants.ts';
import { openLink } from './support/link.ts';
import { createVerdict } from './support/verdict.ts';

const UP = Number(process.env.MBIT ?? 1) * 1_000_000;
const PHOTOS = 15;
/** Public after this share of the time until all originals are stored. */
const MOST_SHARE = 0.12;
/** Everything that is sent against the originals. */
const MOST_BYTES = 1.1;
/** Whole after this many times bytes ÷ bandwidth. */
const MOST_TIME = 1.15;
/** Of 12 megapixels, as most phones take them. */
const CAMERAS = /12mp/;

/** Real photos, each another one: the form takes a file once. */
async function writePictures(): Promise<string[]> {
  const from = process.env.PHOTO_FIXTURES;
  if (!from) throw new Error('PHOTO_FIXTURES: the folder of real photos');
  const real = readdirSync(from).filter((name) => CAMERAS.test(name) && /\.jpe?g$/i.test(name));
  const folder = mkdtempSync(join(tmpdir(), 'bench-pictures-'));
  const files: string[] = [];
  for (let at = 0; at < PHOTOS; at += 1) {
    const file = join(folder, `bench-${at}.jpg`);
    const picture = sharp(join(from, real[at % real.length] ?? '')).rotate();
    writeFileSync(
      file,
      await picture
        .modulate({ brightness: 1 + at / 200 })
        .jpeg({ quality: 92 })
        .toBuffer(),
    );
    files.push(file);
  }
  return files;
}

const verdict = createVerdict('upload', { settings: ['MBIT'] });
process.env.CHROMIUM_PATH = ensureChromium();
const product = await startProduct();
const link = await openLink(Number(new URL(product.url).port), { up: UP, down: 20_000_000, rtt: 150 });
const origin = `http://localhost:${link.port}`;
const phone = await openPhone({ isMobile: false, viewport: { width: 1280, height: 800 } });
try {
  await signIn(phone.page, origin, { email: 'fan@example.jp', password: DEMO_PASSWORD });
  // What prepares a picture is on the device once the worker is.
  await untilWorkerControls(phone.page);
  await openPostForm(phone.page);
  await phone.setOffline(true);
  const pictures = await writePictures();
  await pickPhotos(phone.page, pictures);
  await untilPrepared(phone.page, pictures.length);
  await submitPost(phone.page);
  const mediaUrls = await queuedKeys(phone.page);
  const start = performance.now();
  await phone.setOffline(false);
  const posted = async () => (await photosOf(product.url, CLUB)).filter((photo) => mediaUrls.includes(photo.media_url));
  const until = async (isThere: (photos: Awaited<ReturnType<typeof posted>>) => boolean): Promise<number> => {
    while (!isThere(await posted())) await new Promise((next) => setTimeout(next, 250));
    return (performance.now() - start) / 1000;
  };
  const shown = await until((photos) => photos.length === PHOTOS);
  const whole = await until((photos) => photos.every(({ original_pending }) => original_pending !== true));
  const sizeOf = async (keys: readonly string[]): Promise<number> => {
    let sum = 0;
    for (const key of keys) {
      const answer = await fetch(`${product.url}/s3/photos/${key}`, { method: 'HEAD' });
      if (!answer.ok) throw new Error(`${key}: ${answer.status}`);
      sum += Number(answer.headers.get('content-length'));
    }
    return sum;
  };
  const originals = await sizeOf(mediaUrls);
  const all = originals + (await sizeOf(mediaUrls.flatMap((key) => [previewKey(key), thumbnailKey(key)])));
  const ideal = (all * 8) / UP;
  const [share, weight, time] = [shown / ((originals * 8) / UP), all / originals, whole / ideal];
  console.log(
    [
      `${PHOTOS} photos, originals ${(originals / 1e6).toFixed(1)} MB over ${UP / 1e6} Mbit/s`,
      `public after ${shown.toFixed(1)} s, ${share.toFixed(3)} × the originals' time (at most ${MOST_SHARE})`,
      `all bytes ${weight.toFixed(3)} × the originals (at most ${MOST_BYTES})`,
      `whole after ${whole.toFixed(1)} s, ${time.toFixed(3)} × bytes ÷ bandwidth (at most ${MOST_TIME})`,
    ].join('\n'),
  );
  verdict.most("public after, ÷ the originals' time on the line", share, MOST_SHARE);
  verdict.most('bytes sent and kept ÷ the originals', weight, MOST_BYTES);
  verdict.most('whole after, ÷ bytes ÷ bandwidth', time, MOST_TIME);
} finally {
  await phone.close();
  link.close();
  await product.stop();
}
verdict.end();
process.exit();
