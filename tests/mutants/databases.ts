/**
 * PostgreSQL for the areas whose tests start servers. It is started once, beside Stryker's processes: a copy of its empty tables
 * opens in a tenth of the time of an embedded database, and a test process that is ended leaves it running.
 */
import pg from 'pg';
import { ensurePostgres } from '../../.ci/ensure-postgres.mjs';
import { createTables, startPostgres, TABLES } from '../api/storePostgres.ts';

/** Nothing here is to outlive the run. */
const settings = [
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'max_connections=1000',
];

/** Runs `work` with TEST_DATABASE_URL, or without where no PostgreSQL can be had: then each test file opens an embedded one. */
export async function withDatabases<T>(work: () => Promise<T>): Promise<T> {
  const bin = ensurePostgres();
  if (bin === null) return work();
  const { url, stop } = await startPostgres({ bin, settings });
  try {
    await createTables(url);
    process.env.TEST_DATABASE_URL = url;
    return await work();
  } finally {
    delete process.env.TEST_DATABASE_URL;
    await stop();
  }
}

/**
 * Removes the databases of earlier runs: thousands of runs would fill the disk. A test that failed before its server was up leaves
 * connections, which end by themselves a moment later; until then the database stays.
 */
export class SpentDatabases {
  private earlier: readonly string[] = [];

  async drop(serverUrl: string): Promise<void> {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string; users: number }>(
        `select datname as name, (select count(*)::int from pg_stat_activity where datid = pg_database.oid) as users
         from pg_database where not datistemplate and datname not in ('postgres', $1)`,
        [TABLES],
      );
      // What was made since the last time may be about to be used by another process; and it may be as quick with the rest.
      for (const { name, users } of rows)
        if (users === 0 && this.earlier.includes(name))
          await client.query(`drop database if exists ${name}`).catch(() => {});
      this.earlier = rows.map(({ name }) => name);
    } finally {
      await client.end();
    }
  }
}
