/** The staff's desk: a viewer reads the club's figures, which fans cause, and saves them. */
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { photoPath } from '../../src/contract/workerPaths.ts';
import { photoDetail } from '../../src/messages/jaPhoto.ts';
import { teamPage } from '../../src/messages/jaStaff.ts';
import { figureNames, figuresPage } from '../../src/messages/jaStaffFigures.ts';
import { formatWireDate } from '../../src/rules/dates.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import { violationsOf } from './support/axe.ts';
import { setBrowserFont } from './support/browserFont.ts';
import {
  demoFan,
  newFan,
  openPostForm,
  pickPhotos,
  signIn,
  signUpAndAgree,
  submitForKeys,
  untilPrepared,
} from './support/fan.ts';
import { preparePhones } from './support/phones.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let picture: string;
const person = preparePhones();
test.beforeAll(async () => {
  product = await startProduct();
  [picture = ''] = await lightPictures(1);
});
test.afterAll(() => product.stop());

const OFFICE = { viewport: { width: 1440, height: 900 }, isMobile: false };
const staffUrl = (page: string) => `${product.url}/${CLUB}/staff/${page}`;

/** A member of the staff who only reads figures. */
async function signUpViewer(): Promise<Page> {
  const viewer = newFan('数字を見る人');
  const owner = await person(OFFICE);
  await signIn(owner, product.url, demoFan('official'));
  await owner.goto(staffUrl('team.html'));
  await owner.getByLabel(teamPage.email).fill(viewer.email);
  await owner.getByLabel(teamPage.role, { exact: true }).selectOption('viewer');
  await owner.getByRole('button', { name: teamPage.invite }).click();
  await expect(owner.getByText(teamPage.invited(viewer.email))).toBeVisible();
  const page = await person();
  await signUpAndAgree(page, product.url, product, viewer);
  return page;
}

const tile = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
/** A sum on the page of figures, as it is now. */
async function sumOf(page: Page, name: keyof typeof figureNames): Promise<number> {
  await page.goto(staffUrl('figures.html'));
  const text = await tile(page, figureNames[name]).locator('strong').textContent();
  return Number((text ?? '').replace(/\D/g, ''));
}
/** Whether something is drawn on the canvas. */
const isDrawn = (page: Page, label: string) =>
  page.getByRole('img', { name: label }).evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    return pixels.some((part) => part > 0);
  });

