import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import project from '../../package.json' with { type: 'json' };
import { migrations } from './migrations/index.ts';

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
  mkdirSync(dirname(folder), { recursive: true });
  if (template !== null && isDatabaseFolder(template)) cpSync(template, draft, { recursive: true });
  else await initialise(draft);
  flushTree(draft);
  renameSync(draft, folder);
  flush(dirname(folder));
}

function flushTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) flushTree(path);
    else flush(path);
  }
  flush(folder);
}

function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
