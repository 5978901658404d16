import { Kysely, PostgresAdapter, PostgresDriver, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { parseDatabaseAddress } from '../../database/databaseHosts.ts';
import type { Database } from '../../database/schema.ts';
import { ServerConnections } from '../../database/serverConnections.ts';
import { SERVER_LIMITS } from '../../database/serverPool.ts';
import { Unreachable } from '../../operations/outcome.ts';

/** A database on a server as it is: no migration is run, and statements take as long as they take. */
export const openServerDatabase = (databaseUrl: string): Kysely<Database> => open(databaseUrl).db;

function open(databaseUrl: string) {
  const { connectMs } = SERVER_LIMITS;
  const pool = new ServerConnections(parseDatabaseAddress(databaseUrl), { connections: 2, connectMs, statementMs: 0 });
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresDriver({ pool }),
      createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, pool };
}

export interface PastPoolers {
  readonly db: Kysely<Database>;
  /** Of the server, such as 150004. */
  readonly version: number;
}

/**
 * The same for PostgreSQL's programs, which need sessions of their own: what pg_dump sets, such as no search_path, would stay in a
 * session that a pooler gives to a running server next. Throws Unreachable for a pooler, and for a server that does not answer.
 */
export async function openPastPoolers(databaseUrl: string): Promise<PastPoolers> {
  const { db, pool } = open(databaseUrl);
  try {
    const { rows } = await sql<{ version: number }>`
      select current_setting('server_version_num')::int as version`.execute(db);
    if (pool.isPooled) throw new Unreachable(POOLED);
    return { db, version: rows[0]?.version ?? 0 };
  } catch (error) {
    await db.destroy();
    if (error instanceof Unreachable) throw error;
    throw new Unreachable(
      `Cannot open the database of DATABASE_URL: ${error instanceof Error ? error.message : error}`,
    );
  }
}

const POOLED =
  'The address of the database leads through a pooler: pg_dump and pg_restore would change sessions that running servers use. Set DATABASE_MIGRATE_URL to an address past the pooler. Nothing was done.';
