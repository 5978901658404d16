/** A bucket in memory that counts what it is asked, in the order of its keys as S3 lists them. */
import type { KeptObjects } from '../../server/objects/keptObjects.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { CLUB } from '../support/tenants.ts';

/** Objects S3 tells of in one answer. */
export const PAGE = 1000;

export interface CountingBucket {
  readonly kept: KeptObjects;
  /** When each was stored, epoch ms. */
  readonly stored: Map<string, number>;
  readonly calls: { listed: number; pages: number; heads: number };
  /** Called before each removal; rejects: the line breaks. */
  onRemove: (key: string) => void | Promise<void>;
  /** Called after a page was told. */
  onPage: (page: number) => void | Promise<void>;
}

export function createCountingBucket(noteUploads?: KeptObjects['noteUploads']): CountingBucket {
  const stored = new Map<string, number>();
  const calls = { listed: 0, pages: 0, heads: 0 };
  const bucket: CountingBucket = {
    stored,
    calls,
    onRemove: () => undefined,
    onPage: () => undefined,
    kept: {
      stat: async () => null,
      read: async () => null,
      put: async () => undefined,
      removeBelow: async () => undefined,
      noteUploads,
      async storedAt(key) {
        calls.heads += 1;
        return stored.get(key) ?? null;
      },
      async remove(keys) {
        for (const key of keys) {
          await bucket.onRemove(key);
          stored.delete(key);
        }
      },
      async *list(folder, after) {
        const keys = [...stored.keys()].filter((key) => key.startsWith(folder) && key > (after ?? '')).toSorted();
        for (let start = 0; start === 0 || start < keys.length; start += PAGE) {
          calls.pages += 1;
          for (const key of keys.slice(start, start + PAGE)) {
            calls.listed += 1;
            yield { key, storedAt: stored.get(key) ?? 0 };
          }
          await bucket.onPage(calls.pages);
        }
      },
    },
  };
  return bucket;
}

export const newOriginal = (event: string, dir: 'ugc' | 'avatar' = 'ugc'): string =>
  originalKey({ dir, tenant: CLUB, owner: event, name: createObjectName() });

/** Stores originals with their thumbnails; tells the originals. */
export function fillFolder(bucket: CountingBucket, event: string, count: number, storedAt: number): string[] {
  const originals = Array.from({ length: count }, () => newOriginal(event));
  for (const key of originals.flatMap((one) => [one, thumbnailKey(one)])) bucket.stored.set(key, storedAt);
  return originals;
}
