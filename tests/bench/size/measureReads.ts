/** How long each read takes, and what its slowest statement touches. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../../../server/database/schema.ts';
import { READS, type Read, type Sample } from './reads.ts';
import { explainAll, type Plan, type Statement, type Watched, watchDatabase } from './watchedDatabase.ts';

export interface ReadTiming {
  readonly name: string;
  /** Milliseconds, all statements of the read together. */
  readonly median: number;
  readonly p95: number;
  /** What the slowest run asked, and how that was run once more. */
  readonly statements: readonly Statement[];
  readonly plan: Plan;
}

/** Before the first that counts: pages and prepared connections are there. */
const WARM_UP = 5;

/** Photos of the tenant far from each other, none without a player or a hashtag. */
export const readSamples = async (db: Kysely<Database>, tenant: string, wanted: number): Promise<Sample[]> => {
  const { last } = await db
    .selectFrom('photo')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  const samples: Sample[] = [];
  for (let i = 1; i <= wanted; i++) {
    const photo = await db
      .selectFrom('photo')
      .select(['id', 'created_at', 'tenant', 'media_url', 'user_id', 'event_id', 'season_id', 'htag', 'player'])
      .where('tenant', '=', tenant)
      .where('id', '<=', Math.ceil((i * last) / wanted))
      .where((eb) => eb(eb.fn<number>('cardinality', ['htag']), '>', 0))
      .where((eb) => eb(eb.fn<number>('cardinality', ['player']), '>', 1))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    samples.push(photo);
  }
  return samples;
};

function at<T>(sorted: readonly T[], share: number): T {
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (found === undefined) throw new Error('Nothing was measured.');
  return found;
}

async function timeRead(read: Read, samples: readonly Sample[], watched: Watched): Promise<ReadTiming> {
  const runs: { readonly ms: number; readonly statements: readonly Statement[] }[] = [];
  for (const [turn, sample] of [...samples.slice(0, WARM_UP), ...samples].entries()) {
    watched.take();
    const begun = performance.now();
    await read.ask(watched.db, sample, turn);
    runs.push({ ms: performance.now() - begun, statements: watched.take() });
  }
  const sorted = runs.slice(WARM_UP).toSorted((a, b) => a.ms - b.ms);
  const [median, p95, slowest] = [at(sorted, 0.5), at(sorted, 0.95), at(sorted, 1)];
  const { statements } = slowest;
  const plan = await explainAll(watched.db, statements);
  return { name: read.name, median: median.ms, p95: p95.ms, statements, plan };
}

/** All reads, one after the other, by one caller. */
export async function measureReads(databaseUrl: string, tenant: string, runs: number): Promise<readonly ReadTiming[]> {
  const watched = watchDatabase(databaseUrl);
  try {
    const samples = await readSamples(watched.db, tenant, runs);
    const timings: ReadTiming[] = [];
    for (const read of READS) timings.push(await timeRead(read, samples, watched));
    return timings;
  } finally {
    await watched.close();
  }
}

/** @param smaller the same with a tenth of the photos */
export function tellReads(timings: readonly ReadTiming[], smaller: readonly ReadTiming[]): void {
  console.log(
    '\n| read | median ms | p95 ms | pages | at a tenth: median ms | p95 ms | pages |\n|---|---|---|---|---|---|---|',
  );
  const cells = (timing: ReadTiming | undefined) =>
    timing && `${timing.median.toFixed(1)} | ${timing.p95.toFixed(1)} | ${timing.plan.pages.toLocaleString('en-US')}`;
  for (const timing of timings) {
    const tenth = smaller.find(({ name }) => name === timing.name);
    console.log(`| ${timing.name} | ${cells(timing)} | ${cells(tenth)} |`);
  }
}

/** One text file a read. */
export function keepPlans(folder: string, timings: readonly Pick<ReadTiming, 'name' | 'plan'>[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { name, plan } of timings)
    writeFileSync(join(folder, `${name.replace(/[^a-z0-9]+/g, '-')}.txt`), `${plan.text}\n`);
}
