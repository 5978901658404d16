// Finds a Chromium for the browser tests, or installs one: by Playwright, else by apt. Prints nothing when all is there.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const known = () =>
  [
    process.env.CHROMIUM_PATH,
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => path && existsSync(path));
const SHELL = '/usr/bin/chromium-headless-shell';
const run = (command, args) => spawnSync(command, args, { stdio: ['ignore', 2, 2], timeout: 600_000 }).status === 0;

const apt = (...args) => {
  const [command, ...rest] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'apt-get', ...args];
  return run(command, rest);
};

/** Path of a Chromium. Throws when none can be had. */
export function ensureChromium() {
  const found = known();
  if (found) return found;
  console.error('No Chromium found: installing one for the browser tests…');
  if (!run('npx', ['playwright', 'install', '--with-deps', 'chromium']) || !known()) {
    apt('update');
    apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk');
  }
  const path = known();
  if (!path) throw new Error('No Chromium: install one and set CHROMIUM_PATH to it.');
  return path;
}

/**
 * Path of a Chromium without a window of its own (Debian's package of the same build): a quarter less work for a test. It has no
 * notifications and cannot be installed into; the whole Chromium where there is none.
 */
export function ensureHeadlessShell() {
  const path = process.env.HEADLESS_SHELL_PATH;
  if (path) return path;
  const whole = ensureChromium();
  if (whole !== '/usr/bin/chromium' || existsSync(SHELL)) return existsSync(SHELL) ? SHELL : whole;
  const isThere = () => apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell') && existsSync(SHELL);
  return isThere() || (apt('update') && isThere()) ? SHELL : whole;
}
