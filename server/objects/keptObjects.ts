import type { StoredObjects } from '../api/handlers.ts';
import { readStoredPicture } from './storedPicture.ts';
import type { UnreadableObject } from './unreadableObject.ts';

export interface ListedObject {
  readonly key: string;
  /** Epoch ms. */
  readonly storedAt: number;
}

/** The store of photos as the server sees it, wherever it is. */
export interface KeptObjects {
  /** null: no photo under this key. `owner`: sub of whoever stored it; null: the store does not know. */
  stat(
    key: string,
  ): Promise<{ readonly size: number; readonly owner: string | null; readonly storedAt: number } | null>;
  /** Up to `length` bytes from `start` on; fewer where the object ends. null: not there. */
  read(key: string, start: number, length: number): Promise<Uint8Array | null>;
  /**
   * Stores what the server made itself (IMG-02), whole or not at all, in place of what is there.
   * @param owner sub of the fan whose photo it is of
   */
  put(key: string, bytes: Uint8Array, owner: string): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** Has what stands in front of the store forget these. False: it is not known what stands there. Left out: nothing does. */
  readonly forget?: ((keys: readonly string[]) => Promise<boolean>) | undefined;
  /** Bytes left for pictures on the server's own disk, beside what must stay free. Left out: they are stored elsewhere. */
  readonly room?: (() => Promise<number>) | undefined;
  /** Removes what was stored below a folder (ends in '/') and has not become part of the product. */
  removeBelow(folder: string): Promise<void>;
  /** When this object was stored, epoch ms; null: it is not there. */
  storedAt(key: string): Promise<number | null>;
  /**
   * Every object of ours below a folder (ends in '/'), in the store's own order. @param after goes on behind this key
   * @param onUnreadable hears of what the store has and cannot read; left out: the first one ends the list
   */
  list(
    folder: string,
    after?: string | null,
    onUnreadable?: (failure: UnreadableObject) => void,
  ): AsyncGenerator<ListedObject>;
  /** Where the store does not tell the server of uploads: fans may have stored something below this folder (HLF-06). */
  readonly noteUploads?: ((folder: string) => Promise<void>) | undefined;
  /** There too: a fan has come back to an object that does not count any more, and can store it again when it has gone. */
  readonly noteStale?: ((object: ListedObject) => Promise<void>) | undefined;
}

/** How long a stored picture may be kept by whoever fetched it: a key is never used for other pixels. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
export const typeOfKey = (key: string): 'image/avif' | 'image/jpeg' =>
  key.endsWith('.avif') ? 'image/avif' : 'image/jpeg';

const DAY_MS = 24 * 3_600_000;
/**
 * Objects that nobody registered within this time do not count any more: a queue that finds its photo missing stores it
 * again. Longer than a phone is usually offline.
 */
export const REGISTER_WITHIN_MS = 14 * DAY_MS;
/** They are taken away so much later. A registration that looked just in time has long ended by then. */
export const COLLECT_AFTER_MS = REGISTER_WITHIN_MS + DAY_MS;

/** The objects as handlers see them: what is about to be collected is not there. */
export const registrable = (objects: KeptObjects, now: () => number): StoredObjects => ({
  async stat(key, of) {
    const found = await objects.stat(key);
    if (!found || of === 'registered' || now() - found.storedAt < REGISTER_WITHIN_MS) return found;
    await objects.noteStale?.({ key, storedAt: found.storedAt });
    return null;
  },
  readPicture: (key, size) => readStoredPicture((start, length) => objects.read(key, start, length), size),
  remove: objects.remove,
  removeBelow: objects.removeBelow,
  noteUploads: objects.noteUploads,
  room: objects.room,
});
