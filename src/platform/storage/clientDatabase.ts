/**
 * The one IndexedDB connection of a page or worker: queue, form drafts, session and settings stand in it, because a worker
 * cannot read localStorage (T04). Bytes are buffers, in a store of their own under write-once keys (T01, T03).
 */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import { AppError } from '../../contract/errors.ts';
import type { BytesAt, StoredBytes } from '../../outbox/ports.ts';
import { openInTime } from './openInTime.ts';

export interface StoredDraft {
  readonly tenant: string;
  /** The form's state, plain data; null: its post was taken over by the queue. */
  readonly form: unknown;
  /** Photos whose bytes belong to the draft. */
  readonly photoNames: readonly string[];
  /** Epoch ms. */
  readonly savedAt: number;
}

export interface StoredLease {
  readonly holder: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** A file given to the app from outside, until the post form takes it. */
export interface StoredSharedPhoto {
  readonly name: string;
  readonly type: string;
  /** Epoch ms. */
  readonly lastModified: number;
  readonly size: number;
  readonly buffer: ArrayBuffer;
  /** Who was signed in; null: nobody. Missing in records of older builds, which are anybody's. */
  readonly userId?: string | null;
}

export interface FanSchema extends DBSchema {
  /** Records of any queue schema: `migrateJob` reads them. */
  jobs: { key: string; value: { readonly id: string } };
  bytes: { key: string; value: StoredBytes };
  drafts: { key: string; value: StoredDraft };
  session: { key: string; value: unknown };
  settings: { key: string; value: unknown };
  lease: { key: string; value: StoredLease };
  /** Under `{tenant}/{time}/{share}/{number}`; of older builds without `{share}`. */
  shared: { key: string; value: StoredSharedPhoto };
}
export type FanDatabase = IDBPDatabase<FanSchema>;

export interface ClientDatabase {
  /**
   * Runs `work` on the open connection; once more on a new one if the connection was lost (T03), so `work` must bear repetition.
   * @throws AppError QUOTA_EXCEEDED | STORAGE_UNAVAILABLE | STORAGE_STUCK, retry 'later'; AppErrors of `work` pass
   */
  run<T>(work: (db: FanDatabase) => Promise<T>): Promise<T>;
  close(): void;
}

const NAME = 'fan-photo';
const VERSION = 2;

export const bytesKey = (at: BytesAt): string => `${at.photoName}/${at.part}`;
/** Photo a key of the bytes store belongs to. */
export const photoOfBytesKey = (key: string): string => key.slice(0, key.indexOf('/'));

/** Is told how opening went. A worker has none: it cannot load itself anew, and is started again for the next event. */
export interface OpeningWatch {
  /** The database did not open in time (STORAGE_OPEN). */
  readonly onStuck: () => void;
  readonly onOpened: () => void;
}

export function createClientDatabase(name: string = NAME, watch?: OpeningWatch): ClientDatabase {
  let opening: Promise<FanDatabase> | null = null;

  const forget = (): void => {
    opening = null;
  };
  const open = (): Promise<FanDatabase> => {
    opening ??= openInTime(connect(name, forget)).then(
      (db) => {
        watch?.onOpened();
        return db;
      },
      (error: unknown) => {
        forget();
        if (error instanceof AppError && error.code === 'STORAGE_STUCK') watch?.onStuck();
        throw error;
      },
    );
    return opening;
  };
  const close = (): void => {
    void opening?.then(
      (db) => db.close(),
      () => undefined,
    );
    forget();
  };

  return {
    close,
    async run(work) {
      try {
        return await work(await open());
      } catch (error) {
        if (!isConnectionLost(error)) throw storageError(error);
      }
      close();
      try {
        return await work(await open());
      } catch (error) {
        throw storageError(error);
      }
    },
  };
}

/**
 * One transaction, written through to the disk (QUE-01). Anything thrown in `work` undoes all of it: a transaction left to itself
 * would commit what was asked for before the failure.
 */
export async function transact<Names extends StoreNames<FanSchema>[], T>(
  db: FanDatabase,
  stores: Names,
  work: (tx: IDBPTransaction<FanSchema, Names, 'readwrite'>) => Promise<T>,
): Promise<T> {
  const tx = db.transaction(stores, 'readwrite', { durability: 'strict' });
  // Looked at below; a failure of `work` comes first.
  tx.done.catch(() => undefined);
  try {
    const result = await work(tx);
    await tx.done;
    return result;
  } catch (error) {
    const reason = tx.error;
    try {
      tx.abort();
    } catch {
      // It ended by itself.
    }
    throw reason ?? error;
  }
}

async function connect(name: string, forget: () => void): Promise<FanDatabase> {
  const callbacks = {
    upgrade: createStores,
    // Another tab brings a newer schema: let it, and open again at the next call.
    blocking: (_current: number, _next: number | null, event: IDBVersionChangeEvent) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  };
  try {
    return await openDB<FanSchema>(name, VERSION, callbacks);
  } catch (error) {
    // A newer build was here before a rollback: its stores include ours.
    if (error instanceof DOMException && error.name === 'VersionError')
      return openDB<FanSchema>(name, undefined, callbacks);
    throw error;
  }
}

/** Additive by version, so that an older build still finds its stores. */
function createStores(db: FanDatabase, oldVersion: number): void {
  if (oldVersion < 1) {
    db.createObjectStore('jobs', { keyPath: 'id' });
    db.createObjectStore('bytes');
    db.createObjectStore('drafts', { keyPath: 'tenant' });
    for (const store of ['session', 'settings', 'lease'] as const) db.createObjectStore(store);
  }
  if (oldVersion < 2) db.createObjectStore('shared');
}

/** WebKit says UnknownError for 'Connection to Indexed Database server lost'. */
const isConnectionLost = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'UnknownError');

function storageError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  // Older engines throw a DOMException, newer ones an error class of its own: both carry the name.
  const isFull = cause instanceof Error && cause.name === 'QuotaExceededError';
  return new AppError(isFull ? 'QUOTA_EXCEEDED' : 'STORAGE_UNAVAILABLE', 'later', { cause });
}
