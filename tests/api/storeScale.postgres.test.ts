/** What docs/scale.md reckons with: rows made by SQL are those the server makes, and its lists do not care about parts by tenant. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../server/database/database.ts';
import { JsonText } from '../../server/database/jsonText.ts';
import { OPERATOR_LIMITS } from '../../server/database/serverPool.ts';
import { tenants } from '../../tenants/index.ts';
import { compareWithPosted } from '../bench/size/asPosted.ts';
import { fillDatabase } from '../bench/size/fill.ts';
import { readSamples } from '../bench/size/measureReads.ts';
import { buildParted } from '../bench/size/partitions.ts';
import { READS } from '../bench/size/reads.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { copyTables } from './storePostgres.ts';

const ids = tenants.map(({ id }) => id);
const PHOTOS = 400;

/** Some answers are text of the database, which nothing else can look into. */
const shown = (answer: unknown) => (answer instanceof JsonText ? answer.text : answer);

let databaseUrl: string;
let filled: OpenDatabase;
const open = (url: string) => openDatabase({ databaseUrl: url, limits: OPERATOR_LIMITS });

beforeAll(async () => {
  databaseUrl = await copyTables(inject('postgresUrl'), 'scale_filled');
  filled = await open(databaseUrl);
  await fillDatabase(filled.db, { tenants: ids, photos: PHOTOS, isGrown: true }, () => {});
});
afterAll(() => filled?.close());

test('HLF-09 photos made by SQL have the rows and counters the server would have made', async () => {
  const posted = await open(await copyTables(inject('postgresUrl'), 'scale_posted'));
  try {
    expect(await compareWithPosted(filled.db, posted.db)).toEqual([]);
  } finally {
    await posted.close();
  }
});

test('HLF-09 every read answers the same where the tables of photos are parted by tenant', async () => {
  const [largest = ''] = ids;
  const samples = await readSamples(filled.db, largest, 3);
  await buildParted({ db: filled.db, tenants: ids }, 'tenant');
  const name = new URL(databaseUrl).pathname.slice(1);
  await sql.raw(`alter database ${name} set search_path = parted_tenant, public`).execute(filled.db);
  const parted = await open(databaseUrl);
  try {
    const { rows } = await sql<{
      path: string;
    }>`select 'photo'::regclass::oid = 'parted_tenant.photo'::regclass::oid as same`.execute(parted.db);
    expect(rows).toEqual([{ same: true }]);
    for (const [turn, sample] of nonEmpty(samples).entries())
      for (const { name: read, ask } of READS)
        expect([read, shown(await ask(parted.db, sample, turn))]).toEqual([
          read,
          shown(await ask(filled.db, sample, turn)),
        ]);
  } finally {
    await parted.close();
    await sql.raw(`alter database ${name} reset search_path`).execute(filled.db);
  }
});
