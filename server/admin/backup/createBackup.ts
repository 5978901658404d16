/** Makes a backup while the server runs: the database at one moment, then the objects its rows may name. */
import { join } from 'node:path';
import { Unreachable } from '../../operations/outcome.ts';
import { backUpObjects } from './backUpObjects.ts';
import { type BackupContext, openObjects } from './backupContext.ts';
import { writeBackupFile } from './backupFiles.ts';
import { clearLeftovers, lockPlace, makeBackupFolder, newBackupId, securePlace } from './backupPlace.ts';
import { copyEmbedded } from './copyEmbedded.ts';
import { describeSize } from './describeSize.ts';
import type { RowCounts } from './liveDatabase.ts';
import { DATABASE_FILE, type Manifest, writeManifest } from './manifest.ts';
import { type OpenLive, openLive } from './openLive.ts';
import { dumpDatabase } from './postgresPrograms.ts';
import { tidyBackups } from './tidyBackups.ts';

export interface CreatedBackup {
  /** What was done. */
  readonly lines: readonly string[];
  /** What is not in the backup, and why. */
  readonly missing: readonly string[];
}

/** Throws Refusal, Unreachable. @param keep whole backups to leave; null: all */
export async function createBackup(given: BackupContext, keep: number | null): Promise<CreatedBackup> {
  const { dir, dataDir } = given;
  securePlace(dir, dataDir);
  const release = lockPlace(dir);
  try {
    await clearLeftovers(dir);
    const live = await openLive(given);
    try {
      const { manifest, unreadable } = await write(given, live).catch(async (error: unknown) => {
        // At once: on a disk that is full no other command may find room for its lock.
        await clearLeftovers(dir).catch(() => {});
        throw error;
      });
      // An older backup may be the last that has what cannot be read now.
      const tidied = await tidyBackups(given, unreadable.length > 0 ? null : keep);
      return { lines: [...describe(manifest, dir), ...live.notes, ...tidied], missing: tell(unreadable) };
    } finally {
      await live.close();
    }
  } finally {
    release();
  }
}

/** Files that are told by name. */
const SHOWN = 20;

const tell = (unreadable: readonly string[]): string[] =>
  unreadable.length === 0
    ? []
    : [
        `The backup is without ${unreadable.length} objects whose files cannot be read; older backups were left as they are, since they may have them:`,
        ...unreadable.slice(0, SHOWN).map((one) => `  ${one}`),
        ...(unreadable.length > SHOWN ? [`  and ${unreadable.length - SHOWN} more`] : []),
      ];

interface Written {
  readonly manifest: Manifest;
  readonly unreadable: readonly string[];
}

async function write(given: BackupContext, live: OpenLive): Promise<Written> {
  const { dir, key, now } = given;
  const id = newBackupId(now);
  const folder = await makeBackupFolder(dir, id);
  const { file, moment } = await writeDatabase(given, live, folder);
  const objects = await openObjects(given);
  const { counted, unreadable } = await backUpObjects({
    objects,
    dir,
    folder,
    key,
    deletedSince: () => live.deletedSince(moment.at),
  });
  const { photo = 0 } = moment.counts;
  if (photo > 0 && counted.objects === 0)
    throw new Unreachable(
      `The database has ${photo} photos and the store not one object: set DATA_DIR or S3_* as the server has them. No backup was made.`,
    );
  const manifest: Manifest = {
    version: 2,
    id,
    at: moment.at,
    finishedAt: new Date().toISOString(),
    database: live.kind,
    store: objects.kind,
    keyId: key?.id ?? null,
    rows: moment.counts,
    databaseFile: file,
    ...counted,
  };
  await writeManifest(folder, manifest, key);
  return { manifest, unreadable };
}

interface Moment {
  readonly at: string;
  readonly counts: RowCounts;
}

async function writeDatabase({ key, dataDir }: BackupContext, live: OpenLive, folder: string) {
  const name = DATABASE_FILE[live.kind];
  if (live.kind === 'postgres')
    return live.atSnapshot(async ({ snapshot, databaseUrl, ...moment }) => ({
      file: await writeBackupFile(folder, name, dumpDatabase(databaseUrl, snapshot), key),
      moment: moment as Moment,
    }));
  let moment: Moment | undefined;
  const stream = copyEmbedded(join(dataDir, 'postgres'), live, (known) => {
    moment = known;
    live.notes.push(`Everybody else waited ${known.waitedMs} ms for it.`);
  });
  const file = await writeBackupFile(folder, name, stream, key);
  if (!moment) throw new Error('The copy of the database ended before its moment.');
  return { file, moment };
}

const describe = ({ id, at, rows, databaseFile, objects, objectBytes, newObjects, ...rest }: Manifest, dir: string) => [
  `The backup ${id} in ${dir} is whole${rest.keyId === null ? '' : `, encrypted with the key ${rest.keyId}`}.`,
  `It is of ${at}: ${Object.values(rows).reduce((sum, n) => sum + n, 0)} rows (${describeSize(databaseFile.bytes)}), ${objects} objects (${describeSize(objectBytes)}), ${newObjects} of them new.`,
  ...(rest.deletedMeanwhile.length > 0
    ? [`${rest.deletedMeanwhile.length} photos and pictures were deleted meanwhile: a restore leaves them out.`]
    : []),
];
