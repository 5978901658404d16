import { UnreadableObject } from '../../objects/unreadableObject.ts';
import { Damaged, mapThrough, writeBackupFile } from './backupFiles.ts';
import type { BackupKey } from './backupKey.ts';
import { isUsable, listPlace } from './backupPlace.ts';
import { checkSeal, type Manifest } from './manifest.ts';
import { INDEX, type IndexedObject, lineOf, readIndex } from './objectIndex.ts';
import { createObjectPool } from './objectPool.ts';
import type { ObjectSource } from './objectSources.ts';

/** Objects read and written at once: memory is bounded by so many of the largest. */
const AT_ONCE = 4;
/** Asks this often what was deleted meanwhile: notes of deletions are kept for an hour at least. */
const ASK_EVERY_MS = 20 * 60_000;

interface ObjectsGiven {
  readonly objects: ObjectSource;
  /** Of all backups. */
  readonly dir: string;
  /** Of this backup. */
  readonly folder: string;
  readonly key: BackupKey | null;
  readonly deletedSince: () => Promise<readonly string[]>;
}
type Counted = Pick<Manifest, 'objectsFile' | 'objects' | 'objectBytes' | 'newObjects' | 'deletedMeanwhile'>;
interface BackedUp {
  readonly counted: Counted;
  /** Files that cannot be read, each with the reason: the backup is without them. */
  readonly unreadable: readonly string[];
}

/**
 * Copies the objects that the last backup does not have. Lists every object that a row named when the database was copied, unless it was
 * deleted since.
 */
export async function backUpObjects({ objects, dir, folder, key, deletedSince }: ObjectsGiven): Promise<BackedUp> {
  const unreadable: string[] = [];
  const onUnreadable = ({ message }: UnreadableObject) => void unreadable.push(message);
  const pool = createObjectPool(dir, key);
  const counted = { objects: 0, objectBytes: 0, newObjects: 0 };
  const deleted = new Set<string>();
  let asked = performance.now();
  async function* listed() {
    const findLine = findLines(readLastList(dir, key), objects.placeOf);
    for await (const { key: name, storedAt } of objects.list(onUnreadable)) {
      if (performance.now() - asked > ASK_EVERY_MS) {
        asked = performance.now();
        for (const one of await deletedSince()) deleted.add(one);
      }
      yield { name, storedAt, file: pool.fileOf(name, storedAt), line: await findLine(name) };
    }
  }
  async function* lines() {
    const copied = mapThrough(listed(), AT_ONCE, async ({ name, storedAt, file, line }) => {
      if (line?.file === file && (await pool.has(file))) return { line, isNew: false };
      const found = await objects.read({ key: name, storedAt }).catch((error: unknown) => {
        if (!(error instanceof UnreadableObject)) throw error;
        onUnreadable(error);
        return null;
      });
      if (!found) return null;
      const { bytes, owner, md5, crc32 } = found;
      return { line: { file, key: name, owner, storedAt, md5, crc32, ...(await pool.add(file, bytes)) }, isNew: true };
    });
    for await (const object of copied) {
      if (object === null) continue;
      const { isNew, line } = object;
      counted.objects += 1;
      counted.objectBytes += line.size;
      if (isNew) counted.newObjects += 1;
      yield lineOf(line);
    }
  }
  const objectsFile = await writeBackupFile(folder, INDEX, lines(), key);
  await pool.settle();
  for (const one of await deletedSince()) deleted.add(one);
  return { counted: { ...counted, objectsFile, deletedMeanwhile: [...deleted].sort() }, unreadable };
}

/** Yields the list of the last backup whose list is whole. */
async function* readLastList(dir: string, key: BackupKey | null): AsyncGenerator<IndexedObject, undefined> {
  for (const { folder, manifest } of (await listPlace(dir)).filter(isUsable).reverse()) {
    if (manifest.keyId !== (key?.id ?? null)) continue;
    try {
      await checkSeal(folder, key);
      for await (const _ of readIndex(folder, manifest, key));
    } catch (error) {
      if (error instanceof Damaged) continue;
      throw error;
    }
    yield* readIndex(folder, manifest, key);
    return;
  }
}

/** Returns a function that finds the line of a key. It reads the list once: keys must be asked for in the list's order. */
function findLines(lines: AsyncGenerator<IndexedObject, undefined>, placeOf: (key: string) => string) {
  let next = lines.next();
  return async (key: string): Promise<IndexedObject | null> => {
    const place = placeOf(key);
    let { value } = await next;
    while (value && placeOf(value.key) < place) {
      next = lines.next();
      ({ value } = await next);
    }
    return value?.key === key ? value : null;
  };
}
