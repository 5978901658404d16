/** Text as large as the browser's settings make it, and windows just wider than a phone's: nothing overlaps, nothing is squeezed. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { demoLogins } from '../../demo/content/people.ts';
import { STAFF_FOLDER, type StaffPage, staffPages } from '../../src/contract/staffPages.ts';
import { event } from '../../src/messages/jaEvent.ts';
import { makeEvent } from '../../src/messages/jaMakeEvent.ts';
import { postWindow } from '../../src/messages/jaPost.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { follow } from '../../src/messages/jaSocial.ts';
import { desk, peoplePage, reportsPage } from '../../src/messages/jaStaff.ts';
import { recordKindNames, recordsPage } from '../../src/messages/jaStaffContent.ts';
import { sweepExpression } from '../engines/support/sweepInPage.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { launchBrowser } from './support/browser.ts';
import { overlappingControls, setBrowserFont } from './support/browserFont.ts';
import { demoFan, galleryUrl, signIn } from './support/fan.ts';
import { type Product, startProduct } from './support/product.ts';
import { leaveDialog, press } from './support/tourSteps.ts';

const fan = demoFan('fan');
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

async function withPage(run: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ locale: 'ja-JP', serviceWorkers: 'block' });
  try {
    await run(await context.newPage());
  } finally {
    await context.close();
  }
}

/** The change of the layout is drawn. */
const settled = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

for (const [who, club] of [
  ['visitor', CLUB],
  ['fan', LEAGUE],
] as const)
  test(`LAY-01a ${club} for a ${who} at each font and width: no control lies over another`, () =>
    withPage(async (page) => {
      if (who === 'fan') await signIn(page, product.url, fan, club);
      const problems: string[] = [];
      for (const font of [16, 20, 24, 28, 32]) {
        await setBrowserFont(page, font);
        await page.goto(product.url + galleryUrl(club));
        await expect(page.getByRole('contentinfo')).toBeVisible();
        for (const width of [769, 850, 1001, 1201, 1361, 1440, 1920]) {
          await page.setViewportSize({ width, height: 900 });
          await expect(page.getByRole('banner').getByRole('button').first()).toBeVisible();
          await settled(page);
          for (const problem of await overlappingControls(page)) problems.push(`${font} px at ${width}: ${problem}`);
        }
      }
      expect(problems).toEqual([]);
    }));

test('LAY-07 at home the match keeps room for its title, whatever the window’s width and the text’s size', () =>
  withPage(async (page) => {
    await page.goto(`${product.url}/${CLUB}/`);
    const card = page.getByRole('article').filter({ has: page.getByRole('button', { name: event.postHere }) });
    const title = card.getByRole('heading');
    for (const font of [16, 24, 32])
      for (const width of [320, 390, 769, 800, 850, 900, 1001, 1440]) {
        await setBrowserFont(page, font);
        await page.setViewportSize({ width, height: 900 });
        await expect(title).toBeVisible();
        const { room, whole } = await title.evaluate((heading) => ({
          room: heading.getBoundingClientRect().width,
          whole: heading.closest('article')?.getBoundingClientRect().width ?? 0,
        }));
        const least = width > 390 ? 200 : whole * 0.4;
        expect(room, `${font} px at ${width}`).toBeGreaterThanOrEqual(least);
      }
  }));

