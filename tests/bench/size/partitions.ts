/**
 * The tables of photos once more, in a schema of their own, by tenant and month; then the server's own statements on both. What a partitioned
 * table cannot have (a key without the columns it is parted by) is told where it is made.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../server/database/schema.ts';
import type { ReadTiming } from './measureReads.ts';
import { bytesOf, readSizes, type Sizes } from './sizes.ts';
import { explainAll, type Plan, type Statement } from './watchedDatabase.ts';

/** By what they are parted: one part a tenant, or within each one a month. */
export type Way = 'tenant' | 'month';
const COLUMNS = { tenant: ['tenant'], month: ['tenant', 'created_at'] } as const;
const PARTED = ['photo', 'photo_search', 'photo_tag'] as const;
const schemaOf = (way: Way) => `parted_${way}`;
/** Rows of the trial of writing into the index of terms. */
const TRIAL = 1000;
/** Runs of a statement on each side. */
const RUNS = 5;

export interface Place {
  readonly db: Kysely<Database>;
  /** Whose photos are parted, the largest first. */
  readonly tenants: readonly string[];
}

const listOf = (tenants: readonly string[]) => tenants.map((tenant) => `'${tenant}'`).join(', ');

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
};

const readMonths = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const { rows } = await sql<{ month: string }>`
    select to_char(m, 'YYYY-MM-DD') as month from (select min(created_at) as a, max(created_at) as b from photo) e,
      generate_series(date_trunc('month', a at time zone 'UTC'), date_trunc('month', b at time zone 'UTC') + interval '1 month', interval '1 month') m`.execute(
    db,
  );
  return rows.map(({ month }) => month);
};

const partOf = (way: Way, table: string, tenant: string, month?: string) =>
  [
    `${schemaOf(way)}.${table}`,
    tenant.replaceAll('-', '_'),
    ...(month ? [month.slice(0, 7).replace('-', '_')] : []),
  ].join('_');

function partsOf(way: Way, table: string, tenant: string, months: readonly string[]): string[] {
  const ofTenant = partOf(way, table, tenant);
  const made = `create table ${ofTenant} partition of ${schemaOf(way)}.${table} for values in ('${tenant}')`;
  if (way === 'tenant') return [made];
  return [
    `${made} partition by range(created_at)`,
    ...months.slice(1).map((end, i) => {
      const begin = months[i] ?? '';
      return `create table ${partOf(way, table, tenant, begin)} partition of ${ofTenant} for values from ('${begin}+00') to ('${end}+00')`;
    }),
  ];
}

/** Indexes as the product's tables have them; a unique one must hold the columns the table is parted by, so it is given them. */
async function indexesOf(db: Kysely<Database>, way: Way, table: string): Promise<string[]> {
  const { rows } = await sql<{ made: string }>`
    select indexdef as made from pg_indexes where schemaname = 'public' and tablename = ${table} order by indexname`.execute(
    db,
  );
  return rows.map(({ made }) => {
    const here = made.replace(/INDEX \S+ ON public\./, `INDEX ON ${schemaOf(way)}.`);
    const missing = COLUMNS[way].filter((column) => !made.includes(column));
    return made.includes('UNIQUE') ? here.replace(/\)$/, `${missing.map((column) => `, ${column}`).join('')})`) : here;
  });
}

interface Built {
  readonly parts: number;
  readonly fillSeconds: number;
  readonly indexSeconds: number;
  readonly vacuumSeconds: number;
}

/**
 * Makes and fills them. Where the key of `media_url` must hold the time too, it no longer keeps a repeated post from being two photos:
 * a table of names does.
 */
export async function buildParted({ db, tenants }: Place, way: Way): Promise<Built> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  const months = await readMonths(db);
  const schema = schemaOf(way);
  await run(`drop schema if exists ${schema} cascade`);
  await run(`create schema ${schema}`);
  for (const table of PARTED) {
    await run(`create table ${schema}.${table} (like public.${table} including defaults) partition by list(tenant)`);
    for (const tenant of tenants) for (const statement of partsOf(way, table, tenant, months)) await run(statement);
  }
  const fillSeconds = await seconds(async () => {
    for (const table of PARTED)
      await run(
        `insert into ${schema}.${table} select * from public.${table} where tenant in (${listOf(tenants)}) order by created_at`,
      );
    if (way === 'month')
      await run(`create table ${schema}.photo_name as select media_url, id, tenant, created_at from public.photo`);
  });
  const indexSeconds = await seconds(async () => {
    for (const table of PARTED) for (const made of await indexesOf(db, way, table)) await run(made);
    if (way === 'month') await run(`alter table ${schema}.photo_name add primary key(media_url)`);
  });
  const vacuumSeconds = await seconds(() =>
    run(`vacuum analyze ${PARTED.map((table) => `${schema}.${table}`).join(', ')}`),
  );
  const parts = tenants.length * (way === 'month' ? months.length - 1 : 1);
  return { parts, fillSeconds, indexSeconds, vacuumSeconds };
}

export interface SideBySide {
  readonly name: string;
  readonly whole: Plan;
  readonly parted: Plan;
  /** The same with the time of each photo where it is looked up by its id; null: that statement does not know it. */
  readonly timed: Plan | null;
}

/** Photos are looked up by their ids: with the time beside it, one month is looked into and not all. */
const withTime = ({ sql: text, ...statement }: Statement): Statement => ({
  ...statement,
  sql: text
    .replace('select id, position from k', 'select id, created_at, position from k')
    .replace('k join photo p on p.id = k.id', 'k join photo p on p.id = k.id and p.created_at = k.created_at'),
});

