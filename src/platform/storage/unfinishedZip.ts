/**
 * Pictures of a ZIP on its way (KEP-02): each is kept as it comes, so that after a break none is fetched twice. Cache Storage: bytes stay on
 * the disk, and its own quota is asked. Cleared when the ZIP is saved or given up. Page and worker use it.
 */
import * as v from 'valibot';

/** Name of the cache; `storedOffline.ts` clears it with the rest. */
export const UNFINISHED_ZIP = 'unfinished-zip';
/** Under which the list of the photos stands: no address of the product. */
const RECORD = '/unfinished-zip.json';

const ZipPhoto = v.object({
  /** Full address of the picture. */
  address: v.string(),
  /** Name in the ZIP. */
  name: v.string(),
  /** When it was posted, in milliseconds. */
  postedAt: v.number(),
  /** The original has not come: this is its preview. */
  isPreview: v.boolean(),
});
export type ZipPhoto = v.InferOutput<typeof ZipPhoto>;

const ZipRecord = v.object({
  tenantId: v.string(),
  /** Who began it; null: a visitor. Nobody else is told of it. */
  userId: v.nullable(v.string()),
  /** Name of the ZIP without its ending. */
  about: v.string(),
  photos: v.array(ZipPhoto),
  /** Photos that were chosen and may not be saved. */
  leftOut: v.number(),
  begunAt: v.number(),
});
export type ZipRecord = v.InferOutput<typeof ZipRecord>;

export interface UnfinishedZipStore {
  /** Keeps the list; pictures that are not in it go. */
  begin(record: ZipRecord): Promise<void>;
  /** null: there is none, or it cannot be read. */
  load(): Promise<ZipRecord | null>;
  /** Photos of the record whose pictures are not kept. */
  missing(record: ZipRecord): Promise<readonly ZipPhoto[]>;
  read(address: string): Promise<Blob | null>;
  /** false: the device takes no more. */
  keep(address: string, picture: Blob): Promise<boolean>;
  clear(): Promise<void>;
}

const asJson = (value: unknown) =>
  new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } });

/** Where the browser refuses (private windows) nothing is kept, and everything else goes on. */
export function createUnfinishedZipStore(): UnfinishedZipStore {
  const open = () => caches.open(UNFINISHED_ZIP);
  return {
    async begin(record) {
      try {
        const cache = await open();
        const wanted = new Set(record.photos.map(({ address }) => new URL(address, location.href).href));
        for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
        await cache.put(RECORD, asJson(record));
      } catch {
        // Then there is nothing to go on with after a break.
      }
    },
    async load() {
      try {
        if (!(await caches.has(UNFINISHED_ZIP))) return null;
        const found = await (await open()).match(RECORD);
        const read = v.safeParse(ZipRecord, await found?.json());
        return read.success ? read.output : null;
      } catch {
        return null;
      }
    },
    async missing(record) {
      try {
        const kept = new Set((await (await open()).keys()).map(({ url }) => url));
        return record.photos.filter(({ address }) => !kept.has(new URL(address, location.href).href));
      } catch {
        return record.photos;
      }
    },
    async read(address) {
      try {
        return (await (await (await open()).match(address))?.blob()) ?? null;
      } catch {
        return null;
      }
    },
    async keep(address, picture) {
      try {
        await (await open()).put(address, new Response(picture, { headers: { 'content-type': 'image/jpeg' } }));
        return true;
      } catch {
        return false;
      }
    },
    async clear() {
      try {
        await caches.delete(UNFINISHED_ZIP);
      } catch {
        // Nothing could be kept either.
      }
    },
  };
}
