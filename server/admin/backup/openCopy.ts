/** A backup's database, opened as it was: in a folder, or in a database of a server. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Kysely } from 'kysely';
import { type ExtractEvents, extract } from 'tar-stream';
import { createPgliteDialect } from '../../database/pgliteDialect.ts';
import { PRIVATE_FOLDER } from '../../database/privateFolder.ts';
import type { Database } from '../../database/schema.ts';
import { Damaged, readBackupFile } from './backupFiles.ts';
import { countAllRows } from './liveDatabase.ts';
import { restoreDatabase } from './postgresPrograms.ts';
import type { OpenBackup } from './readObjects.ts';

const readDatabaseFile = ({ folder, manifest, key }: OpenBackup): AsyncGenerator<Uint8Array> =>
  readBackupFile(folder, manifest.databaseFile, key);

/** Unpacks it into a new folder `postgres` there and uses it as it was, without migrations. Nothing is flushed. Throws Damaged. */
export async function withFolderCopy<T>(
  backup: OpenBackup,
  at: string,
  use: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const folder = join(at, 'postgres');
  const archive = extract();
  archive.on('entry', (_, entry, next) => void unpackEntry(entry, folder).then(() => next(), next));
  await pipeline(readDatabaseFile(backup), archive);
  const db = new Kysely<Database>({ dialect: createPgliteDialect({ folder, isFlushed: false }) });
  let hasFailed = false;
  try {
    return await use(db);
  } catch (error) {
    hasFailed = true;
    throw error;
  } finally {
    // What could not be opened cannot be closed either: the first failure is the one to tell.
    await db.destroy().catch((error: unknown) => {
      if (!hasFailed) throw error;
    });
  }
}

async function unpackEntry(entry: ExtractEvents['entry'][1], folder: string): Promise<void> {
  // The archive's own pipeline throws its failures.
  entry.on('error', () => {});
  const { name, type } = entry.header;
  if (!/^[\w.-]+(?:\/[\w.-]+)*\/?$/.test(name) || name.split('/').includes('..'))
    throw new Damaged('The copy of the database is no archive of ours.');
  const path = join(folder, name);
  await mkdir(type === 'directory' ? path : dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  if (type === 'directory') entry.resume();
  else await pipeline(entry, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
}

/** Fills an empty database of a server, as a whole or not at all. Throws Damaged, Unreachable. */
export const restoreInto = (databaseUrl: string, backup: OpenBackup): Promise<void> =>
  restoreDatabase(databaseUrl, readDatabaseFile(backup));

/** Throws Damaged when a table has other rows than it had. */
export async function checkCounts(db: Kysely<Database>, { manifest: { rows, id } }: OpenBackup): Promise<void> {
  const counts = await countAllRows(db).catch((error: unknown) => {
    throw new Damaged(`The database of ${id} does not open: ${error instanceof Error ? error.message : error}`);
  });
  const wrong = Object.keys({ ...rows, ...counts }).filter((name) => rows[name] !== counts[name]);
  if (wrong.length > 0)
    throw new Damaged(
      `The database of ${id} has other rows than it had: ${wrong.map((name) => `${name} ${counts[name] ?? 'none'} for ${rows[name] ?? 'none'}`).join(', ')}.`,
    );
}
