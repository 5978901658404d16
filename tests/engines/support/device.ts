/** A fan's device: a real browser of one engine, with a profile on disk, which can be killed like a phone's browser. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BrowserType, chromium, firefox } from '@playwright/test';
import { ensureEngines } from '../../../.ci/ensure-engines.mjs';
import { killProcesses } from '../../journeys/support/killProcesses.ts';
import type { Driver } from './driver.ts';
import { createPlaywrightDriver } from './playwrightDriver.ts';
import { Screen } from './screen.ts';
import { startWebKit } from './webDriver.ts';
import { startXServer, type XServer } from './xServer.ts';

export type Engine = 'chromium' | 'firefox' | 'webkit';

interface Running {
  readonly driver: Driver;
  /** Lets go of what is left after a kill, too. */
  end(): Promise<void>;
}

export interface DeviceOptions {
  readonly userAgent?: string;
  /** A private window, which keeps nothing (WebKit only). */
  readonly isPrivate?: boolean;
}

export interface Device {
  /** Of the browser that runs now. */
  screen: Screen;
  /** `kill -9` of every process of the browser, then a cold start with what is on the disk. */
  killAndReopen(): Promise<void>;
  close(): Promise<void>;
}

export async function openDevice(engine: Engine, options: DeviceOptions = {}): Promise<Device> {
  const profile = await mkdtemp(join(tmpdir(), `device-${engine}-`));
  const launch = () =>
    engine === 'webkit' ? launchWebKit(profile, options) : launchByPlaywright(engine, profile, options);
  let running = await launch();
  const device: Device = {
    screen: new Screen(running.driver),
    async killAndReopen() {
      await killProcesses(profile);
      await running.end();
      running = await launch();
      device.screen = new Screen(running.driver);
    },
    async close() {
      await running.end();
      await killProcesses(profile);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return device;
}

const FIREFOX_PREFERENCES = {
  // Nobody is there to answer a prompt.
  'dom.storageManager.prompt.testing': true,
  'dom.storageManager.prompt.testing.allow': true,
  // A mouse: without a screen it says that nothing can hover, and shows what it shows on a touch screen.
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  // After a kill it starts with what the test asks for, not with a question.
  'browser.sessionstore.resume_from_crash': false,
  'toolkit.startup.max_resumed_crashes': -1,
};

async function launchByPlaywright(
  engine: 'chromium' | 'firefox',
  profile: string,
  { userAgent }: DeviceOptions,
): Promise<Running> {
  const paths = ensureEngines();
  const type: BrowserType = engine === 'chromium' ? chromium : firefox;
  const context = await type.launchPersistentContext(profile, {
    executablePath: paths[engine],
    headless: true,
    viewport: { width: 390, height: 844 },
    colorScheme: process.env.SWEEP_DARK ? 'dark' : 'light',
    ...(engine === 'chromium'
      ? {
          args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
          ...(userAgent === undefined ? {} : { userAgent }),
        }
      : {
          // Debian's own, driven by WebDriver BiDi.
          channel: 'moz-firefox',
          firefoxUserPrefs: {
            ...FIREFOX_PREFERENCES,
            // 0: dark, 1: light.
            'layout.css.prefers-color-scheme.content-override': process.env.SWEEP_DARK ? 0 : 1,
            ...(userAgent === undefined ? {} : { 'general.useragent.override': userAgent }),
          },
        }),
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const name = engine === 'chromium' ? 'Chromium' : 'Firefox';
  return {
    driver: createPlaywrightDriver(page, `${name} ${context.browser()?.version() ?? ''}`.trim()),
    end: () => context.close().catch(() => undefined),
  };
}

/** One for all browsers of this process. */
let screenOfAll: Promise<XServer> | undefined;
export const stopXServer = async (): Promise<void> => (await screenOfAll)?.stop();

async function launchWebKit(profile: string, { userAgent, isPrivate = false }: DeviceOptions): Promise<Running> {
  ensureEngines();
  screenOfAll ??= startXServer();
  const session = await startWebKit({
    binary: resolve(import.meta.dirname, 'wkbrowser.py'),
    display: (await screenOfAll).display,
    args: [
      // A private one is named by its folder too, to be found by `killProcesses`.
      `--${isPrivate ? 'private' : 'profile'}=${profile}`,
      ...(userAgent === undefined ? [] : [`--user-agent=${userAgent}`]),
    ],
  });
  return { driver: session.driver, end: session.end };
}
