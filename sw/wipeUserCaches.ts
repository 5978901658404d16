/** What anybody's caches still say of a fan who signed out: public answers and pages that name them (SAF-15). */
import { openDB } from 'idb';
import { openInTime } from '../src/platform/storage/openInTime.ts';

/** Caches whose bodies are searched for the fan's id. Of the others only the addresses are: those of a fan's pictures contain the id. */
const WITH_WORDS = /^(answers-|pages-)/;
/** Workbox's record of when each entry was used: addresses outlive their entries in it. */
const RECORD = { name: 'workbox-expiration', store: 'cache-entries' } as const;

/** Removes every kept answer, page and picture that names this user id, and its address in the record of uses. */
export async function wipeUserCaches(userId: string): Promise<void> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      if (request.url.includes(userId) || (WITH_WORDS.test(name) && (await bodyOf(cache, request)).includes(userId)))
        await cache.delete(request, { ignoreVary: true });
  }
  await forgetUses(userId);
}

const bodyOf = async (cache: Cache, request: Request): Promise<string> =>
  (await cache.match(request, { ignoreVary: true }))?.text() ?? '';

/** Also removes rows of caches that no longer exist: their addresses may name the fan. */
async function forgetUses(userId: string): Promise<void> {
  const known = (await indexedDB.databases?.())?.some(({ name }) => name === RECORD.name) ?? false;
  if (!known) return;
  const db = await openInTime(openDB(RECORD.name));
  try {
    if (!db.objectStoreNames.contains(RECORD.store)) return;
    const names = new Set(await caches.keys());
    const tx = db.transaction(RECORD.store, 'readwrite');
    for (let row = await tx.store.openCursor(); row !== null; row = await row.continue()) {
      const { cacheName, url } = row.value as { readonly cacheName: string; readonly url: string };
      if (!names.has(cacheName) || url.includes(userId)) await row.delete();
    }
    await tx.done;
  } finally {
    db.close();
  }
}
