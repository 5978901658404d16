// Programs of Debian packages for rehearsals: unpacked, not installed, as an installed one would run as a service of this machine.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

const CACHE = resolve(import.meta.dirname, '../.cache');

/** Fetched by an earlier call, which ended well. */
const MARK = 'whole';

/** As `UnpackedPackages` says. null: they cannot be had. */
export function unpackDebian(name, packages) {
  const folder = join(CACHE, `debian-${name}`);
  if (!existsSync(join(folder, MARK)) && !fetchPackages(folder, packages)) return null;
  const libraries = join(folder, 'usr/lib');
  // A program may need none of its own.
  const folders = existsSync(libraries)
    ? readdirSync(libraries, { withFileTypes: true }).filter((one) => one.isDirectory())
    : [];
  return {
    folder,
    env: {
      LD_LIBRARY_PATH: folders.map((one) => join(libraries, one.name)).join(delimiter),
      PYTHONPATH: join(libraries, 'python3/dist-packages'),
    },
  };
}

function fetchPackages(folder, packages) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return false;
  console.error(`Fetching ${packages.join(', ')} for the rehearsal…`);
  mkdirSync(join(folder, 'partial'), { recursive: true });
  const run = (command, ...args) =>
    spawnSync(command, args, { cwd: folder, stdio: ['ignore', 2, 2], timeout: 600_000 }).status === 0;
  const place = ['-o', `Dir::Cache::archives=${folder}`, '-o', 'Debug::NoLocking=1'];
  // Those that are installed already are unpacked as well: what they need is here then.
  const download = () =>
    run('apt-get', 'install', '-y', '--download-only', '--no-install-recommends', '--reinstall', ...place, ...packages);
  if (!download()) {
    run(...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'apt-get', 'update');
    if (!download()) return false;
  }
  const files = readdirSync(folder).filter((one) => one.endsWith('.deb'));
  if (!files.every((file) => run('dpkg-deb', '-x', file, folder))) return false;
  writeFileSync(join(folder, MARK), '');
  return true;
}
