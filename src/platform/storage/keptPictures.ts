import { photoKeys } from '../../rules/objectKeys.ts';
import { findKept } from '../kept/keptMark.ts';

/** Caches of the worker that hold pictures, and how those of its pages begin. */
const PICTURES = ['thumbnails', 'previews', 'originals'];
const PAGES = 'pages-';

/**
 * Drops what this device keeps of a photo that is gone: its pictures of all sizes, and its pages as they were last seen.
 * @param photo its key, or the short code of an address @param addressOf address of a key, as pictures are shown by
 */
export async function dropKeptPhoto(photo: string, addressOf: (key: string) => string): Promise<void> {
  if (typeof caches === 'undefined') return;
  if (await findKept()) await (await import('../kept/keptStore.ts')).forgetKeptPhoto(photo);
  const addresses = photoKeys(photo).map(addressOf);
  for (const name of await caches.keys()) {
    if (!PICTURES.includes(name) && !name.startsWith(PAGES)) continue;
    const cache = await caches.open(name);
    const pages = name.startsWith(PAGES) ? await cache.keys() : [];
    const ofPhoto = pages.filter(({ url }) => new URL(url).searchParams.get('q') === photo);
    const gone = name.startsWith(PAGES) ? ofPhoto : addresses;
    await Promise.all(gone.map((one) => cache.delete(one, { ignoreVary: true })));
  }
}
