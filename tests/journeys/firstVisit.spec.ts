/** A fan's first visit on a bad line: no worker has kept the code yet, and each part of it is asked for where it is needed (QUE-02). */
import { expect, test } from '@playwright/test';
import { waitingPhotos } from '../../src/messages/jaPending.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import {
  galleryUrl,
  newFan,
  openPostForm,
  pickPhotos,
  signUpAndAgree,
  submitForKeys,
  untilPrepared,
  userIdOf,
} from './support/fan.ts';
import { type Asked, type Fault, type Line, openLine, serverError } from './support/line.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { expectOnce } from './support/published.ts';

let product: Product;
let line: Line;
let phone: Phone;
test.beforeAll(async () => {
  product = await startProduct();
  line = await openLine(product.url);
  phone = await openPhone();
});
test.afterAll(async () => {
  await phone.close();
  await line.close();
  await product.stop();
});

/** The worker is not there yet. */
const withoutWorker = ({ path }: Asked): Fault => (path === '/sw.js' ? serverError : 'pass');

test('QUE-02c the line breaks while the code that sends is asked for: it is asked for again', async () => {
  const { page } = phone;
  line.decide = withoutWorker;
  await signUpAndAgree(page, line.url, product, newFan());
  await page.goto(line.url + galleryUrl());
  await openPostForm(page);
  const pictures = await lightPictures(2);
  await pickPhotos(page, pictures);
  await untilPrepared(page, pictures.length);

  const asksForSender = line.waitFor(({ path }) => path.startsWith('/assets/sender-'));
  line.decide = () => 'reset';
  const keys = await submitForKeys(page);
  await asksForSender;
  expect(await page.evaluate(() => navigator.onLine), 'the browser sees nothing amiss').toBe(true);
  line.decide = withoutWorker;
  await expectOnce(product.url, CLUB, await userIdOf(page), keys);
  await expect(page.getByRole('region', { name: waitingPhotos.pendingTitle })).toBeHidden();
});
