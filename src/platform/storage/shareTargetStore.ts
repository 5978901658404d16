/**
 * Photos that came from outside the form (the phone's share sheet, the file manager), kept until the post form of their tenant takes
 * them (QUE-06). Bytes are buffers, as everywhere (T01). The hand-over: the form calls `take`, picks the files as if the fan had chosen
 * them, and then `forget`s them.
 */
import { AppError } from '../../contract/errors.ts';
import { MAX_SOURCE_BYTES, SHARED_PHOTOS_MAX } from '../../contract/limits.ts';
import { type ClientDatabase, type FanDatabase, type StoredSharedPhoto, transact } from './clientDatabase.ts';

export interface TakenPhotos {
  /** In the order they came. */
  readonly files: readonly File[];
  /** To be called once the form has kept them: they are not given out again. */
  forget(): Promise<void>;
}

export interface ShareTargetStore {
  /**
   * Reads the files at once (T02) and keeps them for the fan who shared them; `userId` null: for whoever signs in next.
   * More than `SHARED_PHOTOS_MAX` are cut off: no post takes that many.
   * Resolves with how many are kept. @throws AppError QUOTA_EXCEEDED | STORAGE_UNAVAILABLE | BYTES_LOST
   */
  keep(tenant: string, userId: string | null, files: readonly File[]): Promise<number>;
  /** This fan's own and those nobody was signed in for. Another fan's wait for their owner (SAF-15). */
  take(tenant: string, userId: string | null): Promise<TakenPhotos>;
}

const rangeOf = (tenant: string): IDBKeyRange => IDBKeyRange.bound(`${tenant}/`, `${tenant}/\uffff`);

export function createShareTargetStore(database: ClientDatabase): ShareTargetStore {
  const keepOne = async (key: string, userId: string | null, file: File): Promise<void> => {
    // What no form would take is kept by its name only, so that the form can say so.
    const isReadable = file.size <= MAX_SOURCE_BYTES;
    const buffer = isReadable ? await readBytes(file) : new ArrayBuffer(0);
    const { name, type, lastModified, size } = file;
    const photo: StoredSharedPhoto = { name, type, lastModified, size, buffer, userId };
    await database.run((db) => transact(db, ['shared'], (tx) => tx.objectStore('shared').put(photo, key)));
  };

  return {
    async keep(tenant, userId, files) {
      const kept = files.slice(0, SHARED_PHOTOS_MAX);
      // Two shares may come in the same millisecond: in their order where the clock tells them apart, and never in each other's place.
      const at = (performance.timeOrigin + performance.now()).toFixed(3);
      const share = `${tenant}/${at}/${crypto.randomUUID()}`;
      for (const [index, file] of kept.entries())
        await keepOne(`${share}/${String(index).padStart(4, '0')}`, userId, file);
      return kept.length;
    },
    async take(tenant, userId) {
      const found = await database.run((db) => loadOwn(db, tenant, userId));
      return {
        files: found.map(
          ({ photo: { buffer, name, type, lastModified } }) => new File([buffer], name, { type, lastModified }),
        ),
        forget: () =>
          database.run((db) =>
            transact(db, ['shared'], async (tx) => {
              await Promise.all(found.map(({ key }) => tx.objectStore('shared').delete(key)));
            }),
          ),
      };
    },
  };
}

/** One cursor: keys and photos read one after the other could differ by what another window takes in between. */
async function loadOwn(db: FanDatabase, tenant: string, userId: string | null) {
  const own: { readonly key: string; readonly photo: StoredSharedPhoto }[] = [];
  let cursor = await db.transaction('shared').store.openCursor(rangeOf(tenant));
  for (; cursor !== null; cursor = await cursor.continue()) {
    const owner = cursor.value.userId ?? null;
    if (owner === null || owner === userId) own.push({ key: cursor.key, photo: cursor.value });
  }
  return own;
}

async function readBytes(file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch (cause) {
    throw new AppError('BYTES_LOST', 'never', { cause });
  }
}
