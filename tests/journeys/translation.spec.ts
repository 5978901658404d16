/** The page while the browser translates it, as Chrome does for fans who read no Japanese (FAN-24). */
import { expect, type Page, test } from '@playwright/test';
import { demoLogins } from '../../demo/content/people.ts';
import { frame } from '../../src/messages/ja.ts';
import { photoDetail } from '../../src/messages/jaPhoto.ts';
import { comments } from '../../src/messages/jaSocial.ts';
import { translation } from '../../src/messages/jaTranslation.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import { translatePage } from '../support/translatePage.ts';
import { demoFan, openPostForm, pickPhotos, signIn, submitPost, untilPrepared } from './support/fan.ts';
import { watchShifts } from './support/firstFrame.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { photosOf } from './support/published.ts';

let product: Product;
let phone: Phone;
test.beforeAll(async () => {
  product = await startProduct();
});
test.beforeEach(async () => {
  phone = await openPhone({ hasWorker: false });
  await signIn(phone.page, product.url, demoFan('fan'));
});
test.afterEach(() => phone.close());
test.afterAll(() => product.stop());

/**
 * Translates all of every page from its first words on, and whatever it shows later. The words stay the same, so that a test finds what
 * it looks for. Returns the errors of the page.
 */
async function translateAlways(page: Page): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.addInitScript(`{
    const translatePage = ${translatePage.toString()};
    const translate = () => translatePage(document.body, (words) => words);
    document.addEventListener('DOMContentLoaded', () => {
      translate();
      // The words that appear later, some time after them.
      let isDue = false;
      new MutationObserver(() => {
        if (isDue) return;
        isDue = true;
        setTimeout(() => {
          isDue = false;
          translate();
        }, 20);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
  }`);
  return errors;
}
/** The page has words, all of them translated, and no part of it broke. */
async function isWhole(page: Page): Promise<void> {
  await expect.poll(() => page.locator('main font').count()).toBeGreaterThan(5);
  await expect(page.getByText(frame.broken)).toHaveCount(0);
}

test('FAN-24a a translated page works: lists, photo, like, comment and the way back', async () => {
  const { page } = phone;
  const errors = await translateAlways(page);
  await page.goto(`${product.url}/${CLUB}/gallery.html`);
  await isWhole(page);
  const cards = page.getByRole('main').locator('[data-photo]');
  await cards.nth(2).getByRole('link').click();
  const photo = page.getByRole('dialog');
  const like = photo.getByRole('button', { name: new RegExp(`^\\d+ ?${photoDetail.like}$`) });
  // Whether the fan likes it already comes with a later answer. A press before that takes the like back.
  await expect(async () => {
    const before = Number.parseInt((await like.textContent()) ?? '', 10);
    const isOn = (await like.getAttribute('aria-pressed')) === 'true';
    await like.click();
    await expect(like).toHaveText(new RegExp(`^${before + (isOn ? -1 : 1)}\\D`), { timeout: 5_000 });
  }).toPass();
  const send = page.getByRole('button', { name: comments.send, exact: true });
  for (const words of ['翻訳しても送れる', 'もう一度']) {
    await page.getByRole('textbox', { name: comments.label }).fill(words);
    await send.click();
    await expect(page.getByRole('region', { name: comments.title }).getByText(words)).toBeVisible();
    await expect(send).toHaveCount(0);
  }
  const ownName = page
    .getByRole('region', { name: comments.title })
    .getByText(demoLogins.fan.nickname, { exact: true });
  await expect(ownName.first()).toHaveAttribute('translate', 'no');
  await page.getByRole('textbox', { name: comments.label }).blur();
  const shown = page.url();
  await page.keyboard.press('ArrowRight');
  await expect(page).not.toHaveURL(shown);
  await isWhole(page);
  await page.goBack();
  await expect(photo).toBeHidden();
  expect(errors).toEqual([]);
});

test('FAN-24a a translated page works: the post form and every page of the tab bar', async () => {
  const { page } = phone;
  const errors = await translateAlways(page);
  await page.goto(`${product.url}/${CLUB}/`);
  await isWhole(page);
  await openPostForm(page);
  await pickPhotos(page, await lightPictures(2), { message: '翻訳しながら' });
  await untilPrepared(page, 2);
  await submitPost(page);
  await page.goto(`${product.url}/${CLUB}/`);
  await isWhole(page);
  const bar = page
    .getByRole('navigation')
    .filter({ has: page.locator('a[href*="my-photo"]') })
    .last();
  for (const path of ['gallery.html', 'event-list.html', 'my-photo.html']) {
    await bar.locator(`a[href*="${path}"]`).click();
    await expect(page).toHaveURL(new RegExp(path.replace('.', '\\.')));
    await isWhole(page);
  }
  await page.goBack();
  await isWhole(page);
  expect(errors).toEqual([]);
});

test('FAN-24b a photo’s message and its comments are translated on the device, and nothing moves', async () => {
  const { page } = phone;
  const shifts = await watchShifts(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'languages', { get: () => ['en-US'] });
    const translate = async (text: string) => `In English: ${text.length}`;
    Object.assign(window, {
      Translator: { availability: async () => 'available', create: async () => ({ translate }) },
    });
  });
  const [own] = await photosOf(product.url, CLUB, demoLogins.fan.sub);
  if (!own) throw new Error('the demo fan has no photo');
  await page.goto(`${product.url}/${CLUB}/gallery.html?q=${encodeURIComponent(own.media_url)}`);
  const photo = page.getByRole('dialog');
  const offers = photo.getByRole('button', { name: translation.show });
  await expect(offers.first()).toBeVisible();
  expect(await shifts()).toBeLessThan(0.02);
  await page.getByRole('textbox', { name: comments.label }).fill('きれいな写真ですね');
  await page.getByRole('button', { name: comments.send, exact: true }).click();
  const said = photo.getByRole('article').filter({ hasText: 'きれいな写真ですね' });
  await expect(said.getByRole('button', { name: translation.show })).toBeVisible();
  // Of the message.
  await offers.first().click();
  await expect(photo.getByText(`In English: ${own.comment.length}`)).toBeVisible();
  await expect(photo.getByText(own.comment)).toBeVisible();
  await said.getByRole('button', { name: translation.show }).click();
  await expect(said.getByText('In English: 9')).toBeVisible();
  await said.getByRole('button', { name: translation.original }).click();
  await expect(said.getByText('In English: 9')).toBeHidden();
});
