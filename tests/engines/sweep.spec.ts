/**
 * Every page and overlay, on every engine and in up to four sizes: what is in view can be pressed, is large enough and shows its words.
 * A person looks at the pictures: tests/.results/sweep/index.html has the engines side by side.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Photo } from '../../src/contract/entities.ts';
import { photosOf } from '../journeys/support/published.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { LEAGUE, PUBLISHER } from '../support/tenants.ts';
import { type EngineProduct, expect, FAN, OFFICIAL, signIn, test } from './support/engineTest.ts';
import { type Known, PLACES_OF_FAN, PLACES_OF_STAFF, PLACES_OF_VISITOR, type Place, SWEPT } from './support/places.ts';
import type { Screen } from './support/screen.ts';
import { sweepExpression } from './support/sweepInPage.ts';

const PHONE = { width: 390, height: 844 };
const SIZES = [PHONE, { width: 320, height: 568 }, { width: 844, height: 390 }, { width: 1440, height: 900 }];
/** `SWEEP_WIDTHS='390 1440'` sweeps these widths alone, for looking. */
const widths = process.env.SWEEP_WIDTHS?.split(' ').map(Number);
const sizes = nonEmpty(SIZES.filter(({ width }) => widths?.includes(width) ?? true));
/** In these a person looks at the pages. */
const PICTURED = new Set([390, 1440]);
/** Few fans have Firefox, and what only the smallest and the lying phone show is shown by the other two engines. */
const sizesOf = (engine: string) =>
  engine === 'firefox' && !widths ? nonEmpty(sizes.filter(({ width }) => PICTURED.has(width))) : sizes;
/** Only a person looks at them, and each costs as much as a page: a run of CI makes none. */
const hasPictures = !process.env.CI;
const pictures = resolve(import.meta.dirname, '../.results/sweep', process.env.SWEEP_TENANT ?? '');

const photoWhere = async (origin: string, tenant: string, isFit: (photo: Photo) => boolean): Promise<Photo> => {
  const photo = (await photosOf(origin, tenant)).find((one) => one.event_id !== null && isFit(one));
  if (!photo) throw new Error(`no such photo in ${tenant}`);
  return photo;
};

async function findKnown({ url }: EngineProduct['product']): Promise<Known> {
  const tagged = await photoWhere(url, SWEPT, ({ player }) => player !== '');
  return {
    talked: await photoWhere(
      url,
      SWEPT,
      ({ comment_count, reactionInfo, user_id }) => comment_count > 1 && reactionInfo.total > 0 && user_id !== FAN.sub,
    ),
    league: await photoWhere(url, LEAGUE, ({ comment_count }) => comment_count > 0),
    publisher: await photoWhere(url, PUBLISHER, ({ comment_count }) => comment_count > 0),
    player: tagged.player.split(',')[0] ?? '',
  };
}

/** Whether all has come: for a while nothing was loaded, no element came or went, and every picture in view is drawn. */
const hasSettled = `(async () => {
  const isInView = ({ left, top, right, bottom }) => right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  const state = () => [
    performance.getEntriesByType('resource').length,
    document.querySelectorAll('*').length,
    [...document.images].filter((one) => !one.complete && isInView(one.getBoundingClientRect())).length,
  ].join(' ');
  const end = performance.now() + 10_000;
  let [before, since] = [state(), performance.now()];
  while (performance.now() < end) {
    await new Promise((done) => setTimeout(done, 100));
    const now = state();
    if (now !== before || !now.endsWith(' 0')) [before, since] = [now, performance.now()];
    else if (performance.now() - since >= 400) return true;
  }
  return false;
})()`;

/** Faults that stay: what is on its way or moves is given a moment. */
const lastingFaults = `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const end = performance.now() + 2_500;
  for (;;) {
    await frame();
    await frame();
    const moves = document.getAnimations().some((one) =>
      one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity);
    const faults = moves ? ['moves'] : ${sweepExpression()};
    if (faults.length === 0 || performance.now() > end) return faults;
    await new Promise((done) => setTimeout(done, 150));
  }
})()`;

/** Back to a page with nothing over it: whether that could be had by the back button. A form may want to stay. */
const leaveOverlays = `(async () => {
  const count = () => document.querySelectorAll('dialog:modal').length;
  for (let tries = 0; tries < 3 && count() > 0; tries += 1) {
    const before = count();
    history.back();
    const end = performance.now() + 1_500;
    while (count() >= before && performance.now() < end) await new Promise((done) => setTimeout(done, 50));
  }
  return count() === 0;
})()`;

/** How far the fixed invitation is from the middle of the page, in px; null: there is none. */
const offMiddle = `(() => {
  const box = document.querySelector('[data-fixed] > a')?.getBoundingClientRect();
  return box === undefined ? null : Math.round(Math.abs(box.left + box.right - document.documentElement.clientWidth) / 2);
})()`;

async function goTo(screen: Screen, origin: string, path: string): Promise<void> {
  const tenantOf = (address: string) => /^\/(?!common\/)([\w-]+)\/|[?&]t=([\w-]+)/.exec(address)?.slice(1).join('');
  const isClear = await screen.driver.evaluate<boolean>(leaveOverlays).catch(() => false);
  const here = await screen.driver.evaluate<string>('location.pathname + location.search');
  if (isClear && here !== path && tenantOf(here) === tenantOf(path)) {
    await screen.driver.evaluate(`void history.pushState(null, '', ${JSON.stringify(path)})`);
    return;
  }
  await screen.goto(origin + path);
}

