/** Events: made, changed, posted to, deleted; and the pages that show them. */
import { expect, type Page, test } from '@playwright/test';
import { ui } from '../../src/messages/ja.ts';
import { arrival } from '../../src/messages/jaArrival.ts';
import { errors } from '../../src/messages/jaErrors.ts';
import { event as texts } from '../../src/messages/jaEvent.ts';
import { eventFailures, eventProblems, makeEvent } from '../../src/messages/jaMakeEvent.ts';
import { download } from '../../src/messages/jaMyPhoto.ts';
import { postForm, postWindow } from '../../src/messages/jaPost.ts';
import { narrow } from '../../src/messages/jaSearch.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { tenants } from '../../tenants/index.ts';
import type { Tenant } from '../../tenants/schema.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB, LEAGUE, PUBLISHER } from '../support/tenants.ts';
import { choosePeriod, dayButton, formOf, submitEvent } from './support/eventForm.ts';
import { demoFan, fillLogin, pickPhotos, signIn, submitPost } from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

const ambassador = demoFan('ambassador');
/** A tenant whose home page does not ask for events (TEN-06); any, while there is none. */
const quiet = tenants.find(({ features }) => !features.createEventPrompt) ?? (tenants[0] as Tenant);
const fan = demoFan('fan');

let product: Product;
let phone: Phone;
let picture: string;
test.beforeAll(async () => {
  product = await startProduct();
  [picture = ''] = await lightPictures(1);
});
test.afterAll(() => product.stop());
// Each fan has a device of their own.
test.beforeEach(async () => {
  phone = await openPhone({ isMobile: false, viewport: { width: 1280, height: 900 }, hasWorker: false });
});
test.afterEach(() => phone.close());

