/**
 * `npm run tenants:screens [tenant …]`: pictures of the built product for the installation window of phones and computers, into
 * `tenants/{id}/static/`. To be taken again when the design changes.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { ensureChromium } from '../../.ci/ensure-chromium.mjs';
import { screenshotFiles } from '../../build/renderManifest.ts';
import { tenants } from '../../tenants/index.ts';
import { startProduct } from '../journeys/support/product.ts';

const root = resolve(import.meta.dirname, '../..');
/** Device pixels of one CSS pixel. */
const SCALE = 1.5;

const wanted = process.argv.slice(2);
const product = await startProduct();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const { id, index } of tenants.filter((tenant) => wanted.length === 0 || wanted.includes(tenant.id)))
    for (const [file, { width, height }] of Object.entries(screenshotFiles)) {
      const viewport = { width: width / SCALE, height: height / SCALE };
      const page = await browser.newPage({
        viewport,
        deviceScaleFactor: SCALE,
        locale: 'ja-JP',
        reducedMotion: 'reduce',
      });
      await page.goto(product.url + index, { waitUntil: 'networkidle' });
      // No room for a scroll bar that is not there.
      await page.evaluate(() => {
        Object.assign(document.documentElement.style, { scrollbarGutter: 'auto', overflow: 'hidden' });
      });
      await page.waitForLoadState('networkidle');
      const taken = await page.screenshot();
      const bytes = await sharp(taken).webp({ quality: 62, effort: 6 }).toBuffer();
      writeFileSync(join(root, 'tenants', id, 'static', file), bytes);
      console.log(`${id}/${file}: ${Math.round(bytes.byteLength / 1024)} KB`);
      await page.close();
    }
} finally {
  await browser.close();
  await product.stop();
}
