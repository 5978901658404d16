/** From a photo somebody sent to its first like, by a visitor who has no account yet. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { activation, login, rules, signUp } from '../../src/messages/jaAccount.ts';
import { loginOrSignUp, loginReasons, newHere } from '../../src/messages/jaLogin.ts';
import { photoDetail } from '../../src/messages/jaPhoto.ts';
import { fillLogin, galleryUrl, newFan, signUpAndAgree } from './support/fan.ts';
import { placesNaming } from './support/kept.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let phone: Phone;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());
test.beforeEach(async () => {
  phone = await openPhone({ hasWorker: false });
});
test.afterEach(() => phone.close());

/** What a way costs a thumb. A screen is a page or a sheet over one that asks for something. */
function countedWay() {
  const cost = { taps: 0, fields: 0, screens: 0 };
  return {
    cost,
    tap: async (target: Locator) => {
      await target.tap();
      cost.taps += 1;
    },
    type: async (field: Locator, text: string) => {
      await field.fill(text);
      cost.fields += 1;
    },
    screen: async (sign: Locator) => {
      await expect(sign).toBeVisible();
      cost.screens += 1;
    },
  };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const photoOf = (page: Page) => page.getByRole('dialog').locator('[data-photo-detail]');
const likeOf = (page: Page) =>
  photoOf(page).locator('button[aria-pressed]:not([aria-label])').filter({ hasText: photoDetail.like });
const likesOf = async (page: Page) => Number.parseInt((await likeOf(page).textContent()) ?? '', 10);

/** The address of a photo as it is sent to friends. */
async function openSentPhoto(page: Page): Promise<string> {
  await page.goto(product.url + galleryUrl());
  const key = await page.getByRole('main').locator('li[data-photo]').nth(2).getAttribute('data-photo');
  await page.goto(`${product.url}${galleryUrl()}?q=${encodeURIComponent(key ?? '')}`);
  return key ?? '';
}

test('FAN-07d FAN-07b the first like of a visitor from a link: five taps, four fields, four screens', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  const fan = newFan('リンクから来た人');
  const { cost, tap, type, screen } = countedWay();
  const key = await openSentPhoto(page);
  await screen(photoOf(page));
  const before = await likesOf(page);
  await tap(likeOf(page));

  const sheet = page.getByRole('dialog', { name: loginOrSignUp });
  await screen(sheet);
  await test.step('FAN-07a the sheet says why, with the photo; both ways are as large', async () => {
    await expect(sheet.getByRole('heading', { name: loginReasons.like })).toBeVisible();
    await expect(sheet.getByText(newHere)).toBeVisible();
    const picture = sheet.getByRole('heading').locator('img');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const boxes = await Promise.all([
      sheet.getByRole('link', { name: login.signUp }).boundingBox(),
      sheet.getByRole('button', { name: login.submit, exact: true }).boundingBox(),
    ]);
    expect(boxes[0]?.height).toBeGreaterThanOrEqual(44);
    expect(boxes[0]).toMatchObject({ width: boxes[1]?.width, height: boxes[1]?.height, y: boxes[1]?.y });
  });
  await tap(sheet.getByRole('link', { name: login.signUp }));

  await screen(heading(page, signUp.title));
  await expect(page.getByLabel(signUp.birthYear)).toBeHidden();
  await type(page.getByLabel(signUp.nickname, { exact: false }), fan.nickname);
  await type(page.getByLabel(signUp.email, { exact: false }), fan.email);
  await type(page.getByRole('textbox', { name: signUp.password }), fan.password);
  await tap(page.getByRole('button', { name: signUp.submit }));

  await screen(heading(page, activation.title));
  expect(await placesNaming(page, [fan.password])).toEqual([]);
  await type(page.getByLabel(activation.code, { exact: true }), await product.codeFor(fan.email));
  await tap(page.getByRole('checkbox', { name: rules.agree }));
  await tap(page.getByRole('button', { name: rules.submit }));

  await expect(likeOf(page)).toHaveAttribute('aria-pressed', 'true');
  expect(new URL(page.url()).searchParams.get('q')).toBe(key);
  await expect.poll(() => likesOf(page)).toBe(before + 1);
  expect(cost).toEqual({ taps: 5, fields: 4, screens: 4 });
  expect(await placesNaming(page, [fan.password])).toEqual([]);
});

test('FAN-07c after a reload the password is asked for; a page left takes the waiting like along', async () => {
  const { page } = phone;
  const fan = newFan('読み直した人');
  await openSentPhoto(page);
  await likeOf(page).tap();
  const sheet = page.getByRole('dialog', { name: loginOrSignUp });
  await sheet.getByRole('link', { name: login.signUp }).tap();
  await page.getByLabel(signUp.nickname, { exact: false }).fill(fan.nickname);
  await page.getByLabel(signUp.email, { exact: false }).fill(fan.email);
  await page.getByRole('textbox', { name: signUp.password }).fill(fan.password);
  await page.getByRole('button', { name: signUp.submit }).tap();
  await expect(page.getByRole('checkbox', { name: rules.agree })).toBeVisible();
  await page.reload();
  await page.getByLabel(activation.code, { exact: true }).fill(await product.codeFor(fan.email));
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('button', { name: activation.submit }).tap();
  await fillLogin(page, fan.email, fan.password);
  await page.getByRole('checkbox', { name: rules.agree }).check();
  await page.getByRole('button', { name: rules.submit }).tap();
  // Back at the photo; what was to happen there died with the page.
  await expect(likeOf(page)).toHaveAttribute('aria-pressed', 'false');
});

test('SOC-01c an answer about the photo that was asked for before the like comes after it: the like stays', async () => {
  const { page } = phone;
  await signUpAndAgree(page, product.url, product, newFan());
  const liked = Promise.withResolvers<void>();
  const late = Promise.withResolvers<string>();
  await page.route(/\/media\/public\/list\/item\?/, async (route) => {
    const response = await route.fetch();
    late.resolve(await response.text());
    await liked.promise;
    await route.fulfill({ response });
  });
  const key = await openSentPhoto(page);
  const before = await likesOf(page);
  const asked = await late.promise;
  const put = page.waitForResponse((response) => response.request().method() === 'PUT');
  await likeOf(page).tap();
  await put;
  await expect.poll(() => likesOf(page)).toBe(before + 1);
  const answer = page.waitForResponse((response) => response.url().includes('/media/public/list/item?'));
  liked.resolve();
  await (await answer).finished();
  expect(asked).toContain(key);
  expect(asked).toContain('"own_reacted":false');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await expect(likeOf(page)).toHaveAttribute('aria-pressed', 'true');
  expect(await likesOf(page)).toBe(before + 1);
});
