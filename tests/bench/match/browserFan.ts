/** A fan whose browser runs the whole product: its page, its service worker, its queue in IndexedDB; posts by the form. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import {
  galleryUrl,
  newFan,
  openPostForm,
  pickPhotos,
  signUpAndAgree,
  storedJobs,
  submitPost,
  untilPrepared,
  untilWorkerControls,
} from '../../journeys/support/fan.ts';
import type { Product } from '../../journeys/support/product.ts';
import type { Fan, Picture } from './fan.ts';

/** On a bad link a window may not come; a fan tries again. */
const TRIES = 4;
/** The machine is shared by fans, readers and the server. */
const PATIENCE_MS = 60_000;
/** Between two times that the fan opens the app because something still waits. */
const REOPEN_MS = 15_000;

/** The form takes a picture once: each file is another one. */
async function writePictures(n: number, count: number, pictures: readonly Picture[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), `match-fan-${n}-`));
  const files: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const picture = pictures[at % pictures.length];
    if (!picture) throw new Error('no picture');
    const file = join(folder, `IMG_${at}.jpg`);
    writeFileSync(
      file,
      await sharp(picture.original)
        .modulate({ brightness: 1 + at / 50 })
        .jpeg()
        .toBuffer(),
    );
    files.push(file);
  }
  return files;
}

/** What a journey expects within seconds takes longer beside a whole match. */
async function signUp(page: Page, origin: string, product: Product, n: number): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await signUpAndAgree(page, origin, product, newFan(`スマホの${n}番`));
      return;
    } catch (error) {
      const isIn = (url: URL) => /^\/\w+\/$|\/tutorial\.html$/.test(url.pathname);
      if (
        await page.waitForURL(isIn, { timeout: PATIENCE_MS }).then(
          () => true,
          () => false,
        )
      )
        return;
      if (tries === TRIES) throw error;
    }
}

/**
 * Signs a new fan up by the product's pages, through the given line while it is still good.
 * @param count photos the fan will post at most
 */
export async function openBrowserFan(
  browser: Browser,
  n: number,
  { origin, product }: { readonly origin: string; readonly product: Product },
  { count, pictures }: { readonly count: number; readonly pictures: readonly Picture[] },
): Promise<Fan> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await signUp(page, origin, product, n);
  await page.goto(origin + galleryUrl());
  await untilWorkerControls(page);
  return driveBrowser(page, origin, await writePictures(n, count, pictures));
}

function driveBrowser(page: Page, origin: string, files: readonly string[]): Fan {
  const keys: string[] = [];
  let userId = '';
  let next = 0;
  let reopenedAt = 0;
  const reopen = () => page.goto(origin + galleryUrl()).catch(() => undefined);
  /** What is queued at any time is the fan's, also where the window did not tell so. */
  const noteKeys = async (): Promise<void> => {
    for (const job of await storedJobs(page)) {
      userId = job.userId;
      for (const { mediaUrl } of job.photos) if (!keys.includes(mediaUrl)) keys.push(mediaUrl);
    }
  };
  const waiting = async () => (await storedJobs(page)).filter(({ state }) => state !== 'done');
  const tryPost = async (eventName: string, chosen: readonly string[]): Promise<boolean> => {
    const before = keys.length;
    try {
      await openPostForm(page);
      await pickPhotos(page, chosen, { event: eventName, message: '勝利の瞬間', tags: '#勝利' });
      await untilPrepared(page, chosen.length);
      await submitPost(page);
    } catch (error) {
      console.log(`  a fan in a browser tries again: ${String(error).split('\n')[0]}`);
    }
    await noteKeys();
    return keys.length > before;
  };
  return {
    get userId() {
      return userId;
    },
    keys,
    async post(event, pictures) {
      const chosen = files.slice(next, next + pictures.length);
      next += pictures.length;
      for (let tries = 0; tries < TRIES; tries += 1) {
        if (await tryPost(event.name ?? '', chosen)) {
          await reopen();
          return;
        }
        await reopen();
      }
      throw new Error(`A fan in a browser could not post in ${TRIES} tries.`);
    },
    countWaiting: async () =>
      (await waiting()).reduce((sum, { photos }) => sum + photos.filter(({ step }) => step !== 'registered').length, 0),
    describeWaiting: async () => (await waiting()).map(({ id, state, error }) => `${id}: ${state} ${error ?? ''}`),
    async sendNow() {
      if (Date.now() - reopenedAt < REOPEN_MS) return;
      reopenedAt = Date.now();
      await reopen();
    },
    stop: () => page.context().close(),
  };
}
