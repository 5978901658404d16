/** What a thumb reaches on a phone: the bar at the bottom, the header, the menu. */
import { expect, test } from '@playwright/test';
import { pageTitles } from '../../src/messages/ja.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { tenants } from '../../tenants/index.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { demoFan, signIn } from './support/fan.ts';
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

const withPoints = tenants.filter(({ isPoint }) => isPoint);
const withoutPoints = tenants.filter(({ isPoint }) => !isPoint).slice(0, 2);

test('HDR-02b HDR-02c the ranking is one tap away on a phone where there are points, and nowhere else', async () => {
  const { page } = phone;
  for (const { id, isPoint } of [...withPoints, ...withoutPoints])
    for (const width of [320, 390])
      await test.step(`${id} ${width}`, async () => {
        await page.setViewportSize({ width, height: 844 });
        await page.goto(`${product.url}/${id}/`);
        const bar = page.getByRole('navigation', { name: shell.mainNav });
        const entries = bar.getByRole('link').or(bar.getByRole('button'));
        // The client's own bar has taken the place of the one the page begins with (cold.spec.ts).
        await expect(bar.getByRole('button', { name: shell.post })).toBeVisible();
        await expect(entries).toHaveText([
          shell.home,
          shell.gallery,
          shell.post,
          tenants.find((one) => one.id === id)?.config.eventLabel ?? '',
          isPoint ? shell.ranking : shell.myPage,
        ]);
        for (const entry of nonEmpty(await entries.all())) {
          const box = await entry.boundingBox();
          expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
          // No label is cut.
          const isWhole = await entry
            .locator('span')
            .last()
            .evaluate((label) => label.scrollWidth <= label.clientWidth || label.clientWidth === 0);
          expect(isWhole).toBe(true);
        }
        if (!isPoint) return;
        await bar.getByRole('link', { name: shell.ranking }).tap();
        await expect(page.getByRole('heading', { level: 1, name: pageTitles['ranking-list'] })).toBeVisible();
        await expect(bar.getByRole('link', { name: shell.ranking })).toHaveAttribute('aria-current', 'page');
      });
});

test('HDR-04a a link of the menu leads on in place of the menu: one step back is where the fan was', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  const [tenant] = tenants;
  const gallery = `${product.url}/${tenant?.id}/gallery.html`;
  await page.goto(gallery);
  const before = await page.evaluate(() => history.length);
  await page.getByRole('banner').getByRole('button', { name: shell.menu }).tap();
  const menu = page.getByRole('dialog', { name: shell.menu });
  const events = tenant?.config.eventLabel ?? '';
  await menu.getByRole('link', { name: events, exact: true }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(events);
  await expect(menu).toHaveCount(0);
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  await page.goBack();
  await expect(page).toHaveURL(gallery);
  await expect(page.getByRole('heading', { level: 1, name: pageTitles.gallery })).toBeVisible();
  expect(await page.evaluate(() => history.state?.kind)).not.toBe('overlay');
});

test('HDR-04a HDR-02c search and own page are one tap away in every club, the menu leads to its site', async () => {
  const { page } = phone;
  for (const { id, url, name } of [...withPoints.slice(0, 1), ...withoutPoints]) {
    await page.goto(`${product.url}/${id}/`);
    await test.step(`HDR-01b the official site, ${id}`, async () => {
      await page.getByRole('button', { name: shell.menu }).tap();
      const site = page.getByRole('dialog').getByRole('link', { name: shell.official }).filter({ hasText: name });
      await expect(site).toHaveAttribute('href', url);
      await expect(site).toHaveAttribute('target', '_blank');
      expect((await site.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
    await page.getByRole('banner').getByRole('button', { name: shell.search, exact: true }).tap();
    await expect(page.getByRole('dialog', { name: shell.search })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  const club = withPoints[0]?.id;
  await signIn(page, product.url, demoFan('fan'), club);
  await page.getByRole('banner').getByRole('link', { name: shell.myPage }).tap();
  await expect(page).toHaveURL(new RegExp(`/${club}/my-photo\\.html$`));
  const banner = page.getByRole('banner');
  for (const entry of nonEmpty(await banner.getByRole('link').or(banner.getByRole('button')).all())) {
    const box = await entry.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
});
