/** Fans with settings of the system that change every colour or every line. */
import { type Browser, expect, test } from '@playwright/test';
import { launchBrowser } from './support/browser.ts';
import { CLUB, galleryUrl } from './support/fan.ts';
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

test('WCAG forced colours keep every border and state; wider text spacing cuts nothing off', async () => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    forcedColors: 'active',
    locale: 'ja-JP',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const spacing =
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';
  for (const path of [`/${CLUB}/`, galleryUrl(), `/${CLUB}/event-list.html`, `/common/create-account.html?t=${CLUB}`]) {
    await page.goto(product.url + path);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    const invisible = await page.evaluate(() =>
      [...document.querySelectorAll('input:not([type=file], [type=hidden]), select, textarea')]
        .filter((field) => field.checkVisibility({ visibilityProperty: true }))
        .filter((field) => {
          const bordered = [field, field.parentElement, field.closest('label')].some((one) => {
            const style = one && getComputedStyle(one);
            return style && Number.parseFloat(style.borderBottomWidth) > 0 && style.borderBottomStyle !== 'none';
          });
          const isNative =
            (field as HTMLInputElement).type === 'checkbox' || (field as HTMLInputElement).type === 'radio';
          return !bordered && !isNative;
        })
        .map((field) => field.outerHTML.slice(0, 120)),
    );
    expect({ path, invisible }).toEqual({ path, invisible: [] });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await seesFocus(page);
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    }, spacing);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('button, a[href], label, h1, h2, h3')]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.textContent?.trim() !== '')
        .filter((one) => !one.matches('[href="#main"], .visually-hidden, .visually-hidden *'))
        .filter((one) => {
          const style = getComputedStyle(one);
          const isClamped = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
          return style.overflowY === 'hidden' && !isClamped && one.scrollHeight > one.clientHeight + 2;
        })
        .map((one) => one.outerHTML.slice(0, 120)),
    );
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
    expect({ path, cut, isTooWide }).toEqual({ path, cut: [], isTooWide: false });
  }
  await context.close();
});
