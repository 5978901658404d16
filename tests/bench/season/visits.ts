/** A fan's visits with one phone: the browser starts anew for each, and the profile stays. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { ensureHeadlessShell } from '../../../.ci/ensure-chromium.mjs';
import { shell } from '../../../src/messages/jaShell.ts';
import { LIGHT_ARGS } from '../../journeys/support/browser.ts';
import { demoFan, galleryUrl, signIn, untilWorkerControls } from '../../journeys/support/fan.ts';
import { CLUB } from '../../support/tenants.ts';
import { PHONE } from '../support/watchPhotos.ts';
import type { CountingLine } from './countingLine.ts';

export interface Visit {
  /** Path and query where it begins. */
  readonly start: string;
  readonly photos: number;
  /** The visit before was on another day. */
  readonly isNextDay: boolean;
  /** A release came out since the visit before. */
  readonly hasRelease: boolean;
}

export interface Visitor {
  /** Photos opened so far, and releases taken over. */
  readonly done: { opened: number; updates: number };
  /** The first one: the fan signs in, and the worker comes. */
  arrive(): Promise<void>;
  visit(visit: Visit): Promise<void>;
  leave(): Promise<void>;
}

const SCREENS = 6;
const DRAWN = 'img[src*="/s3/photos/"]';
const OPENED = 'dialog[open] [data-side="open"] img';

export async function openVisitor(line: CountingLine): Promise<Visitor> {
  const { origin } = line;
  const profile = await mkdtemp(join(tmpdir(), 'season-'));
  const done = { opened: 0, updates: 0 };

  async function withPhone(run: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> {
    const context = await chromium.launchPersistentContext(profile, {
      ...PHONE,
      locale: 'ja-JP',
      timezoneId: 'Asia/Tokyo',
      reducedMotion: 'reduce',
      executablePath: ensureHeadlessShell(),
      args: LIGHT_ARGS,
    });
    context.setDefaultTimeout(90_000);
    try {
      await run(context.pages()[0] ?? (await context.newPage()), context);
    } finally {
      await context.close();
    }
  }

  async function open(page: Page, path: string): Promise<void> {
    await page.goto(origin + path);
    await page.locator(DRAWN).first().waitFor();
    await page.waitForFunction(() => !document.querySelector('#root')?.hasAttribute('inert'));
    await line.untilQuiet();
  }

  /**
   * The look for a new worker that a browser makes where the last one was more than a day ago (Service Workers, 'stale' registration): it asks
   * for all scripts of the worker anew, past what it has cached. Tools of the browser can ask for one of this kind.
   */
  async function lookAnew(page: Page, context: BrowserContext): Promise<void> {
    const devTools = await context.newCDPSession(page);
    await devTools.send('ServiceWorker.enable');
    await devTools.send('ServiceWorker.updateRegistration', { scopeURL: `${origin}/` });
    await line.untilQuiet();
    await devTools.detach();
  }

  async function takeUpdate(page: Page): Promise<void> {
    const begun = page.waitForEvent('framenavigated', {
      predicate: (frame) => frame === page.mainFrame(),
    });
    await page.getByRole('button', { name: shell.update, exact: true }).click();
    await begun;
    await page.locator(DRAWN).first().waitFor();
    await page.waitForFunction(() => !document.querySelector('#root')?.hasAttribute('inert'));
    await line.untilQuiet();
    done.updates += 1;
  }

  async function openPhoto(page: Page, index: number): Promise<void> {
    await page.locator('[data-photo] a').nth(index).tap();
    await page.waitForFunction((opened) => {
      const image = document.querySelector<HTMLImageElement>(opened);
      return image?.complete === true && image.naturalWidth > 0;
    }, OPENED);
    await line.untilQuiet(400);
    await page.goBack();
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    done.opened += 1;
  }

  return {
    done,
    arrive: () =>
      withPhone(async (page) => {
        await open(page, `/${CLUB}/`);
        await signIn(page, origin, demoFan('fan'));
        await untilWorkerControls(page);
        await line.untilQuiet();
      }),
    visit: ({ start, photos, isNextDay, hasRelease }) =>
      withPhone(async (page, context) => {
        await open(page, start);
        // A release that came within the day is found as well.
        if (isNextDay || hasRelease) await lookAnew(page, context);
        if (hasRelease) await takeUpdate(page);
        await page.locator(`a[href="${galleryUrl()}"]:visible`).first().tap();
        await page.waitForURL(`**${galleryUrl()}`);
        await page.locator('[data-photo] a').nth(photos).waitFor();
        await line.untilQuiet(400);
        for (let index = 0; index < photos; index += 1) await openPhoto(page, index);
        for (let screen = 0; screen < SCREENS; screen += 1) {
          await page.evaluate(() => scrollBy(0, innerHeight));
          await line.untilQuiet(300);
        }
        await line.untilQuiet();
      }),
    leave: () => rm(profile, { recursive: true, force: true, maxRetries: 5 }),
  };
}
