/**
 * How quick are lists, searches, rankings and writes in front of a million photos, against an answer of the same size made
 * in no time by the same server in the same run? Lists of one kind and of all kinds, plain and compressed, while nobody and while fans
 * write.
 *
 *   npm run bench:load
 *
 * PHOTOS (default 1000000) photos are made by the database itself. ENGINES (default 'postgres,embedded') names what to run
 * on; EMBEDDED_PHOTOS (default 200000, or PHOTOS if fewer). CALLS (default 200) calls of each kind; ONLY, part of a case's
 * name, leaves the others out. LOAD_DIR keeps the filled databases for the next run; with FILL_MINUTES, filling ends after so
 * many and goes on in the next run. LOAD_DATABASE_URL names a PostgreSQL database to fill and keep. MODE=fill measures nothing.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensurePostgres } from '../../.ci/ensure-postgres.mjs';
import { openDatabase } from '../../server/database/database.ts';
import { OPERATOR_LIMITS } from '../../server/database/serverPool.ts';
import { tenants } from '../../tenants/index.ts';
import { startPostgres } from '../api/storePostgres.ts';
import { startStoreServer } from '../api/storeProcess.ts';
import { type Case, createCases, createToggles } from './load/cases.ts';
import { FANS, generate } from './load/generate.ts';
import { type Call, createCaller, measure, type Timing } from './load/measure.ts';
import { AT_ONCE, measureRate } from './load/rates.ts';
import { signIn } from './load/signIn.ts';
import { openWriters } from './load/writers.ts';
import { shuffled } from './support/turns.ts';
import { createVerdict } from './support/verdict.ts';

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const PHOTOS = number('PHOTOS', 1_000_000);
const EMBEDDED_PHOTOS = number('EMBEDDED_PHOTOS', Math.min(PHOTOS, 200_000));
const CALLS = number('CALLS', 200);
const ENGINES = (process.env.ENGINES ?? 'postgres,embedded').split(',');
const ONLY = process.env.ONLY ?? '';
const FILL_UNTIL = Date.now() + number('FILL_MINUTES', 1e6) * 60_000;
const LOAD_DIR = process.env.LOAD_DIR;
/** Every read, at PHOTOS, on PostgreSQL. */
const P95_MS = 50;
/** A post, or a reaction, one at a time. */
const WRITE_P95_MS = 100;
/** The same while readers keep every connection busy. */
const BUSY_WRITE_P95_MS = 1000;
const SHARE_OF_CONSTANT = 0.5;
/** Any list among so many at once, as two cores that need P95_MS each would have it. */
const BUSY_P95_MS = (P95_MS * AT_ONCE) / 2;
/** Compressed answers against plain ones. */
const MOST_BYTES = 0.35;
/** Of the rate with nobody writing, while fans react and post so many times a second. */
const SHARE_OF_IDLE = 0.6;
const REACTIONS = 20;
const POSTS = 2;

const ids = tenants.map((tenant) => tenant.id);
const [largest = ''] = ids;
const say = (text: string) => console.log(`  ${new Date().toISOString().slice(11, 19)} ${text}`);

interface Place {
  /** What the server is started with: folder or address. */
  readonly place: string;
  close(): Promise<void>;
}

async function openPostgres(): Promise<Place> {
  if (process.env.LOAD_DATABASE_URL) return { place: process.env.LOAD_DATABASE_URL, close: async () => {} };
  const bin = ensurePostgres();
  if (bin === null) throw new Error('There is no PostgreSQL: set POSTGRES_BIN.');
  const settings = [
    'fsync=on',
    'full_page_writes=on',
    'shared_buffers=1GB',
    'maintenance_work_mem=512MB',
    'max_wal_size=4GB',
    // New rows and indexes go to their files only, once.
    'wal_level=minimal',
    'max_wal_senders=0',
  ];
  const folder = LOAD_DIR === undefined ? undefined : resolve(LOAD_DIR, 'postgres');
  const { url, stop } = await startPostgres({ bin, settings, folder });
  return { place: url, close: stop };
}

function openFolder(): Place {
  if (LOAD_DIR !== undefined) {
    const place = resolve(LOAD_DIR, 'embedded');
    mkdirSync(place, { recursive: true });
    return { place, close: async () => {} };
  }
  const place = mkdtempSync(join(tmpdir(), 'load-'));
  return { place, close: async () => rmSync(place, { recursive: true, force: true }) };
}

type Tokens = ReadonlyMap<string, string>;

/** Answers tokens of the fans; null: not all photos are there. */
async function fill(place: string, photos: number): Promise<Tokens | null> {
  // Filling takes statements no fan's request would be given the time for.
  const isServer = place.startsWith('postgres:');
  const { db, close } = await openDatabase(
    isServer ? { databaseUrl: place, limits: OPERATOR_LIMITS } : { dataDir: place },
  );
  const isFull = await generate(db, { tenants: ids, photos, until: FILL_UNTIL }, say);
  const fans = Array.from({ length: FANS }, (_, i) => `u${i}`);
  const tokens = isFull ? await signIn(db, fans) : null;
  await close();
  if (!isFull) say('to be continued: run it again');
  return tokens;
}

const ms = (value: number) => value.toFixed(1).padStart(8);
function tell(name: string, { p50, p95, rate, bytes }: Timing): void {
  console.log(`  ${name.padEnd(34)}${ms(p50)}${ms(p95)}${ms(rate)}${String(Math.round(bytes)).padStart(10)}`);
}

async function readNewest(port: number): Promise<string[]> {
  const caller = createCaller(port, 1);
  const body = await caller.call({ path: '/f/media/public/list/items/all?l=100&timestamp=1', tenant: largest });
  caller.close();
  return (JSON.parse(body.toString()) as { media_list: { media_url: string }[] }).media_list.map(
    (one) => one.media_url,
  );
}

