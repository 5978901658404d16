/** What the worker keeps of what was looked at, so that it opens without signal (DAT-02): measured and given up at the fan's wish. */
import { WIPE_MESSAGE } from './workerMessages.ts';

const PICTURES = ['thumbnails', 'previews', 'originals'] as const;
/** Seen pictures, those of an unfinished ZIP, pages, answers and emblems. Not the app itself, nor its settings, nor anything that waits to be sent. */
const SEEN = /^(?:thumbnails|previews|originals|art|unfinished-zip|pages-.*|answers-.*)$/;

export interface StoredOffline {
  /** Bytes of everything this origin keeps on the device, as the browser estimates it; null: it does not tell. */
  readonly usedBytes: number | null;
  readonly pictures: number;
}

export async function measureStored(): Promise<StoredOffline> {
  // One photo may be kept in several sizes, all under its object's name.
  const names = new Set((await Promise.all(PICTURES.map(namesIn))).flat());
  const estimate = await navigator.storage?.estimate?.().catch(() => null);
  return { usedBytes: estimate?.usage ?? null, pictures: names.size };
}

async function namesIn(cacheName: string): Promise<string[]> {
  if (typeof caches === 'undefined' || !(await caches.has(cacheName))) return [];
  const requests = await (await caches.open(cacheName)).keys();
  return requests.map(({ url }) => url.slice(url.lastIndexOf('/') + 1, url.lastIndexOf('.')));
}

/** Removes what was only looked at, of all users of this device. Photos that wait to be sent, drafts and logins stay. */
export async function clearStored(): Promise<void> {
  navigator.serviceWorker?.controller?.postMessage(WIPE_MESSAGE);
  if (typeof caches === 'undefined') return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => SEEN.test(name)).map((name) => caches.delete(name)));
}
