/** Brings a backup into an empty place, from which the server then starts. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../database/database.ts';
import { settleTree } from '../../database/databaseFolder.ts';
import { DataFolderBusy, lockDataFolder } from '../../database/dataFolderLock.ts';
import { migrate } from '../../database/migrate.ts';
import { PRIVATE_FOLDER, securePrivateFolder } from '../../database/privateFolder.ts';
import { RightsMissing, readRole, requireRole } from '../../database/runningRole.ts';
import type { Database } from '../../database/schema.ts';
import { OPERATOR_LIMITS } from '../../database/serverPool.ts';
import { endRestore, markRestore, RestoreUnfinished, refuseUnfinished } from '../../database/unfinishedRestore.ts';
import { Refusal, Unreachable } from '../../operations/outcome.ts';
import { applyRemovals } from './applyRemovals.ts';
import { type BackupContext, openObjects } from './backupContext.ts';
import { flushFolder } from './backupFiles.ts';
import { lockPlace } from './backupPlace.ts';
import { describeSize } from './describeSize.ts';
import { moveRows } from './moveRows.ts';
import type { ObjectSource } from './objectSources.ts';
import type { StoreContext } from './objectThreads.ts';
import { checkCounts, restoreInto, withFolderCopy } from './openCopy.ts';
import { checkProgram } from './postgresPrograms.ts';
import { findIncomplete, type Incomplete, noteBackedUp, type OpenBackup, readObjects } from './readObjects.ts';
import { openPastPoolers, openServerDatabase } from './serverDatabase.ts';
import { openBackup } from './verifyBackup.ts';

/** Returns what it did, in lines. Throws Refusal, Damaged, Unreachable. @param keepsSignIns fans stay signed in */
export async function restoreBackup(given: BackupContext, id: string, keepsSignIns: boolean): Promise<string[]> {
  const started = performance.now();
  const release = lockPlace(given.dir);
  try {
    const backup = await openBackup(given, id);
    const { manifest } = backup;
    checkKinds(given, backup);
    const into = given.settings.databaseUrl ? intoServer : intoFolder;
    const { incomplete, removed } = await into(given, backup, keepsSignIns);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const bytes = manifest.databaseFile.bytes + manifest.objectBytes;
    return [
      `The backup ${manifest.id} of ${manifest.at} is restored: ${manifest.objects} objects, ${describeSize(bytes)}, ${seconds} s. Start the server.`,
      ...(removed > 0
        ? [`${removed} photos were left out: removed for good, or deleted while the backup was made.`]
        : []),
      ...(incomplete.missing.length > 0
        ? [`${incomplete.missing.length} pictures that rows name were not in the store when the backup was made.`]
        : []),
      ...(keepsSignIns ? [] : ['Fans of embedded accounts sign in again; their passwords are those of then.']),
    ];
  } finally {
    release();
  }
}

/** Throws Refusal: what was embedded may go onto a server, and photos of an own store into a bucket. No way leads back. */
function checkKinds({ settings: { databaseUrl, bucket } }: BackupContext, { manifest }: OpenBackup): void {
  if (manifest.database === 'postgres' && !databaseUrl)
    throw new Refusal('The backup is of a PostgreSQL server: set DATABASE_URL to an empty database. Nothing was done.');
  if (manifest.store === 'bucket' && bucket === null)
    throw new Refusal('The backup has the photos of a bucket: set S3_* to an empty one. Nothing was done.');
}

interface Restored {
  readonly incomplete: Incomplete;
  readonly removed: number;
}

/** Name of the folder that holds the database until all is there. */
const DRAFT = 'postgres.restore';

