/** Where photos are kept, as a backup reads them and a restore writes them. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { MAX_OBJECT_BYTES } from '../../../src/contract/limits.ts';
import type { BucketSettings } from '../../config/settings.ts';
import { createBucket } from '../../objects/bucket.ts';
import type { ListedObject } from '../../objects/keptObjects.ts';
import { type ObjectMeta, objectPath, openObjectFiles, settleObjectFiles } from '../../objects/objectFiles.ts';
import { headerOf } from '../../objects/staging.ts';
import { UnreadableObject } from '../../objects/unreadableObject.ts';
import { sumsOf } from '../../objects/upload.ts';
import type { IndexedObject } from './objectIndex.ts';

/** An object with what the store knows of it. */
export interface SourcedObject extends Pick<IndexedObject, 'key' | 'owner' | 'storedAt' | 'md5' | 'crc32'> {
  readonly bytes: Uint8Array;
}

export interface ObjectSource {
  readonly kind: 'own' | 'bucket';
  /** Returns where a key stands in `list`: the list goes up by the order of these texts. */
  placeOf(key: string): string;
  /** `onUnreadable` hears of files whose key nobody can tell; left out: the first one ends the list. */
  list(onUnreadable?: (failure: UnreadableObject) => void): AsyncGenerator<ListedObject>;
  /** null: gone meanwhile, or larger than any photo. Throws UnreadableObject for a damaged file of the own store. */
  read(object: ListedObject): Promise<SourcedObject | null>;
  /** For a restore: whole and on the disk only after `settle`. */
  put(object: SourcedObject): Promise<void>;
  /** All that was put is on the disk. */
  settle(): Promise<void>;
}

/** Every key is below it. */
const EVERYTHING = '';

/** The server's own store, in its folder. */
export async function ownObjects(dir: string): Promise<ObjectSource> {
  const files = await openObjectFiles(dir, Date.now, undefined, false);
  return {
    kind: 'own',
    placeOf: (key) => basename(objectPath(dir, key)),
    settle: () => settleObjectFiles(dir),
    list: (onUnreadable) => files.list(EVERYTHING, null, onUnreadable),
    async read({ key }) {
      const object = await files.open(key, true);
      if (!object) return null;
      const { size, ...noted } = object.meta;
      const body = await object.body(0, size - 1);
      if (body instanceof Uint8Array) return { ...noted, key, bytes: body };
      const bytes = await buffer(body).catch((error: unknown) => {
        throw new UnreadableObject(objectPath(dir, key), error);
      });
      return { ...noted, key, bytes };
    },
    put: async ({ bytes, key, owner, storedAt, md5, crc32 }) => {
      const sums = md5 && crc32 ? { md5, crc32, size: bytes.byteLength } : sumsOf(bytes);
      writeObject(dir, { ...sums, key, owner, storedAt }, bytes);
    },
  };
}

/**
 * Writes an object into a store that nobody uses yet: it is not whole if the process dies, and on the disk only after `settle`. Throws if
 * the key has an object. It waits for the system: asked in the background, each small file would cost several changes of threads.
 */
function writeObject(dir: string, meta: ObjectMeta, bytes: Uint8Array): void {
  const path = objectPath(dir, meta.key);
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'wx');
  try {
    writeAll(file, [headerOf(meta), bytes]);
  } finally {
    closeSync(file);
  }
}

/** The system may take less than all at once, as of a disk that fills up. */
function writeAll(file: number, parts: readonly Uint8Array[]): void {
  for (const part of parts) for (let from = 0; from < part.byteLength; ) from += writeSync(file, part, from);
}

/** Folders of a bucket that are ours, in its own order. */
const FOLDERS = ['avatar/', 'ugc/'];

export function bucketObjects(settings: BucketSettings): ObjectSource {
  const bucket = createBucket(settings);
  return {
    kind: 'bucket',
    placeOf: (key) => key,
    // The bucket acknowledges what it has.
    settle: async () => {},
    async *list() {
      for (const folder of FOLDERS) yield* bucket.list(folder);
    },
    async read({ key, storedAt }) {
      const bytes = await bucket.read(key, 0, MAX_OBJECT_BYTES + 1);
      return bytes === null || bytes.byteLength > MAX_OBJECT_BYTES ? null : { key, owner: '', storedAt, bytes };
    },
    put: ({ key, bytes, owner }) => bucket.put(key, bytes, owner),
  };
}
