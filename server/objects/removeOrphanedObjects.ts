/** Takes away objects that were stored and never became part of the product: a cancelled post, a cleared phone. */
import { type Kysely, sql } from 'kysely';
import { thumbnailKey } from '../../src/contract/config.ts';
import { originalOf } from '../../src/rules/objectKeys.ts';
import type { Database } from '../database/schema.ts';
import type { AttemptLimit } from '../identity/attemptLimit.ts';
import { COLLECT_AFTER_MS, type KeptObjects } from './keptObjects.ts';
import { forgetOldUploads } from './unregisteredUploads.ts';

const BATCH = 500;
/** One copy of the server, once in this time. */
const LEASE = { count: 1, windowMs: 20 * 3_600_000 };
const LEASE_NAME = 'job:unregistered-objects';

/** Every column that holds an object key. */
const REFERENCES = [
  ['photo', 'media_url'],
  ['event', 'thumbnail'],
  ['event', 'descriptive_photo'],
  ['team', 'object_key'],
  ['ambassador', 'object_key'],
  ['profile', 'avatar'],
] as const;

export interface CollectorDeps {
  readonly db: Kysely<Database>;
  readonly objects: KeptObjects;
  /** Counters all copies share: the first to count may run. */
  readonly limit: AttemptLimit;
  /** Epoch ms. */
  readonly now: () => number;
  /** True: end early, the server stops. */
  readonly isStopped?: () => boolean;
}

/** One run, if no copy has had one lately. How many objects went; null: it was not our turn. */
export async function removeOrphanedObjects({
  db,
  objects,
  limit,
  now,
  isStopped,
}: CollectorDeps): Promise<number | null> {
  if (!(await limit.take(LEASE_NAME, LEASE))) return null;
  let removed = 0;
  let batch: string[] = [];
  const flush = async () => {
    const unused = await unreferenced(db, batch);
    await objects.remove(unused);
    removed += unused.length;
    batch = [];
  };
  for await (const { key, storedAt } of objects.list()) {
    if (isStopped?.()) break;
    if (now() - storedAt < COLLECT_AFTER_MS) continue;
    batch.push(key);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  if (!isStopped?.()) await forgetOldUploads(db, new Date(now() - COLLECT_AFTER_MS));
  return removed;
}

/** Keys that neither themselves nor by their original are in use. */
async function unreferenced(db: Kysely<Database>, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const originals = keys.map(originalOf);
  const asked = [...new Set(originals.flatMap((original) => [original, thumbnailKey(original)]))];
  const used = new Set<string>();
  for (const [table, column] of REFERENCES) {
    const name = sql.ref<string>(column);
    const { rows } = await sql<{ key: string }>`
      select ${name} as key from ${sql.table(table)} where ${name} = any(${asked}::text[])`.execute(db);
    for (const { key } of rows) used.add(originalOf(key));
  }
  return keys.filter((_, index) => !used.has(originals[index] ?? ''));
}
