// Finds the browsers of the engine tests, or installs by apt what is missing. Prints nothing when all is there.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome'];
const inPath = (names) =>
  names
    .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
const hasTypelib = () =>
  spawnSync('/usr/bin/python3', ['-c', 'import gi; gi.require_version("WebKit2", "4.1")'], { stdio: 'ignore' })
    .status === 0;

/** Debian packages, and whether what is needed of each is there. */
const needed = {
  chromium: () => process.env.CHROMIUM_PATH || inPath(CHROMIUM),
  'firefox-esr': () => inPath(['firefox-esr']),
  xvfb: () => inPath(['Xvfb']),
  'webkit2gtk-driver': () => inPath(['WebKitWebDriver']),
  'gir1.2-webkit2-4.1': hasTypelib,
  'python3-gi': hasTypelib,
};
const missing = () => Object.keys(needed).filter((name) => !needed[name]());
let found;

/** Paths of the browsers. Throws when one is missing and cannot be installed: no engine is left out silently. */
export function ensureEngines() {
  if (found) return found;
  const absent = missing();
  if (absent.length > 0) {
    console.error(`Installing ${absent.join(', ')} for the tests on three engines…`);
    install(absent);
    const left = missing();
    if (left.length > 0) throw new Error(`Not here, and could not be installed: ${left.join(', ')}`);
  }
  found = { chromium: needed.chromium(), firefox: needed['firefox-esr']() };
  return found;
}

function install(names) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return;
  const isRoot = process.getuid?.() === 0;
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]])
    spawnSync(isRoot ? 'apt-get' : 'sudo', isRoot ? args : ['-n', 'apt-get', ...args], {
      stdio: ['ignore', 2, 2],
      timeout: 600_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
}
