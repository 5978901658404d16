import { resolve } from 'node:path';
import { Kysely } from 'kysely';
import { startMaintenance } from '../jobs/maintenance.ts';
import { startAddingUp } from './counterChanges.ts';
import { parseDatabaseAddress } from './databaseHosts.ts';
import { lockDataFolder } from './dataFolderLock.ts';
import { MigratingFailed, migrate, migrateServer } from './migrate.ts';
import { createPgliteDialect } from './pgliteDialect.ts';
import { ReadReplica } from './readReplica.ts';
import { readRole } from './runningRole.ts';
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
  /** A standby for what everybody reads; null: there is none. */
  readonly replica: ReadReplica | null;
  /** Ends all work, gives the data folder back. */
  close(): Promise<void>;
}
/** `dataDir`: embedded PostgreSQL on disk, for one process. `databaseUrl`: a PostgreSQL server, for any number. */
export type DatabasePlace = ({ readonly dataDir: string } | ServerPlace) & Watched;
interface Watched {
  /** Is notified of every error a statement ends with. */
  readonly onRefused?: ((error: unknown) => void) | undefined;
}
interface ServerPlace {
  readonly databaseUrl: string;
  /** Where migrations are run; left out: there. */
  readonly migrateUrl?: string | null | undefined;
  /** A standby of it; left out: there is none. */
  readonly readUrl?: string | null | undefined;
  /** Left out: those of a server that answers fans. */
  readonly limits?: ServerLimits | undefined;
  /** By a restore, which is the only one to open what it has not finished. */
  readonly isRestoring?: boolean;
  /** Gets its rights on the tables; left out: the role of `databaseUrl`. */
  readonly runningRole?: string | null;
}

/**
 * Opens the database and brings its tables up to date.
 * Throws DataFolderBusy when another living process uses the folder, RestoreUnfinished.
 */
export async function openDatabase(place: DatabasePlace): Promise<OpenDatabase> {
  if ('databaseUrl' in place) await migratePlace(place);
  const { db, release, load, replica } = 'databaseUrl' in place ? openServer(place) : openEmbedded(place);
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
    replica,
    async close() {
      endUpkeep();
      try {
        await endAddingUp();
        await Promise.all([db.destroy(), replica?.close()]);
      } finally {
        release();
      }
    },
  };
}

async function migratePlace({ databaseUrl, migrateUrl, isRestoring = false, ...place }: ServerPlace): Promise<void> {
  if (!migrateUrl) return migrateServer(databaseUrl, { isRestoring, runningRole: place.runningRole ?? null });
  const runningRole = place.runningRole ?? (await readRole(databaseUrl));
  await migrateServer(migrateUrl, { isRestoring, runningRole }).catch((error: unknown) => {
    throw new MigratingFailed(error);
  });
}

function openEmbedded({ dataDir, onRefused }: Watched & { readonly dataDir: string }) {
  const release = lockDataFolder(dataDir);
  const now = { isBusy: false, waiting: 0 };
  return {
    db: new Kysely<Database>({
      dialect: createPgliteDialect({ folder: resolve(dataDir, 'postgres') }, now, onRefused),
    }),
    release,
    load: (): DatabaseLoad => ({ connections: 1, idle: now.isBusy ? 0 : 1, waiting: now.waiting }),
    replica: null,
  };
}

function openServer({ databaseUrl, readUrl, limits = SERVER_LIMITS, onRefused = () => {} }: ServerPlace & Watched) {
  const pool = new ServerPool(parseDatabaseAddress(databaseUrl), limits, { onRefused });
  return {
    db: new Kysely<Database>({ dialect: createServerDialect(pool) }),
    release: () => {},
    load: (): DatabaseLoad => pool.load,
    replica: readUrl ? new ReadReplica(parseDatabaseAddress(readUrl, 'read'), limits, onRefused) : null,
  };
}
