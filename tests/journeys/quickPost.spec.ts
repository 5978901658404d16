/** The shortest way from ＋ to a post (FAN-03), on a phone, with the taps counted. */
import { expect, type Locator, test } from '@playwright/test';
import sharp from 'sharp';
import { gallery, ui } from '../../src/messages/ja.ts';
import { arrival } from '../../src/messages/jaArrival.ts';
import { photoProblems, postForm, postWindow } from '../../src/messages/jaPost.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import {
  demoFan,
  galleryUrl,
  openPostForm,
  playerRow,
  queuedKeys,
  signIn,
  tapUntil,
  untilPrepared,
} from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let phone: Phone;
let files: string[];
let taps = 0;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  files = (await lightPictures(3)).toReversed();
  product = await startProduct();
  phone = await openPhone({ hasWorker: false });
  await signIn(phone.page, product.url, demoFan('fan'));
});
test.afterAll(async () => {
  await phone.close();
  await product.stop();
});

async function tap(target: Locator): Promise<void> {
  await target.tap();
  taps += 1;
}
const form = () => phone.page.getByRole('dialog', { name: postForm.title });
const submit = () => form().getByRole('button', { name: postForm.submit, exact: true });

/** Empties the form. */
async function discard(opener: Locator): Promise<void> {
  const question = phone.page.getByRole('dialog', { name: ui.confirm });
  await tapUntil(
    () => opener.tap(),
    () => question.isVisible(),
  );
  await tapUntil(
    () => question.getByRole('button', { name: postForm.discard }).tap(),
    () => question.isHidden(),
  );
  await expect(form().locator('[data-choose]')).toBeVisible();
}

test('FAN-03a FAN-03b three photos with a player: three taps beside the picker, in the running match', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  await page.goto(product.url + galleryUrl());
  taps = 0;
  await tap(page.getByRole('button', { name: shell.post, exact: true }).first());
  const picker = page.waitForEvent('filechooser');
  // This tap opens the device's picker: it is the picker's own.
  await page.getByRole('button', { name: postWindow.photo }).tap();
  await (await picker).setFiles(files);
  await expect(form().getByRole('button', { name: postForm.removePhoto(3) })).toBeVisible({ timeout: 30_000 });
  const event = form().getByRole('combobox', { name: postForm.event });
  await expect(event, 'the match is chosen').toHaveValue(`${CLUB}-today`);
  await expect(event.locator('option:checked')).toHaveText(/./);
  const [picture, choice] = await Promise.all([
    form().getByRole('list', { name: postForm.photos }).boundingBox(),
    event.boundingBox(),
  ]);
  expect(picture?.y, 'pictures first').toBeLessThan(choice?.y ?? 0);
  await untilPrepared(page, 3);
  await expect(form().locator('[data-slot] > [data-state]'), 'nothing on photos that are ready').toHaveCount(0);
  await tap(playerRow(page).getByRole('button', { pressed: false }).first());
  await tap(submit());
  await expect(page.getByRole('dialog', { name: /保存しました|届きました/ })).toBeVisible();
  expect(taps).toBe(3);

  await test.step('the phone can be put away: they arrive unasked; the next post is one press and the picker', async () => {
    await expect(page.getByRole('dialog', { name: arrival.title })).toBeVisible({ timeout: 30_000 });
    const next = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: postForm.again }).tap();
    await (await next).setFiles(files.slice(0, 1));
    await expect(form().getByRole('button', { name: postForm.removePhoto(1) })).toBeVisible();
    await expect(playerRow(page).getByRole('button', { pressed: true })).toHaveCount(1);
    await discard(form().getByRole('button', { name: postForm.discardAll }));
  });

  await test.step('FAN-03e they stand in the order they were picked', async () => {
    const keys = await queuedKeys(page);
    expect(keys).toHaveLength(3);
    await page.goto(`${product.url}/${CLUB}/event-detail.html?e=${CLUB}-today`);
    const cards = page.getByRole('list', { name: gallery.listLabel }).locator('li[data-photo]');
    await expect
      .poll(async () => (await cards.evaluateAll((all) => all.map((card) => card.dataset.photo))).slice(0, 3), {
        timeout: 30_000,
      })
      .toEqual(keys);
  });
});

