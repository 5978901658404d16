/** Before all journeys: one product fills a data folder with the demo content; each journey's product starts on a copy of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from './product.ts';

export default async function fillOnce(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'filled-'));
  const product = await startProduct({ DATA_DIR: folder });
  await product.stop();
  process.env.FILLED_DATA_DIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
