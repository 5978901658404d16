/** The desk's page of photos: the light table by thumb and by keys, and photos for the club's use. */
import { expect, type Page, test } from '@playwright/test';
import { demoLogins } from '../../demo/content/people.ts';
import type { staffPages } from '../../src/contract/staffPages.ts';
import { noticesPath } from '../../src/contract/workerPaths.ts';
import { desk } from '../../src/messages/jaStaff.ts';
import { faceEditor, staffDownload, staffPhotos } from '../../src/messages/jaStaffPhotos.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { violationsOf } from './support/axe.ts';
import { demoFan, signIn } from './support/fan.ts';
import { preparePhones } from './support/phones.ts';
import { type Product, startProduct } from './support/product.ts';
import { photosOf } from './support/published.ts';
import { untilEntryGone } from './support/tourSteps.ts';
import { namesIn, withoutFilePicker } from './support/zips.ts';

let product: Product;
const person = preparePhones();
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());

const OFFICE = { viewport: { width: 1440, height: 900 }, isMobile: false };
const page: keyof typeof staffPages = 'photos';

/** The demo fan's photos of the match of which the fan has most, that the club may use. */
async function fansMatch() {
  const own = (await photosOf(product.url, CLUB)).filter(
    ({ user_id, usepermit }) => user_id === demoLogins.fan.sub && usepermit,
  );
  const [first] = nonEmpty(own);
  const eventId = first?.event_id ?? '';
  return { eventId, photos: nonEmpty(own.filter(({ event_id }) => event_id === eventId)) };
}

async function openTable(staff: Page, eventId: string) {
  await signIn(staff, product.url, demoFan('official'));
  await staff.goto(`${product.url}/${CLUB}/staff/${page}.html?e=${eventId}`);
  const table = staff.getByRole('list', { name: staffPhotos.list });
  await expect(table.getByRole('button').first()).toBeVisible();
  return table;
}

const controlsTooSmall = (staff: Page) =>
  staff.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(button, a, select, label:has(input[type=checkbox]))')]
      .filter((element) => !element.closest('[data-canvas]'))
      .map((element) => ({ name: element.textContent || element.tagName, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
      .map(({ name, box }) => `${name} ${Math.round(box.width)}×${Math.round(box.height)}`),
  );

async function expectToFit(staff: Page) {
  expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await controlsTooSmall(staff)).toEqual([]);
  expect(await violationsOf(staff)).toEqual([]);
}

test('STF-15e STF-15a a thumb gives stars and a best shot, compares and tags faces; the fan is told', {
  tag: '@core',
}, async () => {
  const { eventId, photos } = await fansMatch();
  const staff = await person();
  const table = await openTable(staff, eventId);
  await expectToFit(staff);
  const mine = table.getByRole('button', { name: new RegExp(`${demoLogins.fan.nickname}さんの写真`) }).first();
  await mine.tap();
  const view = staff.getByRole('region', { name: /枚目/ });
  await view.getByRole('button', { name: staffPhotos.giveStars(4) }).tap();
  await view.getByRole('button', { name: staffPhotos.best }).tap();
  await expect(view.getByRole('button', { name: staffPhotos.best })).toHaveAttribute('aria-pressed', 'true');
  await expectToFit(staff);

  await test.step('STF-15c a face is drawn by a finger, and kept', async () => {
    await view.getByRole('button', { name: staffPhotos.faces }).tap();
    const editor = staff.getByRole('region', { name: faceEditor.title });
    const before = await editor.getByRole('combobox').count();
    const box = await editor.locator('[data-canvas]').boundingBox();
    if (!box) throw new Error('nothing to draw on');
    await staff.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3);
    await staff.mouse.down();
    await staff.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.7, { steps: 4 });
    await staff.mouse.up();
    await expect(editor.getByRole('combobox')).toHaveCount(before + 1);
    await editor.getByRole('button', { name: faceEditor.save }).tap();
    await expect(editor.getByText(faceEditor.unnamed)).toBeVisible();
    await editor.getByRole('combobox', { name: faceEditor.name(before + 1) }).fill('高峰 蓮');
    await expectToFit(staff);
    await editor.getByRole('button', { name: faceEditor.save }).tap();
    await expect(view).toBeVisible();
    const shown = (await photosOf(product.url, CLUB)).filter(({ face_info }) =>
      face_info.some(({ name }) => name === '高峰 蓮'),
    );
    expect(shown.map(({ media_url }) => media_url)).toContain(photos[0]?.media_url);
  });

  await test.step('STF-15e two photos stand one above the other', async () => {
    await view.getByRole('button', { name: staffPhotos.compare }).tap();
    const both = staff.getByRole('region', { name: staffPhotos.compareTitle });
    await expect(both.getByRole('group', { name: staffPhotos.rating })).toHaveCount(2);
    await expectToFit(staff);
    await staff.goBack();
    await expect(table).toBeVisible();
  });
  await expect(mine).toHaveAccessibleName(new RegExp(`★4.*${staffPhotos.isBest.trim()}`));

  const fan = await person();
  await signIn(fan, product.url, demoFan('fan'));
  await fan.goto(product.url + noticesPath(CLUB));
  await expect(fan.getByText(/ベストショットに/).first()).toBeVisible();
});

