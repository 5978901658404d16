import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import project from '../../package.json' with { type: 'json' };
import { migrations } from './migrations/index.ts';
import { isLoose, ownersMode, PRIVATE_FOLDER } from './privateFolder.ts';

/**
 * An empty database with its tables, made by the build: a first start copies it, which is quicker than making one.
 * What one version of PGlite initialised is not for another to copy; a migration that is new makes another folder.
 */
export const emptyDatabaseFolder = join(
  resolve(import.meta.dirname, '../..'),
  `.cache/postgres-${project.dependencies['@electric-sql/pglite']}-${Object.keys(migrations).length}`,
);

/** Whether a PostgreSQL was initialised here. */
export const isDatabaseFolder = (folder: string): boolean => existsSync(join(folder, 'PG_VERSION'));

/** Whether a new database may be copied from here: not when other users of the machine could have written into it (SAF-02). */
export const isTemplateFolder = (folder: string): boolean =>
  isDatabaseFolder(folder) && !isLoose(lstatSync(folder)) && !isLoose(lstatSync(join(folder, 'PG_VERSION')));

/**
 * Makes `folder` an initialised, empty database unless it is one already. It is made beside, flushed to the disk and then
 * renamed: whenever the process dies or the power fails, the folder is there whole or not at all.
 * @param template a folder to copy, which is quicker than initialising; not used while it is missing
 * @param initialise makes a database of a missing folder, closed when it resolves
 */
export async function ensureDatabaseFolder(
  folder: string,
  template: string | null,
  initialise: (folder: string) => Promise<void>,
): Promise<void> {
  if (isDatabaseFolder(folder)) return;
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true, mode: PRIVATE_FOLDER });
  if (template !== null && isTemplateFolder(template)) cpSync(template, draft, { recursive: true });
  else await initialise(draft);
  settleTree(draft);
  renameSync(draft, folder);
  flush(dirname(folder));
}

/** Brings a tree to the disk, for its owner alone: a copy has the modes of what was copied. */
export function settleTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) settleTree(path);
    else settle(path);
  }
  settle(folder);
}

function settle(path: string): void {
  const { mode } = lstatSync(path);
  if (ownersMode(mode) !== mode) chmodSync(path, ownersMode(mode) & 0o777);
  flush(path);
}

function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
