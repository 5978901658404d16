/** Tag of the Background Sync registration, known to page and worker (QUE-02, T07). */
export const SYNC_TAG = 'outbox';
