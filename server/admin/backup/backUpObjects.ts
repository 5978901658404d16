import { UnreadableObject } from '../../objects/unreadableObject.ts';
import { mapThrough, writeBackupFile } from './backupFiles.ts';
import type { BackupKey } from './cipher.ts';
import type { Manifest } from './manifest.ts';
import { INDEX, lineOf } from './objectIndex.ts';
import { createObjectPool, nameInPool } from './objectPool.ts';
import type { ObjectSource } from './objectSources.ts';

/** Objects read and written at once: memory is bounded by so many of the largest. */
const AT_ONCE = 4;
/** Asks this often what was deleted meanwhile: notes of deletions are kept for an hour at least. */
const ASK_EVERY_MS = 20 * 60_000;

interface ObjectsGiven {
  readonly objects: ObjectSource;
  /** Of the backup. */
  readonly folder: string;
  readonly pool: string;
  readonly key: BackupKey | null;
  readonly deletedSince: () => Promise<readonly string[]>;
}
type Counted = Pick<Manifest, 'objectsFile' | 'objects' | 'objectBytes' | 'newObjects' | 'deletedMeanwhile'>;
interface BackedUp {
  readonly counted: Counted;
  /** Files that cannot be read, each with the reason: the backup is without them. */
  readonly unreadable: readonly string[];
}

/** Copies objects that the pool does not have. Lists every object that a row named when the database was copied, unless it was deleted since. */
export async function backUpObjects(given: ObjectsGiven): Promise<BackedUp> {
  const { objects, folder, pool: dir, key, deletedSince } = given;
  const unreadable: string[] = [];
  const onUnreadable = ({ message }: UnreadableObject) => void unreadable.push(message);
  const pool = createObjectPool(dir, key);
  const counted = { objects: 0, objectBytes: 0, newObjects: 0 };
  const deleted = new Set<string>();
  let asked = performance.now();
  async function* listed() {
    for await (const object of objects.list(onUnreadable)) {
      if (performance.now() - asked > ASK_EVERY_MS) {
        asked = performance.now();
        for (const one of await deletedSince()) deleted.add(one);
      }
      yield object;
    }
  }
  async function* lines() {
    const copied = mapThrough(listed(), AT_ONCE, async ({ key: one, storedAt }) => {
      const name = nameInPool(one, storedAt);
      const known = await pool.sizeOf(name);
      if (known !== null) return { name, key: one, size: known, isNew: false };
      const found = await objects.read({ key: one, storedAt }).catch((error: unknown) => {
        if (!(error instanceof UnreadableObject)) throw error;
        onUnreadable(error);
        return null;
      });
      return found && { name, key: one, size: await pool.add(name, { ...found, storedAt }), isNew: true };
    });
    for await (const object of copied) {
      if (object === null) continue;
      const { isNew, ...line } = object;
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
