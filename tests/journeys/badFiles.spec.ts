/** What people pick by mistake or out of malice, in the built product: said by name, nothing frozen, nothing run, nothing lost. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { ui } from '../../src/messages/ja.ts';
import { errors } from '../../src/messages/jaErrors.ts';
import { photoProblems, postForm } from '../../src/messages/jaPost.ts';
import { type TestPicture, testPictures } from '../fixtures/pictures.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import {
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
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { bytesOf, expectOnce, photosOf } from './support/published.ts';

const PER_POST = 15;
/** An event of the demo that takes three photos a fan. */
const LIMITED = '1人3枚まで';
let product: Product;
let phone: Phone;
let page: Page;
let pictures: readonly TestPicture[];
const said: string[] = [];

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  pictures = await testPictures();
  product = await startProduct();
  phone = await openPhone({ isMobile: false, viewport: { width: 1280, height: 900 } });
  page = phone.page;
  page.on('dialog', (dialog) => {
    said.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('console', (message) => said.push(message.text()));
  await signUpAndAgree(page, product.url, product, newFan('うっかり花子'));
  await page.goto(product.url + galleryUrl());
});
test.beforeEach(() => startAnew());
test.afterAll(async () => {
  await phone.close();
  await product.stop();
});

const form = () => page.getByRole('dialog', { name: postForm.title });
const alerts = () => form().getByRole('alert');
const photoButtons = () => form().getByRole('button', { name: /^\d+枚目 / });
const remaining = (count: number) => form().getByText(postForm.remaining(count), { exact: true });
const escaped = (file: string) => file.replace(/[.()]/g, '\\$&');
const readyPhoto = (file: string) =>
  form().getByRole('button', { name: new RegExp(`枚目 ${escaped(file)} ${postForm.states.ready}$`) });

/** An empty form, whatever the test before left in its draft. */
async function startAnew(): Promise<void> {
  await page.goto(product.url + galleryUrl());
  await openPostForm(page);
  const discard = form().getByRole('button', { name: postForm.discard });
  if (await discard.isVisible()) {
    await discard.click();
    await page.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: postForm.discard }).click();
  }
  await form().getByRole('combobox', { name: postForm.event }).selectOption({ index: 1 });
  await expect(form().getByRole('button', { name: postForm.chooseFile })).toBeVisible();
}

/** The smallest good pictures, by bytes. */
const good = (count: number): TestPicture[] =>
  pictures
    .filter(({ expected, type }) => expected.outcome === 'accept' && type === 'image/jpeg')
    .map((picture) => ({ picture, size: readFileSync(picture.path).length }))
    .sort((one, other) => one.size - other.size)
    .slice(0, count)
    .map(({ picture }) => picture);

interface Picked {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}
const pick = (files: Picked[]) => form().getByLabel(postForm.choosePhotos).setInputFiles(files);
const colored = async (name: string, background: string): Promise<Picked> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

/** Runs something and gives the longest time in which the page answered nothing, in ms. */
async function longestSilence(run: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const beat = { last: performance.now(), longest: 0 };
    setInterval(() => {
      const now = performance.now();
      beat.longest = Math.max(beat.longest, now - beat.last);
      beat.last = now;
    }, 50);
    Object.assign(globalThis, { beat });
  });
  await run();
  return page.evaluate(() => (globalThis as unknown as { beat: { longest: number } }).beat.longest);
}

/** Drops files on the form as a desktop's file manager does. */
async function drop(files: readonly Picked[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (picked) => {
      const filled = new DataTransfer();
      for (const { name, type, base64 } of picked) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        filled.items.add(new File([bytes], name, { type }));
      }
      return filled;
    },
    files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, base64: buffer.toString('base64') })),
  );
  const target = form().locator('form');
  for (const event of ['dragenter', 'dragover']) await target.dispatchEvent(event, { dataTransfer: transfer });
  await expect(form().getByText(postForm.dropNow)).toBeVisible();
  await target.dispatchEvent('drop', { dataTransfer: transfer });
  await expect(form().getByText(postForm.dropNow)).toBeHidden();
}

