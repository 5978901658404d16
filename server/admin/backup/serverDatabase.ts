import { Kysely, PostgresAdapter, PostgresDriver, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { parseDatabaseAddress } from '../../database/databaseHosts.ts';
import type { Database } from '../../database/schema.ts';
import { ServerConnections } from '../../database/serverConnections.ts';
import { SERVER_LIMITS } from '../../database/serverPool.ts';

/** A database on a server as it is: no migration is run, and statements take as long as they take. */
export function openServerDatabase(databaseUrl: string): Kysely<Database> {
  const { connectMs } = SERVER_LIMITS;
  const pool = new ServerConnections(parseDatabaseAddress(databaseUrl), { connections: 2, connectMs, statementMs: 0 });
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresDriver({ pool }),
      createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}
