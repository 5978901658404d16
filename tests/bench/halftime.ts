/**
 * Half-time in a full stadium: posts, lists, likes and sign-ins at once, from three addresses, with requests that come at their
 * time whether or not earlier ones have ended. Latencies count from when a request was meant to start.
 *
 *   npm run bench:halftime
 *
 * Two server copies on one PostgreSQL behind a balancer, each a process of this machine, as is the generator. Object bytes are left
 * out: every object is taken for stored. So are pushes and derived pictures: neither job runs here.
 *
 * SECONDS (default 60; 600 is what the bounds are meant for) of the stadium's mix; MIX=0 leaves it out. Then STEPS: photos a second of each
 * step up to the knee, '' for none; STEP_SECONDS (default 10). PHOTOS (default 20000) there are before. COPIES (default 2).
 * AGAINST: root of another checkout (`git worktree add`), whose knee is looked for too; which is first, chance says. PROFILE: a folder for CPU profiles of the copies
 * and, where PostgreSQL has pg_stat_statements, the statements that took longest.
 */
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { ensurePostgres } from '../../.ci/ensure-postgres.mjs';
import { tenants } from '../../tenants/index.ts';
import { createTestDatabase, startPostgres } from '../api/storePostgres.ts';
import { compareCounters } from './halftime/counters.ts';
import { KINDS } from './halftime/crowd.ts';
import { KNEE_READS_MS, kneeOf, type Measured, type Place, runMix, runStep } from './halftime/phases.ts';
import { type Prepared, prepareDatabase } from './halftime/prepare.ts';
import { install } from './halftime/processes.ts';
import { tellHead, tellMeasured, tellPeriods, tellStatements } from './halftime/report.ts';
import { shuffled } from './support/turns.ts';
import { createVerdict } from './support/verdict.ts';

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const SECONDS = number('SECONDS', 60);
const STEP_SECONDS = number('STEP_SECONDS', 10);
const PHOTOS = number('PHOTOS', 20_000);
const COPIES = number('COPIES', 2);
const STEPS = (process.env.STEPS ?? '100,160,200,240,280,320,360,400,440,500,560,640').split(',').filter(Boolean);
const { AGAINST, PROFILE } = process.env;

/** Photos a second at the knee, at least; as a multiple of the other checkout's; and how much of it is served when twice as many come. */
const KNEE = { photos: 400, ratio: 1.6, atTwice: 0.9 };
/** Of the stadium's mix, p95 in milliseconds. */
const MIX_MS = { read: 100, registration: 250 } as const;

const ids = tenants.map(({ id }) => id);
const ours = resolve(import.meta.dirname, '../..');
const verdict = createVerdict('halftime', {
  settings: ['SECONDS', 'STEPS', 'STEP_SECONDS', 'PHOTOS', 'COPIES', 'MIX', 'AGAINST', 'PROFILE'],
});

function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const bin = ensurePostgres();
if (bin === null) throw new Error('There is no PostgreSQL: set POSTGRES_BIN.');
const settings = ['fsync=on', 'full_page_writes=on', 'shared_buffers=512MB', 'max_wal_size=4GB'];
if (PROFILE) settings.push('shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track_planning=on');
const postgres = await startPostgres({ bin, settings });

async function prepare(root: string, name: string): Promise<Prepared> {
  const databaseUrl = await createTestDatabase(postgres.url, name);
  return prepareDatabase({ root, databaseUrl, tenants: ids, photos: PHOTOS });
}

interface Servers {
  readonly root: string;
  readonly prepared: Prepared;
  readonly profile?: string | undefined;
}

async function withServers<T>({ root, prepared, profile }: Servers, work: (place: Place) => Promise<T>): Promise<T> {
  const { databaseUrl, tokenOf, newest } = prepared;
  const installation = await install({ root, databaseUrl, copies: COPIES, profile });
  try {
    return await work({ installation, tenants: ids, tokenOf, newest, chance: createChance(42), photos: PHOTOS });
  } finally {
    await installation.stop();
  }
}

interface Knee {
  /** Photos a second of the last step that held. */
  readonly held: number;
  /** Photos that went public a second in that step, and when twice as many are offered. */
  readonly served: number;
  readonly servedAtTwice: number;
}

