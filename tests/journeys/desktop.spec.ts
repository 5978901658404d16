/** A fan at a large screen: the search that drops down, the width, the size of the photos, a photo with what is said of it. */
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { gallery } from '../../src/messages/ja.ts';
import { homeLists } from '../../src/messages/jaHome.ts';
import { photoDetail } from '../../src/messages/jaPhoto.ts';
import { photoSize } from '../../src/messages/jaPhotoSize.ts';
import { photoActions, photoViewer } from '../../src/messages/jaPhotoViewer.ts';
import { search } from '../../src/messages/jaSearch.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { comments } from '../../src/messages/jaSocial.ts';
import { CLUB } from '../support/tenants.ts';
import { violationsOf } from './support/axe.ts';
import { launchBrowser } from './support/browser.ts';
import { type Product, startProduct } from './support/product.ts';
import { photosOf } from './support/published.ts';
import { untilEntryGone } from './support/tourSteps.ts';

let product: Product;
let browser: Browser;
test.beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
});
test.afterAll(async () => {
  await browser.close();
  await product.stop();
});

async function withPage(width: number, run: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    locale: 'ja-JP',
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(45_000);
    await page.goto(`${product.url}/${CLUB}/gallery.html`);
    await run(page);
  } finally {
    await context.close();
  }
}

