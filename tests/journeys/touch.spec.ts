/** What fingers and the on-screen keyboard need, on a phone. */
import { expect, type Page, test } from '@playwright/test';
import { openPath } from '../../src/contract/workerPaths.ts';
import { postForm } from '../../src/messages/jaPost.ts';
import { CLUB } from '../support/tenants.ts';
import { demoFan, galleryUrl, signIn } from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let phone: Phone;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  product = await startProduct();
  phone = await openPhone({ hasWorker: false });
  await phone.page.addInitScript(fakeKeyboard);
  await signIn(phone.page, product.url, demoFan('fan'));
});
test.afterAll(async () => {
  await phone.close();
  await product.stop();
});

/** No test browser has a keyboard on its screen: this visual viewport becomes smaller as if one opened. */
function fakeKeyboard(): void {
  const view = Object.assign(new EventTarget(), { offsetTop: 0, scale: 1, covered: 0 });
  Object.defineProperty(view, 'height', { get: () => innerHeight - view.covered });
  Object.defineProperty(window, 'visualViewport', { value: view });
}
const openKeyboard = (page: Page, covered: number) =>
  page.evaluate((pixels) => {
    const view = window.visualViewport as unknown as EventTarget & { covered: number };
    view.covered = pixels;
    view.dispatchEvent(new Event('resize'));
  }, covered);

const KEYBOARD = 336;

test('LAY-04a the post form’s buttons stand above the keyboard while words are typed, and go back', async () => {
  const { page } = phone;
  await page.goto(product.url + openPath(CLUB, 'photo'));
  const form = page.getByRole('dialog', { name: postForm.title });
  const submit = form.getByRole('button', { name: postForm.submit, exact: true });
  const message = form.locator('textarea').first();
  // All of the form is there: what comes later would push the field away.
  await expect(form.getByRole('combobox', { name: postForm.event })).toHaveValue(`${CLUB}-today`);
  await page.waitForLoadState('networkidle');
  await message.focus();
  const lowerEdge = async () => {
    const box = await submit.boundingBox();
    return box === null ? Number.NaN : box.y + box.height;
  };
  const { height } = page.viewportSize() ?? { height: 0 };
  await openKeyboard(page, KEYBOARD);
  await expect.poll(lowerEdge).toBeLessThanOrEqual(height - KEYBOARD);
  await expect(message).toBeInViewport();
  // What loads late above the field; phones of Apple do not keep the place by themselves.
  await message.evaluate((field) => {
    let box = field.parentElement;
    while (box && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement;
    if (box === null) throw new Error('nothing scrolls');
    box.style.overflowAnchor = 'none';
    (box.firstElementChild as HTMLElement).style.minHeight = '1500px';
  });
  await expect(message).toBeInViewport();
  await openKeyboard(page, 0);
  await expect.poll(lowerEdge).toBeGreaterThan(height - KEYBOARD);
  await page.keyboard.press('Escape');
});

test('LAY-04b no link, button or field waits for a second tap', async () => {
  const { page } = phone;
  for (const path of [galleryUrl(), openPath(CLUB, 'photo')]) {
    await page.goto(product.url + path);
    await expect(page.getByRole('main').locator('li[data-photo]').first()).toBeAttached();
    const waiting = await page.evaluate(() =>
      [...document.querySelectorAll('a[href], button, input, select, textarea, summary, label')]
        .filter((element) => getComputedStyle(element).touchAction === 'auto')
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
    );
    expect(waiting, path).toEqual([]);
  }
});
