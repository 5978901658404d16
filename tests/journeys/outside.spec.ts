/** From outside the app straight to a post (FAN-13), on a phone, with the taps counted. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { eventPostPath, openPath } from '../../src/contract/workerPaths.ts';
import { login } from '../../src/messages/jaAccount.ts';
import { arrival } from '../../src/messages/jaArrival.ts';
import { postForm, postWindow } from '../../src/messages/jaPost.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import { demoFan, fillLogin, galleryUrl, signIn, untilPrepared, untilWorkerControls } from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { share } from './support/shareSheet.ts';
import { untilEntryGone } from './support/tourSteps.ts';

let product: Product;
let phone: Phone;
let files: string[];
let taps = 0;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  files = await lightPictures(3);
  product = await startProduct();
  phone = await openPhone();
  await signIn(phone.page, product.url, demoFan('fan'));
  await untilWorkerControls(phone.page);
});
test.afterAll(async () => {
  await phone.close();
  await product.stop();
});
test.beforeEach(() => {
  taps = 0;
});

async function tap(target: Locator): Promise<void> {
  await target.tap();
  taps += 1;
}
const formOf = (page: Page) => page.getByRole('dialog', { name: postForm.title });
const eventOf = (page: Page) => formOf(page).getByRole('combobox', { name: postForm.event });
const submit = () => formOf(phone.page).getByRole('button', { name: postForm.submit, exact: true });
/** The sheet of a first post, or the toast of a later one (FAN-26). */
const sheet = () => phone.page.getByRole('dialog', { name: /保存しました|届きました/ });
const safe = () => sheet().or(phone.page.getByRole('region', { name: arrival.label }));

/** The device's picker: what is tapped in it is its own. */
async function pickInPicker(picked: readonly string[]): Promise<void> {
  const picker = phone.page.waitForEvent('filechooser');
  await formOf(phone.page).locator('[data-choose]').first().tap();
  await (await picker).setFiles([...picked]);
}

test('FAN-13a shared from the phone: the photos and the running match stand in the form, one tap posts', async () => {
  await phone.page.goto(product.url + galleryUrl());
  await share(phone.page, files.slice(0, 2));
  await expect(eventOf(phone.page)).toHaveValue(`${CLUB}-today`);
  await untilPrepared(phone.page, 2);
  await tap(submit());
  await expect(safe()).toBeVisible();
  expect(taps).toBe(1);
});

test('FAN-13a the app’s shortcut opens the form with the running match: one tap beside the picker', async () => {
  const manifest = await (await fetch(`${product.url}/${CLUB}/manifest.webmanifest`)).json();
  const { page } = phone;
  await page.goto(product.url + manifest.shortcuts[0].url);
  await expect(eventOf(page)).toHaveValue(`${CLUB}-today`);
  await expect(page.getByRole('dialog', { name: postWindow.title, exact: true })).toHaveCount(0);
  await pickInPicker(files.slice(2));
  await untilPrepared(page, 1);
  await tap(submit());
  await expect(safe()).toBeVisible();
  expect(taps).toBe(1);
});

test('FAN-13b the push that a match has begun leads into its form: one tap beside the picker', async () => {
  const { page } = phone;
  await page.goto(product.url + openPath(CLUB, 'photo'));
  await expect(eventOf(page)).toHaveValue(`${CLUB}-today`);
  const choices = await eventOf(page)
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  // Another one than the form would choose by itself.
  const other = choices.find((id) => id !== '' && id !== `${CLUB}-today`) ?? '';
  await page.goto(product.url + eventPostPath(CLUB, other));
  await expect(eventOf(page)).toHaveValue(other);
  await pickInPicker(files.slice(0, 1));
  await untilPrepared(page, 1);
  await tap(submit());
  await expect(safe()).toBeVisible();
  expect(taps).toBe(1);
  await test.step('closed, the match’s page is there, and a reload does not open the form again', async () => {
    await page.keyboard.press('Escape');
    await expect(sheet()).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`/${CLUB}/event-detail\\.html\\?e=${other}$`));
    await untilEntryGone(page);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('FAN-13b signed out the push asks for the login first, then opens the form of its match', async () => {
  const stranger = await openPhone({ hasWorker: false });
  try {
    const { page } = stranger;
    await page.goto(product.url + eventPostPath(CLUB, `${CLUB}-today`));
    await expect(page.getByRole('dialog', { name: login.title })).toBeVisible();
    const { email, password } = demoFan('fan');
    await fillLogin(page, email, password);
    await expect(eventOf(page)).toHaveValue(`${CLUB}-today`);
  } finally {
    await stranger.close();
  }
});
