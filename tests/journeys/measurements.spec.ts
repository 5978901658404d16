/** What fans' devices tell the operators of themselves (OPS-02), and how it is turned off. */
import { expect, type Page, test } from '@playwright/test';
import { company } from '../../src/messages/jaAccount.ts';
import { measurements } from '../../src/messages/jaMeasurements.ts';
import { postForm } from '../../src/messages/jaPost.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { picturesWithPreview } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import { galleryUrl, newFan, openPostForm, pickPhotos, signUpAndAgree, storedJobs, submitPost } from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let files: string[];
const phones: Phone[] = [];

test.beforeAll(async () => {
  product = await startProduct();
  files = await picturesWithPreview(2);
});
test.afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.close();
});
test.afterAll(() => product?.stop());

/** A phone whose page loads are all drawn by lot. */
async function openDrawn(setUp: () => void = () => undefined): Promise<Phone> {
  const phone = await openPhone({ hasWorker: false });
  phones.push(phone);
  await phone.context.addInitScript(() => {
    const random = Math.random;
    Math.random = () => random() / 20;
  });
  await phone.context.addInitScript(setUp);
  return phone;
}

/** The sum of a metric over all series whose labels include these. */
async function told(name: string, labels: Record<string, string> = {}): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const rows = text.split('\n').filter((row) => row.startsWith(`${name}{`) && wanted.every((one) => row.includes(one)));
  return rows.reduce((sum, row) => sum + Number(row.slice(row.lastIndexOf(' ') + 1)), 0);
}
const calls = () => told('http_requests_total', { route: '/f/measurement/items' });

/** Opens a page and waits until it watches its vitals. */
async function openWatched(page: Page, path: string) {
  const watching = page.waitForResponse(/\/watchVitals-/);
  await page.goto(product.url + path);
  await (await watching).finished();
  await page.waitForLoadState('networkidle');
}

/** Posts one picture, until all of it is stored. */
async function post(page: Page, file: string | undefined) {
  await openPostForm(page);
  await pickPhotos(page, [file ?? '']);
  await submitPost(page);
  await expect(page.getByText(postForm.sent)).toBeVisible({ timeout: 60_000 });
  await expect
    .poll(async () => (await storedJobs(page)).map(({ state }) => state), { timeout: 60_000 })
    .toEqual((await storedJobs(page)).map(() => 'done'));
}

test('OPS-02a OPS-02d a page load and a post stand in /metrics; turned off, nothing is sent', {
  tag: '@core',
}, async () => {
  const { page } = await openDrawn();
  const fan = newFan('計測する花子');
  await signUpAndAgree(page, product.url, product, fan);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/f/measurement/items')) sent.push(request.postData() ?? '');
  });
  await openWatched(page, galleryUrl());
  await page.evaluate(() => void Promise.reject(new Error('a fault of the code')));
  await post(page, files[0]);
  await page.goto(`${product.url}/common/settings.html?t=${CLUB}&tab=account`);

  const labels = { page: 'gallery', device: 'phone', engine: 'chromium' };
  await expect.poll(() => told('fan_client_lcp_seconds_count', labels)).toBe(1);
  await expect.poll(() => told('fan_client_cls_count', labels)).toBe(1);
  expect(await told('fan_client_inp_seconds_count', labels)).toBe(1);
  expect(await told('fan_post_public_age_seconds_count', { engine: 'chromium' })).toBe(1);
  expect(await told('fan_post_full_quality_age_seconds_count', { engine: 'chromium' })).toBe(1);
  const fault = { code: 'UNEXPECTED', engine: 'chromium', build: 'current' };
  expect(await told('fan_client_errors_total', fault)).toBe(1);

  await test.step('OPS-02b nothing of the fan is in it', async () => {
    const [job] = await storedJobs(page);
    const own = [fan.email, fan.nickname, job?.userId ?? '?', job?.id ?? '?', CLUB];
    for (const text of sent) for (const one of own) expect(text).not.toContain(one);
  });

  const choice = page.getByRole('switch', { name: measurements.label });
  await expect(choice).toBeChecked();
  await choice.click();
  await expect(choice).not.toBeChecked();
  await expect(page.getByText(measurements.off)).toBeVisible();
  const before = await calls();
  expect(before).toBeGreaterThan(0);
  await page.goto(product.url + galleryUrl());
  await post(page, files[1]);
  await page.goto(`${product.url}/common/settings.html?t=${CLUB}&tab=account`);
  await expect(choice).not.toBeChecked();
  await page.goto(product.url + galleryUrl());
  await expect(page.getByRole('button', { name: shell.post, exact: true })).toBeVisible();
  expect(await calls()).toBe(before);
});

const choiceOf = (page: Page) =>
  page.getByRole('dialog', { name: company.title }).getByRole('switch', { name: measurements.label });

async function openCompany(page: Page) {
  await page.getByRole('button', { name: shell.menu }).click();
  await page.getByRole('dialog', { name: shell.menu }).getByRole('button', { name: shell.company }).click();
}

test('OPS-02d a visitor turns it off in the company’s information, by the menu', async () => {
  const { page } = await openDrawn();
  await openWatched(page, galleryUrl());
  await openCompany(page);
  await expect(choiceOf(page)).toBeChecked();
  await choiceOf(page).click();
  await expect(choiceOf(page)).not.toBeChecked();
  await expect(page.getByText(measurements.off)).toBeVisible();
  const before = await calls();
  for (const path of [`/${CLUB}/event-list.html`, galleryUrl()]) {
    await page.goto(product.url + path);
    await openCompany(page);
    await expect(choiceOf(page)).toBeEnabled();
    await expect(choiceOf(page)).not.toBeChecked();
  }
  expect(await calls()).toBe(before);
});

test('OPS-02d a browser that asks sites for privacy starts with it off', async () => {
  const { page } = await openDrawn(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
  });
  const before = await calls();
  for (const path of [galleryUrl(), `/${CLUB}/event-list.html`]) {
    await page.goto(product.url + path);
    await openCompany(page);
    await expect(choiceOf(page)).toBeEnabled();
    await expect(choiceOf(page)).not.toBeChecked();
  }
  expect(await calls()).toBe(before);
});