test('STF-15d arrows move over the photos, digits give stars, B marks, X selects and C compares', async () => {
  const { eventId } = await fansMatch();
  const staff = await person(OFFICE);
  const table = await openTable(staff, eventId);
  const cells = table.locator('[data-opener]');
  const count = await cells.count();
  expect(count).toBeGreaterThan(1);
  await cells.first().focus();
  await staff.keyboard.press('ArrowRight');
  await expect(cells.nth(1)).toBeFocused();
  await staff.keyboard.press('5');
  await expect(cells.nth(1)).toHaveAccessibleName(/★5/);
  await staff.keyboard.press('0');
  await expect(cells.nth(1)).not.toHaveAccessibleName(/★/);
  await staff.keyboard.press('3');
  await staff.keyboard.press('Enter');
  const view = staff.getByRole('region', { name: staffPhotos.photoOf(2, '', '').slice(0, 3) });
  await expect(view).toBeFocused();
  await expect(view.getByRole('button', { name: staffPhotos.giveStars(3) })).toHaveAttribute('aria-pressed', 'true');
  await staff.keyboard.press('c');
  const both = staff.getByRole('region', { name: staffPhotos.compareTitle });
  await expect(both).toBeFocused();
  await staff.keyboard.press('ArrowRight');
  await staff.keyboard.press('2');
  const right = both.getByRole('region', { name: staffPhotos.right });
  await expect(right.getByRole('button', { name: staffPhotos.giveStars(2) })).toHaveAttribute('aria-pressed', 'true');
  await staff.keyboard.press('Escape');
  await expect(cells.nth(1)).toBeFocused();
  await untilEntryGone(staff);
  await staff.reload();
  await expect(cells.nth(1)).toHaveAccessibleName(/★3/);
  expect(await violationsOf(staff)).toEqual([]);
  await test.step('STF-15d any two photos are compared', async () => {
    await staff.getByRole('combobox', { name: staffPhotos.permit }).selectOption('yes');
    const boxes = table.getByRole('checkbox');
    await expect.poll(() => boxes.count()).toBeGreaterThan(1);
    await boxes.first().check();
    await boxes.last().check();
    await staff.getByRole('button', { name: staffPhotos.compareTwo }).click();
    await expect(both.getByRole('group', { name: staffPhotos.rating })).toHaveCount(2);
  });
});

test('STF-16b STF-16d originals are saved with credits; a withdrawal shows until the use has stopped', {
  tag: '@core',
}, async () => {
  const { eventId } = await fansMatch();
  const staff = await person();
  await staff.addInitScript(withoutFilePicker);
  const table = await openTable(staff, eventId);
  await staff.getByRole('combobox', { name: staffPhotos.permit }).selectOption('yes');
  const own = table
    .getByRole('listitem')
    .filter({ has: staff.getByRole('button', { name: new RegExp(demoLogins.fan.nickname) }) });
  await own.first().getByRole('checkbox').check();
  const bar = staff.getByRole('region', { name: staffDownload.save });
  await expect(bar.getByText(staffDownload.selected(1))).toBeVisible();
  await expectToFit(staff);
  const started = staff.waitForEvent('download');
  await bar.getByRole('button', { name: staffDownload.save }).tap();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await started).createReadStream()) chunks.push(chunk as Buffer);
  const zip = Buffer.concat(chunks);
  expect(namesIn(zip)).toEqual([expect.stringMatching(/^\d{8}_.+\.jpg$/), staffDownload.credits]);
  expect(zip.toString('utf8')).toContain(`"${demoLogins.fan.nickname}"`);
  await expect(bar.getByText(staffDownload.done(1))).toBeVisible();

  await test.step('STF-16d the fan withdraws the permission for earlier photos too', async () => {
    const fan = await person();
    await signIn(fan, product.url, demoFan('fan'));
    const answered = fan.waitForResponse((reply) => reply.url().includes('/f/user/') && reply.status() === 200);
    await fan.reload();
    const headers = await (await answered).request().allHeaders();
    const sent = await fan.request.put(`${product.url}/f/user/usepermit`, {
      headers: {
        'x-api-key': headers['x-api-key'] ?? '',
        'x-api-tenant': CLUB,
        'x-api-authorization': headers['x-api-authorization'] ?? '',
      },
      data: { usepermit: false, wording: '1', earlier_posts: true },
    });
    expect(sent.status()).toBe(200);
  });
  await staff.goto(`${product.url}/${CLUB}/staff/`);
  await expect(staff.getByRole('heading', { name: staffDownload.ended(1) })).toBeVisible();
  expect(await violationsOf(staff)).toEqual([]);
  await staff.getByRole('link', { name: staffDownload.toPhotos }).tap();
  const ended = staff.getByRole('region', { name: staffDownload.ended(1) });
  await expect(ended.getByRole('listitem').filter({ hasText: staffDownload.why.withdrawn })).toBeVisible();
  await expectToFit(staff);
  await ended.getByRole('button', { name: staffDownload.stop }).tap();
  await expect(ended).toBeHidden();
  await staff.goto(`${product.url}/${CLUB}/staff/`);
  await expect(staff.getByText(desk.toReports).first()).toBeVisible();
  await expect(staff.getByRole('heading', { name: staffDownload.ended(1) })).toBeHidden();
  expect(await product.admin('log', '-t', CLUB)).toContain('photo download');
});
