/** Keeps the disk from running full: puts are refused while there is room for the database still (SAF-10). */
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { MIN_FREE_BYTES, MIN_FREE_FILES } from '../../src/contract/limits.ts';
import { slowDown } from './storageError.ts';

/** An operator hears of a nearly full disk so often. */
const TELL_EVERY_MS = 10 * 60_000;

export interface DiskRoomDeps {
  /** A folder on the disk. */
  readonly dir: string;
  readonly freeBytes?: () => Promise<number>;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

export interface DiskRoom {
  /** Returns the bytes that may still be written: beside MIN_FREE_BYTES, and what is being written. */
  left(): Promise<number>;
  /** Runs the work that writes up to `bytes`. Throws StorageError SlowDown when MIN_FREE_BYTES would not stay free. */
  hold<T>(bytes: number, work: () => Promise<T>): Promise<T>;
}

export function createDiskRoom({ dir, now, onError, freeBytes = () => askDisk(dir) }: DiskRoomDeps): DiskRoom {
  /** Bytes of writes under way: none or all of them may be on the disk already. */
  let held = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  const left = async () => Math.max(0, (await freeBytes()) - held - MIN_FREE_BYTES);
  return {
    left,
    async hold(bytes, work) {
      if ((await freeBytes()) - held - bytes < MIN_FREE_BYTES) {
        if (now() - toldAt >= TELL_EVERY_MS) {
          toldAt = now();
          onError(new Error('The disk of the stored pictures is nearly full: uploads wait.'));
        }
        throw slowDown();
      }
      held += bytes;
      try {
        return await work();
      } finally {
        held -= bytes;
      }
    },
  };
}

type DiskSpace = Pick<StatsFs, 'bavail' | 'bsize' | 'files' | 'ffree'>;

/** Bytes a disk has room for; none where hardly one more file can be made. Some file systems count no files: `files` is 0 there. */
export const freeBytesOf = ({ bavail, bsize, files, ffree }: DiskSpace): number =>
  files > 0 && ffree < MIN_FREE_FILES ? 0 : bavail * bsize;

const askDisk = async (dir: string): Promise<number> => freeBytesOf(await statfs(dir));
