/** Highlights of a match: an editor makes and publishes the page on a phone, fans see it, and a photo that goes leaves it. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { HIGHLIGHTS_FORMATS } from '../../src/contract/highlights.ts';
import { pageTitles } from '../../src/messages/ja.ts';
import { highlights } from '../../src/messages/jaHighlights.ts';
import { staffHighlights } from '../../src/messages/jaStaffHighlights.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { violationsOf } from './support/axe.ts';
import { launchBrowser } from './support/browser.ts';
import { demoFan, signIn } from './support/fan.ts';
import { watchShifts } from './support/firstFrame.ts';
import { preparePhones } from './support/phones.ts';
import { type Product, startProduct } from './support/product.ts';
import { photosOf } from './support/published.ts';

let product: Product;
let browser: Browser;
const person = preparePhones();
test.beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
});
test.afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** The pictures are drawn by a process of their own, after those of photos. */
const DRAWN = { timeout: 30_000 };
const TITLE = '声が枯れるまで<b>うたった夜';

/** The event with most photos. */
async function fullestEvent(): Promise<string> {
  const counts = new Map<string, number>();
  for (const { event_id } of await photosOf(product.url, CLUB))
    counts.set(event_id ?? '', (counts.get(event_id ?? '') ?? 0) + 1);
  const [first] = nonEmpty([...counts].toSorted(([, a], [, b]) => b - a));
  return first?.[0] ?? '';
}
const pageOf = (eventId: string, tenant = CLUB) => `${product.url}/${tenant}/highlights.html?e=${eventId}`;
const statusOf = async (address: string) => (await fetch(address)).status;
const pictureOf = (html: string) => /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
const widthOn = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

async function publish(staff: Page, eventId: string) {
  await signIn(staff, product.url, demoFan('official'));
  await staff.goto(`${product.url}/${CLUB}/staff/highlights.html?e=${eventId}`);
  await staff.getByRole('textbox', { name: staffHighlights.title }).fill(TITLE);
  await staff.getByRole('textbox', { name: staffHighlights.text }).fill('最後まで声援をありがとうございました。');
  await staff.getByRole('button', { name: staffHighlights.save }).tap();
  await staff.getByRole('button', { name: staffHighlights.publish }).tap();
  await expect(staff.getByRole('textbox', { name: staffHighlights.address })).toHaveValue(pageOf(eventId));
}

test('WAL-07a WAL-07b an editor publishes highlights with one thumb, a visitor sees them', {
  tag: '@core',
}, async () => {
  const eventId = await fullestEvent();
  expect(await statusOf(pageOf(eventId))).toBe(404);
  const staff = await person();
  await publish(staff, eventId);

  await test.step('WAL-08a both pictures come, and can be saved', async () => {
    for (const format of Object.values(staffHighlights.formats)) {
      const picture = staff.getByRole('img', { name: format });
      await expect(picture).toBeVisible(DRAWN);
      await expect(staff.getByRole('link', { name: staffHighlights.download(format) })).toHaveAttribute(
        'download',
        /jpg$/,
      );
    }
    const sizes = await staff
      .getByRole('img', { name: staffHighlights.formats.wide })
      .evaluate((picture: HTMLImageElement) =>
        picture.decode().then(() => [picture.naturalWidth, picture.naturalHeight]),
      );
    expect(sizes).toEqual([HIGHLIGHTS_FORMATS.wide.width, HIGHLIGHTS_FORMATS.wide.height]);
    expect(await widthOn(staff)).toBeLessThanOrEqual(390);
    expect(await violationsOf(staff)).toEqual([]);
  });

  const html = await (await fetch(pageOf(eventId))).text();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const visitor = await context.newPage();
  await test.step('WAL-07e the HTML has the page and its picture; nothing moves', async () => {
    const drawn = html.slice(html.indexOf('<div id="root"'));
    expect([drawn.includes('声が枯れるまで'), drawn.includes('id="highlights-numbers"')]).toEqual([true, true]);
    expect(pictureOf(html)).toMatch(/\/highlights\/[\w-]+\/[\w-]{22}-wide\.jpg$/);
    expect(await statusOf(pictureOf(html))).toBe(200);
    const shifts = await watchShifts(visitor);
    await visitor.goto(pageOf(eventId));
    await expect(visitor.getByRole('heading', { level: 1 })).toContainText('うたった夜');
    await expect(visitor.getByRole('list', { name: highlights.best }).getByRole('link').first()).toBeVisible();
    await visitor.waitForLoadState('networkidle');
    expect(await shifts()).toBeLessThan(0.02);
    expect(await violationsOf(visitor)).toEqual([]);
    expect(await visitor.locator('main b').count()).toBe(0);
  });

  await test.step('WAL-07c the way leads on to all photos, and from a player to the photos of the player', async () => {
    await visitor.getByRole('link', { name: /枚$/ }).first().click();
    await expect(visitor).toHaveURL(new RegExp(`event-detail\\.html\\?e=${eventId}&cp=`));
    await visitor.goto(pageOf(eventId));
    await visitor.getByRole('link', { name: highlights.all }).click();
    await expect(visitor).toHaveURL(new RegExp(`event-detail\\.html\\?e=${eventId}$`));
  });

  await test.step('WAL-07f the page of the event leads there', async () => {
    await visitor.getByRole('link', { name: pageTitles.highlights, exact: true }).click();
    await expect(visitor).toHaveURL(pageOf(eventId));
    await expect(visitor.getByRole('heading', { level: 1 })).toContainText('うたった夜');
  });

  await test.step('WAL-08c a moderator hides the large photo: page and picture lose it', async () => {
    await visitor.goto(pageOf(eventId));
    const lead = await visitor.locator('main a[href*="q="]').first().getAttribute('href');
    const mediaUrl = new URL(lead ?? '', product.url).searchParams.get('q') ?? '';
    await product.admin('photo', 'hide', '-t', CLUB, mediaUrl, '--reason', 'test');
    await expect.poll(() => statusOf(pictureOf(html))).toBe(404);
    const read = async () => (await fetch(pageOf(eventId))).text();
    await expect.poll(async () => (await read()).includes(mediaUrl)).toBe(false);
    await expect.poll(async () => pictureOf(await read()), DRAWN).toMatch(/-wide\.jpg$/);
  });

  await test.step('WAL-07b taken back, and in another tenant, it is not there', async () => {
    expect(await statusOf(pageOf(eventId, LEAGUE))).toBe(404);
    await staff.getByRole('button', { name: staffHighlights.takeBack }).tap();
    await staff.getByRole('dialog').getByRole('button', { name: staffHighlights.takeBack }).tap();
    await expect.poll(() => statusOf(pageOf(eventId))).toBe(404);
    await visitor.goto(pageOf(eventId));
    await expect(visitor.getByText(highlights.notFound)).toBeVisible();
  });
});
