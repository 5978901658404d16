/** A page whose code is slow: it says where the fan is, and leads on. */
import { expect, type Page, test } from '@playwright/test';
import { frame, pageTitles } from '../../src/messages/ja.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { tenants } from '../../tenants/index.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { launchBrowser } from './support/browser.ts';
import { holdScripts, slowPage, watchShifts } from './support/firstFrame.ts';
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

const tenantOf = (club: string) => {
  const tenant = tenants.find(({ id }) => id === club);
  if (!tenant) throw new Error(club);
  return tenant;
};
const bars = (page: Page) => page.getByRole('navigation', { name: shell.mainNav });
const wordsOf = (club: string) => {
  const { isPoint, config } = tenantOf(club);
  return [shell.home, shell.gallery, shell.post, config.eventLabel, isPoint ? shell.ranking : shell.myPage];
};
const entriesOf = (page: Page) => bars(page).getByRole('link').or(bars(page).getByRole('button'));
/** Where the words of the bar stand. */
const placesOf = (page: Page) =>
  entriesOf(page).evaluateAll((all) =>
    all.map((one) => {
      const { x, width } = one.getBoundingClientRect();
      return [Math.round(x), Math.round(width)];
    }),
  );

test('FAN-12e before a script is there header, tab bar and title have their words, which stay in place', async () => {
  const { page } = phone;
  // On a fast machine what a page has stored is read before its footer is there, and nothing could move.
  await slowPage(page);
  const shifts = await watchShifts(page);
  const drawn = [`/${CLUB}/`, null] as const;
  const titled = [`/${LEAGUE}/ranking-list.html`, pageTitles['ranking-list']] as const;
  const own = [`/${CLUB}/outbox.html`, pageTitles.outbox] as const;
  for (const [path, title] of [drawn, titled, own])
    await test.step(path, async () => {
      const club = path.split('/')[1] ?? '';
      const release = await holdScripts(page);
      await page.goto(product.url + path, { waitUntil: 'commit' });
      await expect(entriesOf(page)).toHaveText(wordsOf(club));
      await expect(page.locator('header').getByRole('link')).toContainText(tenantOf(club).shortName);
      if (title !== null) await expect(page.locator('#root').getByText(title, { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: shell.menu }), 'nothing of the client').toHaveCount(0);
      const places = await placesOf(page);
      release();
      await expect(page.getByRole('button', { name: shell.post, exact: true })).toBeVisible();
      await expect(bars(page)).toHaveCount(1);
      await expect(entriesOf(page)).toHaveText(wordsOf(club));
      expect(await placesOf(page)).toEqual(places);
      expect(await shifts()).toBeLessThan(0.001);
    });
});

test('FAN-12e the words lead there without the page’s code; where no tenant is known there is the product', async () => {
  const { page } = phone;
  await holdScripts(page);
  await page.goto(`${product.url}/${CLUB}/`, { waitUntil: 'commit' });
  await bars(page).getByRole('link', { name: shell.gallery }).tap();
  await expect(page).toHaveURL(`${product.url}/${CLUB}/gallery.html`);
  await expect(bars(page).locator('[aria-current]')).toHaveText(shell.gallery);
  await page.goto(`${product.url}/common/search-result.html?t=${CLUB}`, { waitUntil: 'commit' });
  await expect(page.locator('header')).toContainText(frame.product);
  await expect(page.locator('#frame-tabs').getByText(shell.gallery)).toBeVisible();
});

test('FAN-12e on a desktop the header has its words; an unknown tenant’s page has no bars over it', async () => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    const release = await holdScripts(page);
    await page.goto(`${product.url}/${LEAGUE}/ranking-list.html`, { waitUntil: 'commit' });
    const { config } = tenantOf(LEAGUE);
    for (const word of [shell.home, shell.gallery, config.eventLabel, shell.ranking])
      await expect(page.locator('header').getByRole('link', { name: word, exact: true })).toBeVisible();
    // The long or the short name: before its styles are there the page, not drawn yet, has both.
    await expect(page.locator('header').getByText(tenantOf(LEAGUE).name).filter({ visible: true })).toHaveCount(1);
    release();
    await expect(page.getByRole('button', { name: shell.join })).toBeVisible();
    await expect(bars(page)).toHaveCount(1);
    await page.goto(`${product.url}/common/search-result.html?t=nobody`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(bars(page)).toHaveCount(0);
  } finally {
    await browser.close();
  }
});
