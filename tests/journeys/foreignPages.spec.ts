/** A page of somebody else that opens ours: it can neither lead it elsewhere nor close it. */
import { expect, type Page, test } from '@playwright/test';
import { galleryUrl, untilWorkerControls } from './support/fan.ts';
import { type ForeignSite, startForeignSite } from './support/foreignSite.ts';
import { untilPhotos } from './support/kept.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let foreign: ForeignSite;
let phone: Phone;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());
test.beforeEach(async () => {
  foreign = await startForeignSite();
  phone = await openPhone();
});
test.afterEach(async () => {
  await phone.close();
  foreign.close();
});

interface Opened {
  readonly opener: Page;
  readonly ours: Page;
}

/** A fan presses a link on a page of another origin; that page and ours. */
async function openFrom(host: string): Promise<Opened> {
  const opener = await phone.context.newPage();
  await opener.goto(foreign.pageFor(product.url + galleryUrl(), host));
  const press = async (name: string) => {
    const coming = phone.context.waitForEvent('page');
    await opener.getByRole('button', { name }).click();
    return coming;
  };
  await press('open careless');
  const ours = await press('open ours');
  await untilPhotos(ours);
  return { opener, ours };
}

async function expectOutOfReach({ opener, ours }: Opened): Promise<void> {
  const before = foreign.ledAway.length;
  await opener.getByRole('button', { name: 'lead away' }).click();
  await expect.poll(() => foreign.ledAway.slice(before)).toEqual(['careless']);
  await opener.getByRole('button', { name: 'close' }).click();
  expect(await opener.evaluate('ours.closed')).toBe(false);
  // Nor by its name: a browser that does not find the window opens another one.
  const [another] = await Promise.all([
    phone.context.waitForEvent('page'),
    opener.evaluate("void open('/led-away?by-name', 'ours')"),
  ]);
  await another.close();
  await untilPhotos(ours);
  expect(ours.url()).toContain(galleryUrl());
  expect(await ours.evaluate(() => window.opener)).toBeNull();
}

// Another site altogether, and another origin of the same site.
for (const host of ['127.0.0.1', 'localhost'])
  test(`opened by a page of ${host} our page is out of its reach, on the first visit and with the worker`, async () => {
    const first = await openFrom(host);
    await expectOutOfReach(first);
    await untilWorkerControls(first.ours);
    await first.ours.close();
    const again = await openFrom(host);
    expect(await again.ours.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    await expectOutOfReach(again);
  });