/** `SWEEP_PLACES=photo` sweeps the places whose names match that, for looking at one of them. */
const wanted = new RegExp(process.env.SWEEP_PLACES ?? '');

interface Sweep extends EngineProduct {
  readonly screen: Screen;
  readonly engine: string;
}

async function reach({ screen, product }: Sweep, known: Known, { path, open }: Place): Promise<void> {
  await screen.driver.resize(PHONE);
  if (!(await fetch(`${product.url}/healthz`).catch(() => null))?.ok) await product.restart();
  // A page that is just being loaded answers nothing.
  await expect(() => goTo(screen, product.url, path(known))).toPass({ timeout: 45_000 });
  await screen.the('heading').see();
  await open?.(screen, product);
  await expect.poll(() => screen.driver.evaluate<boolean>(hasSettled).catch(() => false)).toBe(true);
}

/** Faults of these places, each with the sizes it is seen in. */
async function sweep(of: Sweep, places: readonly Place[]): Promise<Record<string, string[]>> {
  const { screen, product, engine } = of;
  const faults: Record<string, string[]> = {};
  const note = (fault: string, where: string) => {
    faults[fault] = [...(faults[fault] ?? []), where];
    console.log(`${engine} ${where} ${fault}`);
  };
  const known = await findKnown(product);
  await mkdir(pictures, { recursive: true });
  for (const place of nonEmpty(places).filter(({ name }) => wanted.test(name))) {
    const { name } = place;
    try {
      await reach(of, known, place);
    } catch (error) {
      note(`${name} is not reached: ${error}`, '');
      continue;
    }
    for (const size of sizesOf(engine)) {
      await screen.driver.resize(size);
      for (const fault of await screen.driver.evaluate<string[]>(lastingFaults))
        note(`${name}: ${fault}`, `${size.width}×${size.height}`);
      if (hasPictures && PICTURED.has(size.width))
        await writeFile(join(pictures, `${name}.${size.width}.${engine}.png`), await screen.driver.screenshot());
    }
  }
  if (hasPictures) await writeSideBySide();
  return faults;
}

for (const [who, places] of [
  ['a visitor', PLACES_OF_VISITOR],
  ['a fan', PLACES_OF_FAN],
] as const)
  test(`sweep: LAY-06 ${who} can press every control in view, and reads its words`, async ({
    open,
    product,
    engine,
  }) => {
    test.setTimeout(900_000);
    // Rows of sign-ins elsewhere, which a narrow window breaks into lines.
    for (const _elsewhere of places === PLACES_OF_FAN ? [1, 2] : []) {
      const { screen } = await open();
      await screen.goto(`${product.url}/${SWEPT}/`);
      await signIn(screen, product);
    }
    const { screen } = await open();
    await screen.goto(`${product.url}/${SWEPT}/`);
    if (places === PLACES_OF_FAN) await signIn(screen, product);
    expect(await sweep({ screen, product, engine }, places)).toEqual({});
    if (places === PLACES_OF_FAN) return;
    await screen.driver.resize(PHONE);
    // A short page: its end is in view, and the invitation to sign up stands fixed in the middle.
    await goTo(screen, product.url, `/${SWEPT}/outbox.html`);
    // A scroll bar's place is counted by some engines.
    await expect.poll(() => screen.driver.evaluate<number | null>(offMiddle)).toBeLessThan(10);
  });

test('sweep: STF-02a staff can press every control of the desk in view, and read its words', async ({
  open,
  product,
  engine,
}) => {
  test.setTimeout(600_000);
  const { screen } = await open();
  await screen.goto(`${product.url}/${SWEPT}/`);
  await signIn(screen, product, OFFICIAL);
  expect(await sweep({ screen, product, engine }, PLACES_OF_STAFF)).toEqual({});
});

/** One page with a row a place and a column an engine, of all engines that have run so far. */
async function writeSideBySide(): Promise<void> {
  const files = (await readdir(pictures)).filter((file) => file.endsWith('.png'));
  const engines = ['chromium', 'firefox', 'webkit'];
  const rows = [...PLACES_OF_VISITOR, ...PLACES_OF_FAN, ...PLACES_OF_STAFF].flatMap(({ name }) =>
    [...PICTURED].map((width) => {
      const cells = engines.map((engine) => `${name}.${width}.${engine}.png`);
      const drawn = cells.map((file) => (files.includes(file) ? `<img loading="lazy" src="${file}" alt="">` : '–'));
      return `<tr><th>${name}<br>${width}</th>${drawn.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    }),
  );
  const style = 'body{font:14px sans-serif}img{max-width:30vw;border:1px solid #999}td,th{vertical-align:top}';
  const head = `<tr><th></th>${engines.map((engine) => `<th>${engine}</th>`).join('')}</tr>`;
  const table = `<table>${head}${rows.join('\n')}</table>`;
  await writeFile(join(pictures, 'index.html'), `<!doctype html><meta charset="utf-8"><style>${style}</style>${table}`);
}
