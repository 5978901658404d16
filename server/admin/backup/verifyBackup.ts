/** Reads a backup back as a restore would, into a temporary place. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { Refusal, Unreachable } from '../../operations/outcome.ts';
import { type BackupContext, keyFor } from './backupContext.ts';
import { findBackup, lockPlace } from './backupPlace.ts';
import { checkSeal } from './manifest.ts';
import { checkCounts, restoreInto, withFolderCopy } from './openCopy.ts';
import { atDatabase, checkProgram } from './postgresPrograms.ts';
import { findIncomplete, noteBackedUp, type OpenBackup, readObjects } from './readObjects.ts';
import { readRemovals } from './removals.ts';
import { openPastPoolers, openServerDatabase } from './serverDatabase.ts';

/** Keys that are told by name. */
const SHOWN = 20;

/** A backup that says of itself what it is. Throws Refusal, Damaged. */
export async function openBackup(given: BackupContext, id: string): Promise<OpenBackup> {
  const { dir } = given;
  const { folder, manifest } = await findBackup(dir, id);
  const key = keyFor(manifest, given);
  await checkSeal(folder, key);
  const removals = await readRemovals(dir);
  return {
    dir,
    folder,
    manifest,
    key,
    removals,
    removed: new Set(removals.flatMap(({ mediaUrl, keys }) => [mediaUrl, ...keys])),
  };
}

/** Returns what was found, in lines. Throws Damaged, Refusal, Unreachable. */
export async function verifyBackup(given: BackupContext, id: string): Promise<string[]> {
  const release = lockPlace(given.dir);
  try {
    const backup = await openBackup(given, id);
    const { manifest } = backup;
    const inPlace = manifest.database === 'embedded' ? inFolder : inDatabase;
    const objects = await inPlace(given, backup, (db) => check(db, backup));
    const rows = Object.values(manifest.rows).reduce((sum, n) => sum + n, 0);
    return [
      `The backup ${manifest.id} is whole: its database opens with ${rows} rows, and ${objects} objects are as they were.`,
    ];
  } finally {
    release();
  }
}

async function check(db: Kysely<Database>, backup: OpenBackup): Promise<number> {
  await checkCounts(db, backup);
  return db.connection().execute(async (one) => {
    const count = await readObjects(backup, null);
    await noteBackedUp(one, backup);
    const expected = new Set([...backup.manifest.deletedMeanwhile, ...backup.removed]);
    const { gone, missing } = await findIncomplete(one, expected);
    const all = [...gone, ...missing];
    if (all.length > 0)
      throw new Refusal(
        [
          `All that was written is there, but ${all.length} photos and pictures that rows name were not in the store:`,
          ...all.slice(0, SHOWN).map((key) => `  ${key}`),
        ].join('\n'),
      );
    return count;
  });
}

async function inFolder<T>(
  _: BackupContext,
  backup: OpenBackup,
  use: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const at = await mkdtemp(join(tmpdir(), 'backup-'));
  try {
    return await withFolderCopy(backup, at, use);
  } finally {
    await rm(at, { recursive: true, force: true });
  }
}

/** A new database beside that of DATABASE_MIGRATE_URL, or DATABASE_URL, gone afterwards. */
async function inDatabase<T>(
  { settings: { databaseUrl } }: BackupContext,
  backup: OpenBackup,
  use: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  if (!databaseUrl)
    throw new Unreachable(
      'The backup is of a PostgreSQL server: set DATABASE_URL to one where a temporary database may be made.',
    );
  const { db: server, version } = await openPastPoolers(databaseUrl);
  const name = `backup_${randomUUID().replaceAll('-', '')}`;
  try {
    await checkProgram('pg_restore', version);
    await sql`create database ${sql.id(name)} template template0`.execute(server).catch((error: unknown) => {
      throw new Unreachable(`No temporary database could be made: ${error instanceof Error ? error.message : error}`);
    });
    try {
      return await withDatabase(backup, atDatabase(databaseUrl, name), use);
    } finally {
      await sql`drop database ${sql.id(name)} with (force)`.execute(server);
    }
  } finally {
    await server.destroy();
  }
}

async function withDatabase<T>(
  backup: OpenBackup,
  databaseUrl: string,
  use: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  await restoreInto(databaseUrl, backup);
  const db = openServerDatabase(databaseUrl);
  return use(db).finally(() => db.destroy());
}
