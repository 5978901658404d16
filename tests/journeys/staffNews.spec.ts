/** News of the desk: an editor writes it for those who favour a player; that fan gets it, another does not. */
import { expect, type Page, test } from '@playwright/test';
import { noticesPath } from '../../src/contract/workerPaths.ts';
import { ui } from '../../src/messages/ja.ts';
import { notices } from '../../src/messages/jaNotices.ts';
import { favorites } from '../../src/messages/jaPlayers.ts';
import { recordForm } from '../../src/messages/jaStaffContent.ts';
import {
  newsAudiences,
  newsPage,
  newsReach,
  newsSend,
  newsStates,
  publishedNews,
  newsForm as texts,
} from '../../src/messages/jaStaffNews.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import { violationsOf } from './support/axe.ts';
import { setBrowserFont } from './support/browserFont.ts';
import { demoFan, newFan, signIn, signUpAndAgree } from './support/fan.ts';
import { preparePhones } from './support/phones.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let picture: string;
const person = preparePhones();
test.beforeAll(async () => {
  product = await startProduct();
  [picture = ''] = await lightPictures(1);
});
test.afterAll(() => product.stop());

const OFFICE = { viewport: { width: 1440, height: 900 }, isMobile: false };
const TITLE = 'サイン会のお知らせ';
const newsUrl = () => `${product.url}/${CLUB}/staff/news.html`;
const window_ = (page: Page) => page.getByRole('dialog').last();
const field = (page: Page, name: string) => window_(page).getByLabel(new RegExp(`^${name}(必須)?$`));
const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
/** By the keyboard: what opens under a pointer does not take a second press there for a moment. */
async function press(page: Page, name: string) {
  const button = window_(page).getByRole('button', { name, exact: true });
  // A busy button ignores presses; a key, unlike `click`, does not wait for it.
  await expect(button).toBeEnabled();
  await button.press('Enter');
}

async function openDesk(options?: Parameters<typeof person>[0]) {
  const staff = await person(options);
  await signIn(staff, product.url, demoFan('official'));
  await staff.goto(newsUrl());
  return staff;
}

/** Names of players whom fans can favour. */
async function playerNames(): Promise<string[]> {
  const response = await fetch(`${product.url}/f/person/items`, {
    headers: { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB },
  });
  return ((await response.json()) as { list: { name: string }[] }).list.map(({ name }) => name);
}

const titlesOf = async (fan: Page) => {
  await fan.goto(product.url + noticesPath(CLUB));
  await expect(fan.getByRole('heading', { level: 1, name: notices.title })).toBeVisible();
  return fan.getByRole('main').getByText(TITLE);
};

test('STF-18a STF-18d news with a picture reaches who favours the player; the desk counts it', {
  tag: '@core',
}, async () => {
  const [player = ''] = await playerNames();
  const fan = await person();
  await signUpAndAgree(fan, product.url, product, newFan('推している人'));
  await fan.goto(`${product.url}/${CLUB}/player-detail.html?p=${encodeURIComponent(player)}`);
  await fan.getByRole('button', { name: favorites.add(player), pressed: false }).click();
  await expect(fan.getByRole('button', { name: favorites.add(player), pressed: true })).toBeVisible();
  const other = await person();
  await signUpAndAgree(other, product.url, product, newFan('推していない人'));

  const staff = await openDesk();
  await staff.getByRole('button', { name: newsPage.add }).click();
  await test.step('STF-18a what is missing is named, and what was typed stays', async () => {
    await field(staff, texts.body).fill('土曜日の10時から。\nお待ちしています！');
    await press(staff, texts.next);
    await expect(window_(staff).getByText(texts.titleMissing)).toBeVisible();
    await field(staff, texts.title).fill(TITLE);
    await staff.goBack();
    await expect(window_(staff).getByText(recordForm.leaveAsk)).toBeVisible();
    await window_(staff).getByRole('button', { name: recordForm.stay }).click();
    // The press does not send the form (STF-12b).
    await expect(field(staff, texts.title)).toHaveValue(TITLE);
    await expect(staff.getByText(texts.saved)).toHaveCount(0);
  });
  await field(staff, recordForm.pictureOf(texts.picture)).setInputFiles(picture);
  await expect(window_(staff).getByRole('img', { name: texts.picture, exact: true })).toBeVisible();
  await field(staff, texts.audience).selectOption({ label: newsAudiences.person });
  await field(staff, texts.person).selectOption(player);
  const preview = window_(staff).getByRole('region', { name: texts.preview });
  await expect(preview.getByText(TITLE)).toHaveCount(2);
  await expect(preview.getByRole('img', { name: notices.newsPicture })).toBeVisible();
  await test.step('STF-02c the form fits a phone and axe finds nothing', async () => {
    expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await violationsOf(staff)).toEqual([]);
  });
  await press(staff, texts.next);
  await expect(window_(staff).getByText(newsSend.reach(newsReach('person', player)))).toBeVisible();
  expect(await violationsOf(staff)).toEqual([]);
  await press(staff, newsSend.send);
  await expect(staff.getByText(newsSend.sent)).toBeVisible();
  await expect(row(staff, TITLE)).toContainText(newsPage.counts(1, 0, 0), { timeout: 60_000 });

  await expect(await titlesOf(fan)).toBeVisible();
  const shown = fan.getByRole('img', { name: notices.newsPicture });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(await titlesOf(other)).toHaveCount(0);
  await test.step('STF-18e the desk shows one told and one who saw it', async () => {
    await expect(row(staff, TITLE)).toContainText(newsPage.counts(1, 0, 1), { timeout: 60_000 });
    await expect(row(staff, TITLE)).toContainText(newsStates.sent);
  });
  await test.step('STF-18f withdrawn news is gone from the fan’s list', async () => {
    await row(staff, TITLE).getByRole('button').click();
    await press(staff, publishedNews.withdraw);
    await staff.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: publishedNews.withdraw }).click();
    await expect(staff.getByText(publishedNews.withdrawn)).toBeVisible();
    await expect(await titlesOf(fan)).toHaveCount(0);
  });
});

