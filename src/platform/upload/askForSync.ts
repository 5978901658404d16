import { SYNC_TAG } from './syncTag.ts';

/** Asks for a background sync. Not waited for: a page without a worker never gets a registration. */
export function askForSync(): void {
  void navigator.serviceWorker?.ready
    .then((registration) => (registration as WithSync).sync?.register(SYNC_TAG))
    .catch(() => undefined);
}

type WithSync = ServiceWorkerRegistration & { readonly sync?: { register(tag: string): Promise<void> } };
