import type { DatabasePlace } from '../database/database.ts';
import type { ServerLimits } from '../database/serverPool.ts';

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

/** @param dataDir folder of the embedded database */
export const databasePlace = (dataDir: string, settings: Partial<DatabaseSettings>): DatabasePlace => {
  const { databaseUrl, databaseMigrateUrl: migrateUrl, databaseReadUrl: readUrl, databaseLimits: limits } = settings;
  return databaseUrl ? { databaseUrl, migrateUrl, readUrl, limits } : { dataDir };
};
