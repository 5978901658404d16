/**
 * Before all journeys: one product fills a database of a PostgreSQL server with the demo content; each journey's product starts on a
 * copy of it. That takes a third of a start on the embedded database, which the engines' tests and the main story are on.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from '../../../.ci/ensure-postgres.mjs';
import { createTestDatabase, startPostgres } from '../../api/storePostgres.ts';
import { setFilled } from './filled.ts';
import fillOnce from './fillOnce.ts';
import { startProduct } from './product.ts';

const DATABASE = 'filled';

export default async function fillPostgres(): Promise<() => void | Promise<void>> {
  const bin = findPostgres();
  if (bin === null) return fillOnce();
  const { url, stop } = await startPostgres({ bin });
  const dataDir = mkdtempSync(join(tmpdir(), 'filled-'));
  const env = { DATA_DIR: dataDir, DATABASE_URL: await createTestDatabase(url, DATABASE), DEMO: '1' };
  const product = await startProduct(env, { isFresh: true });
  const passwords = Object.fromEntries(
    [...product.said().matchAll(/^ {4}(\S+@\S+) {2}(\S+)$/gm)].map(([, email = '', password = '']) => [
      email,
      password,
    ]),
  );
  await product.stop();
  setFilled({ dataDir, postgres: { server: url, database: DATABASE }, passwords });
  return async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
