/** Tag of the Background Sync registration, known to page and worker (QUE-02, T07). */
export const SYNC_TAG = 'outbox';

/** Does this browser let the worker send with every page closed? Chromium alone has Background Sync (T07). */
export const sendsWhenClosed = (): boolean => (globalThis as { SyncManager?: unknown }).SyncManager !== undefined;