test('STF-18c STF-18b of two editors one is told; news is scheduled and taken back', async () => {
  const [first, second] = [await openDesk(OFFICE), await openDesk(OFFICE)];
  await first.getByRole('button', { name: newsPage.add }).click();
  await field(first, texts.title).fill('二人で書く');
  await field(first, texts.body).fill('本文');
  await press(first, texts.save);
  await expect(first.getByText(texts.saved)).toBeVisible();
  await second.reload();
  for (const page of [first, second]) await row(page, '二人で書く').getByRole('button').click();
  await field(first, texts.body).fill('先に書いた本文');
  await press(first, texts.save);
  await expect(first.getByRole('dialog')).toHaveCount(0);
  await field(second, texts.body).fill('あとで書いた本文');
  await press(second, texts.save);
  await expect(window_(second).getByText(texts.changed)).toBeVisible();
  await expect(window_(second).getByText(recordForm.difference(texts.body, '先に書いた本文'))).toBeVisible();
  await expect(field(second, texts.body)).toHaveValue('あとで書いた本文');
  await press(second, recordForm.overwrite);
  await expect(window_(second).getByText(texts.changed)).toHaveCount(0);
  await press(second, texts.next);
  await press(second, newsSend.later);
  await press(second, newsSend.schedule);
  await expect(window_(second).getByText(newsSend.timeMissing)).toBeVisible();
  await field(second, newsSend.time.replace(/[()（）]/g, '.')).fill('2020-01-01T10:00');
  await press(second, newsSend.schedule);
  await expect(window_(second).getByRole('alert')).toBeVisible();
  const tomorrow = new Date(Date.now() + 33 * 3_600_000).toISOString().slice(0, 16);
  await field(second, newsSend.time.replace(/[()（）]/g, '.')).fill(tomorrow);
  await press(second, newsSend.schedule);
  await expect(row(second, '二人で書く')).toContainText(newsStates.scheduled);
  await row(second, '二人で書く').getByRole('button').click();
  await press(second, texts.next);
  await press(second, newsSend.unschedule);
  await expect(row(second, '二人で書く')).toContainText(newsStates.draft);
});

test('STF-02c the page of news fits 320 px and text of 200 %, and axe finds nothing', async () => {
  const staff = await openDesk({ viewport: { width: 320, height: 640 } });
  const tooWide = () => staff.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  for (const font of [16, 32]) {
    await setBrowserFont(staff, font);
    await expect(staff.getByRole('button', { name: newsPage.add })).toBeVisible();
    expect([font, await tooWide()]).toEqual([font, 0]);
    await staff.getByRole('button', { name: newsPage.add }).click();
    await expect(field(staff, texts.title)).toBeVisible();
    expect([font, await tooWide(), await violationsOf(staff)]).toEqual([font, 0, []]);
    await staff.goBack();
    await expect(staff.getByRole('dialog')).toHaveCount(0);
  }
  expect(await violationsOf(staff)).toEqual([]);
});