test('LAY-06 with text of 200 % on a phone the buttons of lists and forms are in the window', () =>
  withPage(async (page) => {
    await signIn(page, product.url, fan);
    await setBrowserFont(page, 32);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${product.url}/${CLUB}/my-photo.html`);
    const expectInside = async (title: string) => {
      const buttons = page.getByRole('dialog', { name: title }).getByRole('button');
      await expect(buttons.nth(2)).toBeVisible();
      const outside = await buttons.evaluateAll((all) =>
        all.filter((button) => button.getBoundingClientRect().right > innerWidth).map(({ textContent }) => textContent),
      );
      expect(outside, title).toEqual([]);
    };
    await page.getByRole('button', { name: new RegExp(`${follow.follows}$`) }).click();
    await expectInside(follow.follows);
    await leaveDialog(page);
    await press(page, shell.post);
    await page.getByRole('button', { name: postWindow.event }).click();
    await expectInside(makeEvent.title);
  }));

/** Words and controls of the page, or of the window over it, that are outside of the browser's window and cannot be scrolled to there. */
const outsideOf = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.querySelector('main');
    const isDrawn = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('.visually-hidden, [aria-hidden="true"]') === null;
    const wide = [...(root?.querySelectorAll('*') ?? [])].filter(
      (element) => isDrawn(element) && element.getBoundingClientRect().right > innerWidth + 1,
    );
    // A window scrolls up and down only.
    const isWindow = root?.matches('dialog') ?? false;
    const names = wide
      .filter((element) => isWindow || !scrolls(element.parentElement))
      .map(({ textContent }) => `${textContent}`);
    const { scrollWidth, clientWidth } = document.documentElement;
    const isWide = scrollWidth > clientWidth;
    return [...names.map((name) => name.slice(0, 40)), ...(isWide ? ['the page scrolls sideways'] : [])];
  });
const cutWords = async (page: Page) =>
  ((await page.evaluate(sweepExpression())) as string[]).filter((fault) => fault.startsWith('cut'));

/** From a page of the desk to what stands open on it. */
const opened: Partial<Readonly<Record<StaffPage, (page: Page) => Promise<void>>>> = {
  reports: async (page) => {
    await page.getByRole('button', { name: reportsPage.more }).first().click();
    await page.getByRole('button', { name: reportsPage.select }).click();
    await page.getByRole('checkbox').first().check();
  },
  people: async (page) => {
    await page.getByRole('searchbox', { name: peoplePage.search }).fill(demoLogins.fan.nickname);
    await page.getByRole('button', { name: peoplePage.find, exact: true }).click();
    await expect(page.getByRole('heading', { name: peoplePage.consents })).toBeVisible();
  },
  events: (page) => page.getByRole('button', { name: recordsPage.add(recordKindNames.events) }).click(),
  players: (page) => page.getByRole('button', { name: recordsPage.add(recordKindNames.persons) }).click(),
};

test('STF-02c all pages of the desk fit 320 px at text of 200 %: nothing is cut or scrolls sideways', () =>
  withPage(async (page) => {
    await signIn(page, product.url, demoFan('official'));
    await page.setViewportSize({ width: 320, height: 640 });
    const event = `${CLUB}-today`;
    for (const name of nonEmpty(Object.keys(staffPages) as StaffPage[])) {
      const file = name === 'index' ? '' : `${name}.html`;
      await page.goto(`${product.url}/${CLUB}/${STAFF_FOLDER}/${file}?e=${event}`);
      await setBrowserFont(page, 32);
      await expect(page.getByRole('navigation', { name: desk.nav })).toBeVisible();
      await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
      await opened[name]?.(page);
      // Charts follow the text a moment later.
      await expect
        .poll(async () => [...(await outsideOf(page)), ...(await cutWords(page))], { message: name })
        .toEqual([]);
    }
  }));

test('LAY-03a a chip of the page the server draws is one line on a phone: no mark of a phrase ends it', async () => {
  const context = await browser.newContext({
    locale: 'ja-JP',
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  try {
    const page = await context.newPage();
    await page.goto(`${product.url}/${CLUB}/event-list.html`);
    const chips = page.getByRole('navigation', { name: event.kindLabel }).getByRole('link');
    await expect(chips.first()).toBeVisible();
    const lines = await chips.evaluateAll((all) => {
      const range = document.createRange();
      const topsOf = (chip: Element) => {
        range.selectNodeContents(chip.firstElementChild ?? chip);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      };
      return all.map((chip) => [chip.textContent, topsOf(chip)]);
    });
    expect(lines).toContainEqual([event.kinds.memorial, 1]);
    expect(lines.filter(([, count]) => count !== 1)).toEqual([]);
  } finally {
    await context.close();
  }
});
