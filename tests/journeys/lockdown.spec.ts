/** A phone that keeps nothing, as iOS's Lockdown Mode is reported to be: no database, no worker, no caches, no locks. */
import { expect, test } from '@playwright/test';
import { errors } from '../../src/messages/jaErrors.ts';
import { postForm } from '../../src/messages/jaPost.ts';
import { comments } from '../../src/messages/jaSocial.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { demoFan, openPostForm, pickPhotos, playerRow, signIn } from './support/fan.ts';
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

/** What the page finds instead of a database. */
const STORAGES = {
  'no database at all': () =>
    Reflect.deleteProperty(globalThis, 'indexedDB') || Reflect.deleteProperty(Window.prototype, 'indexedDB'),
  'a database that refuses to open': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  },
} as const;

for (const [what, without] of Object.entries(STORAGES))
  test(`ACC-03d with ${what} a fan signs in, likes and comments; a post says why it cannot wait`, async () => {
    const { page } = phone;
    const files = await lightPictures(1);
    // The product is the same for all: a comment of its own for each.
    const words = `ロックダウンからこんにちは ${what}`;
    await page.addInitScript(without);
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'caches');
      Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
      Reflect.deleteProperty(Navigator.prototype, 'locks');
    });
    await signIn(page, product.url, demoFan('fan'));
    await test.step('like and comment', async () => {
      await page.getByRole('main').locator('li[data-photo]').first().getByRole('link').click();
      const dialog = page.getByRole('dialog').filter({ has: page.locator('[data-photo-detail]') });
      const like = dialog.locator('[data-shortcut="like"]');
      // Whether this fan likes the photo comes after the photo.
      await expect(like).toBeVisible();
      await page.waitForLoadState('networkidle');
      const before = await like.getAttribute('aria-pressed');
      await like.click();
      await expect(like).toHaveAttribute('aria-pressed', String(before === 'false'));
      await dialog.getByRole('textbox', { name: comments.label }).fill(words);
      await dialog.getByRole('button', { name: comments.send }).click();
      await expect(dialog.getByRole('article').filter({ hasText: words })).toBeVisible();
      await page.goBack();
    });
    await test.step('post', async () => {
      await openPostForm(page);
      await pickPhotos(page, files);
      await playerRow(page).getByRole('button', { pressed: false }).first().click();
      const form = page.getByRole('dialog', { name: postForm.title });
      await form.getByRole('button', { name: postForm.submit }).click();
      await expect(form.getByText(errors.STORAGE_UNAVAILABLE)).toBeVisible();
    });
  });