const eventList = (club = CLUB) => `${product.url}/${club}/event-list.html`;
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** Reads the result and goes where its button leads. */
async function goOn(page: Page, text: string) {
  const result = dialogOf(page, ui.result);
  await expect(result).toContainText(text);
  await result.getByRole('button', { name: ui.ok, exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('EVT-03a an ambassador makes an event, changes it, posts to it and cannot delete it any more', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  await signIn(page, product.url, ambassador);
  await page.goto(eventList());
  await page.getByRole('main').getByRole('button', { name: texts.make }).click();
  const form = formOf(page);

  await test.step('EVT-01a the fields of the form', async () => {
    await expect(page.getByRole('dialog', { name: '#推しコレ投稿/編集' })).toBeVisible();
    for (const label of ['企画名', '概要']) await expect(form.getByLabel(label)).toBeVisible();
    for (const label of ['開始日', '終了日']) await expect(dayButton(page, label)).toBeVisible();
    for (const label of ['開催期間', 'サムネイル画像'])
      await expect(form.getByRole('group', { name: new RegExp(label) })).toBeVisible();
  });
  await test.step('EVT-01b its buttons', async () => {
    for (const name of ['投稿する', 'キャンセル'])
      await expect(form.getByRole('button', { name, exact: true })).toBeVisible();
  });
  await test.step('EVT-02a EVT-02d nothing filled in: every field says what it lacks', async () => {
    await submitEvent(page, makeEvent.submit);
    for (const text of [eventProblems.name, eventProblems.missing, eventProblems.thumbnail])
      await expect(form.getByText(text, { exact: true })).toBeVisible();
    await expect(form.getByLabel(makeEvent.name)).toBeFocused();
  });

  await test.step('OVL-02b Escape and the back button: the form asks, and keeps what was typed', async () => {
    await form.getByLabel(makeEvent.name).fill('夕焼けコレクション');
    await form.getByLabel(makeEvent.overview).fill('夕焼けの一枚を。https://example.jp/sunset もどうぞ');
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: makeEvent.stay }).click();
    await page.goBack();
    await expect(form.getByText(makeEvent.leaveTitle)).toBeVisible();
    await form.getByRole('button', { name: makeEvent.keepAndClose }).click();
    await expect(form).toBeHidden();
    await expect(page).toHaveURL(eventList());
    await expect.poll(() => page.evaluate(() => history.state?.kind)).not.toBe('overlay');
    // Escape twice in a row: the browser closes a dialog by itself then. The form is kept and the page below is free.
    await page.getByRole('main').getByRole('button', { name: texts.make }).click();
    await form.getByLabel(makeEvent.name).press('End');
    await page.keyboard.type('！');
    await page.keyboard.press('Escape');
    await expect(form.getByText(makeEvent.leaveTitle)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await expect(page.locator('html')).not.toHaveAttribute('data-locked');
  });
  await page.reload();
  await page.getByRole('main').getByRole('button', { name: texts.make }).click();
  await expect(form.getByText(makeEvent.restored)).toBeVisible();
  await expect(form.getByLabel(makeEvent.name)).toHaveValue('夕焼けコレクション！');
  await form.getByLabel(makeEvent.name).fill('夕焼けコレクション');

  await choosePeriod(page);
  await form.getByLabel(`${makeEvent.thumbnail} ${makeEvent.choosePicture}`).setInputFiles(picture);
  await form.getByText(makeEvent.more).click();
  await test.step('EVT-02c too high a limit is refused', async () => {
    await form.getByLabel(makeEvent.postLimit).fill('101');
    await expect(form.locator('fieldset img')).toBeVisible({ timeout: 60_000 });
    await submitEvent(page, makeEvent.submit);
    await expect(form.getByText(eventProblems.postLimit)).toBeVisible();
  });
  await form.getByLabel(makeEvent.postLimit).fill('3');
  await form.getByLabel(makeEvent.locations).fill('ゴール裏\n広場');
  await submitEvent(page, makeEvent.submit);
  await goOn(page, makeEvent.created);

  // The event's own page: picture, state, linked text, places, limit.
  const main = page.getByRole('main');
  await test.step('RTE-04 EVT-08a the page of the event', async () => {
    await expect(main.getByRole('heading', { level: 1, name: '夕焼けコレクション' })).toBeVisible();
    await expect(main.getByText(texts.inProgress, { exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: 'https://example.jp/sunset' })).toHaveAttribute('rel', /nofollow/);
    await expect(main.getByText('ゴール裏 / 広場')).toBeVisible();
    await expect(main.getByText(texts.postLimit(3))).toBeVisible();
  });
  const eventUrl = page.url();
  const eventId = new URL(eventUrl).searchParams.get('e') ?? '';
  const shown = main.locator(`header img[src*="/${eventId}/original/"]`);
  await expect
    .poll(() => shown.evaluate((img: HTMLImageElement) => Math.max(img.naturalWidth, img.naturalHeight)))
    .toBeGreaterThan(0);
  expect(
    await shown.evaluate((img: HTMLImageElement) => Math.max(img.naturalWidth, img.naturalHeight)),
  ).toBeLessThanOrEqual(1600);

  // Changed: once begun, the dates stay.
  await main.getByRole('button', { name: texts.edit }).click();
  await expect(form.getByLabel(makeEvent.name)).toHaveValue('夕焼けコレクション');
  await test.step('EVT-01b its buttons while it is changed', async () => {
    for (const name of ['更新する', '企画を削除する', 'キャンセル'])
      await expect(form.getByRole('button', { name, exact: true })).toBeVisible();
  });
  await test.step('EVT-04b once begun, the dates stay', async () => {
    await expect(dayButton(page, makeEvent.start)).toBeDisabled();
    await expect(dayButton(page, makeEvent.end)).toBeDisabled();
    await expect(form.getByText(makeEvent.periodFixed)).toBeVisible();
  });
  await form.getByLabel(makeEvent.name).fill('朝焼けコレクション');
  // While it is being saved nothing closes it, though a browser closes a dialog by itself at the second Escape.
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/f/memorial/event/item', async (route) => {
    await held;
    await route.continue();
  });
  await submitEvent(page, makeEvent.update);
  const saving = form.getByRole('button', { name: makeEvent.saving.update });
  await expect(saving).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await expect(saving).toBeVisible();
  await expect(saving, 'where the fan was').toBeFocused();
  release();
  await goOn(page, makeEvent.updated);
  await expect(page).toHaveURL(/my-photo\.html\?mode=my-event/);

  // A photo arrives; now it cannot be deleted (406).
  await page.goto(eventUrl);
  await expect(main.getByRole('heading', { level: 1, name: '朝焼けコレクション' })).toBeVisible();
  await main.getByRole('button', { name: texts.postHere }).first().click();
  await pickPhotos(page, [picture]);
  await page.getByRole('switch', { name: postForm.permission('クラブ側') }).setChecked(true);
  await test.step('PST-11c the post says that it arrived, and leads to the event', async () => {
    await submitPost(page);
    await dialogOf(page, arrival.title).getByRole('button', { name: arrival.album }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(main.getByText(texts.count(1)).first()).toBeVisible({ timeout: 60_000 });
  });
  await test.step('RTE-16a who made the event saves its photos', async () => {
    await page.goto(`${product.url}/${CLUB}/download.html?e=${eventId}`);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: download.saveOf(1) }).click();
    expect((await saving).suggestedFilename()).toMatch(/\.jpg$/);
    await page.goto(eventUrl);
  });
  await main.getByRole('button', { name: texts.edit }).click();
  await test.step('EVT-05b ERR-01b an event with photos is not deleted', async () => {
    await form.getByRole('button', { name: makeEvent.remove }).click();
    await expect(dialogOf(page, ui.confirm)).toContainText('企画を削除しますか？');
    await dialogOf(page, ui.confirm).getByRole('button', { name: eventFailures.removeAction, exact: true }).click();
    await expect(dialogOf(page, ui.error)).toContainText('写真投稿のある企画は削除出来ません。');
  });
});

