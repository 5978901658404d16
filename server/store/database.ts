import { resolve } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { lockDataFolder } from './dataFolderLock.ts';
import { migrations } from './migrations/index.ts';
import { createPgliteDialect } from './pgliteDialect.ts';
import type { Database } from './schema.ts';
import { startUpkeep } from './upkeep.ts';

/** Use of the database at one moment. The embedded one has a single connection. */
export interface DatabaseLoad {
  readonly connections: number;
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
}

export interface OpenDatabase {
  readonly db: Kysely<Database>;
  load(): DatabaseLoad;
  /** Ends all work, gives the data folder back. */
  close(): Promise<void>;
}
/** `dataDir`: embedded PostgreSQL on disk, for one process. `databaseUrl`: a PostgreSQL server, for any number. */
export type DatabasePlace = { readonly dataDir: string } | { readonly databaseUrl: string };

/**
 * Opens the database and brings its tables up to date.
 * Throws DataFolderBusy when another living process uses the folder.
 */
export async function openDatabase(place: DatabasePlace): Promise<OpenDatabase> {
  const { db, release, load } = 'databaseUrl' in place ? openServer(place.databaseUrl) : openEmbedded(place.dataDir);
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy().catch(() => {});
    release();
    throw error;
  }
  const endUpkeep = 'dataDir' in place ? startUpkeep(db) : () => {};
  return {
    db,
    load,
    async close() {
      endUpkeep();
      try {
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

function openServer(connectionString: string) {
  // int8 (counts, ids) as numbers, as the embedded database gives them.
  const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format);
  const pool = new pg.Pool({
    connectionString,
    types: { getTypeParser },
    // Generic plans ruined tenants of unusual size; compiling a plan or starting helpers takes longer than our queries.
    options: '-c plan_cache_mode=force_custom_plan -c jit=off -c max_parallel_workers_per_gather=0',
  });
  // An idle connection that drops must not end the process; the next query gets a new one or its own error.
  pool.on('error', (error) => console.error('Database connection lost:', error.message));
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    release: () => {},
    load: (): DatabaseLoad => ({ connections: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

/** The migrator itself takes an advisory lock, so copies that start together run each migration once. */
async function migrate(db: Kysely<Database>): Promise<void> {
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    // Two branches may have added one each; they don't lean on one another.
    allowUnorderedMigrations: true,
  }).migrateToLatest();
  if (error) throw error;
}

/** A database that has not answered by then is as good as gone, whatever it waits for. */
const UP_WITHIN_MS = 5_000;

/** True when the database answers. */
export async function isDatabaseUp(db: Kysely<Database>, withinMs = UP_WITHIN_MS): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((done) => {
    timer = setTimeout(() => done(false), withinMs);
  });
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  const isUp = await Promise.race([asked, late]);
  clearTimeout(timer);
  return isUp;
}
