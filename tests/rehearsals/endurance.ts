/**
 * Twenty minutes of mixed load on two copies of the product: memory, descriptors and event-loop delay must stay where they are.
 *
 *   npm run rehearse:endurance
 *
 * MINUTES (default 20; 240 is the long run) of load. The first quarter is not judged: caches fill up then.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ensurePostgres } from '../../.ci/ensure-postgres.mjs';
import { migrateServer } from '../../server/database/migrate.ts';
import { startBalancer } from '../api/balancer.ts';
import { openCopies } from '../api/copySetup.ts';
import { startFanLoad } from '../api/fanLoad.ts';
import { createTestDatabase, startPostgres } from '../api/storePostgres.ts';
import { slopeOf } from '../bench/match/memory.ts';
import { createVerdict } from '../bench/support/verdict.ts';
import { type Gauges, readGauges } from './support/gauges.ts';
import { FANS, judgeLoad, PATIENCE_MS, quantileOf } from './support/load.ts';

const MINUTES = Number(process.env.MINUTES ?? 20);
const SAMPLE_MS = 10_000;
/** Light, so that deriving pictures keeps up: what is looked for is growth. */
const MIX = { posts: 0.5, likes: 4, reads: 10 } as const;
/** MB a minute of resident memory; in ten hours a copy would have 300 MB more. */
const GROWTH = 0.5;
const DESCRIPTORS_MORE = 10;
/** 99th of 100 within a sample, median of the samples. The machine is shared with the load itself. */
const DELAY_MS = 100;

interface Sample extends Gauges {
  /** Minutes since the start. */
  readonly at: number;
}

const verdict = createVerdict('endurance', { kind: 'rehearse', settings: ['MINUTES'] });
const bin = ensurePostgres();
if (bin === null) throw new Error('There is no PostgreSQL: set POSTGRES_BIN.');
const postgres = await startPostgres({ bin });
const closing: (() => unknown)[] = [() => postgres.stop()];

function judge(name: string, samples: readonly Sample[]): void {
  const judged = samples.filter(({ at }) => at >= MINUTES / 4);
  const half = Math.floor(judged.length / 2);
  const median = (values: readonly number[]) => quantileOf(values, 0.5);
  const memory = (key: 'megabytes' | 'heapMegabytes') =>
    slopeOf(
      judged.map((sample) => ({ at: sample.at, used: sample[key] })),
      0,
    ) ?? Number.NaN;
  const descriptors = judged.map((sample) => sample.descriptors);
  const grown = median(descriptors.slice(half)) - median(descriptors.slice(0, half));
  const delay = median(judged.map(({ delayMs }) => delayMs));
  const first = judged[0];
  const last = judged.at(-1);
  console.log(
    `  ${name}: ${first?.megabytes.toFixed(0)} -> ${last?.megabytes.toFixed(0)} MB (heap ${first?.heapMegabytes.toFixed(0)} -> ` +
      `${last?.heapMegabytes.toFixed(0)}), ${first?.descriptors} -> ${last?.descriptors} descriptors, delay ${delay.toFixed(0)} ms`,
  );
  verdict.most('growth of memory, MB a minute', memory('megabytes'), GROWTH, name);
  verdict.most('growth of the heap, MB a minute', memory('heapMegabytes'), GROWTH, name);
  verdict.most('descriptors more in the second half', grown, DESCRIPTORS_MORE, name);
  verdict.most('event-loop delay, ms', delay, DELAY_MS, name);
}

try {
  const databaseUrl = await createTestDatabase(postgres.url, 'photos');
  await migrateServer(databaseUrl);
  const copies = await openCopies(databaseUrl, FANS);
  closing.push(() => copies.close());
  const balancer = await startBalancer();
  closing.push(() => balancer.close());
  const urls = await Promise.all([copies.start().url, copies.start().url]);
  for (const url of urls) balancer.add(url);
  const load = startFanLoad({ copies, fans: FANS, port: balancer.port, rates: MIX, patienceMs: PATIENCE_MS });
  const begun = performance.now();
  const minutes = () => (performance.now() - begun) / 60_000;
  const samples = urls.map((): Sample[] => []);
  while (minutes() < MINUTES) {
    await pause(SAMPLE_MS);
    for (const [i, url] of urls.entries()) samples[i]?.push({ at: minutes(), ...(await readGauges(url)) });
  }
  const times = load.takeTimes();
  console.log(`  ${times.length} calls, p95 ${quantileOf(times, 0.95).toFixed(0)} ms`);
  for (const [i, taken] of samples.entries()) judge(`copy ${i + 1}`, taken);
  verdict.most('calls refused', load.failures.length, 0);
  await judgeLoad(verdict, copies, load);
} finally {
  for (const close of closing.reverse()) await close();
}
verdict.end();
