import { AppError } from '../../contract/errors.ts';
import type { ObjectStore, PutResult } from '../../outbox/ports.ts';
import type { TokenSource } from '../identity/identityTokens.ts';

export interface PagePutOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (sentBytes: number) => void;
}

/**
 * The object store as screens use it: in the name of whoever is signed in. Rejects with AppError. Nobody deletes here: with the
 * photo, event or avatar that showed it the server removes an object (§7, SAF-09).
 */
export interface PageObjects {
  /** Stores a prepared JPEG (event thumbnail, avatar). */
  put(key: string, bytes: ArrayBuffer, options?: PagePutOptions): Promise<PutResult>;
}

/** `load`: brings the store with the first call. */
export function createPageObjects(tokens: TokenSource, load: () => Promise<ObjectStore>): PageObjects {
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
  };
}
