/**
 * Bad days (QUE-01, QUE-03, QUE-05): every fault in a real browser, through a line that breaks on demand.
 * In each: nothing lost, nothing doubled, and the fan is told in plain Japanese.
 */
import { expect, errors as playwrightErrors, test } from '@playwright/test';
import { outbox } from '../../src/messages/jaOutbox.ts';
import { postForm } from '../../src/messages/jaPost.ts';
import { lightPictures, picturesWithPreview } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import {
  arriveAsFan,
  fillLogin,
  galleryUrl,
  newFan,
  openPostForm,
  pickPhotos,
  queuedKeys,
  signUpAndAgree,
  storedJobs,
  submitForKeys,
  submitPost,
  untilPrepared,
  userIdOf,
} from './support/fan.ts';
import { type Asked, captivePortal, isPut, isRegistration, type Line, openLine, serverError } from './support/line.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { expectOnce, photosOf } from './support/published.ts';

let product: Product;
let line: Line;
let phone: Phone;
let files: string[];
const fan = newFan('雨の日の花子');
let userId = '';
/** Everything posted so far: each must stand in the fan's list once, whatever happened. */
const posted: string[] = [];

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  files = await lightPictures(3);
  product = await startProduct();
  line = await openLine(product.url);
  phone = await openPhone();
  await arriveAsFan(phone.page, line.url, product, fan);
  await openPostForm(phone.page);
});
test.afterEach(() => {
  line.decide = () => 'pass';
});
test.afterAll(async () => {
  await phone.close();
  await line.close();
  await product.stop();
});

/** Opens the form and queues the pictures. Gives the keys of this post. */
async function queue(pictures = files, isPrepared = true): Promise<string[]> {
  const { page } = phone;
  if (!(await page.getByRole('dialog', { name: postForm.title }).isVisible())) {
    await page.goto(line.url + galleryUrl());
    await openPostForm(page);
  }
  await pickPhotos(page, pictures, { message: 'この一枚だけは届けたい' });
  if (isPrepared) await untilPrepared(page, pictures.length);
  else await expect(page.getByRole('button', { name: /枚目の写真を外す/ })).toHaveCount(pictures.length);
  const keys = await submitForKeys(page);
  expect(keys).toHaveLength(pictures.length);
  userId ||= await userIdOf(page);
  posted.push(...keys);
  return keys;
}
const reopen = async () => {
  await phone.open();
  await phone.page.goto(line.url + galleryUrl());
};
const expectAllOnce = () => expectOnce(product.url, CLUB, userId, posted);

test('QUE-01b kill -9 right after 「投稿する」, before the preparation is done', { tag: '@core' }, async () => {
  line.decide = (asked) => (isPut(asked) ? 'hang' : 'pass');
  await queue(files, false);
  await phone.kill();
  line.decide = () => 'pass';
  await reopen();
  await expectAllOnce();
});

test('QUE-01b T06 kill -9 in mid-PUT', async () => {
  line.decide = (asked) => (isPut(asked) ? 'hang' : 'pass');
  const inPut = line.waitFor(isPut);
  await queue();
  await inPut;
  await phone.kill();
  line.decide = () => 'pass';
  await reopen();
  await expectAllOnce();
});

test('QUE-01b kill -9 between PUT and registration', async () => {
  line.decide = (asked) => (isRegistration(asked) ? 'hang' : 'pass');
  const inRegistration = line.waitFor(isRegistration);
  await queue();
  await inRegistration;
  await phone.kill();
  line.decide = () => 'pass';
  await reopen();
  await expectAllOnce();
});

test('QUE-01d T25 kill -9 after the registration landed, before the phone knows', async () => {
  let isLost = false;
  line.decide = (asked) => {
    if (!isRegistration(asked) || isLost) return 'pass';
    isLost = true;
    return 'lostAnswer';
  };
  const inRegistration = line.waitFor(isRegistration);
  const keys = await queue();
  await inRegistration;
  await expect
    .poll(
      async () =>
        (await photosOf(product.url, CLUB, userId)).filter(({ media_url }) => keys.includes(media_url)).length,
    )
    .toBe(keys.length);
  await phone.kill();
  await reopen();
  await expectAllOnce();
});

test('PUB-02c kill -9 in mid-PUT of an original: the photo is public before, and whole once afterwards', async () => {
  const isOriginal = (asked: Asked) => isPut(asked) && asked.path.includes('/original/');
  line.decide = (asked) => (isOriginal(asked) ? 'hang' : 'pass');
  const inPut = line.waitFor(isOriginal);
  const keys = await queue(await picturesWithPreview(1));
  await inPut;
  const shown = (await photosOf(product.url, CLUB, userId)).filter(({ media_url }) => keys.includes(media_url));
  expect(shown.map(({ original_pending }) => original_pending)).toEqual([true]);
  await phone.kill();
  line.decide = () => 'pass';
  await reopen();
  await expectAllOnce();
});

