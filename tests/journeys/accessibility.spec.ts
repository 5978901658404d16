/** Everybody can use it: no accessibility violation on any screen, by keyboard, on the smallest phone, with large text, without jumps. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { frame } from '../../src/messages/ja.ts';
import { company } from '../../src/messages/jaAccount.ts';
import { pageTexts } from '../../src/messages/jaPages.ts';
import { postForm, postWindow } from '../../src/messages/jaPost.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { lightPictures, picturesWithPreview } from '../fixtures/pictures.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { violationsOf } from './support/axe.ts';
import { launchBrowser } from './support/browser.ts';
import { overlappingControls, setBrowserFont } from './support/browserFont.ts';
import { demoFan, galleryUrl, signIn } from './support/fan.ts';
import { type Product, startProduct } from './support/product.ts';
import { tourAsFan, tourAsVisitor } from './support/tour.ts';
import { tourOfStages } from './support/tourOfStages.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
const SMALLEST = { width: 320, height: 640 };
const fan = demoFan('fan');
/** Font sizes of the browser's settings, in pixels. */
const [USUAL_FONT, LARGE_FONT] = [16, 32];
/** Of each kind of page one: the frame is the same on all, and largeText.spec.ts looks at it by itself. */
const LARGE_FONT_PAGES = new Set(['home', 'gallery', 'event-detail', 'ranking', 'notices']);
/** Rules whose verdict depends on the colours alone. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

let product: Product;
let browser: Browser;
let files: string[];

test.beforeAll(async () => {
  files = await lightPictures(3);
  product = await startProduct();
  browser = await launchBrowser();
});
test.afterAll(async () => {
  await browser.close();
  await product.stop();
});

async function withPage(run: (page: Page) => Promise<void>, viewport = PHONE, hasWorker = false) {
  const context = await browser.newContext({
    viewport,
    reducedMotion: 'reduce',
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    serviceWorkers: hasWorker ? 'allow' : 'block',
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(45_000);
    await run(page);
  } finally {
    await context.close();
  }
}

/** Two frames: what the change of size or scheme brings about is drawn. */
const settled = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Wider than the window: the page or the sheet on top would have to be moved sideways. */
const sidewaysScroll = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const sheets = [document.documentElement, ...document.querySelectorAll('dialog[open], dialog[open] > div > div')];
    return sheets
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map((sheet) => {
        const edge = sheet.getBoundingClientRect().left + sheet.clientWidth + 1;
        const beyond = [...sheet.querySelectorAll('*')].find((child) => child.getBoundingClientRect().right > edge);
        const cause = beyond?.cloneNode() as Element | undefined;
        return `${sheet.nodeName} is ${sheet.scrollWidth} wide in ${sheet.clientWidth}: ${cause?.outerHTML.slice(0, 160)}`;
      });
  });

/** Buttons, links and fields outside running text whose press area is below 44 px (their own box or that of a pseudo-element). */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const isInText = (element: Element) =>
      element.nodeName === 'A' && element.closest('p, li, dd, nav ol') !== null && !element.querySelector('img, svg');
    return [
      ...top.querySelectorAll(
        'button, a[href], select, textarea, input:not([type=file], [type=checkbox], [type=radio])',
      ),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !isInText(element))
      .flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const grown = Math.max(
          ...['::before', '::after'].map((part) => {
            const style = getComputedStyle(element, part);
            return style.content !== 'none' && style.position === 'absolute' ? parseFloat(style.height) || 0 : 0;
          }),
        );
        const isBelow = width < 43.5 || Math.max(height, grown) < 43.5;
        const isHidden = width <= 1 || element.matches('[href="#main"]');
        return isBelow && !isHidden
          ? [`${element.outerHTML.slice(0, 120)} is ${Math.round(width)}×${Math.round(height)}`]
          : [];
      });
  });

/** Controls whose words don't fit into their box, or that stand outside the window, with text twice as large (WCAG 1.4.4). */
const clippedByLargeText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const isScrolledAcross = (element: Element) => {
      for (let box = element.parentElement; box; box = box.parentElement)
        if (['auto', 'scroll'].includes(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth)
          return box !== document.documentElement && box !== document.body;
      return false;
    };
    return [...top.querySelectorAll('button, a[href], label, h1, h2, h3')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.textContent?.trim() !== '')
      .filter((element) => !element.closest('.visually-hidden') && !element.matches('[href="#main"]'))
      .flatMap((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const box = element.getBoundingClientRect();
        if (box.width <= 1) return [];
        const cut = getComputedStyle(element).overflow === 'hidden' && element.scrollHeight > element.clientHeight + 2;
        const isOutside = (box.right > innerWidth + 1 || box.left < -1) && !isScrolledAcross(element);
        return cut || isOutside ? [`${element.outerHTML.slice(0, 120)} ${cut ? 'is cut' : 'is outside'}`] : [];
      });
  });