test('TEN-06a one tenant offers nowhere to make an event: not at home, in the list or in the post window', async () => {
  const { page } = phone;
  const count = quiet.features.createEventPrompt ? 1 : 0;
  await signIn(page, product.url, ambassador, quiet.id);
  await page.goto(`${product.url}/${quiet.id}/`);
  await expect(page.getByRole('heading', { name: '人気のことば' })).toBeVisible();
  await expect(page.getByText(texts.makeLead)).toHaveCount(count);
  await page.goto(eventList(quiet.id));
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: texts.make })).toHaveCount(count);
  await page.getByRole('button', { name: shell.post, exact: true }).first().click();
  await expect(page.getByRole('button', { name: postWindow.photo })).toBeVisible();
  await expect(page.getByRole('button', { name: postWindow.event })).toHaveCount(count);
});
test('PST-01a EVT-05b an event made from the post window is deleted while it has no photos', async () => {
  const { page } = phone;
  await signIn(page, product.url, ambassador);
  await page.getByRole('button', { name: shell.post, exact: true }).first().click();
  await page.getByRole('button', { name: postWindow.event }).click();
  const form = formOf(page);
  await form.getByLabel(makeEvent.name).fill('雨のスタジアム');
  await choosePeriod(page);
  await form.getByLabel(`${makeEvent.thumbnail} ${makeEvent.choosePicture}`).setInputFiles(picture);
  await expect(form.locator('fieldset img')).toBeVisible({ timeout: 60_000 });
  await submitEvent(page, makeEvent.submit);
  await goOn(page, makeEvent.created);
  const eventUrl = page.url();
  await page.getByRole('main').getByRole('button', { name: texts.edit }).click();
  await form.getByRole('button', { name: makeEvent.remove }).click();
  await dialogOf(page, ui.confirm).getByRole('button', { name: eventFailures.removeAction, exact: true }).click();
  await goOn(page, makeEvent.removed);
  await page.goto(eventUrl);
  await expect(page.getByText(texts.notFound)).toBeVisible();
  await page.goto(eventList());
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await expect(page.getByText('雨のスタジアム')).toHaveCount(0);
});

