/** Home for those who return (FAN-09): own photos of the match are counted, what waits is shown. */
import { expect, test } from '@playwright/test';
import { postForm } from '../../src/messages/jaPost.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import { demoFan, openPostForm, pendingCards, pickPhotos, signIn, submitPost, untilPrepared } from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let phone: Phone;
test.beforeAll(async () => {
  product = await startProduct();
  phone = await openPhone({ hasWorker: false });
});
test.afterAll(async () => {
  await phone.close();
  await product.stop();
});

test('FAN-09a FAN-09b a fan’s home counts own photos of the match and shows what waits', async () => {
  test.setTimeout(90_000);
  const { page } = phone;
  const home = `${product.url}/${CLUB}/`;
  const main = page.getByRole('main');
  await signIn(page, product.url, demoFan('fan'));
  await page.goto(home);
  await expect(main.getByText(/あなたの写真 \d+枚/)).toBeVisible();

  await openPostForm(page);
  await pickPhotos(page, await lightPictures(1));
  await untilPrepared(page, 1);
  await phone.setOffline(true);
  await submitPost(page);
  await page
    .getByRole('dialog', { name: postForm.savedTitle })
    .getByRole('button', { name: postForm.close, exact: true })
    .last()
    .click();
  await expect(pendingCards(page)).toBeVisible();
  await expect(pendingCards(page).getByRole('img')).toHaveCount(1);
});
