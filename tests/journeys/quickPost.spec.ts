/** The shortest way from ＋ to a post (FAN-03), on a phone, with the taps counted. */
import { expect, type Locator, test } from '@playwright/test';
import { postForm, postWindow } from '../../src/messages/jaPost.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import { demoFan, galleryUrl, playerRow, queuedKeys, signIn } from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let phone: Phone;
let files: string[];
let taps = 0;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  files = (await lightPictures(3)).toReversed();
  product = await startProduct();
  phone = await openPhone({ hasWorker: false });
  await signIn(phone.page, product.url, demoFan('fan'));
});
test.afterAll(async () => {
  await phone.close();
  await product.stop();
});

async function tap(target: Locator): Promise<void> {
  await target.tap();
  taps += 1;
}
const form = () => phone.page.getByRole('dialog', { name: postForm.title });
const submit = () => form().getByRole('button', { name: postForm.submit, exact: true });

test('FAN-03a FAN-03b three photos with a player: three taps beside the picker, in the running match', async () => {
  test.setTimeout(90_000);
  const { page } = phone;
  await page.goto(product.url + galleryUrl());
  taps = 0;
  await tap(page.getByRole('button', { name: shell.post, exact: true }).first());
  const picker = page.waitForEvent('filechooser');
  // This tap opens the device's picker: it is the picker's own.
  await page.getByRole('button', { name: postWindow.photo }).tap();
  await (await picker).setFiles(files);
  await expect(form().getByRole('button', { name: postForm.removePhoto(3) })).toBeVisible({ timeout: 30_000 });
  const event = form().getByRole('combobox', { name: postForm.event });
  await expect(event, 'the match is chosen').toHaveValue(`${CLUB}-today`);
  await expect(event.locator('option:checked')).toHaveText(/./);
  const [picture, choice] = await Promise.all([
    form().getByRole('list', { name: postForm.photos }).boundingBox(),
    event.boundingBox(),
  ]);
  expect(picture?.y, 'pictures first').toBeLessThan(choice?.y ?? 0);
  await tap(playerRow(page).getByRole('button', { pressed: false }).first());
  await tap(submit());
  await expect(page.getByRole('dialog', { name: /保存しました|届きました/ })).toBeVisible();
  expect(taps).toBe(3);

  await test.step('FAN-03e they stand in the order they were picked', async () => {
    const keys = await queuedKeys(page);
    expect(keys).toHaveLength(3);
    await page.goto(`${product.url}/${CLUB}/event-detail.html?e=${CLUB}-today`);
    const cards = page.getByRole('main').locator('li[data-photo]');
    await expect
      .poll(async () => (await cards.evaluateAll((all) => all.map((card) => card.dataset.photo))).slice(0, 3), {
        timeout: 30_000,
      })
      .toEqual(keys);
  });
});

test('FAN-03d what is missing is brought into view, focused and marked', async () => {
  const { page } = phone;
  await page.goto(product.url + galleryUrl());
  await page.getByRole('button', { name: shell.post, exact: true }).first().tap();
  const picker = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: postWindow.photo }).tap();
  // Put away without a choice: the form stands open behind it.
  await picker;
  await expect(form()).toBeVisible();
  await form().getByRole('textbox').last().scrollIntoViewIfNeeded();
  await submit().tap();
  const choose = form().locator('[data-choose]');
  await expect(choose).toBeFocused();
  await expect(choose).toBeInViewport();
  await expect(form().locator('[data-invalid]')).toHaveCount(1);
  await form().getByLabel(postForm.choosePhotos).setInputFiles(files.slice(0, 1));
  await expect(form().locator('[data-invalid]')).toHaveCount(0);
  const event = form().getByRole('combobox', { name: postForm.event });
  await event.selectOption('');
  await submit().tap();
  await expect(event).toBeFocused();
  await expect(event).toHaveAttribute('aria-invalid', 'true');
});
