/** The post form and the editing of what was posted, as a fan meets them: nothing entered is lost, and every refusal says why. */
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { ui } from '../../src/messages/ja.ts';
import { errors } from '../../src/messages/jaErrors.ts';
import { editPhoto, photoProblems, pictureEditor, postForm, postWindow } from '../../src/messages/jaPost.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { postingRules } from '../../tenants/posting.ts';
import { CLUB } from '../support/tenants.ts';
import { galleryUrl, newFan, openPostForm, signUpAndAgree, submitPost, untilPrepared } from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { photosOf } from './support/published.ts';

const PER_POST = 15;
let product: Product;
let phone: Phone;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  product = await startProduct();
  phone = await openPhone({
    isMobile: false,
    viewport: { width: 1280, height: 900 },
    hasWorker: false,
    hasProfile: true,
  });
  await signUpAndAgree(phone.page, product.url, product, newFan('なくさない花子'));
});
test.afterAll(async () => {
  await phone.close();
  await product.stop();
});

const page = () => phone.page;
const form = () => page().getByRole('dialog', { name: postForm.title });
const editor = () => page().getByRole('dialog', { name: editPhoto.title });
const press = (name: string) => form().getByRole('button', { name, exact: true }).click();
const photoButtons = () => form().getByRole('button', { name: /^\d+枚目 / });
const message = () => form().getByLabel('応援メッセージ').last();

