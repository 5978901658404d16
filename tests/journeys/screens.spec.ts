/** Screens that are neither a phone held upright nor a desktop: tablets, and phones that lie on their side. */
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { TABLET_VIEWPORT } from '../../src/contract/limits.ts';
import { ui } from '../../src/messages/ja.ts';
import { login, signUp } from '../../src/messages/jaAccount.ts';
import { postWindow } from '../../src/messages/jaPost.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { CLUB } from '../support/tenants.ts';
import { launchBrowser } from './support/browser.ts';
import { demoFan, galleryUrl, signIn } from './support/fan.ts';
import { type Product, startProduct } from './support/product.ts';
import { dialogOf, leaveDialog, openLogin, untilEntryGone } from './support/tourSteps.ts';

const TABLET = { short: 820, long: 1180 };
const SIDEWAYS = { width: 844, height: 390 };
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
/** Smallest words and press areas on the glass, in CSS pixels of the screen (WCAG 2.5.8 for the latter). */
const MIN_WORDS = 8.5;
const MIN_PRESS = 24;

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

/** Words and buttons that are too small on the glass, with their sizes there. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ words, press }) => {
      const scale = screen.width / innerWidth;
      const seen = (one: Element) =>
        one.checkVisibility({ visibilityProperty: true }) && !one.matches('[href="#main"]');
      const said = (one: Element) => one.textContent?.trim() !== '' && !one.closest('.visually-hidden, [data-photo]');
      const small = [
        ...document.querySelectorAll('main p, main label, main h1, main h2, nav a, header button, footer a'),
      ]
        .filter((one) => seen(one) && said(one) && parseFloat(getComputedStyle(one).fontSize) * scale < words)
        .map((one) => `${one.outerHTML.slice(0, 100)}: ${getComputedStyle(one).fontSize}`);
      const low = [...document.querySelectorAll('header a, header button, main button, main input, main select')]
        .filter((one) => seen(one) && one.getBoundingClientRect().height * scale < press)
        .filter((one) => !one.matches('[type=radio], [type=checkbox], [type=file]'))
        .map((one) => `${one.outerHTML.slice(0, 100)}: ${one.getBoundingClientRect().height} px high`);
      return [...small, ...low];
    },
    { words: MIN_WORDS, press: MIN_PRESS },
  );

test('LAY-01c on a tablet, upright or on its side, words can be read and buttons pressed', async () => {
  for (const [width, height] of [
    [TABLET.short, TABLET.long],
    [TABLET.long, TABLET.short],
  ] as const) {
    const context = await browser.newContext({
      viewport: { width, height },
      screen: { width, height },
      isMobile: true,
      hasTouch: true,
      userAgent: IPAD,
      locale: 'ja-JP',
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    for (const path of [`/common/create-account.html?t=${CLUB}`, `/${CLUB}/event-list.html`, galleryUrl()]) {
      await page.goto(product.url + path);
      await expect(page.getByRole('contentinfo')).toBeAttached();
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(TABLET_VIEWPORT);
      await expect.poll(() => tooSmall(page), `${path} ${width}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(TABLET_VIEWPORT);
    }
    await context.close();
  }
});

/** On the screen as a whole, and nothing lies over it: a press in its middle and at its ends meets it. */
async function expectInReach(control: Locator): Promise<void> {
  await expect(control).toBeInViewport({ ratio: 1 });
  const isFree = await control.evaluate((one) => {
    const { left, top, bottom, width } = one.getBoundingClientRect();
    return [top + 3, bottom - 3].every((y) => {
      const met = document.elementFromPoint(left + width / 2, y);
      return met !== null && (one.contains(met) || met.contains(one));
    });
  });
  expect(isFree, await control.evaluate((one) => one.outerHTML.slice(0, 120))).toBe(true);
}

test('ACC-01a PST-01a on a phone that lies on its side dialogs leave room for what they ask', async () => {
  const context = await browser.newContext({ viewport: SIDEWAYS, locale: 'ja-JP', serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${product.url}/common/create-account.html?t=${CLUB}`);
  // The way on does not lie over the second field.
  await expectInReach(page.getByLabel(signUp.nickname, { exact: false }));
  const email = page.getByLabel(signUp.email, { exact: false });
  await email.focus();
  await expectInReach(email);

  await page.goto(product.url + galleryUrl());
  await openLogin(page);
  const modal = dialogOf(page, login.title);
  await expectInReach(modal.getByLabel(login.email));
  await expectInReach(modal.getByRole('button', { name: login.submit, exact: true }));
  await leaveDialog(page);
  await untilEntryGone(page);

  await signIn(page, product.url, demoFan('fan'));
  await page.getByRole('button', { name: shell.post, exact: true }).first().click();
  for (const name of [postWindow.photo, postWindow.event, ui.cancel])
    await expectInReach(page.getByRole('dialog').getByRole('button', { name }));
  await context.close();
});
