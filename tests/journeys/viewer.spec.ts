/** A photo over the whole screen, and its detail on a phone: upright, on its side, and by keyboard. */
import { expect, type Page, test } from '@playwright/test';
import { ui } from '../../src/messages/ja.ts';
import { contact, login } from '../../src/messages/jaAccount.ts';
import { photoDetail, photoMarks } from '../../src/messages/jaPhoto.ts';
import { photoActions, photoViewer } from '../../src/messages/jaPhotoViewer.ts';
import { comments, photoReport, reactionUsers } from '../../src/messages/jaSocial.ts';
import { galleryUrl, tapTwice } from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let phone: Phone;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());
test.beforeEach(async () => {
  phone = await openPhone({ hasWorker: false });
});
test.afterEach(() => phone.close());

const detailOf = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('[data-photo-detail]') });
const cards = (page: Page) => page.getByRole('main').locator('li[data-photo]');
const figureOf = (page: Page) => detailOf(page).locator('[data-side="open"] figure');
const opener = (page: Page) => detailOf(page).getByRole('button', { name: photoViewer.open, exact: true });
const inViewer = (page: Page) => detailOf(page).getByRole('button', { name: photoViewer.toggleControls, exact: true });
const keyOf = (page: Page) => new URL(page.url()).searchParams.get('q');
const close = (page: Page) => detailOf(page).getByRole('button', { name: ui.close, exact: true });
const enlargedTo = (page: Page, percent: number) =>
  detailOf(page)
    .getByRole('status')
    .filter({ hasText: photoDetail.enlarged(percent) });

async function openPhoto(page: Page, at: number): Promise<void> {
  await page.goto(product.url + galleryUrl());
  await cards(page).nth(at).getByRole('link').click();
  await expect(opener(page)).toBeVisible();
}

/** A finger's move from the middle of the open picture. */
async function drag(page: Page, by: { readonly x?: number; readonly y?: number }): Promise<void> {
  const box = await figureOf(page).boundingBox();
  if (box === null) throw new Error('no photo is open');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    xDistance: by.x ?? 0,
    yDistance: by.y ?? 0,
    speed: 900,
    gestureSourceType: 'touch',
  });
}

