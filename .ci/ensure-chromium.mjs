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
const run = (command, args) => spawnSync(command, args, { stdio: ['ignore', 2, 2], timeout: 600_000 }).status === 0;

/** Path of a Chromium. Throws when none can be had. */
export function ensureChromium() {
  const found = known();
  if (found) return found;
  console.error('No Chromium found: installing one for the browser tests…');
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, 'apt-get', ...args];
    return run(command, rest);
  };
  if (!run('npx', ['playwright', 'install', '--with-deps', 'chromium']) || !known()) {
    apt('update');
    apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk');
  }
  const path = known();
  if (!path) throw new Error('No Chromium: install one and set CHROMIUM_PATH to it.');
  return path;
}
