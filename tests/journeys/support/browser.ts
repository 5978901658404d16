/** A browser for tests that need none of a phone's own things: no profile on disk, any number of contexts. */
import { type Browser, chromium } from '@playwright/test';
import { ensureHeadlessShell } from '../../../.ci/ensure-chromium.mjs';

/** No sandbox: CI is root. Pictures are drawn by software, in the browser's own process: one process less to start and to talk to. */
export const LIGHT_ARGS = ['--no-sandbox', '--disable-gpu', '--in-process-gpu'];

/** Left out: the light browser. */
export const launchBrowser = (executablePath: string = ensureHeadlessShell()): Promise<Browser> =>
  chromium.launch({ executablePath, args: LIGHT_ARGS });
