/** Before the tests of an engine: one product fills a data folder with the demo content; each test's product starts on a copy of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFilled } from './filled.ts';
import { startProduct } from './product.ts';

export default async function fillOnce(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'filled-'));
  const product = await startProduct({ DATA_DIR: dataDir }, { isFresh: true });
  await product.stop();
  setFilled({ dataDir, passwords: {} });
  return () => rmSync(dataDir, { recursive: true, force: true });
}
