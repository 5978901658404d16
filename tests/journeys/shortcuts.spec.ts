/** A fan at a desk: keys, the clipboard, two windows. */
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { demoLogins } from '../../demo/content/people.ts';
import type { PhotoPage } from '../../src/contract/entities.ts';
import { ui } from '../../src/messages/ja.ts';
import { logout } from '../../src/messages/jaAccount.ts';
import { photoSize } from '../../src/messages/jaPhotoSize.ts';
import { photoProblems, postForm } from '../../src/messages/jaPost.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { shortcuts } from '../../src/messages/jaShortcuts.ts';
import { comments, follow, mute, photoReport } from '../../src/messages/jaSocial.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import { violationsOf } from './support/axe.ts';
import { launchBrowser } from './support/browser.ts';
import { demoFan, galleryUrl, openPostForm, signIn } from './support/fan.ts';
import { seesFocus } from './support/focus.ts';
import { type Product, startProduct } from './support/product.ts';
import { photosOf } from './support/published.ts';

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

async function withDesk(run: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    locale: 'ja-JP',
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(45_000);
    await page.goto(product.url + galleryUrl());
    await run(page, context);
  } finally {
    await context.close();
  }
}

const sheetOf = (page: Page) => page.getByRole('dialog', { name: shell.keyboard });
/** The keys are listened to once the frame is there. */
/** The column at the left is drawn, and what listens to keys: it comes with the toasts, in another chunk. */
async function untilReady(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: shell.keyboard })).toBeVisible();
  await expect(page.locator('ul[popover][aria-live]')).toBeAttached();
}
const openPhoto = (page: Page) => new URL(page.url()).searchParams.get('q');

test('KEY-01a KEY-02a letters lead through lists, photos and pages; ? lists them on an accessible sheet', async () => {
  await withDesk(async (page) => {
    await untilReady(page);
    await page.keyboard.press('?');
    await expect(sheetOf(page).getByText(shortcuts.bookmark)).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(sheetOf(page)).toHaveCount(0);

    const focused = page.locator('main a:focus');
    await page.keyboard.press('j');
    const first = await focused.getAttribute('href');
    await seesFocus(page);
    await page.keyboard.press('j');
    await expect(focused).not.toHaveAttribute('href', String(first));
    await page.keyboard.press('k');
    await expect(focused).toHaveAttribute('href', String(first));
    await page.keyboard.press('Enter');
    await expect.poll(() => openPhoto(page)).not.toBeNull();
    const opened = openPhoto(page);
    await expect(page.locator('dialog[open] [data-shortcut=like]')).toBeVisible();
    await page.keyboard.press('j');
    await expect.poll(() => openPhoto(page)).not.toBe(opened);
    await page.keyboard.press('Escape');
    await expect.poll(() => openPhoto(page)).toBeNull();

    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.waitForURL(/event-list\.html/);
  });
});

test('KEY-01b what is typed is text, and a letter reaches nothing below a dialog', async () => {
  await withDesk(async (page) => {
    await untilReady(page);
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: shell.searchField });
    await expect(field).toBeFocused();
    await page.keyboard.type('n?j');
    await expect(field).toHaveValue('n?j');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.locator('h1').first().click();
    await page.keyboard.press('?');
    await expect(sheetOf(page)).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.keyboard.press('n');
    await expect(sheetOf(page)).toBeVisible();
    await expect(page.locator('dialog[open]')).toHaveCount(1);
    expect(new URL(page.url()).pathname).toBe(galleryUrl());
  });
});

