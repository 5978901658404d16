import type { QueryClient } from '@tanstack/react-query';
import { dropKeptPhoto } from '../../platform/storage/keptPictures.ts';
import { pictureUrl } from '../../services/usePictureUrls.ts';
import { removeCachedPhoto } from './photoCache.ts';

/** A photo is gone: it leaves the lists, and what the device keeps for times without signal (OPR-02). @param photo key, or short code */
export function forgetPhoto(queryClient: QueryClient, publicBase: string, photo: string): void {
  removeCachedPhoto(queryClient, photo);
  // Where the browser refuses, they go with their age.
  dropKeptPhoto(photo, (key) => pictureUrl(publicBase, key)).catch(() => undefined);
}
