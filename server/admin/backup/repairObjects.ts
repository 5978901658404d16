/** Brings objects of the own store back whose bytes the disk has lost, each from the newest backup that has it (OPS-11c). */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  checkObjectFile,
  objectFileIn,
  objectPath,
  openObjectFiles,
  replaceObjectFile,
} from '../../objects/objectFiles.ts';
import { readDamaged } from '../../objects/scrubber.ts';
import { UnreadableObject } from '../../objects/unreadableObject.ts';
import { sumsOf } from '../../objects/upload.ts';
import { Refusal } from '../../operations/outcome.ts';
import type { BackupContext } from './backupContext.ts';
import { Damaged } from './backupFiles.ts';
import { isUsable, listPlace, lockPlace } from './backupPlace.ts';
import { readIndex } from './objectIndex.ts';
import { createObjectPool } from './objectPool.ts';
import type { SourcedObject } from './objectSources.ts';
import { openBackup } from './verifyBackup.ts';

export interface Repaired {
  readonly lines: readonly string[];
  /** Keys that no backup has as they were stored. */
  readonly missing: readonly string[];
}

/**
 * Works beside a running server: an object is replaced in one step. Throws Refusal.
 * @param keys none: those the server's check has found (`scrubber.ts`). A key whose file is lost is brought back too.
 */
export async function repairObjects(given: BackupContext, keys: readonly string[]): Promise<Repaired> {
  const { settings, dataDir, dir } = given;
  if (settings.bucket) throw new Refusal('The pictures are in a bucket: only files of DATA_DIR are repaired.');
  const objects = join(dataDir, 'objects');
  if (!existsSync(objects))
    throw new Refusal(`There are no pictures in ${objects}. Set DATA_DIR as the server has it.`);
  const named = keys.map((key) => ({ name: basename(objectPath(objects, key)), key }));
  const found = keys.length > 0 ? named : (await readDamaged(objects)).map((name) => ({ name, key: name }));
  const lines: string[] = [];
  const wanted = new Map<string, string>();
  for (const { name, key } of found) {
    if (await isWhole(objectFileIn(objects, name))) lines.push(`${key} is as it was stored: nothing was done.`);
    else wanted.set(name, key);
  }
  if (found.length === 0)
    lines.push('The server\u2019s check knows of no damaged picture. Name keys if you know of one.');
  const release = lockPlace(dir);
  try {
    for (const { id } of (await listPlace(dir)).filter(isUsable).reverse()) {
      if (wanted.size === 0) break;
      for (const key of await repairFrom(given, id, { objects, wanted }))
        lines.push(`${key} is back, from the backup ${id}.`);
    }
  } finally {
    release();
  }
  return { lines, missing: [...wanted.values()] };
}

/** false: damaged, or not there. */
async function isWhole(path: string): Promise<boolean> {
  try {
    return (await checkObjectFile(path)) !== null;
  } catch (error) {
    if (error instanceof UnreadableObject) return false;
    throw error;
  }
}

interface Wanted {
  /** Folder of the store. */
  readonly objects: string;
  /** By the name of the file. What is back leaves it. */
  readonly wanted: Map<string, string>;
}

/** Returns the keys that are back. */
async function repairFrom(given: BackupContext, id: string, { objects, wanted }: Wanted): Promise<string[]> {
  const backup = await openBackup(given, id);
  const pool = createObjectPool(backup.dir, backup.key);
  const gone = new Set([...backup.removed, ...backup.manifest.deletedMeanwhile]);
  const back: string[] = [];
  for await (const line of readIndex(backup.folder, backup.manifest, backup.key)) {
    const file = basename(objectPath(objects, line.key));
    if (!wanted.has(file) || gone.has(line.key)) continue;
    const bytes = await pool.read(line).catch((error: unknown) => {
      // Another backup may have it.
      if (error instanceof Damaged) return null;
      throw error;
    });
    if (bytes === null || !(await put(objects, { ...line, bytes }))) continue;
    wanted.delete(file);
    back.push(line.key);
  }
  return back;
}

/** false: the backup is of other bytes than those that were stored, such as of the damaged ones. */
async function put(dir: string, { bytes, key, owner, storedAt }: SourcedObject): Promise<boolean> {
  const files = await openObjectFiles(dir, Date.now);
  const meta = { ...sumsOf(bytes), key, owner, storedAt };
  // The damaged file may still say which bytes it had.
  const was = await files.readMeta(key).catch(() => null);
  if (was && (was.md5 !== meta.md5 || was.storedAt !== meta.storedAt)) return false;
  const staged = await files.stage(oneChunk(bytes), () => meta);
  try {
    await replaceObjectFile(dir, staged);
    return true;
  } finally {
    await files.discard(staged);
  }
}

async function* oneChunk(bytes: Uint8Array) {
  yield bytes;
}
