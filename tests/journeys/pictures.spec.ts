/** Pictures as light as the line allows, as a browser meets them: AVIFs in lists, JPEGs behind them, previews of opened photos. */
import { expect, type Page, test } from '@playwright/test';
import { CLUB } from '../support/tenants.ts';
import { galleryUrl } from './support/fan.ts';
import { watchShifts } from './support/firstFrame.ts';
import { type Line, openLine } from './support/line.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let line: Line;
let phone: Phone;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());
test.beforeEach(async () => {
  line = await openLine(product.url);
  phone = await openPhone({ hasWorker: false });
});
test.afterEach(async () => {
  await phone.close();
  await line.close();
});

const AVIF = /\/variant\/\d+\/\w+\.avif$/;
const isAvif = ({ path }: { readonly path: string }) => AVIF.test(path);
const cards = (page: Page) => page.getByRole('main').locator('li[data-photo]');

/** What the cards in view show: kind of file, and whether it is drawn. */
const shown = (page: Page) =>
  cards(page)
    .locator('img')
    .evaluateAll((images) =>
      (images as HTMLImageElement[])
        .filter((image) => {
          const { top, bottom, height } = image.getBoundingClientRect();
          return height > 0 && bottom > 0 && top < innerHeight;
        })
        .map(({ complete, naturalWidth, currentSrc }) =>
          complete && naturalWidth > 0 ? (/\.\w+$/.exec(currentSrc)?.[0] ?? currentSrc) : 'grey',
        ),
    );
const kinds = async (page: Page) => [...new Set(await shown(page))];

test('IMG-02 cards load AVIFs and no JPEG beside them; nothing moves when they come', async () => {
  const { page } = phone;
  const shifts = await watchShifts(page);
  let arrive = () => {};
  const arrival = new Promise<void>((done) => {
    arrive = done;
  });
  line.decide = (asked) => (isAvif(asked) ? { answerAfter: arrival } : 'pass');
  await page.goto(line.url + galleryUrl(), { waitUntil: 'domcontentloaded' });
  await expect.poll(() => kinds(page)).toEqual(['grey']);
  arrive();
  await expect.poll(() => kinds(page)).toEqual(['.avif']);
  const names = await cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('data-photo')));
  const jpegs = line.asked.filter(({ path }) => /\/(?:thumbnail|original)\//.test(path));
  const ofCards = jpegs.filter(({ path }) => names.some((name) => path.endsWith(name?.split('/').at(-1) ?? '-')));
  expect(ofCards).toEqual([]);
  expect(await shifts()).toBeLessThan(0.001);
});

test('IMG-02 a photo that stands in the strips of the home page and in its list is asked for once', async () => {
  const { page } = phone;
  await page.goto(`${line.url}/${CLUB}/`);
  await expect.poll(() => kinds(page)).toEqual(['.avif']);
  const strips = page.getByRole('main').locator('[aria-hidden="true"] > span img');
  const sources = () => strips.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).currentSrc));
  const fileOf = (path: string) => path.split('/').at(-1) ?? '';
  const ofStrips = new Set((await sources()).map(fileOf));
  const inList = await cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('data-photo') ?? ''));
  const twice = inList.map((name) => fileOf(name).replace('.jpg', '.avif')).filter((file) => ofStrips.has(file));
  expect(twice.length).toBeGreaterThan(0);
  await cards(page).last().scrollIntoViewIfNeeded();
  await expect.poll(() => kinds(page)).toEqual(['.avif']);
  const asked = line.asked.filter(isAvif).map(({ path }) => path);
  expect(new Set(asked).size).toBe(asked.length);
  const of = (file: string) => asked.filter((path) => fileOf(path) === file);
  expect(twice.filter((file) => of(file).length === 1).length).toBeGreaterThan(0);
  // A card that fills the row needs a larger picture than the strip has: each is shown, none was asked in vain.
  const seen = await page.evaluate(() =>
    [...document.images].map(({ currentSrc }) => new URL(currentSrc, document.baseURI).pathname),
  );
  expect(twice.flatMap(of).filter((path) => !seen.includes(path))).toEqual([]);
});

test('IMG-02 cards of events and the head of an event load an AVIF, and no JPEG of it', async () => {
  const { page } = phone;
  for (const [path, name] of [
    ['event-list.html', 'article img'],
    [`event-detail.html?e=${CLUB}-today`, 'header img'],
    ['', 'article img'],
  ] as const) {
    await page.goto(`${line.url}/${CLUB}/${path}`);
    const image = page.getByRole('main').locator(name).first();
    const source = () =>
      image.evaluate((one: HTMLImageElement) => (one.complete && one.naturalWidth > 0 ? one.currentSrc : 'grey'));
    await expect.poll(source, { message: path }).toMatch(/\/variant\/(?:480|768)\/\w+\.avif$/);
    const [, picture = '-'] = /(\w+)\.avif$/.exec(await source()) ?? [];
    expect(
      line.asked.filter((asked) => asked.path.endsWith(`${picture}.jpg`)),
      path,
    ).toEqual([]);
  }
});

