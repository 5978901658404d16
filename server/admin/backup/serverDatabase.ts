import { Kysely, PostgresAdapter, PostgresDriver, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import type { Database } from '../../database/schema.ts';
import { connectionConfig } from '../../database/serverPool.ts';

/** A database on a server as it is: no migration is run, and statements take as long as they take. */
export function openServerDatabase(databaseUrl: string): Kysely<Database> {
  const pool = new pg.Pool({ ...connectionConfig(databaseUrl, null), max: 2 });
  // A query that runs gets the error itself; an event nobody listens to would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresDriver({ pool }),
      createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}
