import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresAdapter, PostgresDriver, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { isRolledBack } from './databaseFailure.ts';
import { parseDatabaseAddress } from './databaseHosts.ts';
import { migrations } from './migrations/index.ts';
import { newerMigrations } from './newerMigrations.ts';
import { grantRights } from './runningRole.ts';
import type { Database } from './schema.ts';
import { ServerConnections } from './serverConnections.ts';
import { SERVER_LIMITS } from './serverPool.ts';
import { ISOLATION } from './sessionSettings.ts';
import { refuseUnfinished } from './unfinishedRestore.ts';

/** A migration could not be run; `cause` says why. Nothing of it was kept. */
export class MigrationFailed extends Error {
  constructor(name: string, cause: unknown) {
    super(`Migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.name = 'MigrationFailed';
  }
}

/** What went wrong where DATABASE_MIGRATE_URL leads: `cause`. */
export class MigratingFailed extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'MigratingFailed';
  }
}

/**
 * Brings the tables of a database nobody else uses up to date; those a newer server has changed stay so. Throws MigrationFailed, or
 * what went wrong before the first migration.
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const newer = await newerMigrations(db, Object.keys(migrations));
  const { error, results } = await new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations, ...newer }) },
    // Two branches may have added one each; they don't lean on one another.
    allowUnorderedMigrations: true,
  }).migrateToLatest();
  const failed = results?.find(({ status }) => status === 'Error');
  if (failed) throw new MigrationFailed(failed.migrationName, error);
  if (error) throw error;
}

/** Number of the advisory lock that lets one copy after the other migrate. */
export const MIGRATION_LOCK = 7_207_019;

/** The migrator's own lock is one of the session, which a pooler in transaction mode would give to anybody. */
class TransactionLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

/**
 * So long a migration stands in line for a table, and with it everybody who comes after it, readers included: far less than a
 * statement of a fan may take, and more than the second after which PostgreSQL ends its own cleaning of a table for us.
 */
const TABLE_WAIT_MS = 2_000;
/** Until it stands in line again: those who waited behind it go first. */
const STAND_BACK_MS = 5_000;

export interface MigrateOptions {
  /** Hears of each try that met a table in use. */
  readonly tell: (words: string) => void;
  /** By the restore itself, which is not finished. */
  readonly isRestoring: boolean;
  /** Gets its rights on the tables; null: servers run as the role that makes them. */
  readonly runningRole: string | null;
}

/**
 * The same for a server, where several copies may start at once: all of it is one transaction behind an advisory lock
 * (SAF-25). Without time limits: a migration takes as long as it takes, and a table that is in use, such as by `pg_dump`, which
 * holds all of them until it ends, is waited for outside of its line, while fans go on. Throws RestoreUnfinished, or as the driver does.
 */
export async function migrateServer(
  connectionString: string,
  { tell = console.error, isRestoring = false, runningRole = null }: Partial<MigrateOptions> = {},
): Promise<void> {
  const { connectMs } = SERVER_LIMITS;
  const pool = new ServerConnections(parseDatabaseAddress(connectionString), {
    connections: 1,
    connectMs,
    statementMs: 0,
  });
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new TransactionLockAdapter(),
      createDriver: () => new PostgresDriver({ pool }),
      createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  try {
    while (!(await migrateOnce(db, pool.settingPairs, { tell, isRestoring, runningRole }))) await pause(STAND_BACK_MS);
  } finally {
    await db.destroy();
  }
}

/** false: a table was in use, nothing was done. */
async function migrateOnce(
  db: Kysely<Database>,
  settingPairs: ServerConnections['settingPairs'],
  { tell, isRestoring, runningRole }: MigrateOptions,
): Promise<boolean> {
  // Another copy's migration is waited for to its end.
  const [names, values] = [settingPairs.map(([name]) => name), settingPairs.map(([, value]) => value)];
  try {
    await db
      .transaction()
      .setIsolationLevel(ISOLATION)
      .execute(async (trx) => {
        await sql`select set_config(name, value, true)
        from unnest(${names}::text[], ${values}::text[]) as wish(name, value)`.execute(trx);
        await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx);
        await sql`select set_config('lock_timeout', ${String(TABLE_WAIT_MS)}, true)`.execute(trx);
        if (!isRestoring) await refuseUnfinished(trx);
        await migrate(trx);
        if (runningRole !== null) await grantRights(trx, runningRole);
      });
    return true;
  } catch (error) {
    const cause = error instanceof MigrationFailed ? error.cause : error;
    if (!isRolledBack(cause)) throw error;
    const what = error instanceof Error ? error.message : String(error);
    tell(
      `The tables cannot be brought up to date yet: somebody uses one for long, such as a backup (${what}). Nothing was changed; trying again in ${STAND_BACK_MS / 1000} s, until it is free.`,
    );
    return false;
  }
}
