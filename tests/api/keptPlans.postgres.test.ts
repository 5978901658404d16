/** What a stadium asks most is planned once for a connection, and the plan suits every tenant, event and player. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Facet } from '../../server/api/photos/photoConditions.ts';
import { readPhotoPage } from '../../server/api/photos/repository.ts';
import { giveReaction } from '../../server/api/reactions/repository.ts';
import { type OpenDatabase, openDatabase } from '../../server/database/database.ts';
import { runKept } from '../../server/database/preparedQuery.ts';
import { inTransaction } from '../../server/database/retryTransaction.ts';
import { SERVER_LIMITS } from '../../server/database/serverPool.ts';
import { LIST_PAGE } from '../../src/contract/limits.ts';
import { searchKey } from '../../src/rules/searchMatch.ts';
import { tagValue } from '../../src/rules/searchText.ts';
import { tenants } from '../../tenants/index.ts';
import { fillDatabase } from '../bench/size/fill.ts';
import { readSamples } from '../bench/size/measureReads.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { copyTables } from './storePostgres.ts';

/** PostgreSQL plans a statement for its values five times before it thinks of keeping a plan. */
const OFTEN = 7;

let opened: OpenDatabase;
beforeAll(async () => {
  const databaseUrl = await copyTables(inject('postgresUrl'), 'kept_plans');
  // One connection, so that all that is asked can be looked up in it.
  opened = await openDatabase({ databaseUrl, limits: { ...SERVER_LIMITS, connections: 1 } });
  await fillDatabase(opened.db, { tenants: tenants.map(({ id }) => id), photos: 400, isGrown: true }, () => {});
});
afterAll(() => opened?.close());

interface Prepared {
  readonly name: string;
  readonly statement: string;
  readonly values: number;
  readonly kept: number;
}
async function readPrepared(part: string): Promise<Prepared[]> {
  const { rows } =
    await sql<Prepared>`select name, statement, cardinality(parameter_types) as values, generic_plans::int as kept
    from pg_prepared_statements where position(${part} in statement) > 0 order by statement`.execute(opened.db);
  return rows;
}

/** The plan that is kept, by indexes where there are any: tables of a test are small. */
async function keptPlanOf({ name, values }: Prepared): Promise<string> {
  return opened.db.connection().execute(async (one) => {
    for (const setting of ['plan_cache_mode = force_generic_plan', 'enable_seqscan = off'])
      await sql.raw(`set ${setting}`).execute(one);
    await sql`discard plans`.execute(one);
    const nothing = Array.from({ length: values }, () => 'null').join(', ');
    const { rows } = await sql.raw<{ 'QUERY PLAN': string }>(`explain execute "${name}"(${nothing})`).execute(one);
    for (const setting of ['plan_cache_mode', 'enable_seqscan']) await sql.raw(`reset ${setting}`).execute(one);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

test('HLF-22a lists by one condition keep plans that read a page by the index in its order', async () => {
  const { db } = opened;
  const [photo] = nonEmpty(await readSamples(db, tenants[0]?.id ?? '', 1));
  if (photo === undefined) throw new Error('There is no photo.');
  const { tenant, event_id, season_id, user_id, htag, player } = photo;
  const facets: readonly (Facet | null)[] = [
    null,
    ['event', event_id],
    ['season', season_id ?? ''],
    ['user', user_id],
    ['htag', tagValue(htag[0] ?? '')],
    ['person', searchKey(player[0] ?? '')],
  ];
  for (const facet of nonEmpty(facets))
    for (let i = 0; i < OFTEN; i++)
      await readPhotoPage(db, { tenant, userId: 'u1' }, facet === null ? {} : { facets: [facet] }, {});
  const lists = await readPrepared('with found as');
  // Tags have one statement, and fans' own pages say nothing of who is muted.
  expect(lists).toHaveLength(facets.length - 1);
  for (const list of nonEmpty(lists)) {
    expect(list.kept, list.statement).toBeGreaterThan(0);
    const plan = await keptPlanOf(list);
    const found = plan.slice(plan.indexOf('CTE found'), plan.indexOf('CTE k'));
    // A limit that is a parameter would be taken for a tenth of the table.
    expect(list.statement).toContain(`limit ${LIST_PAGE + 1}`);
    expect(found).toMatch(/Index (?:Only )?Scan (?:Backward )?using/);
    expect(found).not.toContain('Sort');
    expect(plan).not.toMatch(/Seq Scan on (?:photo|photo_tag|reaction)\b/);
  }
});

test('HLF-22a a search is planned for its words, and so is a page of another size', async () => {
  const { db } = opened;
  const [tenant = ''] = tenants.map(({ id }) => id);
  const before = await readPrepared('with found as');
  await readPhotoPage(db, { tenant, userId: null }, { text: '川崎' }, {});
  await readPhotoPage(db, { tenant, userId: null }, {}, { l: LIST_PAGE - 1 });
  expect(await readPrepared('with found as')).toEqual(before);
});

test('HLF-22a a like keeps its plan from one transaction to the next', async () => {
  const { db } = opened;
  const [photo] = nonEmpty(await readSamples(db, tenants[0]?.id ?? '', 1));
  if (photo === undefined) throw new Error('There is no photo.');
  const { tenant, media_url } = photo;
  for (let i = 0; i < OFTEN; i++)
    await inTransaction(db, (trx) => giveReaction(trx, { tenant, media_url, user_id: `u${i}` }, new Date()));
  const [like, ...others] = await readPrepared('set reaction_count = reaction_count + 1');
  expect(others).toEqual([]);
  expect(like?.kept).toBeGreaterThan(0);
});

test('HLF-22a a statement whose column a migration changes is planned anew, alone and in a transaction', async () => {
  const { db } = opened;
  await sql`create table changing(n int)`.execute(db);
  await sql`insert into changing values (7)`.execute(db);
  const ask = () => runKept(db, sql<{ n: unknown }>`select n from changing`);
  const askInTransaction = () => inTransaction(db, (trx) => runKept(trx, sql<{ n: unknown }>`select n from changing`));
  expect((await ask()).rows).toEqual([{ n: 7 }]);
  await sql`alter table changing alter n type text`.execute(db);
  expect((await ask()).rows).toEqual([{ n: '7' }]);
  await sql`alter table changing alter n type int using n::int`.execute(db);
  expect((await askInTransaction()).rows).toEqual([{ n: 7 }]);
  await sql`drop table changing`.execute(db);
});