test('PST-07a T16 every bad file is refused by name at once, the page answers, the good ones stay', {
  tag: '@core',
}, async () => {
  const bad = pictures.filter(({ expected }) => expected.outcome === 'refuse');
  const [first, last] = good(2);
  if (!first || !last) throw new Error('no good pictures');
  const silence = await longestSilence(async () => {
    await pickPhotos(page, [first.path, ...bad.map(({ path }) => path), last.path]);
    await expect(readyPhoto(first.file)).toBeVisible();
    await expect(readyPhoto(last.file)).toBeVisible();
    await expect(form().getByText(postForm.states.preparing)).toBeHidden();
  });
  expect(silence).toBeLessThan(1_000);

  const spoken = await alerts().allInnerTexts();
  for (const { file, type } of nonEmpty(bad)) {
    const notice = spoken.find((text) => text.includes(file));
    const isNamed = type === 'image/jpeg';
    const wanted = isNamed
      ? [photoProblems.notJpeg, errors.IMAGE_LOAD, errors.IMAGE_TOO_LARGE]
      : [photoProblems.notJpegPicked];
    expect(
      wanted.some((text) => notice?.startsWith(text)),
      `${file}: ${notice}`,
    ).toBe(true);
  }
  expect(spoken.find((text) => text.includes('65500'))).toContain(errors.IMAGE_TOO_LARGE);
  // A picture that has to be taken out says so until it is.
  for (const { file } of bad) {
    const kept = form().getByRole('button', { name: new RegExp(`枚目 ${escaped(file)} `) });
    if (await kept.isVisible()) await kept.locator('xpath=..').getByRole('button', { name: /外す$/ }).click();
  }
  await expect(photoButtons()).toHaveCount(2);
  await expect(remaining(PER_POST - 2)).toBeVisible();
  await form()
    .getByRole('textbox', { name: /メッセージ/ })
    .fill('まだ入力できる');
  await expect(form().getByRole('button', { name: postForm.submit, exact: true })).toBeEnabled();
});

test('PST-07a T16 a HEIC named .jpg is refused with the way to make JPEGs', async () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(400)]);
  await pick([{ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: heic }]);
  await expect(alerts().filter({ hasText: 'IMG_0001.jpg' })).toContainText(photoProblems.notJpeg);
  await expect(form().getByText(photoProblems.heicTip)).toBeVisible();
});

test('T12 what may go either way ends quickly, without freezing the page', async () => {
  const either = pictures.filter(({ expected, type }) => expected.outcome === 'either' && type === 'image/jpeg');
  const [one] = good(1);
  const silence = await longestSilence(async () => {
    await pickPhotos(page, [...either.map(({ path }) => path), one?.path ?? '']);
    await expect(readyPhoto(one?.file ?? '')).toBeVisible({ timeout: 60_000 });
    for (const { file } of nonEmpty(either)) {
      const refusal = alerts().filter({ hasText: file }).first();
      await expect(readyPhoto(file).or(refusal).first(), file).toBeVisible({ timeout: 60_000 });
    }
  });
  expect(silence).toBeLessThan(1_000);
});

test('PST-07c T17 the same picture is refused whatever its name; namesakes are two photos', async () => {
  const red = await colored('image.jpg', '#c03030');
  const blue = await colored('image.jpg', '#3030c0');
  await pick([red]);
  await expect(readyPhoto('image.jpg')).toBeVisible();
  await pick([blue]);
  await expect(readyPhoto('image (2).jpg')).toBeVisible();
  await expect(alerts()).toHaveCount(0);
  await pick([{ ...red, name: 'renamed.jpg' }]);
  await expect(alerts().filter({ hasText: photoProblems.duplicate })).toContainText('renamed.jpg');
  await pick([red, blue, await colored('third.jpg', '#30c030')]);
  await expect(readyPhoto('third.jpg')).toBeVisible();
  await expect(alerts().filter({ hasText: photoProblems.duplicate })).toContainText('image.jpg');
  await expect(photoButtons()).toHaveCount(3);
});

test('PST-07d T31 no picture says so; a double press posts once', async () => {
  await form().getByRole('button', { name: postForm.submit, exact: true }).click();
  await expect(alerts()).toContainText(photoProblems.none);
  await expect(form().getByRole('button', { name: postForm.chooseFile })).toBeVisible();
  await pick([await colored('twice.jpg', '#c0a030')]);
  await expect(alerts()).toHaveCount(0);
  await untilPrepared(page, 1);
  // One photo and one empty slot; taken out, the slot is all there is.
  await expect(form().getByRole('button', { name: postForm.addPhoto })).toBeVisible();
  await phone.setOffline(true);
  await form().getByRole('button', { name: postForm.submit, exact: true }).dblclick();
  await expect(page.getByRole('dialog', { name: postForm.savedTitle })).toBeVisible();
  expect(await storedJobs(page)).toHaveLength(1);
  await phone.setOffline(false);
  const keys = await queuedKeys(page);
  await expectOnce(product.url, CLUB, await userIdOf(page), keys);
});