test('EVT-03b ERR-01b without signal the event is not made, its form stays; with signal it is made once', async () => {
  const { page } = phone;
  await signIn(page, product.url, ambassador, LEAGUE);
  await page.goto(eventList(LEAGUE));
  await page.getByRole('main').getByRole('button', { name: texts.make }).click();
  const form = formOf(page);
  await form.getByLabel(makeEvent.name).fill('サーブの一瞬');
  await choosePeriod(page);
  await form.getByLabel(`${makeEvent.thumbnail} ${makeEvent.choosePicture}`).setInputFiles(picture);
  await expect(form.locator('fieldset img')).toBeVisible({ timeout: 60_000 });
  // The record is made, its picture cannot be stored, and it cannot be taken back either.
  const storeIsDown = {
    status: 500,
    contentType: 'application/xml',
    body: '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>InternalError</Code><Message>down</Message></Error>',
  };
  await page.route('**/s3/**', (route) =>
    route.request().method() === 'PUT' ? route.fulfill(storeIsDown) : route.continue(),
  );
  await page.route('**/f/memorial/event/item', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );
  await submitEvent(page, makeEvent.submit);
  await expect(form.getByText(eventFailures.create)).toBeVisible({ timeout: 60_000 });
  // An event has no queue: nothing is promised, everything is kept, and the fan sends it again.
  const alert = form.getByRole('alert').filter({ hasText: eventFailures.create });
  await expect(alert).toContainText(errors.InternalError);
  await expect(alert).toContainText(makeEvent.keptOnDevice);
  await expect(alert).not.toContainText(/自動で(?!は送信されません)/);
  await page.unrouteAll();
  await page.reload();
  await page.getByRole('main').getByRole('button', { name: texts.make }).click();
  await expect(form.getByText(makeEvent.restored)).toBeVisible();
  await expect(form.getByLabel(makeEvent.name)).toHaveValue('サーブの一瞬');
  await expect(form.getByText(/（2日間）/)).toBeVisible();
  await expect(form.locator('fieldset img')).toBeVisible();
  await page.route('**/s3/**', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
  await submitEvent(page, makeEvent.submit);
  await expect(alert).toContainText(errors.NETWORK, { timeout: 60_000 });
  await page.unrouteAll();
  await alert.getByRole('button', { name: makeEvent.retry }).click();
  await goOn(page, makeEvent.created);
  const answer = await fetch(`${product.url}/f/memorial/event/items`, {
    headers: { 'x-api-key': 'fan-web', 'x-api-tenant': LEAGUE },
  });
  const { list } = (await answer.json()) as { list: { event_name: string; thumbnail: string | null }[] };
  const made = list.filter(({ event_name }) => event_name === 'サーブの一瞬');
  expect(made).toHaveLength(1);
  expect(made[0]?.thumbnail).toMatch(/\/original\//);
});

test('EVT-08a a visitor finds an event by kind, bookmarks it after a login, narrows its photos', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  const club = PUBLISHER;
  await page.goto(`${product.url}/${club}/`);
  await expect(page.getByRole('heading', { name: texts.makeLead })).toBeVisible();
  await page.goto(eventList(club));
  const main = page.getByRole('main');
  await test.step('OVL-01a an album opens over the list', async () => {
    const finished = main.getByRole('region', { name: texts.groupAfter });
    await finished.getByRole('button', { name: texts.seeCollected }).first().click();
    const album = page.getByRole('dialog');
    await expect(album.getByRole('img').first()).toBeVisible();
    await page.goBack();
    await expect(album).toHaveCount(0);
  });

  await test.step('EVT-06b EVT-06d a photo contest', async () => {
    await main.getByRole('link', { name: texts.kinds.photocon, exact: true }).click();
    await expect(main.getByRole('article')).toHaveCount(1);
    await expect(main.getByText(texts.seeOfficial)).toBeVisible();
    await main.getByRole('article').getByRole('link').click();
    expect(
      await page.evaluate(() => [sessionStorage.getItem('eventCategory'), sessionStorage.getItem('scrollPosition')]),
    ).toEqual(['その他', '0']);
  });

  await test.step('EVT-08b SOC-01b a bookmark waits for the login, and can be taken back', async () => {
    const bookmark = main.getByRole('button', { name: texts.bookmark });
    await expect(bookmark).toHaveAccessibleName(new RegExp(texts.bookmarks(1)));
    await bookmark.click();
    await fillLogin(page, ambassador.email, ambassador.password);
    await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
    await expect(bookmark).toHaveAccessibleName(new RegExp(texts.bookmarks(2)));
    await page.reload();
    await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
    await bookmark.click();
    await expect(bookmark).toHaveAttribute('aria-pressed', 'false');
    await expect(bookmark).toHaveAccessibleName(new RegExp(texts.bookmarks(1)));
  });

  await test.step('SRC-03a SRC-03c the photos are narrowed', async () => {
    const count = await main.getByRole('list', { name: '写真の一覧' }).getByRole('listitem').count();
    await main.getByRole('button', { name: narrow.open }).click();
    const panel = page.getByRole('dialog');
    await expect(panel.getByLabel(narrow.season)).toHaveCount(0);
    await panel.getByRole('button', { name: narrow.detail }).click();
    await panel.getByLabel(narrow.location).selectOption({ index: 1 });
    await panel.getByRole('button', { name: narrow.submit }).click();
    await expect(page).toHaveURL(/pl=/);
    await expect
      .poll(() => main.getByRole('list', { name: '写真の一覧' }).getByRole('listitem').count())
      .toBeLessThan(count);
  });
  await page.goto(`${eventList(club).replace('event-list', 'event-detail')}?e=nowhere`);
  await expect(main.getByText(texts.notFound)).toBeVisible();
});

test('ROL-03 somebody else’s event offers no editing', async () => {
  const { page } = phone;
  await signIn(page, product.url, fan);
  await page.goto(`${product.url}/${CLUB}/event-detail.html?e=${CLUB}-fan1`);
  await expect(page.getByRole('button', { name: texts.bookmark })).toBeVisible();
  await expect(page.getByRole('button', { name: texts.edit })).toHaveCount(0);
});