test('QUE-03a T23 the signal comes and goes, with errors and lost answers in between', { tag: '@core' }, async () => {
  let count = 0;
  const faults = ['reset', serverError, 'pass', 'lostAnswer', 'pass', 'reset', 'pass'] as const;
  line.decide = (asked) => {
    if (!isPut(asked) && !isRegistration(asked)) return 'pass';
    count += 1;
    return faults[count % faults.length] ?? 'pass';
  };
  await queue();
  for (let round = 0; round < 4; round += 1) {
    await phone.setOffline(true);
    await phone.setOffline(false);
  }
  await phone.page.goto(`${line.url}${galleryUrl()}`);
  line.decide = (asked) => (isRegistration(asked) ? (faults[++count % faults.length] ?? 'pass') : 'pass');
  await sendNow();
  line.decide = () => 'pass';
  await sendNow();
  await expectAllOnce();
});

/** 「今すぐ送信」 in the outbox, if something waits. */
async function sendNow(): Promise<void> {
  const { page } = phone;
  if ((await storedJobs(page)).every(({ state }) => state === 'done')) return;
  await page.goto(line.url + galleryUrl());
  const open = page.getByRole('button', { name: /^(送信の状況を見る|送信待ち \d)/ }).first();
  const button = page.getByRole('dialog', { name: outbox.title }).getByRole('button', { name: outbox.sendNow }).first();
  // What waits may be sent before the finger is there: nothing is left to press then.
  try {
    await open.click({ timeout: 5_000 });
    await button.click({ timeout: 5_000 });
  } catch (error) {
    if (!(error instanceof playwrightErrors.TimeoutError)) throw error;
  }
}

test('T24 T05 a captive portal answers 200 with its own page: nothing counts as sent', { tag: '@core' }, async () => {
  line.decide = (asked) => (asked.path.startsWith('/s3/') || asked.path.startsWith('/f/') ? captivePortal : 'pass');
  const keys = await queue();
  const jobs = await storedJobs(phone.page);
  expect(
    jobs.filter(({ photos }) => photos.some(({ mediaUrl }) => keys.includes(mediaUrl))).map(({ state }) => state),
  ).not.toContain('done');
  expect((await photosOf(product.url, CLUB, userId)).some(({ media_url }) => keys.includes(media_url))).toBe(false);
  line.decide = () => 'pass';
  await sendNow();
  await expectAllOnce();
});

test('SAF-23 T24 a portal answers the pictures with 403 and its own page: the post waits, asks no login', async () => {
  line.decide = (asked) => (asked.path.startsWith('/s3/') ? { ...captivePortal, status: 403 } : 'pass');
  const inPut = line.waitFor(isPut);
  const keys = await queue();
  await inPut;
  const stateOf = async () =>
    (await storedJobs(phone.page))
      .filter(({ photos }) => photos.some(({ mediaUrl }) => keys.includes(mediaUrl)))
      .map(({ state, error }) => `${state} ${error}`);
  await expect.poll(stateOf).toEqual(['waiting BAD_ANSWER']);
  line.decide = () => 'pass';
  await sendNow();
  await expectAllOnce();
});

test('ERR-05 QUE-07a the server is killed with -9 while it takes the post, and comes back', async () => {
  const inPut = line.waitFor(isPut);
  await queue();
  await inPut;
  await product.crash();
  await product.restart();
  await sendNow();
  await expectAllOnce();
});

test('QUE-05b T22 a clock that is two hours off', async () => {
  const { page } = phone;
  await page.addInitScript(() => {
    const real = Date.now;
    const shift = 2 * 3_600_000;
    const Original = Date;
    const shifted = class extends Original {
      constructor(...given: unknown[]) {
        if (given.length === 0) super(real() + shift);
        else super(...(given as [number]));
      }
      static override now() {
        return real() + shift;
      }
    };
    globalThis.Date = shifted as DateConstructor;
  });
  await page.goto(line.url + galleryUrl());
  await queue();
  await expectAllOnce();
  await phone.kill();
  await reopen();
});