test('FAN-03d what is missing is brought into view, focused and marked', async () => {
  const { page } = phone;
  await page.goto(product.url + galleryUrl());
  await page.getByRole('button', { name: shell.post, exact: true }).first().tap();
  const picker = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: postWindow.photo }).tap();
  // Put away without a choice: the form stands open behind it.
  await picker;
  await expect(form()).toBeVisible();
  await form().getByRole('textbox').last().scrollIntoViewIfNeeded();
  await submit().tap();
  const choose = form().locator('[data-choose]');
  await expect(choose).toBeFocused();
  await expect(choose).toBeInViewport();
  await expect(form().locator('[data-invalid]')).toHaveCount(1);
  await form().getByLabel(postForm.choosePhotos).setInputFiles(files.slice(0, 1));
  await expect(form().locator('[data-invalid]')).toHaveCount(0);
  const event = form().getByRole('combobox', { name: postForm.event });
  await event.selectOption('');
  await submit().tap();
  await expect(event).toBeFocused();
  await expect(event).toHaveAttribute('aria-invalid', 'true');
});

/** A JPEG of one colour. `broken`: no browser can draw it, which its first bytes do not tell; `huge`: it says to be as large as can be. */
async function picked(name: string, background: string, fault?: 'broken' | 'huge') {
  const buffer = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const frame = buffer.indexOf('ffc0', 0, 'hex');
  if (fault === 'huge') buffer.fill('ffdcffdc', frame + 5, frame + 9, 'hex');
  // The tables its pixels are coded by become a comment.
  const withoutTables = () => Buffer.from(buffer.toString('latin1').replaceAll('\xff\xdb', '\xff\xfe'), 'latin1');
  return { name, mimeType: 'image/jpeg', buffer: fault === 'broken' ? withoutTables() : buffer };
}

test('FAN-03b a mark stands on a photo only while something happens to it, or where it failed', async () => {
  const { page } = phone;
  await page.goto(product.url + galleryUrl());
  await openPostForm(page);
  // What the test before left.
  await discard(form().getByRole('button', { name: postForm.discard }));
  const marks = form().locator('[data-slot] > [data-state]');
  await form().evaluate((element) => {
    const seen = new Set<string | null>();
    const look = () => {
      for (const mark of element.querySelectorAll('[data-slot] > [data-state]')) seen.add(mark.textContent);
    };
    new MutationObserver(look).observe(element, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { seenMarks: seen });
  });
  const input = form().getByLabel(postForm.choosePhotos);
  await input.setInputFiles([
    await picked('red.jpg', '#c03030'),
    await picked('broken.jpg', '#3030c0', 'broken'),
    await picked('huge.jpg', '#3030c0', 'huge'),
    await picked('blue.jpg', '#3030c0'),
  ]);
  await untilPrepared(page, 2);
  await input.setInputFiles(await picked('again.jpg', '#c03030'));
  await expect(form().getByRole('alert').filter({ hasText: photoProblems.duplicate })).toContainText('again.jpg');
  // What failed has its mark; what is ready, and what did not come in, has none.
  await expect(marks).toHaveText([postForm.states.refused]);
  await expect(form().getByRole('button', { name: `2枚目 broken.jpg ${postForm.states.refused}` })).toBeVisible();
  const seen = await page.evaluate(() => [...(Reflect.get(window, 'seenMarks') as Set<string>)]);
  expect(seen, 'what is being prepared said so').toContain(postForm.states.preparing);
  await form()
    .getByRole('button', { name: postForm.removePhoto(2) })
    .tap();
  await expect(marks).toHaveCount(0);
  await discard(form().getByRole('button', { name: postForm.discardAll }));
});
