import { resolve } from 'node:path';
import { Kysely } from 'kysely';
import { startMaintenance } from '../jobs/maintenance.ts';
import { startAddingUp } from './counterChanges.ts';
import { lockDataFolder } from './dataFolderLock.ts';
import { migrate, migrateServer } from './migrate.ts';
import { createPgliteDialect } from './pgliteDialect.ts';
import type { Database } from './schema.ts';
import { createServerDialect } from './serverDialect.ts';
import { SERVER_LIMITS, type ServerLimits, ServerPool } from './serverPool.ts';

/** Use of the database at one moment. The embedded one has a single connection. */
export interface DatabaseLoad {
  readonly connections: number;
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
}

export interface OpenDatabase {
  readonly db: Kysely<Database>;
  readonly load: () => DatabaseLoad;
  /** Ends all work, gives the data folder back. */
  close(): Promise<void>;
}
/** `dataDir`: embedded PostgreSQL on disk, for one process. `databaseUrl`: a PostgreSQL server, for any number. */
export type DatabasePlace = { readonly dataDir: string } | ServerPlace;
interface ServerPlace {
  readonly databaseUrl: string;
  /** Left out: those of a server that answers fans. */
  readonly limits?: ServerLimits;
}

/**
 * Opens the database and brings its tables up to date.
 * Throws DataFolderBusy when another living process uses the folder.
 */
export async function openDatabase(place: DatabasePlace): Promise<OpenDatabase> {
  if ('databaseUrl' in place) await migrateServer(place.databaseUrl);
  const { db, release, load } = 'databaseUrl' in place ? openServer(place) : openEmbedded(place.dataDir);
  try {
    if ('dataDir' in place) await migrate(db);
  } catch (error) {
    await db.destroy().catch(() => {});
    release();
    throw error;
  }
  const endAddingUp = startAddingUp(db);
  const endUpkeep = 'dataDir' in place ? startMaintenance(db) : () => {};
  return {
    db,
    load,
    async close() {
      endUpkeep();
      try {
        await endAddingUp();
        await db.destroy();
      } finally {
        release();
      }
    },
  };
}

function openEmbedded(dataDir: string) {
  const release = lockDataFolder(dataDir);
  const now = { isBusy: false, waiting: 0 };
  return {
    db: new Kysely<Database>({ dialect: createPgliteDialect({ folder: resolve(dataDir, 'postgres') }, now) }),
    release,
    load: (): DatabaseLoad => ({ connections: 1, idle: now.isBusy ? 0 : 1, waiting: now.waiting }),
  };
}

function openServer({ databaseUrl, limits = SERVER_LIMITS }: ServerPlace) {
  const pool = new ServerPool(databaseUrl, limits);
  return {
    db: new Kysely<Database>({ dialect: createServerDialect(pool) }),
    release: () => {},
    load: (): DatabaseLoad => pool.load,
  };
}
