// Runs before start/test on any Node >= 18 without dependencies: `npm ci` when node_modules does not match package-lock.json.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const packages = (path) => {
  try {
    return JSON.parse(readFileSync(new URL(path, root), 'utf8')).packages;
  } catch {
    return {};
  }
};
const want = packages('package-lock.json');
const have = packages('node_modules/.package-lock.json');
const stale =
  Object.entries(want).some(
    ([path, p]) => path && (have[path] ? have[path].version !== p.version : !p.optional && !p.devOptional),
  ) || Object.keys(have).some((path) => !want[path]);
if (stale) {
  console.error('Installing dependencies (npm ci)…');
  const r = spawnSync('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: fileURLToPath(root),
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (r.status !== 0) process.exit(r.status ?? 1);
}
