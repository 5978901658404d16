/** A stadium's screen on every engine: it draws, changes its photos, and goes on and starts again without network. */
import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { NEW_WALL, WALL_LAYOUTS, type Wall, type WallState } from '../../src/contract/wall.ts';
import { wallPath } from '../../src/contract/wallPage.ts';
import { wallScreen } from '../../src/messages/jaWall.ts';
import { openLine } from '../journeys/support/line.ts';
import { photosOf } from '../journeys/support/published.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { creditedWallPhoto } from '../support/wallPhoto.ts';
import { findCutPhrases } from './support/cutPhrases.ts';
import { expect, test } from './support/engineTest.ts';
import type { Screen } from './support/screen.ts';

/** Pictures to look at, by engine. */
const FOLDER = resolve(import.meta.dirname, '../.results/wall');

async function answerOf(origin: string, club: string, state: Partial<WallState>): Promise<string> {
  const photos = nonEmpty(await photosOf(origin, club)).slice(0, 20);
  const wall: Wall = {
    event_name: '第36節 ホーム最終盤',
    state: Object.assign(structuredClone(NEW_WALL), state),
    today: 1234,
    photos: photos.map(creditedWallPhoto),
  };
  return JSON.stringify({ tag: JSON.stringify(state), wall });
}

/** Addresses of the photos that are drawn. */
const drawn = (screen: Screen) =>
  screen.driver.evaluate<string[]>(
    `[...document.querySelectorAll('main img[alt^="${wallScreen.photoOf('')}"]')]
      .filter((one) => one.complete && one.naturalWidth > 0).map((one) => one.src)`,
  );
/** Parts that are cut off by the screen's edge, and whether it scrolls. */
const outside = (screen: Screen) =>
  screen.driver.evaluate<string[]>(
    `[...document.querySelectorAll('footer > *')].filter((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    }).map((one) => one.textContent).concat(document.documentElement.scrollHeight > innerHeight ? ['scrolls'] : [])`,
  );

async function untilAnother(screen: Screen, than: readonly string[]): Promise<string[]> {
  const isOther = async () => (await drawn(screen)).some((one) => !than.includes(one));
  await expect.poll(isOther).toBe(true);
  return drawn(screen);
}

test('wall: WAL-05a WAL-05b it changes photos, with network and without, and starts again', async ({
  open,
  product,
}) => {
  const line = await openLine(product.url);
  try {
    const body = await answerOf(product.url, CLUB, {});
    line.decide = ({ path }) => (path === '/f/wall' ? { status: 200, type: 'application/json', body } : 'pass');
    const device = await open();
    const address = line.url + wallPath(CLUB, 'e1', 'x'.repeat(43));
    await device.screen.goto(address);
    await untilAnother(device.screen, await untilAnother(device.screen, []));
    // Controlled, and page and pictures are on the device.
    const isKept = `(async () => navigator.serviceWorker.controller !== null && (await caches.match(location.href)) !== undefined
      && (await (await caches.open('wall')).keys()).length > 10)()`;
    await expect.poll(() => device.screen.driver.evaluate<boolean>(isKept)).toBe(true);
    line.decide = () => 'reset';
    await untilAnother(device.screen, await untilAnother(device.screen, await drawn(device.screen)));
    await device.killAndReopen();
    await device.screen.goto(address);
    await untilAnother(device.screen, await untilAnother(device.screen, []));
  } finally {
    await line.close();
  }
});

test('wall: WAL-03a WAL-03f each layout fits screens of all shapes, and no line ends in a phrase', async ({
  open,
  product,
  engine,
}) => {
  const line = await openLine(product.url);
  await mkdir(FOLDER, { recursive: true });
  try {
    const { screen } = await open();
    for (const club of [CLUB, LEAGUE])
      for (const layout of WALL_LAYOUTS) {
        const body = await answerOf(product.url, club, { layout, message: club === CLUB ? '応援ありがとう！' : '' });
        line.decide = ({ path }) => (path === '/f/wall' ? { status: 200, type: 'application/json', body } : 'pass');
        for (const [width, height] of [
          [1920, 1080],
          [1080, 1920],
          [3840, 480],
        ] as const) {
          const where = `${club}-${layout}-${width}x${height}`;
          await screen.driver.resize({ width, height });
          await screen.goto(line.url + wallPath(club, layout, 'x'.repeat(43)));
          await expect.poll(async () => (await drawn(screen)).length, { message: where }).toBeGreaterThan(0);
          await expect.poll(() => screen.driver.evaluate(`document.querySelector('wbr') !== null`)).toBe(true);
          await expect.poll(() => findCutPhrases(screen.driver), { message: where, timeout: 10_000 }).toEqual([]);
          expect([where, await outside(screen)]).toEqual([where, []]);
          await writeFile(resolve(FOLDER, `${engine}-${where}.png`), await screen.driver.screenshot());
        }
      }
  } finally {
    await line.close();
  }
});