/** Small pictures, each of its own colour. */
const album = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `IMG_${index + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await sharp({
        create: { width: 320, height: 200, channels: 3, background: { r: 4 * index, g: 90, b: 160 } },
      })
        .jpeg()
        .toBuffer(),
    })),
  );
const pick = async (files: Awaited<ReturnType<typeof album>>) =>
  form().getByLabel(postForm.choosePhotos).setInputFiles(files);

async function openForm(): Promise<void> {
  await page().goto(product.url + galleryUrl());
  await openPostForm(page());
}
/** The id of the signed-in fan, as the client keeps it (§3). */
const userId = (on: Page) => on.evaluate(() => localStorage.getItem('USER_ID') ?? '');

test('PST-10a a first post is told what may be posted, once', { tag: '@core' }, async () => {
  await openForm();
  const [rule = ''] = postingRules(CLUB);
  await expect(form().getByText(rule)).toBeVisible();
  await press(postForm.understood);
  await expect(form().getByText(rule)).toBeHidden();
  await page().keyboard.press('Escape');
  await openForm();
  await expect(form().getByRole('button', { name: postForm.chooseFile })).toBeVisible();
  await expect(form().getByText(rule)).toBeHidden();
});

test('PST-09d PST-06b of sixty photos those that fit come in, and it is said what was left out', {
  tag: '@core',
}, async () => {
  await pick(await album(60));
  await expect(photoButtons()).toHaveCount(PER_POST);
  const told = form()
    .getByRole('status')
    .filter({ hasText: photoProblems.leftOut(60 - PER_POST, PER_POST) });
  await expect(told).toContainText(`IMG_22.jpg、IMG_23.jpg${photoProblems.andMore(37)}`);
  await expect(form().getByText(postForm.filled(PER_POST)).first()).toBeVisible();
  await expect(form().getByRole('button', { name: postForm.addPhoto })).toHaveCount(0);
});

test('T18 PST-06a kill -9 with 15 photos: the form comes back with every photo and word', {
  tag: '@core',
}, async () => {
  await form().getByRole('combobox', { name: postForm.event }).selectOption({ index: 1 });
  const event = await form().getByRole('combobox', { name: postForm.event }).inputValue();
  await photoButtons().nth(1).click();
  await form().getByLabel(postForm.alt).fill('旗を振るゴール裏');
  await form().getByLabel('応援メッセージ').last().fill('最後まで信じていた。');
  await form().getByLabel(postForm.tags).last().fill('勝利');
  await page().keyboard.press('Enter');
  await untilKept('最後まで信じていた。', '#勝利', '旗を振るゴール裏');
  await phone.kill();

  await phone.open();
  await openForm();
  await expect(form().getByText(postForm.restored)).toBeVisible();
  await untilPrepared(page(), PER_POST);
  await expect(form().getByRole('combobox', { name: postForm.event })).toHaveValue(event);
  await expect(message()).toHaveValue('最後まで信じていた。');
  await expect(form().getByRole('button', { name: postForm.removeTag('#勝利') })).toBeVisible();
  await photoButtons().nth(1).click();
  await expect(form().getByLabel(postForm.alt)).toHaveValue('旗を振るゴール裏');
  const drawn = form().getByRole('list', { name: postForm.photos }).locator('img');
  await expect(drawn).toHaveCount(PER_POST);
});

test('T18 a page reloaded by the phone while the form is open comes back to the form', { tag: '@core' }, async () => {
  await page().reload();
  await expect(form().getByText(postForm.restored)).toBeVisible();
  await expect(photoButtons()).toHaveCount(PER_POST);
  // Somebody who comes by a link gets the page.
  await page().goto(product.url + galleryUrl());
  await expect(page().getByRole('button', { name: shell.post, exact: true }).first()).toBeVisible();
  await page().getByRole('button', { name: shell.post, exact: true }).first().click();
  await page().getByRole('button', { name: postWindow.photo }).click();
  await expect(photoButtons()).toHaveCount(PER_POST);
});

test('nothing is discarded unasked; discarded, the form is empty', { tag: '@core' }, async () => {
  await press(postForm.discard);
  const question = page().getByRole('dialog', { name: ui.confirm });
  await expect(question).toContainText(postForm.discardAsk);
  await question.getByRole('button', { name: ui.cancel }).click();
  await expect(photoButtons()).toHaveCount(PER_POST);
  await press(postForm.discard);
  await question.getByRole('button', { name: postForm.discard }).click();
  await expect(form().getByRole('button', { name: postForm.chooseFile })).toBeVisible();
  await expect(message()).toHaveValue('');
});

test('PST-08b a picture is turned and cut by keyboard; the settings go on to the next; alt texts arrive', {
  tag: '@core',
}, async () => {
  await form().getByRole('combobox', { name: postForm.event }).selectOption({ index: 1 });
  await pick(await album(2));
  await untilPrepared(page(), 2);
  await photoButtons().first().click();
  await form().getByLabel(postForm.alt).fill('青い旗');
  await form().getByRole('switch', { name: postForm.ownFields }).click();
  const details = form().getByRole('region', { name: postForm.details(1) });
  await details.getByLabel('応援メッセージ').fill('一枚目だけのことば');
  await press(postForm.editPicture);
  const dialog = page().getByRole('dialog', { name: pictureEditor.title });
  await dialog.getByRole('button', { name: pictureEditor.turnRight }).press('Enter');
  await dialog.getByRole('button', { name: pictureEditor.free }).press('Enter');
  const corner = dialog.getByRole('button', { name: pictureEditor.handles.seDragHandle });
  await corner.focus();
  for (let step = 0; step < 3; step++) await page().keyboard.press('Shift+ArrowUp');
  await dialog.getByRole('button', { name: pictureEditor.apply }).click();
  await untilPrepared(page(), 2);
  await press(postForm.carryOn);
  await expect(
    form()
      .getByRole('region', { name: postForm.details(2) })
      .getByLabel('応援メッセージ'),
  ).toHaveValue('一枚目だけのことば');
  await submitPost(page());

  const id = await userId(page());
  await expect.poll(async () => (await photosOf(product.url, CLUB, id)).length, { timeout: 60_000 }).toBe(2);
  const photos = await photosOf(product.url, CLUB, id);
  expect(photos.map(({ comment }) => comment)).toEqual(['一枚目だけのことば', '一枚目だけのことば']);
  const turned = photos.find(({ alt }) => alt === '青い旗');
  // Upright now (200 × 320), cut to four fifths and then by the keys.
  expect(turned?.width).toBeLessThanOrEqual(160);
  expect(turned?.height).toBeLessThan(256);
  expect(turned?.height).toBeGreaterThan(turned?.width ?? 0);
  expect(photos.find((photo) => photo !== turned)).toMatchObject({ width: 320, height: 200 });
});

test('ERR-01a ERR-01d a refused change or deletion says so and keeps what was written', { tag: '@core' }, async () => {
  const caption = '**/f/media/list/item/caption*';
  const deletion = '**/f/media/list/item?*';
  const busy = { status: 500, json: { code: 'INTERNAL' } };
  await page().route(caption, (route) => route.fulfill(busy));
  await page().route(deletion, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill(busy) : route.fallback(),
  );
  await page().route('**/f/media/list/item', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill(busy) : route.fallback(),
  );
  await page().goto(product.url + galleryUrl());
  await page().getByRole('button', { name: '投稿を編集' }).first().click();
  await editor().getByLabel('応援メッセージ').fill('書き直したことば');
  await editor().getByRole('button', { name: editPhoto.update }).click();
  await expect(editor().getByRole('alert')).toContainText('投稿の編集に失敗しました。');
  await expect(editor().getByRole('alert')).toContainText(errors.INTERNAL);
  await expect(editor().getByLabel('応援メッセージ')).toHaveValue('書き直したことば');
  await editor().getByRole('button', { name: editPhoto.remove }).click();
  const question = page().getByRole('dialog', { name: ui.confirm });
  await expect(question).toContainText('投稿を削除しますか？ 削除を実行すると元に戻ません。');
  await question.getByRole('button', { name: '削除する' }).click();
  await expect(editor().getByRole('alert')).toContainText('投稿の削除に失敗しました');
  // Closing would lose the words: asked first.
  await page().keyboard.press('Escape');
  await expect(question).toContainText(editPhoto.leaveAsk);
  await question.getByRole('button', { name: ui.cancel }).click();
  await page().unrouteAll();
});

test('PST-12a PST-12b one’s own photo is changed, its event is read-only, and the original comes down', {
  tag: '@core',
}, async () => {
  await expect(editor().getByLabel(editPhoto.event)).toHaveAttribute('readonly');
  const [download] = await Promise.all([
    page().waitForEvent('download'),
    editor().getByRole('button', { name: editPhoto.download }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^\d{8}_\d{4}_[A-Za-z0-9]{20}\.jpg$/);
  await editor().getByRole('button', { name: editPhoto.update }).click();
  await test.step('PST-12e it leads to the own photos', async () => {
    await page().getByRole('dialog', { name: ui.result }).getByRole('button', { name: ui.ok }).click();
    await expect(page()).toHaveURL(/my-photo\.html\?u=[^&]+&mode=my-photo$/);
  });
  const photos = await photosOf(product.url, CLUB, await userId(page()));
  expect(photos.map(({ comment }) => comment).sort()).toEqual(['一枚目だけのことば', '書き直したことば']);
});

test('PST-12c a deleted photo is gone from the list and from the store', { tag: '@core' }, async () => {
  const id = await userId(page());
  await page().goto(product.url + galleryUrl());
  const edit = page().getByRole('button', { name: '投稿を編集' }).first();
  const remove = editor().getByRole('button', { name: editPhoto.remove });
  await test.step('PST-05b sample tags that come late move nothing under a finger', async () => {
    for (const width of [390, 1280]) {
      await page().setViewportSize({ width, height: 900 });
      const samples = Promise.withResolvers<void>();
      await page().route('**/tag.txt', (route) => samples.promise.then(() => route.continue()));
      await page().reload();
      await edit.click();
      // The event's places are another answer.
      await expect(editor().getByLabel('座席・撮影場所')).toBeVisible();
      const before = await remove.boundingBox();
      samples.resolve();
      await expect(editor().getByRole('button', { name: '#等々力劇場' })).toBeVisible();
      expect(await remove.boundingBox(), `${width} px`).toEqual(before);
      await page().unroute('**/tag.txt');
    }
  });
  await remove.click();
  const [gone] = await photosOf(product.url, CLUB, id);
  await page().getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: '削除する' }).click();
  await expect(page().getByText(editPhoto.removed)).toBeVisible();
  await test.step('PST-12e that leads to the own photos, too', async () => {
    await page().getByRole('dialog', { name: ui.result }).getByRole('button', { name: ui.ok }).click();
    await expect(page()).toHaveURL(/my-photo\.html\?u=[^&]+&mode=my-photo$/);
  });
  const left = await photosOf(product.url, CLUB, id);
  expect(left).toHaveLength(1);
  expect(left[0]?.media_url).not.toBe(gone?.media_url);
  await expect.poll(async () => (await fetch(`${product.url}/s3/photos/${gone?.media_url}`)).status).toBe(404);
});

/** Waits until these words stand in the draft on the device's disk. */
const untilKept = (...words: string[]) =>
  expect
    .poll(() =>
      page().evaluate(
        () =>
          new Promise<string>((done, fail) => {
            const opening = indexedDB.open('fan-photo');
            opening.onerror = () => fail(opening.error);
            opening.onsuccess = () => {
              const all = opening.result.transaction('drafts').objectStore('drafts').getAll();
              all.onerror = () => fail(all.error);
              all.onsuccess = () => {
                opening.result.close();
                done(JSON.stringify(all.result));
              };
            };
          }),
      ),
    )
    .toMatch(new RegExp(words.map((word) => `(?=.*${word})`).join('')));
