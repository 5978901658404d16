import type { PutResult } from '../outbox/ports.ts';

/** The object store as screens use it: in the name of whoever is signed in. Rejects with AppError. */
export interface PageObjects {
  /** Stores a prepared JPEG (event thumbnail, avatar). */
  put(
    key: string,
    bytes: ArrayBuffer,
    options?: { readonly signal?: AbortSignal; readonly onProgress?: (sentBytes: number) => void },
  ): Promise<PutResult>;
  /** Removes a photo's original and its thumbnail (§7). An object that is not there is no error. */
  deletePhoto(mediaUrl: string): Promise<void>;
}
