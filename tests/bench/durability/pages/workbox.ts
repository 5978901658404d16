/**
 * An app that posts with fetch; Background Sync stands behind it in `workboxWorker.ts`. A page that opens has the queue replayed, as
 * Workbox itself does where a browser has no Background Sync. `workboxKeyed.html`: each photo has an idempotency key.
 */
import { isKeyed, offer, photoBytes, registerWorker } from './contender.ts';
import { forgetToken, loadToken, saveToken } from './keptToken.ts';

let underWay = 0;

/** Photos in the worker's queue. */
async function countQueued(): Promise<number> {
  const known = await indexedDB.databases();
  if (!known.some(({ name }) => name === 'workbox-background-sync')) return 0;
  return new Promise((done, fail) => {
    const opening = indexedDB.open('workbox-background-sync');
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('requests').objectStore('requests').count();
      counting.onerror = () => fail(counting.error);
      counting.onsuccess = () => {
        opening.result.close();
        done(counting.result);
      };
    };
  });
}

offer({
  async ready() {
    await registerWorker('/workboxWorker.js');
    navigator.serviceWorker.controller?.postMessage('replay');
  },
  signIn: saveToken,
  signOut: forgetToken,
  async post(count) {
    const authorization = `Bearer ${await loadToken()}`;
    for (let n = 0; n < count; n += 1) {
      const body = new FormData();
      body.append('photo', new Blob([photoBytes(n)], { type: 'image/jpeg' }), `${n}.jpg`);
      underWay += 1;
      const key = isKeyed ? { 'idempotency-key': crypto.randomUUID() } : {};
      // A rejection means: queued. The page cannot tell it from 'not queued either'.
      fetch('/upload', { method: 'POST', body, headers: { authorization, ...key } })
        .catch(() => undefined)
        .finally(() => {
          underWay -= 1;
        });
    }
  },
  pending: async () => underWay + (await countQueued()),
});