test('FAN-02a a tap takes the photo over the whole screen; swipe on, drag down and back lead to the detail', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  await openPhoto(page, 0);
  const [first, second] = await Promise.all([0, 1].map((at) => cards(page).nth(at).getAttribute('data-photo')));
  await opener(page).tap();
  await expect(inViewer(page)).toBeVisible();
  const { x, y, width } = (await figureOf(page).boundingBox()) ?? { x: 0, y: 0, width: 0 };
  expect([x, width]).toEqual([0, 390]);
  expect(y).toBeGreaterThan(200);
  // Nothing but the photo and its controls can be reached.
  await expect(detailOf(page).locator('[inert] textarea')).toHaveCount(1);
  await expect(detailOf(page).getByText(/^1 \/ \d+$/)).toBeVisible();

  await drag(page, { x: -220 });
  await expect.poll(() => keyOf(page)).toBe(second);
  await expect(detailOf(page).getByText(/^2 \/ \d+$/)).toBeVisible();
  await page.reload();
  await expect(inViewer(page), 'a reload comes back to the viewer').toBeVisible();
  await page.goBack();
  await expect(opener(page)).toBeVisible();
  expect(keyOf(page), 'the detail is of the last photo').toBe(second);

  await opener(page).tap();
  await expect(inViewer(page)).toBeVisible();
  await drag(page, { y: 60 });
  await expect(inViewer(page)).toBeVisible();
  await drag(page, { y: 320 });
  await expect(opener(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(first).not.toBe(second);
});

test('FAN-02b a tap fades controls and credit line out and in, a double tap enlarges over the whole screen', async () => {
  const { page } = phone;
  await openPhoto(page, 0);
  await opener(page).tap();
  const credit = detailOf(page).locator('figcaption');
  await expect(credit).toHaveCSS('opacity', '1');
  await page.touchscreen.tap(195, 700);
  await expect(credit).toHaveCSS('opacity', '0');
  await expect(close(page).locator('..')).toHaveCSS('opacity', '0');
  await page.touchscreen.tap(195, 422);
  await expect(credit).toHaveCSS('opacity', '1');
  await tapTwice(page, 120, 400);
  await expect(enlargedTo(page, 250)).toHaveCount(1);
  await expect(credit).toHaveCSS('opacity', '0');
  const box = await figureOf(page).boundingBox();
  expect((box?.height ?? 0) > 600 && (box?.y ?? 0) < 260, 'it is drawn beyond its place in the detail').toBe(true);
  await close(page).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(close(page).locator('..'), 'what the keyboard reaches is shown').toHaveCSS('opacity', '1');
});

test('FAN-27a FAN-02b a double click likes nothing: one opens the viewer, a double one enlarges', async () => {
  const { page } = phone;
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPhoto(page, 0);
  const question = page.getByRole('dialog', { name: login.title });
  await page.mouse.dblclick(500, 450);
  await expect(inViewer(page)).toBeVisible();
  await page.keyboard.press('0');
  await expect(enlargedTo(page, 250)).toHaveCount(0);
  await page.mouse.dblclick(500, 450);
  await expect(enlargedTo(page, 250)).toHaveCount(1);
  await expect(question).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(opener(page)).toBeVisible();
  await test.step('a like would have asked this visitor to log in', async () => {
    await detailOf(page).locator('[data-shortcut="like"]').first().click();
    await expect(question).toBeVisible();
  });
});

test('FAN-02a by keyboard: Enter opens the viewer, arrows turn, + enlarges, Escape leaves it; focus stays', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPhoto(page, 0);
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(inViewer(page)).toBeFocused();
  await expect.poll(async () => (await figureOf(page).boundingBox())?.height).toBeGreaterThan(840);
  await page.keyboard.press('ArrowRight');
  await expect(detailOf(page).getByText(/^2 \/ \d+$/)).toBeVisible();
  await page.keyboard.press('+');
  await expect(enlargedTo(page, 150)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(opener(page)).toBeVisible();
  await expect(enlargedTo(page, 150)).toHaveCount(0);
  await detailOf(page).getByRole('textbox', { name: comments.label }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('+');
  await expect(enlargedTo(page, 150)).toHaveCount(1);
  await expect(inViewer(page), 'the panel below it takes no focus').toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('FAN-02c a phone on its side shows the picture left at full height and a panel that scrolls by itself', async () => {
  const { page } = phone;
  await page.setViewportSize({ width: 844, height: 390 });
  await openPhoto(page, 0);
  const slide = detailOf(page).locator('[data-side="open"]');
  const talk = detailOf(page).getByRole('textbox', { name: comments.label });
  await talk.scrollIntoViewIfNeeded();
  const [picture, field] = await Promise.all([slide.boundingBox(), talk.boundingBox()]);
  expect([picture?.x, picture?.y, picture?.height]).toEqual([0, 0, 390]);
  expect(field?.x).toBeGreaterThan(picture?.width ?? 844);
  await expect(detailOf(page).getByRole('button', { name: photoDetail.share, exact: true })).toBeInViewport();
});

test('FAN-02d FAN-02e the detail reads as a photo, its actions stand in reach of the thumb', async () => {
  const { page } = phone;
  await openPhoto(page, 1);
  const detail = detailOf(page);
  const about = detail.getByRole('list', { name: photoActions.about });
  await expect(about.getByRole('link').first()).toHaveAttribute('href', /event-detail\.html\?e=/);
  await expect(detail.locator('time').first()).toHaveText(/^\d{4}\.\d\d\.\d\d \d\d:\d\d$/);

  await test.step('FAN-02e like, comment, bookmark and share at the bottom of the screen', async () => {
    for (const name of [photoDetail.like, /^コメント/, photoMarks.bookmark(0), photoDetail.share]) {
      const box = await detail
        .getByRole('region', { name: photoActions.group })
        .getByRole('button', { name })
        .first()
        .boundingBox();
      expect(box?.y).toBeGreaterThan(844 - 70);
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await detail
      .getByRole('region', { name: photoActions.group })
      .getByRole('button', { name: /^コメント/ })
      .tap();
    await expect(detail.getByRole('textbox', { name: comments.label })).toBeFocused();
    await expect(detail.getByRole('textbox', { name: comments.label })).toBeInViewport();
  });

  await test.step('FAN-02e faces of who likes it lead to all of them', async () => {
    const liked = detail.getByRole('button', { name: photoMarks.likedBy });
    await liked.scrollIntoViewIfNeeded();
    await expect(liked.getByRole('presentation').or(liked.locator('img'))).toHaveCount(5);
    await expect.poll(() => liked.locator('img').first().getAttribute('src')).toMatch(/avatar\//);
    await liked.tap();
    await expect(page.getByRole('dialog', { name: reactionUsers.title }).getByRole('listitem').first()).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog', { name: reactionUsers.title })).toHaveCount(0);
  });

  await test.step('FAN-02d report and mute wait in a menu', async () => {
    const menu = detail.getByRole('button', { name: photoReport.menu, exact: true });
    const report = detail.getByRole('button', { name: /さんの写真を報告する$/ });
    await expect(report).toHaveCount(0);
    await menu.focus();
    await page.keyboard.press('Enter');
    await expect(detail.getByRole('button', { name: /さんを表示しない$/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(report).toHaveCount(0);
    await expect(menu).toBeFocused();
    await expect(detail).toBeVisible();
    await menu.tap();
    await report.tap();
    await expect(page.getByRole('dialog', { name: contact.title })).toBeVisible();
  });
});
