/** Takes away the backups beyond those to be kept, and the objects none of the others has. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder } from './backupFiles.ts';
import { listPlace, poolOf } from './backupPlace.ts';
import type { BackupKey } from './cipher.ts';
import type { Manifest } from './manifest.ts';
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
 * The caller holds the lock. What cannot be read is not counted, and stays; so does the last whole backup. Objects go that no backup has,
 * also those of a backup that broke off, or of one whose removal did.
 */
export async function dropOldBackups(dir: string, keep: number, key: BackupKey | null): Promise<Dropped> {
  const whole = (await listPlace(dir)).filter(({ manifest }) => manifest !== null && typeof manifest !== 'string');
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
  const left = await listPlace(dir);
  const readable = left.flatMap(({ folder, manifest }) =>
    manifest !== null && typeof manifest !== 'string' && [null, key?.id].includes(manifest.keyId)
      ? [{ folder, manifest }]
      : [],
  );
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
  backups: readonly { readonly folder: string; readonly manifest: Manifest }[],
  key: BackupKey | null,
  { round, rounds }: Round,
): Promise<number> {
  const isInRound = (hash: string) => Number.parseInt(hash.slice(0, 6), 16) % rounds === round;
  const used = new Set<string>();
  for (const { folder, manifest } of backups) {
    const pool = manifest.keyId ?? 'plain';
    for await (const { name } of readIndex(folder, manifest, manifest.keyId === null ? null : key))
      if (isInRound(name)) used.add(`${pool}/${name}`);
  }
  let removed = 0;
  for await (const { name, path } of listPools(poolOf(dir))) {
    if (!isInRound(name.slice(name.indexOf('/') + 1)) || used.has(name)) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