test('STF-17a STF-17b a viewer sees what fans did, beside the season before, and saves it', {
  tag: '@core',
}, async () => {
  const viewer = await signUpViewer();
  const was = {
    photos: await sumOf(viewer, 'photos'),
    likes: await sumOf(viewer, 'likes'),
    reads: await sumOf(viewer, 'reads'),
    members: await sumOf(viewer, 'members'),
  };
  const fan = await person();
  await signUpAndAgree(fan, product.url, product, newFan('投稿する人'));
  await fan.goto(`${product.url}/${CLUB}/gallery.html`);
  await openPostForm(fan);
  await pickPhotos(fan, [picture]);
  await untilPrepared(fan, 1);
  const [key = ''] = await submitForKeys(fan);
  await expect.poll(() => sumOf(viewer, 'photos')).toBe(was.photos + 1);
  await viewer.goto(product.url + photoPath(CLUB, key));
  const like = viewer
    .getByRole('dialog')
    .first()
    .getByRole('button', { name: new RegExp(`^\\d+ ?${photoDetail.like}$`) });
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => sumOf(viewer, 'likes')).toBe(was.likes + 1);
  await expect.poll(() => sumOf(viewer, 'reads')).toBe(was.reads + 1);
  expect(await sumOf(viewer, 'members')).toBe(was.members + 1);
  await expect(tile(viewer, figureNames.photos)).toContainText('前回');
  await expect(tile(viewer, figureNames.wait_s).locator('strong')).toHaveText(/^約\d+/);

  await test.step('STF-17f the charts are drawn, and their tables have the same', async () => {
    await expect.poll(() => isDrawn(viewer, figuresPage.chartLabel(figureNames.photos))).toBe(true);
    await expect.poll(() => isDrawn(viewer, figuresPage.eventChartLabel(figureNames.photos))).toBe(true);
    await viewer.getByText(figuresPage.daysTable(figuresPage.now)).first().click();
    const days = viewer.getByRole('region', { name: figuresPage.daysTable(figuresPage.now) });
    const today = formatWireDate(Date.now());
    const row = days.getByRole('row').filter({ has: viewer.getByRole('rowheader', { name: figuresPage.day(today) }) });
    await expect(row.getByRole('cell').first()).toHaveText(/^[1-9]\d*枚$/);
    await viewer.getByLabel(figuresPage.chartOf).selectOption('likes');
    await expect.poll(() => isDrawn(viewer, figuresPage.chartLabel(figureNames.likes))).toBe(true);
  });
  await test.step('STF-17d both files are saved', async () => {
    for (const [button, head] of [
      [figuresPage.saveDays, '日付'],
      [figuresPage.saveEvents, '企画ID'],
    ] as const) {
      const saving = viewer.waitForEvent('download');
      await viewer.getByRole('button', { name: button }).click();
      const text = await readFile(await (await saving).path(), 'utf8');
      expect(text.startsWith(`\ufeff"${head}",`)).toBe(true);
      expect(text.split('\r\n').length).toBeGreaterThan(3);
    }
  });
  await test.step('STF-17b another season and the last days are chosen', async () => {
    const period = viewer.getByRole('combobox', { name: figuresPage.period, exact: true });
    const seasons = await period.locator('option').allTextContents();
    await period.selectOption({ index: 1 });
    await expect(period.locator('option:checked')).toHaveText(seasons[1] ?? '');
    await expect(viewer.getByText(/^比較：/)).toContainText(seasons[2] ?? '-');
    await period.selectOption({ label: figuresPage.recent(30) });
    await expect(viewer.getByText(figuresPage.noPosters)).toBeVisible();
  });
});

test('STF-17f the page fits 320 px with large text, and without the chart’s script the tables are there', async () => {
  const staff = await person({ viewport: { width: 320, height: 700 } });
  await signIn(staff, product.url, demoFan('official'));
  await staff.goto(staffUrl('figures.html'));
  await expect.poll(() => isDrawn(staff, figuresPage.chartLabel(figureNames.photos))).toBe(true);
  await staff.getByText(figuresPage.daysTable(figuresPage.now)).first().click();
  await test.step('STF-02c axe finds nothing, and the controls are a thumb', async () => {
    expect(await violationsOf(staff)).toEqual([]);
    const heights = await staff
      .locator('main :is(button, a, select, summary):visible')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)));
    expect(heights.length).toBeGreaterThan(5);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  });
  for (const font of [16, 32]) {
    await setBrowserFont(staff, font);
    await expect(staff.getByRole('region', { name: figuresPage.events })).toBeVisible();
    expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
  await setBrowserFont(staff, 16);
  await staff.route('**/assets/charts-*.js', (route) => route.abort());
  let loads = 0;
  staff.on('load', () => {
    loads += 1;
  });
  await staff.reload();
  // A page whose code is lost is loaded anew, once (T28).
  await expect.poll(() => loads).toBe(2);
  await expect(staff.getByText(figuresPage.chartFailed).first()).toBeVisible();
  await expect(staff.getByRole('region', { name: figuresPage.events }).getByRole('row').nth(1)).toBeVisible();
  await staff.unroute('**/assets/charts-*.js');
  await staff.getByRole('button', { name: figuresPage.drawAgain }).first().click();
  await expect.poll(() => isDrawn(staff, figuresPage.chartLabel(figureNames.photos))).toBe(true);
});