test('KEY-02b turned off in one window they are off in the other, and come back from the left column', async () => {
  await withDesk(async (page, context) => {
    await untilReady(page);
    await page.getByRole('button', { name: shell.keyboard }).click();
    await sheetOf(page).getByRole('switch', { name: shortcuts.switch }).uncheck();
    const other = await context.newPage();
    await other.goto(`${product.url}/${CLUB}/`);
    await untilReady(other);
    await other.keyboard.press('n');
    await other.keyboard.press('?');
    await other.getByRole('button', { name: shell.keyboard }).click();
    await expect(other.locator('dialog[open]')).toHaveCount(1);
    await sheetOf(other).getByRole('switch', { name: shortcuts.switch }).check();
    await page.keyboard.press('Escape');
    await expect(sheetOf(page)).toHaveCount(0);
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

/** Opens a photo and waits for what the fan made of it: the server draws pages as nobody's. */
async function openOwn(page: Page, url: string): Promise<void> {
  const q = new URL(url).searchParams.get('q');
  const answer = page.waitForResponse(async (response) => {
    if (!response.url().includes('/media/public/list/items/')) return false;
    // An answer to the page before may have no body any more.
    const list: PhotoPage | null = await response.json().catch(() => null);
    return list?.media_list.some(({ media_url }) => media_url === q) === true;
  });
  await page.goto(url);
  const { media_list } = (await (await answer).json()) as PhotoPage;
  const isLiked = media_list.find(({ media_url }) => media_url === q)?.reactionInfo.own_reacted;
  await expect(page.locator('dialog[open] [data-shortcut=like]')).toHaveAttribute('aria-pressed', String(isLiked));
}

test('KEY-03a a like, a bookmark and a logout in one window show in the other', async () => {
  await withDesk(async (page, context) => {
    await signIn(page, product.url, demoFan('fan'));
    const other = await context.newPage();
    await other.goto(product.url + galleryUrl());
    await untilReady(other);
    const photo = await page.locator('main a[href*="q="]').first().getAttribute('href');
    for (const one of [page, other]) await openOwn(one, new URL(String(photo), product.url).href);
    for (const mark of ['like', 'bookmark']) {
      const [here, there] = [page, other].map((one) => one.locator(`dialog[open] [data-shortcut=${mark}]`));
      if (!here || !there) throw new Error('two windows');
      const before = await here.getAttribute('aria-pressed');
      await expect(there).toHaveAttribute('aria-pressed', String(before));
      await page.bringToFront();
      await page.keyboard.press(mark === 'like' ? 'l' : 'b');
      await expect(here).not.toHaveAttribute('aria-pressed', String(before));
      await expect(there).not.toHaveAttribute('aria-pressed', String(before));
    }
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: shell.menu }).getByRole('button', { name: shell.logout }).click();
    await page.getByRole('dialog').getByRole('button', { name: logout.action }).click();
    await expect(other.getByRole('banner').getByRole('button', { name: shell.join })).toBeVisible();
  });
});

test('KEY-03c a follow, a comment and whom not to see in one window show in the other', async () => {
  const theirs = (await photosOf(product.url, CLUB, demoLogins.ambassador.sub))[0];
  if (!theirs) throw new Error('the ambassador has no photo');
  await withDesk(async (page, context) => {
    await signIn(page, product.url, demoFan('fan'));
    const other = await context.newPage();
    for (const one of [page, other])
      await one.goto(`${product.url + galleryUrl()}?q=${encodeURIComponent(theirs.media_url)}`);
    const [here, there] = [page, other].map((one) => one.locator('dialog[open]'));
    if (!here || !there) throw new Error('two windows');

    const name = theirs.user_screen_name || theirs.user_name;
    const followOf = (one: Locator) =>
      one.getByRole('button', { name: new RegExp(`^(?:${follow.followOf(name)}|${follow.followingOf(name)})$`) });
    await expect(followOf(here)).toBeEnabled();
    await expect(followOf(there)).toBeEnabled();
    const was = String(await followOf(there).getAttribute('aria-pressed'));
    await followOf(here).click();
    await expect(followOf(there)).not.toHaveAttribute('aria-pressed', was);

    await here.getByRole('textbox', { name: comments.label }).fill('もう一つの窓でも');
    await here.getByRole('button', { name: comments.send, exact: true }).click();
    await expect(there.getByRole('article').filter({ hasText: 'もう一つの窓でも' })).toBeVisible();

    await other.keyboard.press('Escape');
    const card = other.locator(`main a[href*="${encodeURIComponent(theirs.media_url)}"]`);
    await expect(card).toBeVisible();
    await here.getByRole('button', { name: photoReport.menu }).click();
    await page.getByText(mute.actionOf(name)).click();
    await page.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: mute.action }).click();
    await expect(card).toHaveCount(0);
  });
});

