/** Takes away the backups beyond those to be kept, and the objects none of the others has. */
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { flushFolder } from './backupFiles.ts';
import type { BackupKey } from './backupKey.ts';
import { isUsable, listPlace, type WholeBackup } from './backupPlace.ts';
import { readIndex } from './objectIndex.ts';
import { listPools } from './objectPool.ts';

/** Names of objects held in memory at once. */
const AT_ONCE = 400_000;

export interface Dropped {
  readonly backups: readonly string[];
  readonly objects: number;
  /** Why objects stayed that perhaps no backup has. */
  readonly note: string | null;
}

/**
 * The caller holds the lock. Backups that cannot be read and those of an older format are not counted, and stay; so does the last whole
 * one. Objects go that no backup has, also those of a backup that broke off, or of one whose removal did. Objects of older formats stay.
 */
export async function dropOldBackups(dir: string, keep: number, key: BackupKey | null): Promise<Dropped> {
  const whole = (await listPlace(dir)).filter(isUsable);
  const old = whole.slice(0, Math.max(0, whole.length - Math.max(1, keep)));
  for (const { folder } of old) {
    // Without its manifest it is no backup, also if the rest is not removed in time.
    await rm(join(folder, 'manifest.json'), { force: true });
    await flushFolder(folder);
    await rm(folder, { recursive: true, force: true });
  }
  return { backups: old.map(({ id }) => id), ...(await dropUnused(dir, key)) };
}

async function dropUnused(dir: string, key: BackupKey | null): Promise<Omit<Dropped, 'backups'>> {
  const left = (await listPlace(dir)).filter(({ state }) => state !== 'old');
  const readable = left.filter(isUsable).filter(({ manifest }) => [null, key?.id].includes(manifest.keyId));
  if (readable.length < left.length)
    return { objects: 0, note: 'No object was removed: there is a backup that is not whole or has another key.' };
  const most = readable.reduce((sum, { manifest }) => sum + manifest.objects, 0);
  const rounds = Math.max(1, Math.ceil(most / AT_ONCE));
  let objects = 0;
  for (let round = 0; round < rounds; round++) objects += await dropRound(dir, readable, key, { round, rounds });
  return { objects, note: null };
}

interface Round {
  readonly round: number;
  readonly rounds: number;
}

/** Those whose names fall into this round. */
async function dropRound(
  dir: string,
  backups: readonly WholeBackup[],
  key: BackupKey | null,
  { round, rounds }: Round,
): Promise<number> {
  const isInRound = (file: string) => Number.parseInt(basename(file).slice(0, 6), 16) % rounds === round;
  const used = new Set<string>();
  for (const { folder, manifest } of backups)
    for await (const { file } of readIndex(folder, manifest, manifest.keyId === null ? null : key))
      if (isInRound(file)) used.add(file);
  let removed = 0;
  for await (const file of listPools(dir)) {
    if (!isInRound(file) || used.has(file)) continue;
    await rm(join(dir, file), { force: true });
    removed += 1;
  }
  return removed;
}
