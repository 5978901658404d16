/** A browser for tests that need none of a phone's own things: no profile on disk, any number of contexts. */
import { type Browser, chromium } from '@playwright/test';
import { ensureHeadlessShell } from '../../../.ci/ensure-chromium.mjs';

/** Left out: the light browser. */
export const launchBrowser = (executablePath: string = ensureHeadlessShell()): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