test('T08 two tabs and the worker send at once', { tag: '@core' }, async () => {
  const other = await phone.context.newPage();
  await other.goto(line.url + galleryUrl());
  await phone.setOffline(true);
  await queue();
  await phone.setOffline(false);
  await expectAllOnce();
  const puts = line.asked.filter((asked) => isRegistration(asked)).length;
  expect(puts).toBeGreaterThan(0);
  await other.close();
});

test('QUE-05c T19 a revoked login stops the post with a word; signing in again sends it', async () => {
  const { page } = phone;
  line.decide = (asked) =>
    isRegistration(asked) ? { status: 401, type: 'application/json', body: '{"code":"UNAUTHENTICATED"}' } : 'pass';
  await queue();
  await expect.poll(async () => (await storedJobs(page)).map(({ state }) => state)).toContain('login');
  line.decide = () => 'pass';
  await page.goto(line.url + galleryUrl());
  await page.getByRole('button', { name: /^送信の状況を見る/ }).click();
  await page.getByRole('button', { name: outbox.login }).first().click();
  await fillLogin(page, fan.email, fan.password);
  await expectAllOnce();
});

test('QUE-05d QUE-07a logged out with posts waiting, another fan signs in: nobody else sends them', async () => {
  const { page } = phone;
  await page.goto(line.url + galleryUrl());
  await openPostForm(page);
  await phone.setOffline(true);
  const keys = await queue();
  await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).last().click();
  line.decide = (asked) => (isPut(asked) || isRegistration(asked) ? 'reset' : 'pass');
  await phone.setOffline(false);
  await logOut();
  const other = newFan('別の人');
  line.decide = () => 'pass';
  await signUpAndAgree(page, line.url, product, other);
  await page.goto(line.url + galleryUrl());
  await page
    .getByRole('button', { name: /^送信待ち \d/ })
    .or(page.getByRole('button', { name: /^送信の状況/ }))
    .first()
    .waitFor({ timeout: 3_000 })
    .catch(() => undefined);
  expect((await photosOf(product.url, CLUB, userId)).some(({ media_url }) => keys.includes(media_url))).toBe(false);
  expect((await queuedKeys(page)).filter((key) => keys.includes(key))).toHaveLength(keys.length);
  await logOut();
  await page.goto(line.url + galleryUrl());
  await page
    .getByRole('button', { name: /^(ログイン|新規登録・ログイン)$/ })
    .first()
    .click();
  await fillLogin(page, fan.email, fan.password);
  await expectAllOnce();
});

async function logOut(): Promise<void> {
  const { page } = phone;
  await page.getByRole('button', { name: 'メニュー' }).click();
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await page.getByRole('button', { name: 'ログアウトする' }).click();
  await expect(page).toHaveURL(new RegExp(`/${CLUB}/index.html$`));
}

test('QUE-03b EVENT_OVER the event ended meanwhile: the reason, what to do, and the photos are kept', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  line.decide = (asked) =>
    isRegistration(asked) ? { status: 409, type: 'application/json', body: '{"code":"EVENT_OVER"}' } : 'pass';
  const keys = await queue();
  posted.splice(posted.length - keys.length);
  await expect.poll(async () => (await storedJobs(page)).map(({ error }) => error)).toContain('EVENT_OVER');
  line.decide = () => 'pass';
  await page.goto(line.url + galleryUrl());
  await page.getByRole('button', { name: /^送信の状況を見る/ }).click();
  const panel = page.getByRole('dialog', { name: outbox.title });
  await expect(panel.getByText(outbox.states.refused).first()).toBeVisible();
  await expect(panel.getByText(outbox.advice.EVENT_OVER)).toBeVisible();
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: outbox.save }).first().click();
  expect((await download).suggestedFilename()).toMatch(/\.jpg$/i);
  await expectAllOnce();
});

test('QUE-05a T03 a full disk says so, and the form keeps its photos', async () => {
  const { page } = phone;
  await page.goto(line.url + galleryUrl());
  await openPostForm(page);
  await pickPhotos(page, files);
  await untilPrepared(page, files.length);
  const cdp = await phone.context.newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: line.url, quotaSize: 1 });
  await page
    .getByRole('dialog', { name: postForm.title })
    .getByRole('button', { name: '投稿する', exact: true })
    .click();
  const told = page.getByRole('alert').filter({ hasText: /空き|容量/ });
  const saved = page.getByRole('dialog', { name: postForm.savedTitle });
  await expect(told.or(saved).first()).toBeVisible();
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: line.url });
  // Either the engine still had room for the small job record, or the fan is told and can press again.
  if (!(await saved.isVisible())) await submitPost(page);
  posted.push(...(await queuedKeys(page)).filter((key) => !posted.includes(key)).slice(-files.length));
});
