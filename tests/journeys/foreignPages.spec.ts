/** A page of somebody else that opens ours: it can neither lead it elsewhere nor ask it anything. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { galleryUrl, untilWorkerControls } from './support/fan.ts';
import { untilPhotos } from './support/kept.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let foreign: Server;
let phone: Phone;
test.beforeAll(async () => {
  product = await startProduct();
  foreign = createServer((request, response) => {
    const target = new URL(request.url ?? '/', 'http://foreign').searchParams.get('target') ?? '';
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>foreign</title><button onclick="opened = window.open('${target}')">open</button>`);
  });
  await new Promise<void>((done) => foreign.listen(0, '127.0.0.1', done));
});
test.afterAll(async () => {
  foreign.close();
  await product.stop();
});
test.beforeEach(async () => {
  phone = await openPhone();
});
test.afterEach(() => phone.close());

/** A fan presses a link on a page of another origin; that page and ours. */
async function openFrom(host: string): Promise<{ readonly opener: Page; readonly ours: Page }> {
  const opener = await phone.context.newPage();
  const target = encodeURIComponent(product.url + galleryUrl());
  await opener.goto(`http://${host}:${(foreign.address() as AddressInfo).port}/?target=${target}`);
  const [ours] = await Promise.all([
    phone.context.waitForEvent('page'),
    opener.getByRole('button', { name: 'open' }).click(),
  ]);
  await untilPhotos(ours);
  return { opener, ours };
}

async function expectCutOff({ opener, ours }: Awaited<ReturnType<typeof openFrom>>): Promise<void> {
  expect(await ours.evaluate(() => window.opener)).toBeNull();
  expect(await opener.evaluate('opened.closed')).toBe(true);
  await opener.evaluate("opened.location = 'about:blank#led-away'");
  await untilPhotos(ours);
  expect(ours.url()).toContain(galleryUrl());
}

// Another site altogether, and another origin of the same site.
for (const host of ['127.0.0.1', 'localhost'])
  test(`opened by a page of ${host} our page is cut off from it, on the first visit and with the worker`, async () => {
    const first = await openFrom(host);
    await expectCutOff(first);
    await untilWorkerControls(first.ours);
    await first.ours.close();
    const again = await openFrom(host);
    expect(await again.ours.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    await expectCutOff(again);
  });