test('FAN-10d the search drops down under the header’s field; Escape, outside, Tab and back close it', {
  tag: '@core',
}, async () => {
  await withPage(1440, async (page) => {
    const field = page.getByRole('combobox', { name: shell.searchField });
    const panel = page.getByRole('dialog', { name: shell.search });
    await field.focus();
    await expect(panel, 'the focus alone opens nothing').toHaveCount(0);
    await field.click();
    await expect(panel.getByRole('heading', { name: search.popular })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(field).toBeFocused();
    await untilEntryGone(page);

    await field.click();
    await expect(panel).toBeVisible();
    await page.mouse.click(1400, 860);
    await expect(panel).toHaveCount(0);
    await untilEntryGone(page);

    const address = page.url();
    await page
      .getByRole('complementary', { name: shell.menu })
      .getByRole('button', { name: /さがす$/ })
      .click();
    await expect(panel).toBeVisible();
    await expect(field).toBeFocused();
    await page.goBack();
    await expect(panel).toHaveCount(0);
    expect(page.url()).toBe(address);

    await field.click();
    await page.keyboard.press('Shift+Tab');
    await expect(panel, 'the focus left it').toHaveCount(0);
    await untilEntryGone(page);

    await field.click();
    await page.keyboard.type('高峰');
    await expect(panel.getByRole('link', { name: /高峰/ }).first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(panel.getByRole('link').first()).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(field).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page, 'a player found leads to the player').toHaveURL(/player-detail\.html/);
    await expect(panel).toHaveCount(0);
    await page.goBack();
    expect(page.url()).toBe(address);
  });
});

test('FAN-10b FAN-10c photos fill up to 1,760 px, in the size that was chosen, also on the next page', async () => {
  await withPage(1920, async (page) => {
    const sizes = page.getByRole('group', { name: photoSize.legend });
    const first = page.getByRole('main').getByRole('list', { name: gallery.listLabel }).getByRole('listitem').first();
    const heightOf = async () => (await first.boundingBox())?.height ?? 0;
    const main = await page.getByRole('main').boundingBox();
    expect(main?.width).toBeGreaterThan(1500);
    await expect(sizes.getByRole('radio', { name: photoSize.medium })).toBeChecked();
    const medium = await heightOf();
    await sizes.getByRole('radio', { name: photoSize.medium }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(sizes.getByRole('radio', { name: photoSize.large })).toBeChecked();
    await expect.poll(heightOf).toBeGreaterThan(medium * 1.2);
    const large = await heightOf();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-photos', 'large');
    await expect.poll(heightOf).toBeCloseTo(large, 0);
    await sizes.getByRole('radio', { name: photoSize.small, exact: true }).click();
    await expect.poll(heightOf).toBeLessThan(medium);
    // A long list, whose photos have exact places: the rows on screen are there with the choice.
    await page.mouse.wheel(0, 3000);
    await expect(page.getByRole('main').locator('ul[data-placed]')).toBeAttached();
    await page.evaluate(() => scrollTo(0, 0));
    await sizes.getByRole('radio', { name: photoSize.medium, exact: true }).click();
    await expect(first).toBeInViewport();
    await expect.poll(heightOf).toBeCloseTo(medium, 0);
  });
});

/** Of the photos on screen: how many times as wide as it is drawn the picture is that the browser chose. */
const pictureShares = (all: HTMLImageElement[]) =>
  all
    .filter((image) => image.getBoundingClientRect().top < innerHeight && image.complete)
    .map((image) => {
      const address = new URL(image.currentSrc).pathname;
      const sets = image.closest('picture')?.querySelector('source')?.srcset ?? '';
      const width = new RegExp(`${address} (\\d+)w`).exec(sets)?.[1];
      const place = Number(image.closest('li')?.ariaPosInSet);
      return { place, share: Number(width) / image.getBoundingClientRect().width };
    });

test('FAN-10f a press on a photo of the left column opens it; back leads to the list, where it was', async () => {
  await withPage(1440, async (page) => {
    const rail = page.getByRole('complementary', { name: shell.menu });
    const popular = rail.getByRole('list', { name: homeLists.titles.popular }).getByRole('link');
    await expect(popular).toHaveCount(3);
    const newest = rail.getByRole('list', { name: homeLists.titles.newest });
    await expect(newest, 'those the grid begins with').toHaveCount(0);
    await page.mouse.wheel(0, 600);
    const opened = (await popular.first().getAttribute('href'))?.split('q=')[1] ?? '';
    await popular.first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(page.url()).toContain(opened);
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  });
});

test('FAN-10c IMG-02 each size loads pictures of about the width they are drawn in', async () => {
  await withPage(1920, async (page) => {
    const sizes = page.getByRole('group', { name: photoSize.legend });
    const shares = () => page.getByRole('main').locator('li[data-photo] img').evaluateAll(pictureShares);
    // A tenth less is seen by nobody (photoRows.ts).
    for (const size of ['small', 'medium', 'large'] as const) {
      await sizes.getByRole('radio', { name: photoSize[size], exact: true }).click();
      await expect.poll(async () => Math.min(...(await shares()).map(({ share }) => share)), size).toBeGreaterThan(0.9);
    }
  });
  // On a new device: a larger picture that is there already is taken again.
  await withPage(1920, async (page) => {
    await page
      .getByRole('group', { name: photoSize.legend })
      .getByRole('radio', { name: photoSize.small, exact: true })
      .click();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-photos', 'small');
    await expect(page.getByRole('main').locator('li[data-photo]').nth(30)).toBeAttached();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    // The first ones were drawn by the server, for a size of which it knows nothing; later ones are as small as there are.
    const later = async () => {
      const all = await page.getByRole('main').locator('li[data-photo] img').evaluateAll(pictureShares);
      return all.flatMap(({ place, share }) => (place > 50 ? share : []));
    };
    await expect.poll(async () => (await later()).length).toBeGreaterThan(0);
    await expect.poll(async () => Math.max(...(await later())), 'a step of the widths there are').toBeLessThan(2);
  });
});

test('FAN-10d OVL-01b the desktop’s search: no violation closed, open or with results; the page is locked', async () => {
  await withPage(1440, async (page) => {
    const problems: string[] = [];
    const look = async (name: string) => {
      for (const problem of await violationsOf(page)) problems.push(`${name}: ${problem}`);
    };
    await expect(page.getByRole('group', { name: photoSize.legend })).toBeVisible();
    await look('closed');
    await page.getByRole('combobox', { name: shell.searchField }).click();
    const panel = page.getByRole('dialog', { name: shell.search });
    await expect(panel.getByRole('listitem').first()).toBeVisible();
    await look('open');
    await page.mouse.move(20, 850);
    await page.mouse.wheel(0, 600);
    await expect(page.locator('html')).toHaveAttribute('data-locked');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.type('の');
    await expect(panel.getByRole('heading', { level: 3 }).nth(1)).toBeVisible();
    await look('found');
    await page.emulateMedia({ colorScheme: 'dark' });
    await look('found dark');
    expect(problems).toEqual([]);
  });
});

test('FAN-02e actions stand below the photo, and the field for a comment stays in view beside it', async () => {
  await withPage(1440, async (page) => {
    const talked = (await photosOf(product.url, CLUB)).find(({ comment_count }) => comment_count > 1);
    await page.goto(`${product.url}/${CLUB}/gallery.html?q=${encodeURIComponent(talked?.media_url ?? '')}`);
    const detail = page.getByRole('dialog');
    const field = detail.getByRole('textbox', { name: comments.label });
    const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await expect(field).toBeInViewport({ ratio: 1 });
    const [picture, bar, talk] = [
      await boxOf(detail.getByRole('button', { name: photoViewer.open })),
      await boxOf(detail.getByRole('region', { name: photoActions.group })),
      await boxOf(field),
    ];
    expect(bar.y).toBeGreaterThanOrEqual(picture.y + picture.height);
    expect(bar.x + bar.width).toBeLessThanOrEqual(talk.x);
    const related = detail.getByRole('heading', { name: photoDetail.related });
    await expect(related).toBeAttached();
    const scrolled = () =>
      related.evaluate((heading) => {
        let box = heading.parentElement;
        while (box && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement;
        box?.scrollTo(0, box.scrollHeight);
        return box?.scrollTop ?? 0;
      });
    await expect.poll(scrolled).toBeGreaterThan(0);
    expect(await boxOf(field)).toEqual(talk);
    await test.step('FAN-02e what is typed stays where the window gets narrow and the field moves to the comments', async () => {
      await detail
        .getByRole('button', { name: /^コメント/ })
        .first()
        .click();
      await expect(field).toBeFocused();
      await page.keyboard.type('まだ送らない');
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(field).toHaveValue('まだ送らない');
      const comment = await boxOf(detail.getByRole('heading', { name: comments.title }));
      expect((await boxOf(field)).y).toBeGreaterThan(comment.y);
      await page.setViewportSize({ width: 1440, height: 900 });
      await expect(field).toHaveValue('まだ送らない');
    });
    expect(await violationsOf(page)).toEqual([]);
  });
});
