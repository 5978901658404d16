/** The app on a phone with a camera and a home indicator in its screen. Only Chromium can pretend to have them. */
import { chromium, expect, type Page, test } from '@playwright/test';
import { ensureEngines } from '../../.ci/ensure-engines.mjs';
import { photoViewer } from '../../src/messages/jaPhotoViewer.ts';
import { search } from '../../src/messages/jaSearch.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { startProduct } from '../journeys/support/product.ts';
import { CLUB } from '../support/tenants.ts';

const UPRIGHT = { width: 393, height: 852, insets: { top: 59, right: 0, bottom: 34, left: 0 } };
const SIDEWAYS = { width: 852, height: 393, insets: { top: 0, right: 59, bottom: 21, left: 59 } };
/** Added to the home screen, where the status bar lies over the page. */
const TABLET = { width: 820, height: 1180, insets: { top: 24, right: 0, bottom: 20, left: 0 } };

/** Pixels of a photo's shorter side that must be left to press. */
const WHOLE_PHOTO = 150;

/** What can be pressed and reaches into the camera, the corners or the home indicator, however far one scrolls; by name. */
const outside = (page: Page, { top, right, bottom, left }: (typeof UPRIGHT)['insets']) =>
  page.evaluate(
    ([top, right, bottom, left, WHOLE_PHOTO]) => {
      const open = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
      /** What carries it up and down; null: it stays where it is. */
      const scrollerOf = (element: Element): Element | null => {
        const around = element.parentElement;
        const { position } = getComputedStyle(element);
        if (position === 'fixed' || around === null) return null;
        const { overflowY } = getComputedStyle(around);
        if (/auto|scroll/.test(overflowY) && around.scrollHeight > around.clientHeight) return around;
        if (position === 'sticky') return null;
        return around === document.documentElement ? around : scrollerOf(around);
      };
      return [...open.querySelectorAll('a[href], button, input, select, textarea')]
        .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden'))
        .filter((element) => {
          const box = element.getBoundingClientRect();
          if (box.width < 2 || box.right <= 0 || box.left >= innerWidth) return false;
          const scroller = scrollerOf(element);
          if (scroller === null && (box.bottom <= 0 || box.top >= innerHeight)) return false;
          const down = scroller?.scrollTop ?? 0;
          const up = scroller ? scroller.scrollHeight - scroller.clientHeight - down : 0;
          const isBeside = box.left < left || box.right > innerWidth - right;
          // How far an element scrolls is told in whole pixels.
          if (!isBeside && box.top + down > top - 1 && box.bottom - up < innerHeight - bottom + 1) return false;
          // A whole photo may reach under them: what is left of it is far more than a finger needs.
          const width = Math.min(box.right, innerWidth - right) - Math.max(box.left, left);
          const heightAt = (moved: number) =>
            Math.min(box.bottom + moved, innerHeight - bottom) - Math.max(box.top + moved, top);
          return Math.min(width, Math.max(heightAt(down), heightAt(-up))) < WHOLE_PHOTO;
        })
        .map((element) => element.getAttribute('aria-label') ?? element.textContent?.trim() ?? element.tagName);
    },
    [top, right, bottom, left, WHOLE_PHOTO] as const,
  );

test('safe areas: TEN-11a nothing to press lies under the camera or the home indicator', async () => {
  const product = await startProduct();
  const browser = await chromium.launch({
    executablePath: ensureEngines().chromium,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  for (const { width, height, insets } of [UPRIGHT, SIDEWAYS, TABLET]) {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
    await page.goto(`${product.url}/${CLUB}/gallery.html`);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect.poll(() => outside(page, insets), { message: `gallery ${width}×${height}` }).toEqual([]);
    await page.getByRole('button', { name: shell.search, exact: true }).first().click();
    await expect(page.getByRole('heading', { name: search.popular })).toBeVisible();
    await expect.poll(() => outside(page, insets), { message: `search ${width}×${height}` }).toEqual([]);
    await page.keyboard.press('Escape');
    // The second photo has one before it and one after it.
    await page.getByRole('main').locator('li[data-photo] a').nth(1).click();
    await expect(page.getByRole('dialog').locator('[data-photo-detail]')).toBeVisible();
    expect(await outside(page, insets), `photo ${width}×${height}`).toEqual([]);
    await page.getByRole('button', { name: photoViewer.open }).click();
    await expect(page.getByRole('button', { name: photoViewer.toggleControls })).toBeVisible();
    await expect.poll(() => outside(page, insets), { message: `viewer ${width}×${height}` }).toEqual([]);
    await page.close();
  }
  await browser.close();
  await product.stop();
});
