/**
 * How quick are lists, searches, rankings and writes in front of a million photos, against an answer of the same size made
 * in no time by the same server in the same run?
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
import { createCases, createToggles } from './load/cases.ts';
import { FANS, generate } from './load/generate.ts';
import { type Call, createCaller, measure, type Timing } from './load/measure.ts';
import { signIn } from './load/signIn.ts';

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const PHOTOS = number('PHOTOS', 1_000_000);
const EMBEDDED_PHOTOS = number('EMBEDDED_PHOTOS', Math.min(PHOTOS, 200_000));
const CALLS = number('CALLS', 200);
const ENGINES = (process.env.ENGINES ?? 'postgres,embedded').split(',');
const ONLY = process.env.ONLY ?? '';
const FILL_UNTIL = Date.now() + number('FILL_MINUTES', 1e6) * 60_000;
const LOAD_DIR = process.env.LOAD_DIR;
/** Connections while rates are measured. */
const AT_ONCE = 32;
/** Rates are measured in turn with the constant answer, so many times. */
const ROUNDS = 5;
/** Every read, at PHOTOS, on PostgreSQL. */
const P95_MS = 50;
const SHARE_OF_CONSTANT = 0.5;
/** Of the rate with nobody writing, while fans react so many times a second. */
const SHARE_OF_IDLE = 0.6;
const REACTIONS = 20;

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
  console.log(`  ${name.padEnd(34)}${ms(p50)}${ms(p95)}${ms(rate)}${String(bytes).padStart(10)}`);
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Share of the constant answer's rate, each measured right after the other. */
async function compare(
  port: number,
  next: () => Call,
  calls: number,
): Promise<{ share: number; rates: [number, number] }> {
  const { bytes } = await measure(port, next, AT_ONCE, AT_ONCE);
  const constant = () => ({ path: `/constant?bytes=${bytes}` });
  const rounds: [number, number][] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const base = await measure(port, constant, calls, AT_ONCE);
    rounds.push([(await measure(port, next, calls, AT_ONCE)).rate, base.rate]);
  }
  return {
    share: median(rounds.map(([rate, base]) => rate / base)),
    rates: [median(rounds.map(([rate]) => rate)), median(rounds.map(([, base]) => base))],
  };
}

async function readNewest(port: number): Promise<string[]> {
  const caller = createCaller(port, 1);
  const body = await caller.call({ path: '/f/media/public/list/items/all?l=100&timestamp=1', tenant: largest });
  caller.close();
  return (JSON.parse(body.toString()) as { media_list: { media_url: string }[] }).media_list.map(
    (one) => one.media_url,
  );
}

/** REACTIONS a second, whether or not earlier ones were answered. Answers what ends them. */
function react(port: number, urls: readonly string[]): () => Promise<void> {
  const { next } = createToggles(largest, urls);
  const caller = createCaller(port, REACTIONS);
  const open = new Set<Promise<unknown>>();
  const timer = setInterval(() => {
    const call = caller.call(next());
    open.add(call);
    void call.finally(() => open.delete(call));
  }, 1000 / REACTIONS);
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
    caller.close();
  };
}

/** Answers what fell short. */
async function bench(port: number, tokens: Tokens): Promise<string[]> {
  const tokenOf = (fan: string) => tokens.get(fan) ?? '';
  const { reads, writes } = createCases(ids, tokenOf);
  const slow: string[] = [];
  console.log(
    `  ${'one at a time'.padEnd(34)}${'p50 ms'.padStart(8)}${'p95 ms'.padStart(8)}${'per s'.padStart(8)}${'bytes'.padStart(10)}`,
  );
  tell('constant answer', await measure(port, () => ({ path: '/constant?bytes=60000' }), CALLS, 1));
  // Something is written before each: otherwise an answer would be given again.
  const toggles = createToggles(largest, await readNewest(port));
  for (const { name, next } of reads.filter((one) => one.name.includes(ONLY))) {
    await measure(port, next, 20, 1);
    const timing = await measure(port, next, CALLS, 1, toggles.next);
    tell(name, timing);
    if (timing.p95 > P95_MS) slow.push(`${name}: p95 ${timing.p95.toFixed(1)} ms`);
  }
  for (const { name, next } of [...writes, toggles]) {
    tell(name, await measure(port, next, CALLS, 1));
  }
  console.log(`  ${AT_ONCE} at a time, against a constant answer of the same size`);
  // Visitors of one tenant ask the same; the others are told, not bounded.
  const one = () => ({ path: '/f/media/public/list/items/all?l=100&timestamp=1', tenant: largest });
  const compareAndTell = async (name: string, next: () => Call, isBound: boolean) => {
    const { share, rates } = await compare(port, next, CALLS * 5);
    const [rate] = rates;
    const percent = `${Math.round(share * 100)} %`;
    console.log(`  ${name.padEnd(44)}${rates.map((rate) => `${Math.round(rate)}/s`).join(' of ')} = ${percent}`);
    if (isBound && share < SHARE_OF_CONSTANT) slow.push(`${name}: ${percent} of the constant answer's rate`);
    return rate;
  };
  let turn = 0;
  /** Another fan each time. */
  const signedIn = () => ({ ...one(), as: tokenOf(`u${(turn++ * 7) % FANS}`) });
  const idle = await compareAndTell('newest 100 of one tenant', one, true);
  // Each fan has asked before, as an open gallery has: the first call of five minutes also checks a signature.
  await measure(port, signedIn, FANS, AT_ONCE);
  const idleSignedIn = await compareAndTell('newest 100 of one tenant, signed in', signedIn, true);
  for (const { name, next } of reads.slice(0, 2)) await compareAndTell(name, next, false);
  const endReactions = react(port, await readNewest(port));
  const judge = (name: string, rate: number, ofIdle: number) => {
    const share = rate / ofIdle;
    console.log(`  ${name}: ${Math.round(share * 100)} % of the rate with nobody writing`);
    if (share < SHARE_OF_IDLE)
      slow.push(`${name}, ${REACTIONS} reactions a second: ${share.toFixed(2)} of the idle rate`);
  };
  const name = 'newest 100 of one tenant, while fans react';
  judge(name, await compareAndTell(name, one, false), idle);
  judge('the same, signed in', await compareAndTell('the same, signed in', signedIn, false), idleSignedIn);
  await endReactions();
  return slow;
}

for (const engine of ENGINES) {
  const photos = engine === 'embedded' ? EMBEDDED_PHOTOS : PHOTOS;
  console.log(`${engine}, ${photos} photos`);
  const { place, close } = engine === 'embedded' ? openFolder() : await openPostgres();
  try {
    const tokens = await fill(place, photos);
    if (tokens === null || process.env.MODE === 'fill') continue;
    const server = await startStoreServer(place);
    try {
      const slow = await bench(server.port, tokens);
      console.log(slow.length === 0 ? '  all within bounds' : `  out of bounds:\n  ${slow.join('\n  ')}`);
      if (slow.length > 0) process.exitCode = 1;
    } finally {
      await server.kill();
    }
  } finally {
    await close();
  }
}
