/** What the worker keeps of what was looked at, so that it opens without signal (DAT-02): measured and given up at the fan's wish. */
import { WIPE_MESSAGE } from './userCaches.ts';

const PICTURES = ['thumbnails', 'originals'] as const;
/** Seen pictures, pages, answers and emblems. Not the app itself, nor its settings, nor anything that waits to be sent. */
const SEEN = /^(?:thumbnails|originals|art|pages-.*|answers-.*)$/;

export interface StoredOffline {
  /** Bytes of everything this origin keeps on the device, as the browser estimates it; null: it does not tell. */
  readonly usedBytes: number | null;
  readonly pictures: number;
}

export async function measureStored(): Promise<StoredOffline> {
  const counts = await Promise.all(PICTURES.map(countEntries));
  const estimate = await navigator.storage?.estimate?.().catch(() => null);
  return { usedBytes: estimate?.usage ?? null, pictures: counts.reduce((sum, count) => sum + count, 0) };
}

async function countEntries(name: string): Promise<number> {
  if (typeof caches === 'undefined' || !(await caches.has(name))) return 0;
  return (await (await caches.open(name)).keys()).length;
}

/** Removes what was only looked at, of all users of this device. Photos that wait to be sent, drafts and logins stay. */
export async function clearStored(): Promise<void> {
  navigator.serviceWorker?.controller?.postMessage(WIPE_MESSAGE);
  if (typeof caches === 'undefined') return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => SEEN.test(name)).map((name) => caches.delete(name)));
}