test.describe('a browser shows the JPEG', () => {
  test('IMG-02 where it cannot decode AVIF: it never asks for one', async () => {
    const { page, context } = phone;
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setDisabledImageTypes', { imageTypes: ['avif'] });
    // The emulation does not reach the type of a preload, which such a browser leaves out.
    await page.route(/\/gallery\.html/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(/<link rel="preload"[^>]*image\/avif[^>]*>/g, '');
      await route.fulfill({ response, body });
    });
    await page.goto(line.url + galleryUrl());
    await expect.poll(() => kinds(page)).toEqual(['.jpg']);
    expect(line.asked.filter(isAvif)).toEqual([]);
  });

  for (const [what, fault] of [
    ['is not there', { status: 404, type: 'application/xml', body: '<Error><Code>NoSuchKey</Code></Error>' }],
    ['is refused by a page', { status: 403, type: 'text/html', body: '<!doctype html><title>Forbidden</title>' }],
    ['is half-written', { status: 200, type: 'image/avif', body: '\0\0\0\x1cftypavif\0\0\0\0avifmif1' }],
  ] as const)
    test(`IMG-02 where the AVIF ${what}: no card stays grey`, async () => {
      const { page } = phone;
      const shifts = await watchShifts(page);
      line.decide = (asked) => (isAvif(asked) ? fault : 'pass');
      await page.goto(line.url + galleryUrl());
      await expect.poll(() => kinds(page)).toEqual(['.jpg']);
      expect(line.asked.some(isAvif)).toBe(true);
      expect(await shifts()).toBeLessThan(0.001);
    });
});

test.describe('an opened photo', () => {
  const large = (page: Page, side: string) => page.locator(`dialog[open] [data-side="${side}"] img`).first();
  /** Pictures of a photo that were asked for after its card's. */
  const askedFor = (key: string | null) =>
    line.asked.filter(({ path }) => path.includes(/(\w+)\.jpg$/.exec(key ?? '')?.[1] ?? '-'));

  async function openFirst(page: Page, untilDrawn: () => Promise<void>): Promise<(string | null)[]> {
    await page.goto(line.url + galleryUrl());
    await untilDrawn();
    const keys = await cards(page).evaluateAll((all) => all.slice(0, 2).map((card) => card.getAttribute('data-photo')));
    line.asked.length = 0;
    await cards(page).first().getByRole('link').click();
    await expect(large(page, 'next')).toHaveJSProperty('complete', true);
    return keys;
  }

  test('IMG-03a IMG-03c loads its preview and, when idle, its neighbour’s; no original', async () => {
    const { page } = phone;
    await page.addInitScript(() => {
      const waiting: IdleRequestCallback[] = [];
      window.requestIdleCallback = (run) => waiting.push(run);
      Object.assign(window, {
        beIdle: () => {
          for (const run of waiting.splice(0)) run({ didTimeout: false, timeRemaining: () => 50 });
        },
      });
    });
    await page.goto(line.url + galleryUrl());
    await cards(page).first().getByRole('link').click();
    await expect(large(page, 'open')).toHaveJSProperty('complete', true);
    await expect
      .poll(() => large(page, 'open').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expect(large(page, 'next')).toHaveCount(0);
    const beIdle = () => page.evaluate(() => (window as unknown as { beIdle(): void }).beIdle());
    await expect
      .poll(async () => {
        await beIdle();
        return large(page, 'next').count();
      })
      .toBe(1);
    await expect(large(page, 'next')).toHaveJSProperty('complete', true);
    expect(line.asked.filter(({ path }) => /\/ugc\/.*\/original\//.test(path))).toEqual([]);
  });

  test('IMG-03d where the fan saves data a neighbour shows what its card has', async () => {
    const { page } = phone;
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, addEventListener() {} } });
    });
    // A picture is drawn a moment before the browser's cache has written it.
    const isWritten = (image: HTMLImageElement) =>
      fetch(image.currentSrc, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ ok }) => ok,
        () => false,
      );
    const [first, second] = await openFirst(page, async () => {
      await expect.poll(() => kinds(page)).toEqual(['.avif']);
      for (const at of [0, 1])
        await expect.poll(() => cards(page).nth(at).locator('img').evaluate(isWritten)).toBe(true);
      // Other photos of the match are drawn by lot: the neighbour may stand there in a row of its own, with a larger picture.
      line.decide = ({ path }) => (path.includes('cf=true') ? 'hang' : 'pass');
    });
    expect(askedFor(first ?? null).length).toBeGreaterThan(0);
    expect(askedFor(second ?? null)).toEqual([]);
  });

  test('IMG-03b larger than its preview it is asked for whole only when it is enlarged beyond that', async () => {
    const { page } = phone;
    // The demo's photos are no larger than a preview.
    await page.route(/\/gallery\.html|\/f\//, async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      const larger = (side: string) => 4 * Number(side);
      const body = text.replaceAll(
        /(\\?"width\\?":)(\d{3,}),(\\?"height\\?":)(\d{3,})/g,
        (_, width, x, height, y) => `${width}${larger(x)},${height}${larger(y)}`,
      );
      await route.fulfill({ response, body });
    });
    // A page whose requests are changed on their way has no cache of the browser's to wait for.
    const [first] = await openFirst(page, () => expect.poll(() => kinds(page)).toEqual(['.avif']));
    const originals = () => line.asked.filter(({ path }) => path.includes(first ?? '-'));
    expect(askedFor(first ?? null).length).toBeGreaterThan(0);
    expect(originals()).toEqual([]);
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('+');
    await expect.poll(() => originals().length).toBe(1);
    await expect(page.locator('dialog[open] [data-side="open"] img').last()).toBeVisible();
    // An answer that is still being changed when the browser closes is nobody's.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
