/** Takes out of the folder of backups what is not to stay in it. */
import { existsSync } from 'node:fs';
import { Refusal } from '../../operations/outcome.ts';
import type { BackupContext } from './backupContext.ts';
import { clearLeftovers, listPlace, lockPlace, securePlace } from './backupPlace.ts';
import { dropOldBackups } from './keepBackups.ts';
import { removeFromPools } from './objectPool.ts';
import { readRemovals } from './removals.ts';

type Place = Pick<BackupContext, 'dir' | 'key'>;

/**
 * Makes room without making a backup, as on a disk that is full. Returns what it did, in lines. Throws Refusal, Unreachable.
 * @param keep whole backups to leave
 */
export async function pruneBackups(given: Place & Pick<BackupContext, 'dataDir'>, keep: number): Promise<string[]> {
  const { dir, dataDir } = given;
  if (!existsSync(dir)) throw new Refusal(`There is no folder ${dir}.`);
  securePlace(dir, dataDir);
  const release = lockPlace(dir);
  try {
    await clearLeftovers(dir);
    const done = await tidyBackups(given, keep);
    const left = (await listPlace(dir)).length;
    return [...done, `Backups left: ${left}.`];
  } finally {
    release();
  }
}

/** What was removed for good leaves the backups too; old backups go. The caller holds the lock. @param keep null: all */
export async function tidyBackups({ dir, key }: Place, keep: number | null): Promise<string[]> {
  let removed = 0;
  for (const { keys } of await readRemovals(dir)) for (const one of keys) removed += await removeFromPools(dir, one);
  const lines = removed > 0 ? [`${removed} objects that were removed for good left the backups, too.`] : [];
  if (keep === null) return lines;
  const { backups, objects, note } = await dropOldBackups(dir, keep, key);
  const gone = [
    ...(backups.length > 0 ? [`Gone: ${backups.join(', ')}.`] : []),
    ...(objects > 0 ? [`Gone: ${objects} objects no backup has any more.`] : []),
  ];
  return [...lines, ...gone, ...(note === null ? [] : [note])];
}
