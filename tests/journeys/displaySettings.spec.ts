/** Fans with settings of the system that change every colour or every line. */
import { type Browser, expect, test } from '@playwright/test';
import { ranking } from '../../src/messages/jaRanking.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { launchBrowser } from './support/browser.ts';
import { galleryUrl } from './support/fan.ts';
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

const WIDTHS = [320, 360, 390, 768, 1440] as const;

async function openAt(width: number, path: string, textSize: string) {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    locale: 'ja-JP',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(product.url + path);
  await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), textSize);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  return { context, page };
}

test('FAN-33b the post button rises 10 px above the tab bar; the fixed invitation has a bar of its own', async () => {
  const { context, page } = await openAt(390, `/${CLUB}/event-list.html`, '100%');
  const bar = page.getByRole('navigation', { name: shell.mainNav });
  const post = bar.getByRole('button', { name: shell.post, exact: true });
  await expect(post).toBeVisible();
  const [least, top] = await bar.evaluate((nav) => [
    Math.min(...[...nav.querySelectorAll('*')].map((one) => one.getBoundingClientRect().top)),
    nav.getBoundingClientRect().top,
  ]);
  expect((top ?? 0) - (least ?? 0)).toBeLessThanOrEqual(11);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const join = page.getByRole('complementary', { name: shell.joinAction });
  await expect(join.getByRole('link')).toHaveCSS('position', 'fixed');
  // What stands beside the button is the bar, no word of the page.
  const box = await join.getByRole('link').boundingBox();
  const beside = await page.evaluate(
    ([x, y]) =>
      document
        .elementFromPoint(x ?? 0, y ?? 0)
        ?.closest('aside')
        ?.getAttribute('aria-label'),
    [8, (box?.y ?? 0) + (box?.height ?? 0) / 2],
  );
  expect(beside).toBe(shell.joinAction);
  await context.close();
});

test('JON-01b at the page’s end the fixed invitation covers no word of the footer, at any width or size', async () => {
  for (const width of WIDTHS) {
    for (const textSize of ['100%', '200%']) {
      const { context, page } = await openAt(width, `/${CLUB}/event-list.html`, textSize);
      const join = page.getByRole('complementary', { name: shell.joinAction }).getByRole('link');
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect(join).toHaveCSS('position', 'fixed');
      await expect(async () => {
        const gap = await page.evaluate(() => {
          scrollTo(0, document.documentElement.scrollHeight);
          return document.documentElement.scrollHeight - scrollY - innerHeight;
        });
        expect(Math.abs(gap)).toBeLessThan(1);
      }).toPass();
      const covered = await join.evaluate((button) => {
        const over = button.getBoundingClientRect();
        return [...document.querySelectorAll('footer a, footer p, footer li')]
          .filter((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return left < over.right && right > over.left && top < over.bottom && bottom > over.top;
          })
          .map(({ textContent }) => textContent);
      });
      expect([width, textSize, covered]).toEqual([width, textSize, []]);
      await context.close();
    }
  }
});

test('RNK-01b the way to what the ranking is about covers no text, at any width or text size', async () => {
  for (const width of WIDTHS) {
    for (const textSize of ['100%', '200%']) {
      const { context, page } = await openAt(width, `/${LEAGUE}/ranking-list.html`, textSize);
      const about = page.getByRole('button', { name: ranking.about });
      await expect(page.getByRole('list', { name: ranking.list })).toBeVisible();
      const covered = await about.evaluate((button) => {
        const over = button.getBoundingClientRect();
        const walker = document.createTreeWalker(document.querySelector('main') as HTMLElement, NodeFilter.SHOW_TEXT);
        const texts: string[] = [];
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(node);
          const isUnder = [...range.getClientRects()].some(
            ({ left, right, top, bottom }) =>
              left < over.right && right > over.left && top < over.bottom && bottom > over.top,
          );
          const isClipped = node.parentElement?.closest('.visually-hidden') != null;
          if (isUnder && !isClipped && !button.contains(node)) texts.push(node.textContent ?? '');
        }
        return texts;
      });
      expect([width, textSize, covered]).toEqual([width, textSize, []]);
      await context.close();
    }
  }
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

test('FAN-31a with forced colours tabs, chips and buttons show what is chosen, and bars their length', async () => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    forcedColors: 'active',
    locale: 'ja-JP',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  for (const path of [
    `/${CLUB}/?list=popular`,
    `/${LEAGUE}/ranking-list.html?gender=f`,
    `/${LEAGUE}/ranking-list.html?tab=fans`,
  ]) {
    await page.goto(product.url + path);
    const chosen = page.locator('main :is(a[aria-current], button[aria-pressed="true"])');
    await expect(chosen.first()).toBeVisible();
    const outlines = await chosen.evaluateAll((all) => all.map((one) => getComputedStyle(one).outline));
    expect(outlines.length, path).toBeGreaterThan(0);
    for (const outline of outlines) expect(outline, path).toMatch(/solid 2px$/);
  }
  const bar = page.getByRole('main').locator('progress').first();
  await expect(bar).toBeVisible();
  const colours = await bar.evaluate((one) => {
    const value = getComputedStyle(one, '::-webkit-progress-value').backgroundColor;
    return { value, border: getComputedStyle(one).borderTopWidth };
  });
  expect(colours.border).toBe('1px');
  expect(colours.value).not.toBe('rgba(0, 0, 0, 0)');
  await context.close();
});