const FRAMES_TO_REST = 20;
/**
 * Every check of one screen, or those of a phone in the light alone (`npm test` has a visitor's), or all but those; leaves size,
 * scheme and text as they were.
 */
function checksOf(page: Page, problems: string[], part: 'all' | 'phone' | 'rest' = 'all') {
  return async (name: string) => {
    const found = async (where: string, look: () => Promise<string[]>) => {
      // What is still coming to rest (a list measured anew, a colour on its way) is looked at once more.
      if ((await look()).length === 0) return;
      for (let frame = 0; frame < FRAMES_TO_REST; frame++) await settled(page);
      for (const problem of await look()) problems.push(`${name} ${where}: ${problem}`);
    };
    // A screen that broke says so, and would pass.
    await expect(page.getByText(pageTexts.brokenTitle), name).toBeHidden();
    if (part !== 'rest') {
      await found('phone', () => violationsOf(page));
      await found('phone', () => smallTargets(page));
    }
    if (part === 'phone') return;
    const isDialog = (await page.locator('dialog[open]').count()) > 0;
    // A page is looked at in the dark as a whole below. Every change draws the whole screen anew: as few as will do.
    if (isDialog) {
      await page.emulateMedia({ colorScheme: 'dark' });
      await settled(page);
      await found('phone dark', () => violationsOf(page, COLOR_RULES));
    }
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await settled(page);
    await found('large text', () => clippedByLargeText(page));
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    await page.setViewportSize(SMALLEST);
    await settled(page);
    await found('320 px', () => sidewaysScroll(page));
    // A dialog is the same on a large window; a page has another frame there.
    if (!isDialog) {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize(DESKTOP);
      await settled(page);
      const isOfItsKind = LARGE_FONT_PAGES.has(name);
      // The frame of a large window is the same on all pages; the colours are each page's own.
      await found('desktop dark', () => violationsOf(page, isOfItsKind ? undefined : COLOR_RULES));
      if (isOfItsKind) {
        await setBrowserFont(page, LARGE_FONT);
        // Chromium tells scripts of another layout only with the next change of the window.
        await page.setViewportSize({ ...DESKTOP, width: DESKTOP.width + 1 });
        await settled(page);
        await found('desktop, large font', async () => [
          ...(await clippedByLargeText(page)),
          ...(await overlappingControls(page)),
        ]);
        await setBrowserFont(page, USUAL_FONT);
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(PHONE);
    await settled(page);
  };
}

/**
 * One club in `npm run test:all`: the colours of all are computed from their themes (src/styles/contrast.test.ts), the rest is the same code.
 * CLUBS={tenant},{tenant} walks through others.
 */
for (const club of process.env.CLUBS?.split(',') ?? [CLUB])
  for (const [who, walk] of [
    ['visitor', tourAsVisitor],
    ['fan', tourAsFan],
  ] as const)
    test.describe(() => {
      // The longest runs beside the others, with a product of its own.
      test.describe.configure({ mode: who === 'fan' ? 'parallel' : 'default' });
      test(`every page and overlay of ${club} for a ${who}: no violation, nothing too small, too wide or cut off`, async () => {
        // Some two hundred looks at a whole page: a busy machine takes more than eight minutes.
        test.setTimeout(900_000);
        const problems: string[] = [];
        // Without signal, a fan's overlays come from what the worker keeps.
        await withPage(
          (page) => {
            const visit = checksOf(page, problems, who === 'visitor' && club === CLUB ? 'rest' : 'all');
            return walk({ page, origin: product.url, club, fan, files, visit });
          },
          PHONE,
          who === 'fan',
        );
        expect(problems).toEqual([]);
      });
    });

test('every page and overlay for a visitor, on a phone in the light: no violation', { tag: '@core' }, async () => {
  const problems: string[] = [];
  await withPage((page) => {
    const visit = checksOf(page, problems, 'phone');
    return tourAsVisitor({ page, origin: product.url, club: CLUB, fan, files, visit });
  });
  expect(problems).toEqual([]);
});

test('PUB-03a public while originals wait: no violation, nothing too small, too wide or cut off', async () => {
  const problems: string[] = [];
  const large = await picturesWithPreview(2);
  await withPage((page) =>
    tourOfStages({ page, origin: product.url, club: CLUB, fan, files: large, visit: checksOf(page, problems) }),
  );
  expect(problems).toEqual([]);
});

test('OVL-01b OVL-02a the way to the post form by keyboard alone', async () => {
  await withPage(async (page) => {
    await signIn(page, product.url, fan);
    await page.goto(product.url + galleryUrl());
    const focused = page.locator(':focus');
    await expect(page.getByRole('banner').getByRole('button', { name: shell.post, exact: true })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(focused).toHaveText(frame.skip);
    await expect(focused).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    // With it in the address, closing an overlay would now and then move the focus here again.
    expect(new URL(page.url()).hash).toBe('');

    const opener = page.getByRole('banner').getByRole('button', { name: shell.post, exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    const postChoice = page.getByRole('dialog', { name: postWindow.title, exact: true });
    await expect(postChoice).toBeVisible();
    await expectFocusKept(page, 8);
    await page.keyboard.press('Escape');
    await expect(postChoice).toBeHidden();
    // Its entry in the history goes a moment later: the focus stays.
    await expect.poll(() => page.evaluate(() => history.state?.kind)).not.toBe('overlay');
    await expect(opener).toBeFocused();
    expect(await page.evaluate(() => document.documentElement.hasAttribute('data-locked'))).toBe(false);

    await page.keyboard.press('Enter');
    await expect(postChoice).toBeVisible();
    await expectScrollLocked(page);
    await postChoice.getByRole('button', { name: postWindow.photo }).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: postForm.title });
    await expect(form.getByRole('combobox', { name: postForm.event })).toBeVisible();
    await expectFocusKept(page, 60);
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await expect(opener).toBeFocused();

    // Back closes what is open and stays on the page.
    const address = page.url();
    await page.getByRole('complementary', { name: shell.menu }).getByRole('button', { name: shell.company }).click();
    await expect(page.getByRole('dialog', { name: company.title })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(page.url()).toBe(address);
    await expect(page.getByRole('main').getByRole('img').first()).toBeVisible();

    // Reloaded with something open: back leaves the page at the first press.
    await page.getByRole('complementary', { name: shell.menu }).getByRole('button', { name: shell.company }).click();
    await expect(page.getByRole('dialog', { name: company.title })).toBeVisible();
    await page.reload();
    await expect.poll(() => page.evaluate(() => history.state?.kind)).not.toBe('overlay');
    await page.goBack();
    await expect(page).not.toHaveURL(address);
  }, DESKTOP);
});

/** The page below does not move while something is open. */
async function expectScrollLocked(page: Page): Promise<void> {
  const before = await page.evaluate(() => scrollY);
  await page.mouse.move(20, 450);
  await page.mouse.wheel(0, 600);
  await settled(page);
  expect(await page.evaluate(() => scrollY)).toBe(before);
}

/** Tab goes round in the dialog (and, with a native one, through the browser's own bar), never to the page below. */
async function expectFocusKept(page: Page, presses: number): Promise<void> {
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press(press % 5 === 4 ? 'Shift+Tab' : 'Tab');
    const place = await page.evaluate(() => {
      const active = document.activeElement;
      return active === document.body || active?.closest('dialog[open]') ? null : active?.outerHTML.slice(0, 120);
    });
    expect(place, `after ${press + 1} presses`).toBeNull();
  }
}

test('PHO-01a nothing jumps while home and gallery load, on phone and desktop', async () => {
  for (const viewport of [PHONE, DESKTOP])
    for (const path of [`/${CLUB}/`, galleryUrl(), galleryUrl(LEAGUE)])
      await withPage(async (page) => {
        await page.addInitScript(() => {
          const shifts: { value: number; hadRecentInput: boolean; sources: string[] }[] = [];
          Object.assign(globalThis, { shifts });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) {
              const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
                value: number;
                hadRecentInput: boolean;
                sources: { node: Element | null }[];
              };
              const nodes = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : ''));
              shifts.push({ value, hadRecentInput, sources: nodes });
            }
          }).observe({ type: 'layout-shift', buffered: true });
        });
        await page.goto(product.url + path, { waitUntil: 'networkidle' });
        await expect(page.getByRole('contentinfo')).toBeAttached();
        await settled(page);
        const shifts = await page.evaluate(
          () => (globalThis as unknown as { shifts: { value: number; hadRecentInput: boolean }[] }).shifts,
        );
        const unasked = shifts.filter(({ hadRecentInput }) => !hadRecentInput);
        const sum = unasked.reduce((total, { value }) => total + value, 0);
        expect(sum, `${path} ${viewport.width} ${JSON.stringify(unasked)}`).toBeLessThan(0.02);
      }, viewport);
});
