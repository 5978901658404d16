import type { DatabasePlace } from '../database/database.ts';
import { DatabaseAddressWrong, parseDatabaseAddress } from '../database/databaseHosts.ts';
import { SERVER_LIMITS, type ServerLimits, serverLimits } from '../database/serverPool.ts';
import type { Variables } from './variables.ts';

/** Where data is, when it is on a PostgreSQL server. */
export interface DatabaseSettings {
  /** null: the embedded database. */
  readonly databaseUrl: string | null;
  /** Where migrations are run; null: at `databaseUrl`. */
  readonly databaseMigrateUrl: string | null;
  /** A standby for what everybody reads; null: there is none. */
  readonly databaseReadUrl: string | null;
  readonly databaseLimits: ServerLimits;
}

/** The settings `DATABASE_*`. */
export function readDatabase(variables: Variables): DatabaseSettings {
  const databaseUrl = readAddress(variables, 'DATABASE_URL', 'write');
  const databaseMigrateUrl = readAddress(variables, 'DATABASE_MIGRATE_URL', 'write');
  const databaseReadUrl = readAddress(variables, 'DATABASE_READ_URL', 'read');
  for (const name of ['DATABASE_MIGRATE_URL', 'DATABASE_READ_URL'].filter((one) => variables.isSet(one)))
    variables.required('DATABASE_URL', `${name} alone is no place for data`);
  return {
    databaseUrl,
    databaseMigrateUrl,
    databaseReadUrl,
    databaseLimits: serverLimits({
      connections: variables.number('DATABASE_POOL', 2, 200) ?? SERVER_LIMITS.connections,
      connectMs: variables.number('DATABASE_CONNECT_MS', 500, 60_000) ?? SERVER_LIMITS.connectMs,
      statementMs: variables.number('DATABASE_STATEMENT_MS', 500, 600_000) ?? SERVER_LIMITS.statementMs,
    }),
  };
}

function readAddress(variables: Variables, name: string, use: 'write' | 'read'): string | null {
  const address = variables.optional(name)?.replace(/\/+$/, '') ?? null;
  try {
    if (address !== null) parseDatabaseAddress(address, use);
  } catch (error) {
    if (!(error instanceof DatabaseAddressWrong)) throw error;
    variables.problems.push(`${name} ${error.message}.`);
  }
  return address;
}

/** @param dataDir folder of the embedded database */
export const databasePlace = (dataDir: string, settings: Partial<DatabaseSettings>): DatabasePlace => {
  const { databaseUrl, databaseMigrateUrl: migrateUrl, databaseReadUrl: readUrl, databaseLimits: limits } = settings;
  return databaseUrl ? { databaseUrl, migrateUrl, readUrl, limits } : { dataDir };
};
