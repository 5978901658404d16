/** A fan's phone: a real Chromium that can lose its signal, and, with a profile on disk, be killed like a phone's browser. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { ensureChromium, ensureHeadlessShell } from '../../../.ci/ensure-chromium.mjs';
import { LIGHT_ARGS } from './browser.ts';
import { killProcesses } from './killProcesses.ts';

export interface Phone {
  page: Page;
  context: BrowserContext;
  setOffline(isOffline: boolean): Promise<void>;
  /** `kill -9` of every process of this browser. */
  kill(): Promise<void>;
  /** Starts again with the same profile, offline from the first moment if told so. */
  open(options?: { offline?: boolean }): Promise<void>;
  close(): Promise<void>;
}

interface PhoneOptions {
  readonly viewport?: { width: number; height: number };
  readonly isMobile?: boolean;
  /** Device pixels for one of the page's; a phone has 3. Each costs a software renderer time. */
  readonly pixelRatio?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** The whole browser, with its notifications and Background Sync: heavier, for the tests that need them and for the main story. */
  readonly isWhole?: boolean;
  /**
   * A browser that refuses workers, as private windows do. On a new device a worker fetches and keeps the whole client,
   * which costs more than most tests: false where the test looks at nothing a worker does.
   */
  readonly hasWorker?: boolean;
  /**
   * A browser and a folder of its own, which a test can kill and start again. Left out: what has a worker has one; all others of a
   * test process share a browser, since starting one costs more than many a test.
   */
  readonly hasProfile?: boolean;
}

const ARGS = [...LIGHT_ARGS, '--disable-background-networking', '--disable-component-update', '--disable-sync'];
/** Playwright ends it with the process. */
let shared: Promise<Browser> | undefined;

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

export async function openPhone(options: PhoneOptions = {}): Promise<Phone> {
  const { viewport = { width: 390, height: 844 }, isMobile = true, colorScheme = 'light', hasWorker = true } = options;
  const { pixelRatio = 1, isWhole = false, hasProfile = hasWorker || isWhole } = options;
  const profile = hasProfile ? await mkdtemp(join(tmpdir(), 'phone-')) : undefined;
  const executablePath = isWhole ? ensureChromium() : ensureHeadlessShell();
  const device = {
    viewport,
    deviceScaleFactor: pixelRatio,
    isMobile,
    hasTouch: isMobile,
    ...(isMobile ? { userAgent: ANDROID } : {}),
    colorScheme,
    serviceWorkers: hasWorker ? 'allow' : 'block',
    // What moves without end keeps a software renderer busy.
    reducedMotion: 'reduce',
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
  } as const;
  const launch = async (offline: boolean): Promise<BrowserContext> => {
    if (profile !== undefined)
      return chromium.launchPersistentContext(profile, {
        ...device,
        executablePath,
        headless: true,
        offline,
        args: ARGS,
      });
    shared ??= chromium.launch({ executablePath, args: ARGS });
    return (await shared).newContext({ ...device, offline });
  };
  const phone: Phone = {
    page: undefined as unknown as Page,
    context: undefined as unknown as BrowserContext,
    setOffline: (isOffline) => phone.context.setOffline(isOffline),
    async kill() {
      if (profile === undefined) throw new Error('This phone shares its browser: open it with hasProfile.');
      await killProcesses(profile);
      await phone.context.close().catch(() => undefined);
    },
    async open({ offline = false } = {}) {
      // A browser that crashes while it starts is opened again, as a fan would.
      phone.context = await launch(offline).catch(() => {
        if (profile === undefined) shared = undefined;
        return launch(offline);
      });
      phone.context.setDefaultTimeout(45_000);
      phone.page = withPatientGoto(phone.context.pages()[0] ?? (await phone.context.newPage()));
    },
    async close() {
      await phone.context.close().catch(() => undefined);
      if (profile !== undefined) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  await phone.open();
  return phone;
}

/**
 * A closed overlay takes its entry out of the history a moment later: the browser drops an address that was asked for meanwhile, or
 * goes back from it. Nobody types an address that fast: it is asked for once the entry is gone.
 */
function withPatientGoto(page: Page): Page {
  const goto = page.goto.bind(page);
  const isAtRest = () => document.querySelector('dialog[open]') !== null || history.state?.kind !== 'overlay';
  page.goto = async (url, options) => {
    await page.waitForFunction(isAtRest, undefined, { timeout: 5_000 }).catch(() => undefined);
    return goto(url, options).catch((error: Error) => {
      if (!error.message.includes('net::ERR_ABORTED')) throw error;
      return goto(url, options);
    });
  };
  return page;
}
