/** The card of a photo, drawn on the device (FAN-21). */
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { photoDetail } from '../../src/messages/jaPhoto.ts';
import { cardActions, photoCard as texts } from '../../src/messages/jaPhotoCard.ts';
import { tenants } from '../../tenants/index.ts';
import { CLUB } from '../support/tenants.ts';
import { galleryUrl, untilWorkerControls } from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let phone: Phone;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());
test.afterEach(() => phone.close());

const detailOf = (page: Page) => page.locator('[data-photo-detail]');
const sheetOf = (page: Page) => page.getByRole('dialog', { name: texts.title });
const brand = tenants.find(({ id }) => id === CLUB)?.config.colors.brand ?? '';

async function openCard(page: Page): Promise<Locator> {
  await detailOf(page).getByRole('button', { name: photoDetail.share, exact: true }).tap();
  await detailOf(page).getByRole('button', { name: photoDetail.shareCard }).tap();
  return sheetOf(page);
}

async function openFirstPhoto(page: Page): Promise<void> {
  await page.goto(product.url + galleryUrl());
  await page.getByRole('main').locator('li[data-photo]').first().getByRole('link').first().tap();
  await expect(detailOf(page)).toBeVisible();
  await expect
    .poll(() =>
      detailOf(page)
        .locator('[data-side="open"] img')
        .first()
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
    )
    .toBe(true);
}

interface Shared {
  readonly name: string;
  readonly type: string;
  readonly isJpeg: boolean;
  readonly url: string;
  readonly text: string;
}
/** What was handed to the device's share sheet since the page was loaded. */
const sharedOf = (page: Page) => page.evaluate(() => (window as unknown as { shared: Shared[] }).shared);
/** A share sheet that takes pictures, until the page is told that it refuses them. */
function stubShareSheet(): void {
  const shared: unknown[] = [];
  Object.assign(window, { shared });
  const share = async ({ files: [file], url, text }: { files: File[]; url: string; text: string }) => {
    if ('refusesShares' in window) throw new DOMException('', 'NotAllowedError');
    const [first, second] = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0));
    shared.push({ name: file?.name, type: file?.type, isJpeg: first === 0xff && second === 0xd8, url, text });
  };
  Object.assign(navigator, { canShare: ({ files }: { files?: File[] }) => files?.length === 1, share });
}

const sizeOf = (image: Locator) =>
  image.evaluateAll(([one]) => (one instanceof HTMLImageElement ? [one.naturalWidth, one.naturalHeight] : []));

/** Colour of the card at its lower left corner, and how much of the place of every photo, upright or not, has that colour. */
const colorsOf = (image: Locator) =>
  image.evaluate((one: HTMLImageElement) => {
    const { naturalWidth: width, naturalHeight: height } = one;
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    context?.drawImage(one, 0, 0);
    const at = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3);
    const corner = at(4, height - 4);
    const points: number[][] = [];
    for (let part = 0; part < 400; part += 1)
      points.push(at(width * (0.15 + (part % 20) * 0.015), height * (0.2 + Math.floor(part / 20) * 0.01)));
    const isGround = (color: number[]) => color.every((value, index) => Math.abs(value - (corner[index] ?? 0)) < 12);
    return { corner, ground: points.filter(isGround).length / points.length };
  });

test('FAN-21a a photo becomes a card for stories or chats, which is seen and saved', { tag: '@core' }, async () => {
  phone = await openPhone({ hasWorker: false });
  const { page } = phone;
  await openFirstPhoto(page);
  const credit = await detailOf(page).locator('figcaption').first().textContent();
  const sheet = await openCard(page);
  const card = sheet.getByRole('img');
  for (const [format, size] of [
    ['story', [1080, 1920]],
    ['chat', [1080, 1080]],
  ] as const) {
    await sheet.getByRole('radio', { name: texts.formats[format] }).check();
    await expect.poll(() => sizeOf(card)).toEqual(size);
    expect(await card.getAttribute('alt')).toContain(credit ?? '-');
    const { corner, ground } = await colorsOf(card);
    const wanted = [1, 3, 5].map((at) => Number.parseInt(brand.slice(at, at + 2), 16));
    for (const [at, value] of corner.entries()) expect(Math.abs(value - (wanted[at] ?? -99))).toBeLessThan(12);
    expect(ground).toBeLessThan(0.2);
    await expect(sheet.getByRole('button', { name: cardActions.save })).toBeInViewport();
    const saving = page.waitForEvent('download');
    await sheet.getByRole('button', { name: cardActions.save }).tap();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^${CLUB}-card-${format}-.+\\.jpg$`));
    const bytes = await readFile(await file.path());
    expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect(bytes.includes('Exif'), 'FAN-21c').toBe(false);
  }
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(detailOf(page)).toBeVisible();
});

test('FAN-21a the card goes to the device’s share sheet with address and words; one it refuses is saved', async () => {
  phone = await openPhone({ hasWorker: false });
  await phone.context.addInitScript(stubShareSheet);
  const { page } = phone;
  await openFirstPhoto(page);
  const sheet = await openCard(page);
  const share = sheet.getByRole('button', { name: cardActions.share });
  await share.tap();
  await expect.poll(() => sharedOf(page)).toHaveLength(1);
  const [shared] = await sharedOf(page);
  expect(shared).toMatchObject({ type: 'image/jpeg', isJpeg: true, text: expect.stringContaining('#') });
  expect(shared?.name).toMatch(new RegExp(`^${CLUB}-card-story-.+\\.jpg$`));
  expect(new URL(shared?.url ?? '').origin).toBe(product.url);
  await page.evaluate(() => Object.assign(window, { refusesShares: true }));
  const saving = page.waitForEvent('download');
  await share.tap();
  expect((await saving).suggestedFilename()).toBe(shared?.name);
});

test('FAN-21c a card needs no signal; without a picture there is none, and the sheet says so', async () => {
  phone = await openPhone();
  const { page } = phone;
  await page.goto(product.url + galleryUrl());
  await untilWorkerControls(page);
  await openFirstPhoto(page);
  await phone.setOffline(true);
  const sheet = await openCard(page);
  await expect.poll(() => sizeOf(sheet.getByRole('img'))).toEqual([1080, 1920]);
  await page.goBack();
  await expect(sheet).toBeHidden();

  await phone.setOffline(false);
  // Deleted meanwhile, and not kept.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await phone.context.route('**/s3/photos/**', (route) => route.fulfill({ status: 404 }));
  await openCard(page);
  await expect(sheet.getByText(texts.failed)).toBeVisible();
  await expect(sheet.getByRole('img')).toHaveCount(0);
  await expect(sheet.getByRole('button', { name: cardActions.save })).toHaveCount(0);
  await phone.context.unroute('**/s3/photos/**');
  await sheet.getByRole('button', { name: texts.retry }).tap();
  await expect.poll(() => sizeOf(sheet.getByRole('img'))).toEqual([1080, 1920]);
});
