// Finds PgBouncer for the tests, or unpacks it by apt. Prints nothing when it is there.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** Unpacked, not installed: an installed one would run as a service of this machine from then on. */
const OWN = resolve(import.meta.dirname, '../node_modules/.cache/pgbouncer');

/** Where its libraries are: LD_LIBRARY_PATH of the one we unpacked, as the others need none. */
const librariesOf = (path) => {
  const folder = join(OWN, 'usr/lib');
  if (!path.startsWith(OWN) || !existsSync(folder)) return {};
  const folders = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  return { LD_LIBRARY_PATH: [folder, ...folders.map(({ name }) => join(folder, name))].join(delimiter) };
};

/** PGBOUNCER_BIN, our own, or on the PATH, with the environment it needs. null: there is none that runs. */
export function findPgbouncer() {
  const folders = [join(OWN, 'usr/sbin'), ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const paths = [process.env.PGBOUNCER_BIN, ...folders.filter(Boolean).map((folder) => join(folder, 'pgbouncer'))];
  for (const path of paths) {
    if (!path || !existsSync(path)) continue;
    const env = librariesOf(path);
    if (spawnSync(path, ['--version'], { env: { ...process.env, ...env } }).status === 0) return { path, env };
  }
  return null;
}

/** As findPgbouncer, and unpacks one first when none is there. null: none can be had. */
export function ensurePgbouncer() {
  const found = findPgbouncer();
  if (found || process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return found;
  console.error('No PgBouncer found: fetching one for the tests…');
  mkdirSync(join(OWN, 'partial'), { recursive: true });
  const run = (command, ...args) =>
    spawnSync(command, args, { cwd: OWN, stdio: ['ignore', 2, 2], timeout: 300_000 }).status === 0;
  // With the libraries this machine has not, which have other names in each Debian.
  const place = ['-o', `Dir::Cache::archives=${OWN}`, '-o', 'Debug::NoLocking=1'];
  const download = () =>
    run('apt-get', 'install', '-y', '--download-only', '--no-install-recommends', ...place, 'pgbouncer');
  // The lists may be there already, so that a download needs no root.
  if (!download()) {
    const isRoot = process.getuid?.() === 0;
    run(...(isRoot ? [] : ['sudo', '-n']), 'apt-get', 'update');
    download();
  }
  for (const name of readdirSync(OWN).filter((one) => one.endsWith('.deb'))) run('dpkg-deb', '-x', name, OWN);
  return findPgbouncer();
}
