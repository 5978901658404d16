/**
 * `npm run screenshots [tenant …]`: every page and overlay as a visitor and a fan meet them, in both schemes, on a phone, a tablet with
 * text twice as large, and a desktop. tests/.results/screens/index.html shows them side by side.
 * `SCREENS_LOOKS='390-dark 1440-dark'` takes these looks only.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Page, test } from '@playwright/test';
import { lightPictures } from '../fixtures/pictures.ts';
import { launchBrowser } from '../journeys/support/browser.ts';
import { setBrowserFont } from '../journeys/support/browserFont.ts';
import { demoFan } from '../journeys/support/fan.ts';
import { startProduct } from '../journeys/support/product.ts';
import { type Tour, tourAsFan, tourAsVisitor } from '../journeys/support/tour.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';

const folder = resolve(import.meta.dirname, '../.results/screens');
const PHONE = { width: 390, height: 844 };
/** How the walk goes on after each screen. */
const BASE = { name: '390', size: PHONE, scheme: 'light', font: 16 } as const;
const LOOKS = [
  { name: '1440-dark', size: { width: 1440, height: 900 }, scheme: 'dark', font: 16 },
  { name: '1440', size: { width: 1440, height: 900 }, scheme: 'light', font: 16 },
  { name: '769-large-text', size: { width: 769, height: 900 }, scheme: 'light', font: 32 },
  { name: '390-large-text', size: PHONE, scheme: 'light', font: 32 },
  { name: '390-dark', size: PHONE, scheme: 'dark', font: 16 },
  BASE,
] as const;
type Look = (typeof LOOKS)[number];
const wanted = process.env.SCREENS_LOOKS?.split(' ');
const looks = nonEmpty(LOOKS.filter(({ name }) => wanted?.includes(name) ?? true));

/**
 * Waits for the screen to be whole. Where motion is reduced, a new scheme goes down the page by one level a frame: each element's colour has
 * a transition of no time. A new width brings parts of its own, which are loaded then.
 */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const isStill = () => document.getAnimations().every(({ playState }) => playState !== 'running');
    const parts = () =>
      [
        performance.getEntriesByType('resource').length,
        document.querySelectorAll('*').length,
        [...document.images].filter(({ complete }) => !complete).length,
      ].join(' ');
    // A spinner turns for ever.
    for (let still = 0, frames = 0, before = ''; still < 8 && frames < 90; frames += 1) {
      await frame();
      const now = parts();
      still = isStill() && now === before ? still + 1 : 0;
      before = now;
    }
  });

async function put(page: Page, look: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: look.scheme });
  // Before the size: media queries in `em` are asked again when the window changes.
  await setBrowserFont(page, look.font);
  await page.setViewportSize(look.size);
  await settled(page);
}

/** Takes the screen in every look, and leaves it as it was. */
async function take(page: Page, name: string): Promise<void> {
  for (const look of looks) {
    await put(page, look);
    await page.screenshot({ path: join(folder, `${name}.${look.name}.png`) });
  }
  await put(page, BASE);
}

for (const club of process.env.SCREENS_OF?.split(' ') ?? [CLUB])
  for (const [who, walk] of [
    ['visitor', tourAsVisitor],
    ['fan', tourAsFan],
  ] as const)
    test(`${club}: ${who}`, async () => {
      mkdirSync(folder, { recursive: true });
      const product = await startProduct();
      const browser = await launchBrowser();
      try {
        const page = await browser.newPage({
          viewport: PHONE,
          reducedMotion: 'reduce',
          locale: 'ja-JP',
          timezoneId: 'Asia/Tokyo',
          serviceWorkers: who === 'fan' ? 'allow' : 'block',
        });
        const visit: Tour['visit'] = (name) => take(page, `${club}.${who}.${name}`);
        await walk({ page, origin: product.url, club, fan: demoFan('fan'), files: await lightPictures(3), visit });
      } finally {
        await browser.close();
        await product.stop();
      }
      writeSideBySide();
    });

/** A row a screen, a column a look, of all tenants taken so far. */
function writeSideBySide(): void {
  const pictures = readdirSync(folder).filter((file) => file.endsWith('.png'));
  const screens = new Set(pictures.map((file) => file.replace(/\.[^.]+\.png$/, '')));
  const columns = LOOKS.map(({ name }) => `<th>${name}</th>`).join('');
  const rows = [...screens].map((screen) => {
    const cells = LOOKS.map(({ name }) => `<td><img loading="lazy" src="${screen}.${name}.png" alt=""></td>`);
    return `<tr><th>${screen}</th>${cells.join('')}</tr>`;
  });
  const style = 'body{font:14px sans-serif}img{max-width:18vw;border:1px solid #999}td,th{vertical-align:top}';
  const table = `<table><tr><th></th>${columns}</tr>${rows.join('\n')}</table>`;
  writeFileSync(join(folder, 'index.html'), `<!doctype html><meta charset="utf-8"><style>${style}</style>${table}`);
}