interface Bench {
  readonly port: number;
  readonly engine: string;
  readonly reads: readonly Case[];
  readonly writes: readonly Case[];
  readonly tokens: Tokens;
}

/** Reads and writes one at a time. */
async function benchSingly({ port, engine, reads, writes }: Bench, toggles: Case): Promise<void> {
  console.log(
    `  ${'one at a time'.padEnd(34)}${'p50 ms'.padStart(8)}${'p95 ms'.padStart(8)}${'per s'.padStart(8)}${'bytes'.padStart(10)}`,
  );
  tell('constant answer', await measure(port, () => ({ path: '/constant?bytes=60000' }), CALLS, 1));
  // Something is written before each: otherwise an answer would be given again.
  for (const { name, next, mostMs } of shuffled(reads.filter((one) => one.name.includes(ONLY)))) {
    await measure(port, next, 20, 1);
    const timing = await measure(port, next, CALLS, 1, toggles.next);
    tell(name, timing);
    verdict.most('p95 of a read, ms', timing.p95, mostMs ?? P95_MS, `${engine}: ${name}`);
  }
  for (const { name, next } of [...writes, toggles]) {
    const timing = await measure(port, next, CALLS, 1);
    tell(name, timing);
    verdict.most('p95 of a write, ms', timing.p95, WRITE_P95_MS, `${engine}: ${name}`);
  }
}

/** Rates of lists at many at once. */
async function benchRates({ port, engine, reads, writes, tokens }: Bench, toggles: Case): Promise<void> {
  console.log(`  ${AT_ONCE} at a time, against a constant answer of the same size`);
  const place = { port, engine, verdict, calls: CALLS * 5 };
  const one = (): Call => ({ path: '/f/media/public/list/items/all?l=100&timestamp=1', tenant: largest });
  let turn = 0;
  /** Another fan each time. */
  const signedIn = (): Call => ({ ...one(), as: tokens.get(`u${(turn++ * 7) % FANS}`) ?? '' });
  /** Any of the reads, each another time with other words. */
  const ofFans = reads.filter(({ mostMs }) => mostMs === undefined);
  const varied = (): Call => ofFans[Math.floor(Math.random() * ofFans.length)]?.next() ?? one();
  const compressed = (next: () => Call) => (): Call => ({ ...next(), isCompressed: true });
  const same = { name: 'newest 100 of one tenant', next: one, leastShare: SHARE_OF_CONSTANT };
  const asked = [
    same,
    { ...same, name: `${same.name}, compressed`, next: compressed(one) },
    { ...same, name: `${same.name}, signed in`, next: signedIn },
    { name: 'lists of all kinds', next: varied, mostMs: BUSY_P95_MS },
    { name: 'lists of all kinds, compressed', next: compressed(varied), mostMs: BUSY_P95_MS },
  ] as const;
  // Each fan has asked before, as an open gallery has: the first call of five minutes also checks a signature.
  await measure(port, signedIn, FANS, AT_ONCE);
  const idle = new Map<string, Awaited<ReturnType<typeof measureRate>>>();
  for (const each of shuffled(asked)) idle.set(each.name, await measureRate(place, each));
  for (const { name } of [asked[0], asked[3]]) {
    const bytes = (idle.get(`${name}, compressed`)?.bytes ?? Number.NaN) / (idle.get(name)?.bytes ?? Number.NaN);
    verdict.most('bytes of compressed answers ÷ plain', bytes, MOST_BYTES, `${engine}: ${name}`);
  }
  const [post] = writes;
  const writers = openWriters(port, [[toggles, REACTIONS], ...(post ? [[post, POSTS] as const] : [])]);
  for (const { name, next } of shuffled(asked)) {
    const { rate } = await measureRate(place, { name: `${name}, while fans write`, next });
    verdict.least(
      'rate while fans write ÷ with nobody writing',
      rate / (idle.get(name)?.rate ?? 0),
      SHARE_OF_IDLE,
      `${engine}: ${name}`,
    );
  }
  const { times, failures } = await writers.end();
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
  console.log(
    `  ${times.length} writes meanwhile, p95 ${p95.toFixed(0)} ms, ${failures.length} failed ${failures[0] ?? ''}`,
  );
  verdict.most(`p95 of writes while ${AT_ONCE} read, ms`, p95, BUSY_WRITE_P95_MS, engine);
  verdict.most('writes that failed', failures.length, 0, engine);
}

async function bench(port: number, engine: string, tokens: Tokens): Promise<void> {
  const { reads, writes } = createCases(ids, (fan) => tokens.get(fan) ?? '');
  const toggles = createToggles(largest, await readNewest(port));
  const given = { port, engine, reads, writes, tokens };
  await benchSingly(given, toggles);
  await benchRates(given, toggles);
}

const verdict = createVerdict('load', {
  settings: ['PHOTOS', 'EMBEDDED_PHOTOS', 'CALLS', 'ENGINES', 'ONLY', 'LOAD_DIR', 'LOAD_DATABASE_URL', 'MODE'],
});
let isFilledOnly = false;
for (const engine of ENGINES) {
  const photos = engine === 'embedded' ? EMBEDDED_PHOTOS : PHOTOS;
  console.log(`${engine}, ${photos} photos`);
  const { place, close } = engine === 'embedded' ? openFolder() : await openPostgres();
  try {
    const tokens = await fill(place, photos);
    if (tokens === null || process.env.MODE === 'fill') {
      isFilledOnly = true;
      continue;
    }
    const server = await startStoreServer(place);
    try {
      await bench(server.port, engine, tokens);
    } finally {
      await server.kill();
    }
  } finally {
    await close();
  }
}
if (!isFilledOnly) verdict.end();
