/** A page that nobody sees, on a phone in a pocket, wakes the phone rarely. */
import { expect, type Page, test } from '@playwright/test';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import {
  galleryUrl,
  newFan,
  openPostForm,
  pickPhotos,
  signUpAndAgree,
  submitForKeys,
  untilPrepared,
} from './support/fan.ts';
import { untilPhotos } from './support/kept.ts';
import { isPut, openLine } from './support/line.ts';
import { openPhone } from './support/phone.ts';
import { startProduct } from './support/product.ts';
import { setHidden, type TimerCounts, timerCountsOf, watchTimers } from './support/timers.ts';

const MINUTES = 10;

/**
 * Of so many minutes in a pocket, after a first one, in which the page ends what it was doing. Answers to what it asks come between two
 * minutes.
 */
async function timersInPocket(page: Page): Promise<TimerCounts> {
  await setHidden(page, true);
  await page.clock.runFor(60_000);
  await page.waitForLoadState('networkidle');
  const first = await timerCountsOf(page);
  for (let minute = 0; minute < MINUTES; minute += 1) await page.clock.runFor(60_000);
  const all = await timerCountsOf(page);
  await setHidden(page, false);
  return { ...all, hiddenShort: all.hiddenShort.slice(first.hiddenShort.length) };
}

/** Fewer than one a minute: none goes on by itself. A late answer may still end something. */
const goesOn = ({ hiddenShort }: TimerCounts): boolean => hiddenShort.length >= MINUTES;

test('HLF-23a no timer of less than a second goes on in a page that nobody sees', async () => {
  const product = await startProduct();
  const line = await openLine(product.url);
  const phone = await openPhone({ hasWorker: false });
  try {
    const { page } = phone;
    const [file = ''] = await lightPictures(1);
    await signUpAndAgree(page, line.url, product, newFan());
    await page.clock.install();
    await watchTimers(page);

    await page.goto(`${line.url}/${CLUB}/`);
    await untilPhotos(page);
    const home = await timersInPocket(page);
    expect(home.seen, 'timers are counted').toBeGreaterThan(0);
    expect(goesOn(home), `home: ${home.hiddenShort}`).toBe(false);

    await page.goto(line.url + galleryUrl());
    await untilPhotos(page);
    await page.locator('[data-photo] a').first().click();
    await expect(page.locator('dialog[open] [data-side="open"] img')).toBeVisible();
    const open = await timersInPocket(page);
    expect(goesOn(open), `a photo is open: ${open.hiddenShort}`).toBe(false);
    await page.keyboard.press('Escape');

    line.decide = (asked) => (isPut(asked) ? 'reset' : 'pass');
    await openPostForm(page);
    await pickPhotos(page, [file]);
    await untilPrepared(page, 1);
    await submitForKeys(page);
    const waiting = await timersInPocket(page);
    expect(goesOn(waiting), `a post waits: ${waiting.hiddenShort}`).toBe(false);
  } finally {
    await phone.close();
    await line.close();
    await product.stop();
  }
});
