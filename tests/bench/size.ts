/**
 * What a photo takes in the database, table by table and index by index, and how the product's reads grow with the number of photos.
 *
 *   npm run bench:size
 *
 * PHOTOS (default 200000) are made by SQL on PostgreSQL, with what fans do with them; first it is shown on few photos that the server makes
 * the same rows. A tenth as many are there beside, for comparison. RUNS (default 30) of each read, each of another photo's event, player or fan.
 * GROWN=1: indexes are there from the first row on, as where photos came over years; slow. PARTITIONS=tenant,month: the tables of
 * photos once more, parted so, and the same statements on both; PARTED_TENANTS: of so many only, the largest first. PLANS: a folder for the
 * plan of each read. SIZE_DIR keeps the filled databases for the next run. PHOTO_FIXTURES, a folder of real photos: also bytes of what is
 * stored of each.
 */
import { resolve } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { ensurePostgres } from '../../.ci/ensure-postgres.mjs';
import { openDatabase } from '../../server/database/database.ts';
import type { Database } from '../../server/database/schema.ts';
import { OPERATOR_LIMITS } from '../../server/database/serverPool.ts';
import { tenants } from '../../tenants/index.ts';
import { createTestDatabase, startPostgres } from '../api/storePostgres.ts';
import { compareWithPosted } from './size/asPosted.ts';
import { fillDatabase } from './size/fill.ts';
import { keepPlans, measureReads, type ReadTiming, tellReads } from './size/measureReads.ts';
import { tellParted, type Way } from './size/partitions.ts';
import { tellPictures } from './size/pictures.ts';
import { bytesOf, readSizes, tellSizes } from './size/sizes.ts';
import { watchDatabase } from './size/watchedDatabase.ts';
import { measureWrites, tellWrites } from './size/writes.ts';
import { takeTurns } from './support/turns.ts';
import { createVerdict } from './support/verdict.ts';

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const PHOTOS = number('PHOTOS', 200_000);
const RUNS = number('RUNS', 30);
const { PHOTO_FIXTURES, PLANS, SIZE_DIR } = process.env;
const PARTED_TENANTS = number('PARTED_TENANTS', tenants.length);
const WAYS = (process.env.PARTITIONS ?? '').split(',').filter((way): way is Way => way === 'tenant' || way === 'month');
const isGrown = process.env.GROWN === '1';
/** Photos that are posted through the server's code as well. */
const POSTED = 2000;

/** Bytes a photo, all tables and indexes together. Indexes that grew have room to spare. */
const BYTES_MAX = isGrown ? 10_000 : 7500;
/** Of fewer, half-empty pages are most of it. */
const MANY = 100_000;
/** No read may take longer (p95). */
const P95_MS = 250;
/** No median, and no number of pages, may be so many times that at a tenth of the photos: what is below LITTLE is not judged. */
const GROWTH_MAX = 4;
const LITTLE = { ms: 20, pages: 10_000 } as const;

const ids = tenants.map(({ id }) => id);
const [largest = ''] = ids;
const verdict = createVerdict('size', {
  settings: ['PHOTOS', 'RUNS', 'GROWN', 'PARTITIONS', 'PARTED_TENANTS', 'PLANS', 'SIZE_DIR'],
});
const say = (text: string) => console.log(`  ${new Date().toISOString().slice(11, 19)} ${text}`);

const bin = ensurePostgres();
if (bin === null) throw new Error('There is no PostgreSQL: set POSTGRES_BIN.');
const settings = [
  ...['shared_buffers=2GB', 'maintenance_work_mem=1GB', 'work_mem=256MB', 'max_wal_size=8GB'],
  ...['full_page_writes=on', 'synchronous_commit=off', 'max_locks_per_transaction=1024'],
];
const folder = SIZE_DIR === undefined ? undefined : resolve(SIZE_DIR);
const postgres = await startPostgres({ bin, settings, folder });

const urlOf = (name: string) => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;

async function isThere(name: string): Promise<boolean> {
  const { db, close } = watchDatabase(postgres.url);
  const { rows } = await sql`select 1 from pg_database where datname = ${name}`.execute(db);
  await close();
  return rows.length > 0;
}

async function withDatabase<T>(databaseUrl: string, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase({ databaseUrl, limits: OPERATOR_LIMITS });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** Answers the address of a database with so many photos. */
async function prepare(photos: number): Promise<string> {
  const name = `size_${photos}${isGrown ? '_grown' : ''}`;
  if (await isThere(name)) return urlOf(name);
  const url = await createTestDatabase(postgres.url, name);
  await withDatabase(url, (db) => fillDatabase(db, { tenants: ids, photos, isGrown }, say));
  return url;
}

async function checkRows(): Promise<void> {
  const posted = await createTestDatabase(postgres.url, `posted_${Date.now()}`);
  const differing = await withDatabase(await prepare(POSTED), (made) =>
    withDatabase(posted, (other) => compareWithPosted(made, other)),
  );
  console.log(
    differing.length === 0 ? `${POSTED} photos posted by the server's code: the same rows` : differing.join('\n'),
  );
  for (const sentence of differing) verdict.fault(sentence);
}

function judgeReads(timings: readonly ReadTiming[], smaller: readonly ReadTiming[]): void {
  for (const { name, median, p95, plan } of timings) {
    const tenth = smaller.find((one) => one.name === name);
    verdict.most('p95 of a read, ms', p95, P95_MS, name);
    if (median > LITTLE.ms)
      verdict.most('median of a read ÷ at a tenth', median / (tenth?.median ?? 0), GROWTH_MAX, name);
    if (plan.pages > LITTLE.pages)
      verdict.most('pages of a read ÷ at a tenth', plan.pages / (tenth?.plan.pages ?? 0), GROWTH_MAX, name);
  }
}

async function bench(url: string): Promise<void> {
  await withDatabase(url, async (db) => {
    const sizes = await readSizes(db);
    tellSizes(sizes, PHOTOS);
    if (PHOTOS >= MANY) verdict.most('bytes a photo', bytesOf(sizes) / PHOTOS, BYTES_MAX);
  });
  const urls = { all: url, tenth: await prepare(Math.round(PHOTOS / 10)) };
  const [measured] = await takeTurns(['all', 'tenth'], 1, (which) => measureReads(urls[which], largest, RUNS));
  const { all: timings = [], tenth: smaller = [] } = measured ?? {};
  tellReads(timings, smaller);
  judgeReads(timings, smaller);
  if (PLANS) keepPlans(resolve(PLANS), timings);
  await withDatabase(url, async (db) => {
    tellWrites(await measureWrites(db));
    for (const way of WAYS) {
      const compared = await tellParted({ db, tenants: ids.slice(0, PARTED_TENANTS) }, way, timings);
      if (!PLANS) continue;
      const plans = compared.flatMap(({ name, parted, timed }) => [
        { name, plan: parted },
        ...(timed ? [{ name: `${name} with the time`, plan: timed }] : []),
      ]);
      keepPlans(resolve(PLANS, way), plans);
    }
  });
}

try {
  console.log(`${PHOTOS.toLocaleString('en-US')} photos${isGrown ? ', indexes grown' : ''}`);
  if (PHOTO_FIXTURES) await tellPictures(PHOTO_FIXTURES);
  await checkRows();
  await bench(await prepare(PHOTOS));
} finally {
  await postgres.stop();
}
verdict.end();
