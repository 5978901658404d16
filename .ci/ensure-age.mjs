// Finds age and zstd, which open backups by hand, for the tests, or unpacks them by apt. Prints nothing when they are there.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

const OWN = resolve(import.meta.dirname, '../node_modules/.cache/age');
const PROGRAMS = ['age', 'age-keygen', 'zstd'];

/** A PATH on which all of them run. null: there is none. */
export function findAge() {
  const path = [join(OWN, 'usr/bin'), process.env.PATH].join(delimiter);
  const runs = (program) =>
    path.split(delimiter).some((folder) => existsSync(join(folder, program))) &&
    spawnSync(program, ['--version'], { env: { ...process.env, PATH: path } }).status === 0;
  return PROGRAMS.every(runs) ? path : null;
}

/** As findAge, and unpacks them first when they are not there. null: they cannot be had. */
export function ensureAge() {
  const found = findAge();
  if (found || process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return found;
  console.error('No age and zstd found: fetching them for the tests…');
  mkdirSync(OWN, { recursive: true });
  const run = (command, ...args) =>
    spawnSync(command, args, { cwd: OWN, stdio: ['ignore', 2, 2], timeout: 300_000 }).status === 0;
  // The lists may be there already, so that a download needs no root.
  if (!run('apt-get', 'download', 'age', 'zstd')) {
    run(...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'apt-get', 'update');
    run('apt-get', 'download', 'age', 'zstd');
  }
  for (const name of readdirSync(OWN).filter((one) => one.endsWith('.deb'))) run('dpkg-deb', '-x', name, OWN);
  return findAge();
}
