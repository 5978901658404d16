/**
 * How long do 15 photos of about 3 MB take over a line of 5 Mbit/s up and 150 ms, against bytes ÷ bandwidth?
 * The post is queued with no signal; the clock runs from the return of the signal to the registered list.
 *
 *   npm run bench:upload
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { ensureChromium } from '../../.ci/ensure-chromium.mjs';
import { DEMO_PASSWORD } from '../../server/demo/content/people.ts';
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
import { openLink } from './support/link.ts';

const UP = 5_000_000;
const PHOTOS = 15;

/** A detailed picture whose published original has about 3 MB. */
async function writePictures(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-pictures-'));
  return Promise.all(
    Array.from({ length: PHOTOS }, async (_, i) => {
      const noise = await sharp({
        create: {
          width: 1800,
          height: 1350,
          channels: 3,
          background: '#888',
          noise: { type: 'gaussian', mean: 128, sigma: 20 },
        },
      })
        .png()
        .toBuffer();
      const file = join(folder, `bench-${i}.jpg`);
      writeFileSync(
        file,
        await sharp(noise)
          .resize(4000, 3000, { kernel: 'cubic' })
          .modulate({ hue: i * 20 })
          .jpeg({ quality: 88 })
          .toBuffer(),
      );
      return file;
    }),
  );
}

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
  const registered = async (key: string) => {
    const answer = await fetch(
      `${product.url}/f/media/public/list/item?media_url=${Buffer.from(key).toString('base64url')}`,
      {
        headers: { 'x-api-key': 'fan-web', 'x-api-tenant': key.split('/')[1] ?? '' },
      },
    );
    return ((await answer.json()) as { list: unknown[] }).list.length === 1;
  };
  while (!(await registered(mediaUrls[0] ?? ''))) await new Promise((next) => setTimeout(next, 50));
  const seconds = (performance.now() - start) / 1000;
  let bytes = 0;
  for (const key of mediaUrls.flatMap((key) => [key, key.replace('/original/', '/thumbnail/')])) {
    const answer = await fetch(`${product.url}/s3/photos/${key}`, { method: 'HEAD' });
    bytes += Number(answer.headers.get('content-length'));
  }
  const ideal = (bytes * 8) / UP;
  console.log(
    `${PHOTOS} photos, ${(bytes / 1e6).toFixed(1)} MB: ${seconds.toFixed(1)} s; bytes ÷ bandwidth ${ideal.toFixed(1)} s; ratio ${(seconds / ideal).toFixed(3)}`,
  );
} finally {
  await phone.close();
  link.close();
  await product.stop();
}
process.exit(0);
