/** What the worker keeps of pictures is bounded, by their number and by their bytes. */
import { expect, type Page, test } from '@playwright/test';
import { IMAGE_CACHE } from '../../src/contract/limits.ts';
import { galleryUrl, untilWorkerControls } from './support/fan.ts';
import { keptEntries, untilPhotos } from './support/kept.ts';
import { type Line, openLine } from './support/line.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let line: Line;
let phone: Phone;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());
test.beforeEach(async () => {
  line = await openLine(product.url);
  phone = await openPhone();
  await phone.page.goto(line.url + galleryUrl());
  await untilPhotos(phone.page);
  await untilWorkerControls(phone.page);
});
test.afterEach(async () => {
  await phone.close();
  await line.close();
});

const { maxBytes, maxEntries } = IMAGE_CACHE.originals;
const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

/** Looks at so many originals of this size, one after the other; numbers of those that are kept. */
async function look(page: Page, count: number, bytes: number): Promise<() => Promise<number[]>> {
  const body = 'x'.repeat(bytes);
  line.decide = ({ path }) => (path.includes('/original/') ? { status: 200, type: 'image/jpeg', body } : 'pass');
  await page.evaluate(async (all) => {
    for (let at = 0; at < all; at += 1) {
      const name = String(at).padStart(20, '0');
      await fetch(`/s3/photos/ugc/club/event/original/${name}.jpg`).then((answer) => answer.arrayBuffer());
    }
  }, count);
  return async () =>
    (await keptEntries(page))
      .filter(({ cache }) => cache === 'originals')
      .map(({ url }) => Number(/(\d+)\.jpg$/.exec(url)?.[1]))
      .sort((a, b) => a - b);
}

test('DAT-03a T10 however many pictures are looked at, a bounded number is kept, the last ones', async () => {
  const kept = await look(phone.page, maxEntries + 10, 1);
  await expect.poll(kept).toEqual(from(10, maxEntries));
});

test('IMG-04 however large they are, a bounded number of bytes is kept, the last seen', async () => {
  const each = 4 * 1024 * 1024;
  const fit = Math.floor(maxBytes / each);
  const kept = await look(phone.page, fit + 4, each);
  await expect.poll(kept).toEqual(from(4, fit));
});
