/** Fans with settings of the system that change every colour or every line. */
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { ensureHeadlessShell } from '../../.ci/ensure-chromium.mjs';
import { CLUB, galleryUrl } from './support/fan.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let browser: Browser;
test.beforeAll(async () => {
  product = await startProduct();
  browser = await chromium.launch({ executablePath: ensureHeadlessShell(), args: ['--no-sandbox', '--disable-gpu'] });
});
test.afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** What has the focus shows it, inside the window, and nothing lies over it (WCAG 2.4.7, 2.4.11). */
async function seesFocus(page: Page): Promise<void> {
  const seen = () =>
    page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const { x, y, width, height } = focused.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      const label = focused.closest('label');
      const ring = [focused, label, focused.parentElement].some(
        (one) =>
          one &&
          Number.parseFloat(getComputedStyle(one).outlineWidth) >= 2 &&
          getComputedStyle(one).outlineStyle !== 'none',
      );
      const isOnTop =
        top !== null && (focused.contains(top) || top.contains(focused) || (label?.contains(top) ?? false));
      return ring && isOnTop ? 'seen' : `${ring ? 'covered' : 'no ring'}: ${focused.outerHTML.slice(0, 140)}`;
    });
  await expect.poll(seen).toBe('seen');
}

test('LAY-01 forced colours keep every border and state; wider text spacing cuts nothing off', async () => {
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
