/** A fan without a mouse posts, from the login to the word that the photo is safe. */
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { login } from '../../src/messages/jaAccount.ts';
import { postForm, postWindow } from '../../src/messages/jaPost.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { launchBrowser } from './support/browser.ts';
import { demoFan, galleryUrl, playerRow, untilPrepared } from './support/fan.ts';
import { seesFocus } from './support/focus.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let browser: Browser;
test.beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
});
test.afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** Tab, until this has the focus. */
async function tabTo(page: Page, wanted: Locator, backwards = false): Promise<void> {
  await expect(wanted.first()).toBeVisible();
  for (let press = 0; press < 150; press += 1) {
    if (await wanted.first().evaluate((one) => one === document.activeElement)) return seesFocus(page);
    await page.keyboard.press(backwards ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`Tab never came to ${wanted}`);
}
const press = async (page: Page, wanted: Locator, key = 'Enter') => {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
};

test('PST-01a PST-04b posting by keyboard alone, and a photo opened by keyboard alone', { tag: '@core' }, async () => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'ja-JP',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  const focused = page.locator(':focus');
  await page.goto(product.url + galleryUrl());
  await press(page, page.getByRole('button', { name: new RegExp(`^(${shell.login}|${shell.join})$`) }));
  const modal = page.getByRole('dialog', { name: login.title });
  await tabTo(page, modal.getByLabel(login.email));
  await page.keyboard.type(demoFan('fan').email);
  await tabTo(page, modal.getByRole('textbox', { name: login.password }));
  await page.keyboard.type(demoFan('fan').password);
  await page.keyboard.press('Enter');
  await expect(modal).toBeHidden();

  await press(page, page.getByRole('banner').getByRole('button', { name: shell.post, exact: true }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: postWindow.photo }));
  const form = page.getByRole('dialog', { name: postForm.title });
  const event = form.getByRole('combobox', { name: postForm.event });
  await tabTo(page, event);
  for (let row = 0; row < 5 && (await event.inputValue()) === ''; row += 1) await page.keyboard.press('ArrowDown');
  await expect(event).not.toHaveValue('');
  const [picture = ''] = await lightPictures(1);
  const chooser = page.waitForEvent('filechooser');
  await press(page, form.getByRole('button', { name: postForm.chooseFile }));
  await (await chooser).setFiles(picture);
  await untilPrepared(page, 1);
  const message = form.locator('textarea').first();
  await tabTo(page, message, true);
  await page.keyboard.type('キーボードだけで投稿');
  const players = playerRow(page);
  const player = players.getByRole('button', { pressed: false }).first();
  const name = (await player.getAttribute('data-player')) ?? '';
  await press(page, player, 'Space');
  await expect(players.getByRole('button', { name, pressed: true })).toBeFocused();
  await press(page, form.getByRole('button', { name: postForm.submit, exact: true }));
  const saved = page.getByRole('dialog', { name: postForm.savedTitle }).or(page.getByText(postForm.sent)).first();
  await expect(saved).toBeVisible();
  await expect(
    page.getByRole('status').or(page.getByRole('alert')).or(page.getByRole('dialog')).first(),
  ).toBeAttached();
  while ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
  // The focus is not lost with what it stood in.
  await expect(focused).not.toHaveJSProperty('nodeName', 'BODY');

  const cards = page.getByRole('main').locator('li[data-photo]');
  // The posted photo may come before it meanwhile.
  const first = await cards.first().getAttribute('data-photo');
  await tabTo(page, page.locator(`li[data-photo="${first}"]`).getByRole('link'));
  expect(page.url(), 'focus alone opens nothing').not.toContain('q=');
  const opened = () => new URL(page.url()).searchParams.get('q');
  await page.keyboard.press('Enter');
  await expect.poll(opened).not.toBeNull();
  await context.close();
});
