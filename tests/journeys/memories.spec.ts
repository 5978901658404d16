/** Own photos to look back on, on the own page (FAN-23). */
import { expect, test } from '@playwright/test';
import { demoLogins } from '../../demo/content/people.ts';
import { myPhoto as texts } from '../../src/messages/jaMyPhoto.ts';
import { tenants } from '../../tenants/index.ts';
import { CLUB } from '../support/tenants.ts';
import { demoFan, signIn } from './support/fan.ts';
import { watchShifts } from './support/firstFrame.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let phone: Phone;
test.beforeAll(async () => {
  product = await startProduct();
  phone = await openPhone({ hasWorker: false });
});
test.afterAll(async () => {
  await phone?.close();
  await product?.stop();
});

test('FAN-23a the own page shows photos of the last match, each opens, and nothing moves', async () => {
  const { page } = phone;
  await signIn(page, product.url, demoFan('fan'));
  const shifts = await watchShifts(page);
  // An answer that comes late is the one that would push the page down.
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/\/user\/memories/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${product.url}/${CLUB}/my-photo.html`);
  const whole = page.getByRole('region', { name: texts.photos });
  await page.waitForRequest(/\/user\/memories/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(demoLogins.fan.nickname);
  await expect(whole).toBeHidden();
  release();
  const match = tenants.find(({ id }) => id === CLUB)?.config.eventTitle ?? '';
  const strip = page.getByRole('region', { name: texts.lastMatch(match) });
  await expect(strip.getByRole('link').first()).toBeVisible();
  await expect(whole).toBeVisible();
  await expect(strip.locator('[data-photo]').first()).toBeVisible();
  expect(await shifts()).toBeLessThan(0.02);
  await strip.getByRole('link').first().click();
  await expect(page.getByRole('dialog')).toContainText(demoLogins.fan.nickname);
});

test('FAN-23a a call that fails leaves no strip, and the page does not wait for it', async () => {
  const { page } = phone;
  await page.unrouteAll({ behavior: 'wait' });
  await page.route(/\/user\/memories/, (route) => route.abort());
  await page.goto(`${product.url}/${CLUB}/my-photo.html`);
  await expect(page.getByRole('region', { name: texts.photos })).toBeVisible();
  await expect(page.locator('#memories')).toBeHidden();
});
