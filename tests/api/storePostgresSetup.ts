/** Around the API tests on PostgreSQL: a server for all of them. */
import type { TestProject } from 'vitest/node';
import { findPostgres } from '../../.ci/ensure-postgres.mjs';
import { createTables, startPostgres } from './storePostgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const bin = findPostgres();
  if (bin === null) throw new Error('There is no PostgreSQL.');
  const { url, stop } = await startPostgres({ bin });
  await createTables(url);
  project.provide('postgresUrl', url);
  return stop;
}
