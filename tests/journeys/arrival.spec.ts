/** What tells a fan that queued photos became public (FAN-01): wherever the fan is, once, with the way there. */
import { expect, type Page, test } from '@playwright/test';
import { gallery } from '../../src/messages/ja.ts';
import { arrival } from '../../src/messages/jaArrival.ts';
import { postForm } from '../../src/messages/jaPost.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { LEAGUE } from '../support/tenants.ts';
import {
  newFan,
  openPostForm,
  pickPhotos,
  playerRow,
  queuedKeys,
  signUpAndAgree,
  submitForKeys,
  untilPrepared,
} from './support/fan.ts';
import { noteOutlined, outlined } from './support/outlined.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let phone: Phone;
let files: string[];
const fan = newFan('届いた花子');

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  files = await lightPictures(4);
  product = await startProduct();
  phone = await openPhone({ hasWorker: false });
  await phone.context.addInitScript(noteOutlined);
  await signUpAndAgree(phone.page, product.url, product, fan, LEAGUE);
});
test.afterAll(async () => {
  await phone.close();
  await product.stop();
});

const card = (page: Page) => page.getByRole('region', { name: arrival.label });
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name });
/** Ids of the posts this device has told of. */
const toldIds = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<readonly string[]>((done, fail) => {
        const opening = indexedDB.open('fan-photo');
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
          const asked = opening.result.transaction('settings').objectStore('settings').get('arrivals-told');
          asked.onerror = () => fail(asked.error);
          asked.onsuccess = () => {
            opening.result.close();
            done(asked.result ?? []);
          };
        };
      }),
  );
test('FAN-01a FAN-01c posted with no signal: told over another page, with the way to the outlined photos', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  await page.goto(`${product.url}/${LEAGUE}/gallery.html`);
  await openPostForm(page);
  await pickPhotos(page, files.slice(0, 2));
  await untilPrepared(page, 2);
  await phone.setOffline(true);
  const keys = await submitForKeys(page);
  await expect(sheet(page, postForm.savedTitle).locator('img')).toHaveCount(2);
  await sheet(page, postForm.savedTitle).getByRole('button', { name: postForm.close, exact: true }).last().click();

  // Over a photo that is looked at: everything beside an open dialog is inert, the card is not.
  await page.getByRole('list', { name: gallery.listLabel }).getByRole('link').first().click();
  await expect(page.locator('[data-photo-detail]')).toBeVisible();
  await phone.setOffline(false);
  await expect(card(page)).toContainText(arrival.lead(2), { timeout: 60_000 });
  await expect(card(page)).toContainText(arrival.first);
  await card(page)
    .getByRole('button', { name: /で見る$/ })
    .click();
  await expect(page).toHaveURL(/event-detail\.html\?e=[^&]+$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(async () => (await outlined(page, 'ever')).toSorted()).toEqual(keys.toSorted());
  await expect.poll(() => outlined(page, 'now')).toEqual([]);
  await expect(card(page)).toHaveCount(0);
  await test.step('FAN-01b it is not told again', async () => {
    await page.reload();
    await expect(page.getByRole('main').locator('li[data-photo]').first()).toBeVisible();
    // The look at what is told is over with the answer to it: another tab's ask after this one finds nothing.
    await expect.poll(() => toldIds(page)).toHaveLength(1);
    await expect(card(page)).toHaveCount(0);
  });
});

test('FAN-01d one sheet goes from saved to arrived, with photos, the spec’s word and the ways on', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  await page.goto(`${product.url}/${LEAGUE}/gallery.html`);
  await openPostForm(page);
  await pickPhotos(page, files.slice(2, 4));
  await untilPrepared(page, 2);
  const player = playerRow(page, LEAGUE).getByRole('button', { pressed: false }).first();
  const name = (await player.getAttribute('data-player')) ?? '';
  await player.click();
  await phone.setOffline(true);
  const before = await queuedKeys(page);
  await submitForKeys(page);
  const saved = await sheet(page, postForm.savedTitle).elementHandle();
  await phone.setOffline(false);
  const arrived = sheet(page, arrival.title);
  await expect(arrived).toContainText('写真の投稿が完了しました。', { timeout: 60_000 });
  expect(await arrived.evaluate((now, then) => now === then, saved), 'the same dialog, not a second one').toBe(true);
  await expect(arrived.locator('img')).toHaveCount(2);
  await test.step('FAN-01c whom the points went to', () => expect(arrived).toContainText(arrival.points([name], 0)));
  await expect(arrived.getByRole('button', { name: arrival.share })).toBeVisible();
  await expect(arrived.getByRole('button', { name: postForm.again })).toBeVisible();
  await arrived.getByRole('button', { name: arrival.album }).click();
  await expect(page).toHaveURL(/event-detail\.html/);
  const keys = (await queuedKeys(page)).filter((key) => !before.includes(key));
  await expect.poll(async () => (await outlined(page, 'ever')).toSorted()).toEqual(keys.toSorted());
  await expect.poll(() => toldIds(page)).toHaveLength(2);
  await expect(card(page)).toHaveCount(0);
});
