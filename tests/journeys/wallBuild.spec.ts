/** New builds come out while a wall is shown: it takes them over by itself, and its screen is never empty (WAL-10). */
import { type Browser, expect, type Frame, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { NEW_WALL, type Wall } from '../../src/contract/wall.ts';
import { WALL_TIMES } from '../../src/contract/wallLimits.ts';
import { wallPath } from '../../src/contract/wallPage.ts';
import { wallScreen } from '../../src/messages/jaWall.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { DIST, isLater, makeNextBuild, type NextBuild } from './nextBuild.ts';
import { launchBrowser } from './support/browser.ts';
import { type Deployments, startDeployments } from './support/deployments.ts';
import { untilWorkerControls } from './support/fan.ts';
import { type Fault, type Line, openLine } from './support/line.ts';

let server: Deployments;
let line: Line;
let browser: Browser;
let next: NextBuild;

test.beforeAll(async () => {
  next = await makeNextBuild();
  server = await startDeployments(DIST);
  line = await openLine(server.url);
  browser = await launchBrowser();
});
test.afterAll(async () => {
  await browser.close();
  await line.close();
  await server.close();
  next.remove();
});

/** All photos have as much red: whatever is shown or fades has it too, unlike white, black and the screen without a photo. */
const RED = 200;
const REDS = ['one', 'two', 'three'].map((name, i) => ({
  path: `/wall-${name}.png`,
  color: { g: 20 + 30 * i, b: 60 },
}));
const photoOf = ({ path }: (typeof REDS)[number]) => ({
  media_url: path,
  author: path,
  width: 1600,
  height: 900,
  color: '#c81a3c',
  variants: [],
  has_preview: false,
  original_pending: false,
  faces: [],
  credit: '',
  message: '',
  players: [],
});
const WALL: Wall = { event_name: '第1節', state: NEW_WALL, today: 3, photos: REDS.map(photoOf) };

/** The server's answers, but for a wall with red photos. `lost`: paths that are gone from the server. */
async function serveRedWall(lost = /^$/): Promise<void> {
  const pictures = new Map<string, Fault>();
  for (const { path, color } of REDS) {
    const create = { width: 1600, height: 900, channels: 3, background: { r: RED, g: color.g, b: color.b } } as const;
    pictures.set(path, { status: 200, type: 'image/png', body: await sharp({ create }).png().toBuffer() });
  }
  const wall: Fault = { status: 200, type: 'application/json', body: JSON.stringify({ tag: 't', wall: WALL }) };
  const gone: Fault = { status: 404, type: 'text/plain', body: '' };
  line.decide = ({ path }) => (path === '/f/wall' ? wall : lost.test(path) ? gone : (pictures.get(path) ?? 'pass'));
}

async function openWall(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(line.url + wallPath(CLUB, 'e1', 'x'.repeat(43)));
  await expect(photosIn(page.mainFrame()).first()).toBeVisible();
  await untilWorkerControls(page);
  return page;
}
const photosIn = (frame: Frame) => frame.getByRole('img', { name: wallScreen.photoOf('') });
const scriptsOf = (frame: Frame) => frame.evaluate(() => [...document.scripts].map(({ src }) => src).join(' '));
/** The frame of the only wall that runs beside the document that was opened first; null: it is that one, or there are two. */
function onlyFrame(page: Page): Frame | null {
  const [frame, ...others] = page.mainFrame().childFrames();
  return frame && others.length === 0 ? frame : null;
}

/** Takes every picture that the browser draws. Returns a function that ends it and gives how red each was where photos are. */
async function watchScreen(page: Page) {
  const session = await page.context().newCDPSession(page);
  const pictures: Buffer[] = [];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    pictures.push(Buffer.from(data, 'base64'));
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 80, maxWidth: 320, maxHeight: 180 });
  return async () => {
    await session.send('Page.stopScreencast');
    return Promise.all(nonEmpty(pictures).map(rednessOf));
  };
}
/** Least of red, and most of green and blue, in the upper part of a picture. A photo's badge and band are below. */
async function rednessOf(picture: Buffer) {
  const { width, height } = await sharp(picture).metadata();
  const upper = sharp(picture).extract({ left: 0, top: 0, width, height: Math.floor(height * 0.6) });
  const [r, g, b] = (await sharp(await upper.toBuffer()).stats()).channels;
  return { red: r?.mean ?? 0, other: Math.max(g?.mean ?? 255, b?.mean ?? 255) };
}

test('WAL-10a a running wall takes over two builds by itself, and shows a photo at every moment', async () => {
  await serveRedWall();
  const page = await openWall();
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  const end = await watchScreen(page);

  await server.deploy(next.dist);
  await page.clock.fastForward(WALL_TIMES.build);
  await expect.poll(() => onlyFrame(page) && photosIn(page.mainFrame()).count()).toBe(0);
  const later = onlyFrame(page);
  if (later === null) throw new Error('no frame');
  await expect(photosIn(later).first()).toBeVisible();
  expect(isLater(await scriptsOf(later))).toBe(true);

  await server.deploy(DIST);
  await page.clock.fastForward(WALL_TIMES.build);
  const runsFirstBuild = async () => {
    const frame = onlyFrame(page);
    return frame !== null && frame !== later && !isLater(await scriptsOf(frame));
  };
  await expect.poll(runsFirstBuild).toBe(true);
  expect(await page.evaluate(() => 'isFirst' in window)).toBe(true);
  const screens = await end();
  expect(screens.filter(({ red, other }) => red < RED * 0.9 || other > RED * 0.7)).toEqual([]);
  expect(screens.length).toBeGreaterThan(10);

  await test.step('WAL-05b it starts without network after that', async () => {
    await page.context().setOffline(true);
    await page.reload();
    await expect(photosIn(page.mainFrame()).first()).toBeVisible();
  });
  await page.context().close();
});

test('WAL-10b a build that draws no wall goes away, and the old one plays on', async () => {
  await serveRedWall(/^\/assets\/.*-later/);
  const page = await openWall();
  await server.deploy(next.dist);
  await page.clock.fastForward(WALL_TIMES.build);
  await expect.poll(() => page.mainFrame().childFrames().length).toBe(1);
  await page.clock.fastForward(WALL_TIMES.takeOver);
  await expect.poll(() => page.mainFrame().childFrames().length).toBe(0);
  await expect(photosIn(page.mainFrame()).first()).toBeVisible();

  await serveRedWall();
  await page.clock.fastForward(WALL_TIMES.build);
  await expect.poll(() => onlyFrame(page) && photosIn(page.mainFrame()).count()).toBe(0);
  await server.deploy(DIST);
  await page.context().close();
});