test('KEY-03b the size of photos and a favourite player chosen in one window hold in the other', async () => {
  await withDesk(async (page, context) => {
    const other = await context.newPage();
    await other.goto(product.url + galleryUrl());
    const largeOf = (one: Page) => one.getByRole('radio', { name: photoSize.large });
    await expect(largeOf(other)).not.toBeChecked();
    await largeOf(page).check({ force: true });
    await expect(largeOf(other)).toBeChecked();
    await expect(other.locator('html')).toHaveAttribute('data-photos', 'large');

    await page.goto(`${product.url}/${CLUB}/`);
    await page.getByRole('main').locator('a[href*="player"]').first().click();
    await page.waitForURL(/[?&]p=/);
    await other.goto(page.url());
    const stars = [page, other].map((one) =>
      one
        .getByRole('main')
        .getByRole('button', { name: /を推しにする$/ })
        .first(),
    );
    for (const star of stars) await expect(star).toHaveAttribute('aria-pressed', 'false');
    await stars[0]?.click();
    for (const star of stars) await expect(star).toHaveAttribute('aria-pressed', 'true');
  });
});

/** What a browser does at Ctrl+V with these files in the clipboard. */
const paste = (page: Page, name: string, type: string, bytes: readonly number[]) =>
  page.evaluate(
    ([fileName, fileType, content]) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(content)], fileName, { type: fileType }));
      const target = document.activeElement ?? document.body;
      return !target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [name, type, bytes] as const,
  );

/** What the system does when a file or a folder is dragged over this element and let go. */
async function drop(page: Page, path: string, onto: Locator): Promise<void> {
  const box = await onto.boundingBox();
  if (box === null) throw new Error('nothing to drop on');
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: box.x + box.width / 2, y: box.y + box.height / 2, data });
  await session.detach();
}

test('PST-06d a folder dropped into the form gives its photos, in the order of their names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dropped-'));
  const [first, second] = await lightPictures(2);
  if (first === undefined || second === undefined) throw new Error('There are no pictures.');
  await mkdir(join(folder, 'second half'));
  await copyFile(second, join(folder, 'second half', 'IMG_10.jpg'));
  await copyFile(first, join(folder, 'IMG_2.jpg'));
  await writeFile(join(folder, '.DS_Store'), 'of the system');
  try {
    await withDesk(async (page) => {
      await signIn(page, product.url, demoFan('fan'));
      await openPostForm(page);
      const form = page.getByRole('dialog', { name: postForm.title });
      await drop(page, folder, form);
      await expect(form.getByRole('button', { name: /枚目 IMG_2\.jpg/ })).toHaveAccessibleName(/^1枚目/);
      await expect(form.getByRole('button', { name: /枚目 IMG_10\.jpg/ })).toHaveAccessibleName(/^2枚目/);
      await expect(form.getByRole('button', { name: /枚目 / })).toHaveCount(2);
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('PST-06e a JPEG of the clipboard comes into the form as it is; a copied picture is refused, told why', async () => {
  const [picture] = await lightPictures(1);
  if (picture === undefined) throw new Error('There is no picture.');
  const bytes = [...(await readFile(picture))];
  await withDesk(async (page) => {
    await signIn(page, product.url, demoFan('fan'));
    await openPostForm(page);
    const form = page.getByRole('dialog', { name: postForm.title });
    await paste(page, 'image.png', 'image/png', [137, 80, 78, 71, 13, 10, 26, 10]);
    await expect(form.getByText(photoProblems.notJpegPicked)).toBeVisible();
    await expect(form.getByText(photoProblems.pasted)).toBeVisible();
    expect(await paste(page, 'pasted.jpg', 'image/jpeg', bytes)).toBe(true);
    await expect(page.getByRole('button', { name: /枚目 pasted\.jpg/ })).toBeVisible();
    await expect(form.getByText(photoProblems.pasted)).toHaveCount(0);
  });
});
