/** Faces of players in the lists of the form, of the narrowing panel and of the search (FAN-20). */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { players as texts } from '../../src/messages/jaPlayers.ts';
import { narrow, search } from '../../src/messages/jaSearch.ts';
import { tenants } from '../../tenants/index.ts';
import { CLUB } from '../support/tenants.ts';
import { demoFan, galleryUrl, openPostForm, playerRow, signIn } from './support/fan.ts';
import { watchShifts } from './support/firstFrame.ts';
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

const label = tenants.find(({ id }) => id === CLUB)?.config.playerlabel ?? '';
const faceOf = (row: Locator) => row.locator('[data-initial]');
/** Address of the picture of a face that is drawn; '': none is. */
const pictureOf = (row: Locator) =>
  faceOf(row)
    .locator('img')
    .evaluateAll(([image]) => (image instanceof HTMLImageElement && image.naturalWidth > 0 && image.currentSrc) || '');
const fileOf = (address: string) => /(\w+)\.\w+$/.exec(address)?.[1] ?? '';
const isDrawn = async (row: Locator, name: string) => {
  await expect(faceOf(row)).toHaveAttribute('data-initial', name.slice(0, 1));
  await expect(faceOf(row).locator('img')).toHaveCount(0);
  const box = await faceOf(row).boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(30);
  expect(box?.height).toBeCloseTo(box?.width ?? 0, 1);
};

/** Every chip of the list of all players. */
async function openAllPlayers(page: Page): Promise<Locator> {
  await page.goto(product.url + galleryUrl());
  await openPostForm(page);
  await playerRow(page)
    .getByRole('button', { name: texts.allOf(label) })
    .tap();
  return page.getByRole('dialog', { name: texts.allOf(label) }).locator('[data-player]');
}

test('FAN-20a form, panel and search show face, number and name; a broken picture leaves a drawn face', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  const broken = new Set<string>();
  await page.route('**/s3/photos/**', (route) =>
    broken.has(fileOf(route.request().url())) ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await signIn(page, product.url, demoFan('fan'));
  const chips = await openAllPlayers(page);
  const chip = chips.filter({ has: page.locator('img') }).first();
  await expect.poll(() => pictureOf(chip)).toContain('/variant/240/');
  const name = (await chip.getAttribute('data-player')) ?? '';
  await expect(chip).toHaveText(new RegExp(`^\\d+${name}$`));
  // Another photo than the broken one's: several players may share their best one.
  const file = fileOf(await pictureOf(chip));
  const sources = await Promise.all((await chips.all()).map(async (one) => [one, await pictureOf(one)] as const));
  const [other] = sources.find(([, source]) => source !== '' && fileOf(source) !== file) ?? [];
  const otherName = (await other?.getAttribute('data-player')) ?? '';
  expect(otherName).not.toBe('');
  broken.add(file);

  await test.step('the form', async () => {
    const again = await openAllPlayers(page);
    await isDrawn(again.and(page.locator(`[data-player="${name}"]`)), name);
    await expect.poll(() => pictureOf(again.and(page.locator(`[data-player="${otherName}"]`)))).not.toBe('');
  });
  await test.step('the panel', async () => {
    await page.goto(product.url + galleryUrl());
    await page.getByRole('button', { name: narrow.open }).tap();
    const panel = page.getByRole('dialog', { name: narrow.title });
    await panel.getByRole('button', { name: narrow.detail }).tap();
    const boxOf = (one: string) => panel.locator('label', { hasText: one });
    await boxOf(name).scrollIntoViewIfNeeded();
    await expect(panel.getByRole('checkbox', { name: new RegExp(`^\\d+ ${name}$`) })).toBeVisible();
    await isDrawn(boxOf(name), name);
    await boxOf(otherName).scrollIntoViewIfNeeded();
    await expect.poll(() => pictureOf(boxOf(otherName))).not.toBe('');
  });
  await test.step('the search', async () => {
    await page.goto(`${product.url}/common/search-result.html?t=${CLUB}`);
    await page.getByRole('main').getByRole('button', { name: search.openSearch }).tap();
    const panel = page.getByRole('dialog', { name: search.title });
    const found = panel.getByRole('region', { name: label, exact: true });
    await panel.getByRole('searchbox').fill(name);
    await expect(found).toContainText(new RegExp(`\\d+ ${name}`));
    await isDrawn(found.getByRole('listitem'), name);
    await panel.getByRole('searchbox').fill(otherName);
    await expect.poll(() => pictureOf(found.getByRole('listitem'))).not.toBe('');
  });
});

test('FAN-20b only faces in sight are loaded, names do not wait for them, nothing moves when they come', async () => {
  const { page } = phone;
  await signIn(page, product.url, demoFan('fan'));
  let arrive = () => {};
  const arrival = new Promise<void>((done) => {
    arrive = done;
  });
  await page.route('**/person/pictures**', async (route) => {
    await arrival;
    await route.continue();
  });
  const shifts = await watchShifts(page);
  await page.goto(product.url + galleryUrl());
  await openPostForm(page);
  const chips = playerRow(page).locator('[data-player]');
  await expect(chips.nth(5)).toBeAttached();
  await expect(faceOf(chips.first())).toBeVisible();
  const placesOf = () => chips.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const before = await placesOf();
  arrive();
  const withPicture = chips.filter({ has: page.locator('img') });
  await expect.poll(() => pictureOf(withPicture.first())).not.toBe('');
  expect(await placesOf()).toEqual(before);
  expect(await shifts()).toBeLessThan(0.001);
  const seen = await chips.evaluateAll(
    (all) =>
      all.filter((chip) => {
        const { left, right } = chip.getBoundingClientRect();
        return left < innerWidth && right > 0;
      }).length,
  );
  expect(seen).toBeLessThan(await chips.count());
  expect(await withPicture.count()).toBeLessThanOrEqual(seen);
});