function findKnee(servers: Servers): Promise<Knee> {
  return withServers(servers, async (place) => {
    await runStep(place, 50, 3);
    let held = 0;
    let served = 0;
    for (const step of STEPS.map(Number)) {
      if (PROFILE) await forgetStatements(servers.prepared);
      const measured = await runStep(place, step, STEP_SECONDS);
      const reason = kneeOf(measured);
      tellMeasured(`${step} photos/s`, measured, ['registration', 'originals', 'read'], reason ?? '');
      if (PROFILE) await tellStatements(servers.prepared.db);
      if (reason !== null) break;
      held = step;
      served = measured.photosPerSecond;
    }
    if (held === 0) throw new Error('Not even the first step holds: begin with a smaller one.');
    const twice = await runStep(place, 2 * held, 2 * STEP_SECONDS);
    tellMeasured(`${2 * held} photos/s`, twice, ['registration', 'originals', 'read'], 'twice the knee');
    return { held, served, servedAtTwice: twice.photosPerSecond };
  });
}

async function forgetStatements({ db }: Prepared): Promise<void> {
  await sql`create extension if not exists pg_stat_statements`.execute(db);
  await sql`select pg_stat_statements_reset()`.execute(db);
}

async function checkCounters(name: string, { db }: Prepared): Promise<void> {
  const disagreeing = await compareCounters(db);
  console.log(disagreeing.length === 0 ? '  every counter agrees with its rows' : `  ${disagreeing.join('\n  ')}`);
  verdict.most('counters that disagree with their rows', disagreeing.length, 0, name);
}

const KNEE_IS = `reads p95 > ${KNEE_READS_MS} ms, or registrations fall behind`;

async function findOtherKnee(root: string): Promise<Knee> {
  console.log(`Knee of the other checkout (${KNEE_IS})`);
  const prepared = await prepare(root, 'other');
  tellHead();
  try {
    return await findKnee({ root, prepared });
  } finally {
    await prepared.close();
  }
}

async function benchKnee(prepared: Prepared): Promise<void> {
  const sides = AGAINST ? shuffled(['ours', 'other']) : ['ours'];
  let [knee, other]: [Knee, Knee | null] = [{ held: 0, served: 0, servedAtTwice: 0 }, null];
  for (const side of sides) {
    if (side === 'other') {
      other = await findOtherKnee(resolve(AGAINST ?? ''));
      continue;
    }
    console.log(`Knee (${KNEE_IS})`);
    tellHead();
    knee = await findKnee({ root: ours, prepared });
  }
  const ratio = other === null ? null : knee.held / other.held;
  const tellKnee = ({ held, served, servedAtTwice }: Knee) =>
    `${held} photos/s (${served.toFixed(0)} public; of twice as many ${servedAtTwice.toFixed(0)})`;
  console.log(`  held: ${tellKnee(knee)}`);
  if (other !== null && ratio !== null) console.log(`  the other: ${tellKnee(other)}: ${ratio.toFixed(2)} x`);
  await checkCounters('after the knee', prepared);
  verdict.least('knee, photos a second', knee.held, KNEE.photos);
  verdict.least('photos served at twice the knee ÷ at the knee', knee.servedAtTwice / knee.served, KNEE.atTwice);
  if (ratio !== null) verdict.least('knee ÷ that of the other checkout', ratio, KNEE.ratio);
}

function judgeMix({ crowd: { tallies } }: Measured): void {
  for (const kind of ['read', 'registration'] as const) {
    verdict.most('p95 of the mix, ms', tallies[kind].at(0.95), MIX_MS[kind], kind);
  }
  for (const [kind, { refused, errors }] of Object.entries(tallies)) {
    verdict.most('refused in the mix', refused, 0, kind);
    verdict.most('failed in the mix', errors, 0, kind);
  }
}

async function benchMix(prepared: Prepared): Promise<void> {
  console.log(`The stadium's mix for ${SECONDS} s`);
  tellHead();
  const measured = await withServers({ root: ours, prepared, profile: PROFILE }, async (place) => {
    await runMix(place, 5);
    if (PROFILE) await forgetStatements(prepared);
    return runMix(place, SECONDS);
  });
  tellMeasured('mix', measured, KINDS, '');
  tellPeriods(measured, ['read', 'registration']);
  if (PROFILE) await tellStatements(prepared.db);
  await checkCounters('after the mix', prepared);
  judgeMix(measured);
}

try {
  const prepared = await prepare(ours, 'ours');
  // First: no stadium posts twice of what the servers can take right before half-time, and the database tidies up after that for minutes.
  if (process.env.MIX !== '0') await benchMix(prepared);
  if (STEPS.length > 0) await benchKnee(prepared);
  await prepared.close();
} finally {
  await postgres.stop();
}
verdict.end();