/** The plan whose time is the median. */
async function medianPlan(db: Kysely<Database>, statements: readonly Statement[], path: string): Promise<Plan> {
  return db.connection().execute(async (one) => {
    await sql.raw(`set search_path = ${path}`).execute(one);
    try {
      const plans: Plan[] = [];
      for (let i = 0; i < RUNS; i++) plans.push(await explainAll(one, statements));
      const sorted = plans.toSorted((a, b) => a.planning + a.execution - b.planning - b.execution);
      return sorted[Math.floor(RUNS / 2)] as Plan;
    } finally {
      await sql.raw('reset search_path').execute(one);
    }
  });
}

/** The statements of each read on both sides. */
async function compareReads(
  db: Kysely<Database>,
  way: Way,
  timings: readonly ReadTiming[],
): Promise<readonly SideBySide[]> {
  const all: SideBySide[] = [];
  const path = `${schemaOf(way)}, public`;
  for (const { name, statements } of timings) {
    const whole = await medianPlan(db, statements, 'public');
    const parted = await medianPlan(db, statements, path);
    const isTimed = way === 'month' && statements.some(({ sql: text }) => text.includes('select id, position from k'));
    all.push({ name, whole, parted, timed: isTimed ? await medianPlan(db, statements.map(withTime), path) : null });
  }
  return all;
}

/** The newest photos once more, into search and its index, and rolled back. */
async function tellWritesInto({ db, tenants }: Place, schema: string): Promise<void> {
  const lines = await db.connection().execute(async (one) => {
    await sql`begin`.execute(one);
    await sql`set local session_replication_role = replica`.execute(one);
    const { rows } = await sql
      .raw<{ 'QUERY PLAN': string }>(`explain (analyze, buffers, wal)
      insert into ${schema}.photo_search select id + 1000000000, tenant, created_at, search, facets from public.photo_search
      where tenant in (${listOf(tenants)}) order by id desc limit ${TRIAL}`)
      .execute(one);
    await sql`rollback`.execute(one);
    return rows.map((row) => row['QUERY PLAN'].trim());
  });
  const [buffers, wal] = ['Buffers', 'WAL'].map((begin) => lines.find((line) => line.startsWith(begin)));
  console.log(`${TRIAL} photos into ${schema}.photo_search: ${lines.at(-1)}; ${buffers}; ${wal}`);
}

/** What a part costs: looked through, and indexed anew. */
async function tellUpkeep({ db, tenants: [largest = ''] }: Place, way: Way): Promise<void> {
  const month = way === 'month' ? (await readMonths(db)).at(-2) : undefined;
  const part = partOf(way, 'photo_search', largest, month);
  for (const [what, statement] of [
    ['vacuum of photo_search, whole', 'vacuum public.photo_search'],
    [`vacuum of ${part}`, `vacuum ${part}`],
    [`reindex of ${part}`, `reindex table ${part}`],
  ] as const)
    console.log(`${what}: ${(await seconds(() => sql.raw(statement).execute(db))).toFixed(2)} s`);
}

const ofParted = ({ tables, indexes }: Sizes, prefix: string): Sizes => ({
  tables: tables.filter(({ name }) => PARTED.some((table) => name === `${prefix}${table}`)),
  indexes: indexes.filter(({ table }) => PARTED.some((one) => table === `${prefix}${one}`)),
});

const cells = (plan: Plan | null) =>
  plan && `${plan.planning.toFixed(1)} | ${plan.execution.toFixed(1)} | ${plan.pages.toLocaleString('en-US')}`;

/** Builds, compares and tells all of it. */
export async function tellParted(
  place: Place,
  way: Way,
  timings: readonly ReadTiming[],
): Promise<readonly SideBySide[]> {
  const { db } = place;
  const schema = schemaOf(way);
  const { parts, fillSeconds, indexSeconds, vacuumSeconds } = await buildParted(place, way);
  const [whole, parted] = [ofParted(await readSizes(db), ''), ofParted(await readSizes(db, schema), `${schema}.`)];
  console.log(
    `\nBy ${way}, ${parts} parts of each of ${PARTED.join(', ')}: filled in ${fillSeconds.toFixed(0)} s, indexed in ${indexSeconds.toFixed(0)} s, vacuumed in ${vacuumSeconds.toFixed(0)} s`,
  );
  const each = (sizes: Sizes, name: string) =>
    bytesOf(sizes) / (sizes.tables.find((one) => one.name === name)?.rows ?? 0);
  console.log(
    `bytes a photo: ${each(whole, 'photo').toFixed(0)} whole, ${each(parted, `${schema}.photo`).toFixed(0)} in parts`,
  );
  const compared = await compareReads(db, way, timings);
  const head = ['whole', 'in parts', ...(way === 'month' ? ['with the time'] : [])];
  console.log(
    `\n| read | ${head.map((side) => `${side}: plan ms | run ms | pages`).join(' | ')} |\n|---${'|---'.repeat(head.length * 3)}|`,
  );
  for (const { name, whole: before, parted: after, timed } of compared)
    console.log(`| ${[name, cells(before), cells(after), ...(timed ? [cells(timed)] : [])].join(' | ')} |`);
  console.log('');
  for (const one of ['public', schema]) await tellWritesInto(place, one);
  await tellUpkeep(place, way);
  return compared;
}
