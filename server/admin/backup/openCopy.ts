/** A backup's database, opened as it was: in a folder, or in a database of a server. */
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { createPgliteDialect } from '../../database/pgliteDialect.ts';
import type { Database } from '../../database/schema.ts';
import { readBackupFile } from './backupFiles.ts';
import { ByteReader } from './byteReader.ts';
import { Damaged } from './cipher.ts';
import { DATABASE_FILE } from './createBackup.ts';
import { countAllRows } from './liveDatabase.ts';
import { restoreDatabase } from './postgresPrograms.ts';
import type { OpenBackup } from './readObjects.ts';
import { openServerDatabase } from './serverDatabase.ts';
import { unpackTar } from './tar.ts';

const readDatabaseFile = ({ folder, manifest, key }: OpenBackup): AsyncGenerator<Uint8Array> =>
  readBackupFile(folder, DATABASE_FILE[manifest.database], manifest.databaseFile, key);

/** Unpacks it into a new folder `postgres` there and opens it, without migrations. Throws Damaged. */
export async function openInFolder(backup: OpenBackup, at: string): Promise<Kysely<Database>> {
  const folder = join(at, 'postgres');
  await unpackTar(new ByteReader(readDatabaseFile(backup)), folder);
  return new Kysely<Database>({ dialect: createPgliteDialect({ folder }) });
}

/** Fills an empty database of a server, and opens it. Throws Damaged, Unreachable. */
export async function openInDatabase(backup: OpenBackup, databaseUrl: string): Promise<Kysely<Database>> {
  await restoreDatabase(databaseUrl, readDatabaseFile(backup));
  return openServerDatabase(databaseUrl);
}

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
