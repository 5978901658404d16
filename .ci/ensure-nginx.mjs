// Finds nginx for the tests, or unpacks it by apt. Prints nothing when it is there.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** Unpacked, not installed: an installed one would listen on port 80 of this machine from then on. */
const OWN = resolve(import.meta.dirname, '../node_modules/.cache/nginx');

/** Path of nginx: NGINX_BIN, our own, or on the PATH. null: there is none that runs. */
export function findNginx() {
  const folders = [join(OWN, 'usr/sbin'), ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const paths = [process.env.NGINX_BIN, ...folders.filter(Boolean).map((folder) => join(folder, 'nginx'))];
  return paths.find((path) => path && existsSync(path) && spawnSync(path, ['-v']).status === 0) ?? null;
}

/** As findNginx, and unpacks one first when none is there. null: none can be had. */
export function ensureNginx() {
  const found = findNginx();
  if (found || process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return found;
  console.error('No nginx found: fetching one for the tests…');
  mkdirSync(OWN, { recursive: true });
  const run = (command, ...args) =>
    spawnSync(command, args, { cwd: OWN, stdio: ['ignore', 2, 2], timeout: 300_000 }).status === 0;
  const isRoot = process.getuid?.() === 0;
  // The lists may be there already, so that a download needs no root.
  if (!run('apt-get', 'download', 'nginx')) {
    run(...(isRoot ? [] : ['sudo', '-n']), 'apt-get', 'update');
    run('apt-get', 'download', 'nginx');
  }
  for (const name of readdirSync(OWN).filter((one) => one.endsWith('.deb'))) run('dpkg-deb', '-x', name, OWN);
  return findNginx();
}