test('PST-06b PST-09d too many: what was left out is said, and the count follows every change', {
  tag: '@core',
}, async () => {
  const hues = Array.from({ length: PER_POST + 2 }, (_, i) => colored(`${i}.jpg`, `hsl(${i * 20}, 70%, 45%)`));
  await expect(remaining(PER_POST)).toBeVisible();
  await pick(await Promise.all(hues));
  await expect(photoButtons()).toHaveCount(PER_POST);
  await expect(form().getByText(photoProblems.leftOut(2, PER_POST))).toBeVisible();
  await expect(
    form()
      .getByRole('status')
      .filter({ hasText: postForm.filled(PER_POST) }),
  ).toBeVisible();
  await expect(form().getByRole('button', { name: postForm.addPhoto })).toBeHidden();
  await form()
    .getByRole('button', { name: postForm.removePhoto(3), exact: true })
    .click();
  await expect(remaining(1)).toBeVisible();
  await expect(form().getByRole('button', { name: postForm.addPhoto })).toBeVisible();
});

test('PST-09b PST-09c an event that takes three photos a fan takes three', async () => {
  const hues = ['#900', '#090', '#009', '#990', '#099'].map((color) => colored(`limited-${color.slice(1)}.jpg`, color));
  const events = form().getByRole('combobox', { name: postForm.event });
  const limited = await events.locator('option', { hasText: LIMITED }).first().getAttribute('value');
  await events.selectOption(limited);
  await expect(remaining(3)).toBeVisible();
  await pick(await Promise.all(hues));
  await expect(photoButtons()).toHaveCount(3);
  await expect(form().getByText(photoProblems.leftOut(2, 3))).toBeVisible();
  await expect(
    form()
      .getByRole('status')
      .filter({ hasText: postForm.filled(3) }),
  ).toBeVisible();
  await untilPrepared(page, 3);
  await submitPost(page);
  await startAnew();
  await events.selectOption(limited);
  const submit = form().getByRole('button', { name: postForm.full, exact: true });
  await expect(submit).toBeDisabled();
  await pick([await colored('more.jpg', '#345')]);
  await expect(form().getByText(photoProblems.leftOut(1, 0))).toBeVisible();
});

test('PST-06c PST-07b a dragged non-JPEG aborts the drop; a drop of JPEGs comes in', async () => {
  const fine = await colored('dropped.jpg', '#607080');
  const png = await sharp(fine.buffer).png().toBuffer();
  await drop([fine, { name: 'shot.png', mimeType: 'image/png', buffer: png }]);
  await expect(alerts()).toContainText(photoProblems.notJpeg);
  await expect(alerts()).toContainText('shot.png');
  await drop([fine, { name: 'disguised.jpg', mimeType: 'image/jpeg', buffer: png }]);
  await expect(alerts()).toContainText('disguised.jpg');
  await expect(photoButtons()).toHaveCount(0);
  await drop([fine]);
  await expect(readyPhoto('dropped.jpg')).toBeVisible();
  await expect(alerts()).toHaveCount(0);
});

test('PST-08c XSS-01 markup hidden in a picture never runs and is gone from what is published', async () => {
  const armed = pictures.filter(
    ({ expected }) =>
      expected.outcome === 'accept' && expected.mustNotSurvive.some((text) => /XSS|COM|pwned/.test(text)),
  );
  expect(armed.length).toBeGreaterThan(0);
  await pickPhotos(
    page,
    armed.map(({ path }) => path),
    { message: '<img src=x onerror="alert(1)">安全' },
  );
  await untilPrepared(page, armed.length);
  await phone.setOffline(true);
  const keys = await submitForKeys(page);
  const userId = await userIdOf(page);
  await phone.setOffline(false);
  await expect
    .poll(
      async () =>
        (await photosOf(product.url, CLUB, userId)).filter(({ media_url }) => keys.includes(media_url)).length,
      { timeout: 120_000 },
    )
    .toBe(armed.length);

  const marks = armed.flatMap(({ expected }) => expected.mustNotSurvive);
  for (const photo of nonEmpty(
    (await photosOf(product.url, CLUB, userId)).filter(({ media_url }) => keys.includes(media_url)),
  )) {
    expect(photo.comment).toBe('安全');
    expect(JSON.stringify(photo)).not.toMatch(/<[a-z!/]/i);
    for (const key of [photo.media_url, photo.media_url.replace('/original/', '/thumbnail/')]) {
      const bytes = (await bytesOf(product.url, key)).toString('latin1');
      for (const mark of [...marks, '<script', 'onerror'])
        expect(bytes, `${basename(key)} ${mark}`).not.toContain(mark);
    }
    await page.goto(`${product.url}${galleryUrl()}?q=${encodeURIComponent(photo.media_url)}`);
    await expect(page.getByRole('dialog').getByText('安全')).toBeVisible();
  }
  expect(said.filter((text) => marks.some((mark) => text.includes(mark)) || text === '1')).toEqual([]);
});
