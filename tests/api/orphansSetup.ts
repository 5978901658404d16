/** A bucket in memory that counts what it is asked, in the order of its keys as S3 lists them. */
import type { ServerDeps } from '../../server/app.ts';
import type { KeptObjects } from '../../server/objects/keptObjects.ts';
import { createFolderMarks } from '../../server/objects/orphanChecks.ts';
import { type OrphansDeps, removeOrphanedObjects } from '../../server/objects/removeOrphanedObjects.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { CLUB } from '../support/tenants.ts';
import { NOON, startRoutesServer } from './routesServer.ts';

/** Objects S3 tells of in one answer. */
export const PAGE = 1000;

export interface CountingBucket {
  readonly kept: KeptObjects;
  /** When each was stored, epoch ms. */
  readonly stored: Map<string, number>;
  readonly calls: { listed: number; pages: number; heads: number };
  /** The key behind which each listing began. */
  readonly begun: (string | null)[];
  /** Called before each removal; rejects: the line breaks. */
  onRemove: (key: string) => void | Promise<void>;
  /** Called after a page was told. */
  onPage: (page: number) => void | Promise<void>;
}

export function createCountingBucket(noteUploads?: KeptObjects['noteUploads']): CountingBucket {
  const stored = new Map<string, number>();
  const calls = { listed: 0, pages: 0, heads: 0 };
  const bucket: CountingBucket = {
    stored,
    calls,
    begun: [],
    onRemove: () => undefined,
    onPage: () => undefined,
    kept: {
      stat: async () => null,
      read: async () => null,
      put: async () => undefined,
      removeBelow: async () => undefined,
      noteUploads,
      async storedAt(key) {
        calls.heads += 1;
        return stored.get(key) ?? null;
      },
      async remove(keys) {
        for (const key of keys) {
          await bucket.onRemove(key);
          stored.delete(key);
        }
      },
      async *list(folder, after = null) {
        bucket.begun.push(after);
        const keys = [...stored.keys()].filter((key) => key.startsWith(folder) && key > (after ?? '')).toSorted();
        for (let start = 0; start === 0 || start < keys.length; start += PAGE) {
          calls.pages += 1;
          for (const key of keys.slice(start, start + PAGE)) {
            calls.listed += 1;
            yield { key, storedAt: stored.get(key) ?? 0 };
          }
          await bucket.onPage(calls.pages);
        }
      },
    },
  };
  return bucket;
}

export const newOriginal = (event: string, dir: 'ugc' | 'avatar' = 'ugc'): string =>
  originalKey({ dir, tenant: CLUB, owner: event, name: createObjectName() });

/** Stores originals with their thumbnails; tells the originals. */
export function fillFolder(bucket: CountingBucket, event: string, count: number, storedAt: number): string[] {
  const originals = Array.from({ length: count }, () => newOriginal(event));
  for (const key of originals.flatMap((one) => [one, thumbnailKey(one)])) bucket.stored.set(key, storedAt);
  return originals;
}

const seenByCalls = (
  bucket: () => CountingBucket,
  noteUploads: (folder: string) => Promise<void>,
): ServerDeps['objects'] => ({
  stat: async (key) => (bucket().stored.has(key) ? { size: 1000, owner: null } : null),
  readPicture: async (key) => (key.includes('/thumbnail/') ? { width: 48, height: 36 } : { width: 4000, height: 3000 }),
  remove: (keys) => bucket().kept.remove(keys),
  removeBelow: async () => undefined,
  noteUploads,
});

export type Orphans = Awaited<ReturnType<typeof openOrphans>>;

/** A server whose calls see the bucket the job looks at, with a clock for both. */
export async function openOrphans() {
  let bucket: CountingBucket = createCountingBucket();
  let now = NOON;
  let noteUploads: (folder: string) => Promise<void> = async () => undefined;
  const server = await startRoutesServer({
    objects: seenByCalls(
      () => bucket,
      (folder) => noteUploads(folder),
    ),
  });
  for (const user of ['aki', 'ben']) await server.join(user);
  const checks = () => server.db.selectFrom('orphan_check').selectAll().orderBy('place').execute();
  return {
    server,
    get bucket() {
      return bucket;
    },
    get now() {
      return now;
    },
    setNow(instant: number) {
      now = instant;
      server.setNow(instant);
    },
    pass(ms: number) {
      now += ms;
      server.setNow(now);
    },
    noteUploads: (folder: string) => noteUploads(folder),
    /** An empty bucket, or an own store, which tells of uploads itself. */
    async reset(store: 'bucket' | 'own' = 'bucket') {
      now = NOON;
      server.setNow(NOON);
      const marks = createFolderMarks(server.db, () => now);
      noteUploads = store === 'bucket' ? marks : async () => undefined;
      bucket = createCountingBucket(store === 'bucket' ? marks : undefined);
      for (const table of ['unregistered_upload', 'photo', 'event', 'orphan_check'] as const)
        await server.db.deleteFrom(table).execute();
    },
    run: (fields: Partial<OrphansDeps> = {}) =>
      removeOrphanedObjects({ db: server.db, objects: bucket.kept, now: () => now, ...fields }),
    checks,
    places: async () => (await checks()).map(({ place }) => place),
    /** The database's own clock wrote when they are due; the tests have another. */
    dueNow: () =>
      server.db
        .updateTable('orphan_check')
        .set({ due_at: new Date(now) })
        .execute(),
    /** A photo in the bucket and in the product. */
    async postPhoto(event: string): Promise<string> {
      const photo = server.storePhoto('aki', event);
      for (const key of [photo.media_url, thumbnailKey(photo.media_url)]) bucket.stored.set(key, now);
      const { status } = await server.post('aki', event, [photo]);
      if (status !== 200) throw new Error(`The photo was refused: ${status}`);
      return photo.media_url;
    },
  };
}

export const folderOf = (event: string): string => `ugc/${CLUB}/${event}/`;
