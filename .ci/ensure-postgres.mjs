// Finds the programs of a PostgreSQL server for the tests, or installs them by apt. Prints nothing when all is there.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const DEBIAN = '/usr/lib/postgresql';

/** Folder with initdb and postgres, the newest first: POSTGRES_BIN, Debian's, or on the PATH. null: there is none. */
export function findPostgres() {
  const debian = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(DEBIAN, version, 'bin'))
    : [];
  const folders = [process.env.POSTGRES_BIN, ...debian, ...(process.env.PATH ?? '').split(delimiter)];
  return (
    folders.find((folder) => folder && ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null
  );
}

/** As findPostgres, and installs one first when none is there. null: none can be had. */
export function ensurePostgres() {
  const found = findPostgres();
  if (found || process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return found;
  console.error('No PostgreSQL found: installing one for the tests…');
  const isRoot = process.getuid?.() === 0;
  const apt = (...args) => {
    const [command, ...rest] = [...(isRoot ? [] : ['sudo', '-n']), 'apt-get', ...args];
    spawnSync(command, rest, {
      stdio: ['ignore', 2, 2],
      timeout: 600_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  };
  const settings = '/etc/postgresql-common';
  if (isRoot && !existsSync(settings)) {
    // Only the programs are wanted: no cluster of its own, no service.
    mkdirSync(settings, { recursive: true });
    writeFileSync(join(settings, 'createcluster.conf'), 'create_main_cluster = false\n');
  }
  apt('update');
  apt('install', '-y', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', 'postgresql');
  return findPostgres();
}
