import { thumbnailKey } from '../contract/config.ts';
import { AppError } from '../contract/errors.ts';
import type { PutResult } from '../outbox/ports.ts';
import type { TokenSource } from './identityTokens.ts';
import type { DeletingObjectStore } from './objectStore.ts';

export interface PagePutOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (sentBytes: number) => void;
}

/** The object store as screens use it: in the name of whoever is signed in. Rejects with AppError. */
export interface PageObjects {
  /** Stores a prepared JPEG (event thumbnail, avatar). */
  put(key: string, bytes: ArrayBuffer, options?: PagePutOptions): Promise<PutResult>;
  /** Removes a photo's original and its thumbnail (§7). An object that is not there is no error. */
  deletePhoto(mediaUrl: string): Promise<void>;
}

/** `load`: brings the store with the first call. */
export function createPageObjects(tokens: TokenSource, load: () => Promise<DeletingObjectStore>): PageObjects {
  async function signedIn(): Promise<string> {
    const found = await tokens.peek();
    if (found === null) throw new AppError('UNAUTHENTICATED', 'login');
    return found.userId;
  }
  const never = () => new AbortController().signal;
  return {
    async put(key, bytes, { signal = never(), onProgress } = {}) {
      const options = { userId: await signedIn(), signal, ...(onProgress === undefined ? {} : { onProgress }) };
      return (await load()).put(key, bytes, options);
    },
    async deletePhoto(mediaUrl) {
      const options = { userId: await signedIn(), signal: never() };
      const store = await load();
      await Promise.all([store.delete(mediaUrl, options), store.delete(thumbnailKey(mediaUrl), options)]);
    },
  };
}
