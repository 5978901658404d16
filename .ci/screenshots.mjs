// `npm run screenshots [tenant …]`: pictures of every page and overlay, into a folder git ignores (tests/screenshots/look.spec.ts).
import { spawnSync } from 'node:child_process';
import { ensureChromium, ensureHeadlessShell } from './ensure-chromium.mjs';

const env = {
  ...process.env,
  CHROMIUM_PATH: ensureChromium(),
  HEADLESS_SHELL_PATH: ensureHeadlessShell(),
  ...(process.argv.length > 2 ? { SCREENS_OF: process.argv.slice(2).join(' ') } : {}),
};
const run = (command, args) => spawnSync(command, args, { stdio: 'inherit', env }).status === 0;
const isTaken =
  run('npm', ['run', '-s', 'build']) && run('playwright', ['test', '-c', 'tests/screenshots/playwright.config.ts']);
process.exit(isTaken ? 0 : 1);
