/** Addresses that lead to nothing: what a fan is told there, and where it goes on. */
import { expect, test } from '@playwright/test';
import { LONG_WAIT_MS } from '../../src/contract/limits.ts';
import { gallery, ui } from '../../src/messages/ja.ts';
import { myPhoto } from '../../src/messages/jaMyPhoto.ts';
import { emptyList, pageTexts } from '../../src/messages/jaPages.ts';
import { photoDetail } from '../../src/messages/jaPhoto.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
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

test('PHO-02b a photo that does not exist says so, whatever its address, and leads to all photos', {
  tag: '@core',
}, async () => {
  phone = await openPhone({ hasWorker: false });
  const { page } = phone;
  const gone = `ugc/${CLUB}/gone/original/aaaaaaaaaaaaaaaaaaaa.jpg`;
  for (const q of ['nonsense', 's~zzzzzz', 's~zzzzzzzz', '写真', gone])
    await test.step(q, async () => {
      await page.goto(`${product.url}/${CLUB}/?q=${encodeURIComponent(q)}`);
      const dialog = page.getByRole('dialog');
      await expect(page.getByRole('dialog', { name: photoDetail.gone })).toBeVisible();
      await expect(dialog.getByText(pageTexts.failedText)).toHaveCount(0);
      await dialog.getByRole('link', { name: emptyList.allPhotos }).click();
      await expect(page).toHaveURL(product.url + galleryUrl());
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.locator('li[data-photo]').first()).toBeVisible();
    });
});

test('SRC-04c a gallery that its conditions leave empty names them and offers all photos', async () => {
  phone = await openPhone({ hasWorker: false });
  const { page } = phone;
  const main = page.getByRole('main');
  for (const [club, query, told] of [
    [LEAGUE, 'team=nowhere', emptyList.noTeam('nowhere')],
    [CLUB, 'team=nowhere', emptyList.noTeam('nowhere')],
    [CLUB, `pl=${encodeURIComponent('月の裏')}`, '月の裏'],
    [CLUB, `ht=nobody&pl=${encodeURIComponent('月の裏')}`, '月の裏'],
    [CLUB, 'e=nothing', 'nothing'],
  ] as const)
    await test.step(`${club} ${query}`, async () => {
      await page.goto(`${product.url}${galleryUrl(club)}?${query}`);
      const state = main.getByRole('status').filter({ hasText: told });
      await expect(state).toBeVisible();
      await expect(main.getByText('最初の一枚')).toHaveCount(0);
      await state.getByRole('link', { name: emptyList.allPhotos }).click();
      await expect(page).toHaveURL(product.url + galleryUrl(club));
      await expect(page.locator('li[data-photo]').first()).toBeVisible();
    });
});

test('RTE-06c the page of a fan who does not exist says so and leads on', { tag: '@core' }, async () => {
  phone = await openPhone({ hasWorker: false });
  const { page } = phone;
  for (const u of ['unknown', '11111111-1111-4111-8111-111111111111']) {
    await page.goto(`${product.url}/${CLUB}/my-photo.html?u=${u}`);
    const main = page.getByRole('main');
    await expect(main.getByText(myPhoto.gone)).toBeVisible();
    await main.getByRole('button', { name: myPhoto.findFan }).click();
    await expect(page.getByRole('dialog', { name: shell.search })).toBeVisible();
    await page.goBack();
    await main.getByRole('link', { name: emptyList.allPhotos }).click();
    await expect(page).toHaveURL(product.url + galleryUrl());
  }
});

test('DAT-04a DAT-04b what does not come says so after ten seconds, and is asked for anew by a press', async () => {
  phone = await openPhone({ hasWorker: false });
  const { page } = phone;
  let isHeld = true;
  await page.route('**/f/media/public/list/**', async (route) => {
    // Held back, it is never answered.
    if (!isHeld) await route.continue();
  });
  // A narrowed list: the whole one comes with the page's HTML.
  await page.goto(`${product.url}/${CLUB}/gallery.html?photographer=official`);
  const main = page.getByRole('main');
  const long = main.getByText(pageTexts.longWait);
  await expect(long).toBeVisible({ timeout: 2 * LONG_WAIT_MS });
  isHeld = false;
  await main.getByRole('button', { name: ui.retry }).click();
  await expect(main.getByRole('list', { name: gallery.listLabel }).getByRole('listitem').first()).toBeVisible();
  await expect(long).toHaveCount(0);
});

test('RTE-18e without signal a document opens as it was seen, or a page of ours says that it needs one', async () => {
  phone = await openPhone();
  const { page } = phone;
  await page.goto(product.url + galleryUrl());
  await untilWorkerControls(page);
  const document = (name: string) => `${product.url}/${CLUB}/${name}.pdf`;
  // A browser without a window takes it for a file to save, and stays where it is.
  await page.goto(document('terms')).catch(() => null);
  await expect
    .poll(() => page.evaluate(async (url) => (await caches.match(url))?.headers.get('content-type'), document('terms')))
    .toBe('application/pdf');
  await phone.setOffline(true);
  const again = page.waitForEvent('download');
  await page.goto(document('terms')).catch(() => null);
  expect((await again).url()).toBe(document('terms'));
  await page.goto(document('privacy'));
  await expect(page.getByRole('main').getByText(pageTexts.unseen)).toBeVisible();
  await expect(page.getByRole('main').getByText(pageTexts.notFoundText)).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: pageTexts.goHome })).toBeVisible();
  await phone.setOffline(false);
  const opened = page.waitForEvent('download');
  await page.getByRole('button', { name: pageTexts.retry }).click();
  expect((await opened).url()).toBe(document('privacy'));
});