async function intoFolder(given: BackupContext, backup: OpenBackup, keepsSignIns: boolean): Promise<Restored> {
  const { dataDir } = given;
  securePrivateFolder(dataDir);
  const unlock = lockTarget(dataDir);
  try {
    const there = (await readdir(dataDir)).find((name) => name.startsWith('postgres'));
    if (there !== undefined)
      throw new Refusal(`${join(dataDir, there)} is there already: restore into an empty folder.`);
    const objects = await openEmptyStore(given);
    const draft = join(dataDir, DRAFT);
    await mkdir(draft, { mode: PRIVATE_FOLDER });
    try {
      const restored = await fillFolder(given, backup, { draft, objects }, keepsSignIns);
      settleTree(join(draft, 'postgres'));
      await rename(join(draft, 'postgres'), join(dataDir, 'postgres'));
      await flushFolder(dataDir);
      return restored;
    } catch (error) {
      // The place was empty before.
      if (objects.kind === 'own') await rm(join(dataDir, 'objects'), { recursive: true, force: true });
      throw error;
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  } finally {
    unlock();
  }
}

/** Objects are stored while the database opens. */
async function fillFolder(
  given: BackupContext,
  backup: OpenBackup,
  { draft, objects }: { readonly draft: string; readonly objects: ObjectSource },
  keepsSignIns: boolean,
): Promise<Restored> {
  const stop = new AbortController();
  const stored = readObjects(backup, storeOf(given), stop.signal).then(() => objects.settle());
  stored.catch(() => {});
  try {
    return await withFolderCopy(backup, draft, async (copy) => {
      await checkCounts(copy, backup);
      await stored;
      const incomplete = await copy.connection().execute(async (one) => {
        await noteBackedUp(one, backup);
        return findIncomplete(one, mayMiss(backup));
      });
      await migrate(copy);
      return { incomplete, removed: await applyRemovals(copy, backup, incomplete.gone, keepsSignIns) };
    });
  } finally {
    // Nothing may be stored after a failure: what is there is removed then.
    stop.abort();
    await stored.catch(() => {});
  }
}

function lockTarget(dataDir: string): () => void {
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    if (error instanceof DataFolderBusy) throw new Refusal(`${error.message} A restore wants an empty folder.`);
    throw error;
  }
}

async function intoServer(given: BackupContext, backup: OpenBackup, keepsSignIns: boolean): Promise<Restored> {
  const { databaseUrl: address, runningUrl } = given.settings;
  const databaseUrl = address ?? '';
  const runningRole = runningUrl && (await readRunningRole(runningUrl));
  const { db: server, version } = await openPastPoolers(databaseUrl);
  try {
    if (backup.manifest.database === 'postgres') await checkProgram('pg_restore', version);
    await refuseTables(server, backup);
    if (runningRole !== null) await requireRole(server, runningRole);
  } catch (error) {
    throw error instanceof RightsMissing ? new Refusal(error.message) : error;
  } finally {
    await server.destroy();
  }
  const objects = await openEmptyStore(given);
  const copy = openServerDatabase(databaseUrl);
  const fill = async (one: Kysely<Database>) => {
    await markRestore(one);
    await readObjects(backup, storeOf(given));
    await objects.settle();
    await noteBackedUp(one, backup);
    if (backup.manifest.database === 'embedded') await moveRows(databaseUrl, backup);
    else {
      await restoreInto(databaseUrl, backup);
      await checkCounts(one, backup);
    }
    await sql`analyze`.execute(one);
    return findIncomplete(one, mayMiss(backup));
  };
  const incomplete = await copy
    .connection()
    .execute(fill)
    .finally(() => copy.destroy());
  const { db, close } = await openDatabase({ databaseUrl, limits: OPERATOR_LIMITS, isRestoring: true, runningRole });
  try {
    const removed = await applyRemovals(db, backup, incomplete.gone, keepsSignIns);
    await endRestore(db);
    return { incomplete, removed };
  } finally {
    await close();
  }
}

/** What a thread may be told of it. */
const storeOf = ({ settings, dataDir }: BackupContext): StoreContext => ({ settings, dataDir });

/** Known before anything is done. Throws Unreachable. */
const readRunningRole = (runningUrl: string): Promise<string> =>
  readRole(runningUrl).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : error;
    throw new Unreachable(`Which role DATABASE_URL has is not known (${why}): name it in its address.`);
  });

async function refuseTables(server: Kysely<Database>, { manifest }: OpenBackup): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()
    and tablename = any(${Object.keys(manifest.rows)}::text[]) order by 1 limit 1`.execute(server);
  if (!rows[0]) return;
  await refuseUnfinished(server).catch((error: unknown) => {
    throw error instanceof RestoreUnfinished ? new Refusal(error.message) : error;
  });
  throw new Refusal(`DATABASE_URL has tables of ours already (${rows[0].name}): restore into an empty database.`);
}

/** Throws Refusal for a store that holds something. */
async function openEmptyStore(given: BackupContext): Promise<ObjectSource> {
  const objects = await openObjects(given);
  for await (const { key } of objects.list()) {
    const where = objects.kind === 'own' ? join(given.dataDir, 'objects') : 'The bucket';
    throw new Refusal(`${where} holds objects already (${key}): restore into an empty one. Nothing was done.`);
  }
  return objects;
}

/** Keys of originals that are known to be gone. */
const mayMiss = ({ manifest, removed }: OpenBackup): ReadonlySet<string> =>
  new Set([...manifest.deletedMeanwhile, ...removed]);
