import { Kysely, PostgresAdapter, PostgresDriver, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { parseDatabaseAddress } from './databaseHosts.ts';
import { migrations } from './migrations/index.ts';
import { newerMigrations } from './newerMigrations.ts';
import type { Database } from './schema.ts';
import { ServerConnections } from './serverConnections.ts';
import { SERVER_LIMITS } from './serverPool.ts';

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
 * The same for a server, where several copies may start at once: all of it is one transaction behind an advisory lock
 * (SAF-25). Without time limits: a migration takes as long as it takes. Throws as the driver does.
 */
export async function migrateServer(connectionString: string): Promise<void> {
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
    await db.transaction().execute(async (trx) => {
      const [names, values] = [pool.wishes.map(([name]) => name), pool.wishes.map(([, value]) => value)];
      await sql`select set_config(name, value, true)
        from unnest(${names}::text[], ${values}::text[]) as wish(name, value)`.execute(trx);
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx);
      await migrate(trx);
    });
  } finally {
    await db.destroy();
  }
}
