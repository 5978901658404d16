import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasDemo } from '../../demo/content.ts';
import { readPopularWords } from '../../server/api/referenceData/repository.ts';
import { type OpenDatabase, openDatabase } from '../../server/database/database.ts';
import { addUpFanRanks } from '../../server/database/fanRanks.ts';
import { addUpFigures } from '../../server/database/figureCounts.ts';
import type { Database } from '../../server/database/schema.ts';
import { knownPasswords } from '../../server/demo/demoAccounts.ts';
import { seedDemo } from '../../server/demo/seed.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { POPULAR_WORDS } from '../../src/contract/limits.ts';
import { tenants } from '../../tenants/index.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { writeDemoPictures } from './demoPicturesSetup.ts';

/** A folder of tenants/ may have no demo. */
const filled = nonEmpty(tenants.filter(({ id }) => hasDemo(id)));

const folder = mkdtempSync(join(tmpdir(), 'demo-'));
const picturesDir = join(folder, 'pictures');
/** Sizes of the objects, by key. */
const stored = new Map<string, number>();
let database: OpenDatabase;
let db: Kysely<Database>;

beforeAll(async () => {
  await writeDemoPictures(picturesDir);
  database = await openDatabase({ dataDir: join(folder, 'data') });
  db = database.db;
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const seed = (daysLater = 0) =>
  seedDemo({
    db,
    objects: { put: async (key, bytes) => void stored.set(key, bytes.length) },
    pool: EMBEDDED_POOL,
    picturesDir,
    tenantsDir: resolve(import.meta.dirname, '../../tenants'),
    passwords: knownPasswords(),
    now: new Date(Date.parse('2026-11-21T06:00:00Z') + daysLater * 86_400_000),
  });

/** Of all tables but the marks of what was written lately (`databaseState.ts`). */
async function countRows(): Promise<Record<string, number>> {
  await addUpFigures(db);
  await addUpFanRanks(db);
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relname <> 'tenant_change' and relnamespace = 'public'::regnamespace order by relname`.execute(
    db,
  );
  const counts: Record<string, number> = {};
  for (const { name } of nonEmpty(rows)) {
    const { rows: counted } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db);
    counts[name] = counted[0]?.n ?? 0;
  }
  return counts;
}

/** The same numbers, counted from the rows and as they are kept. */
async function totals() {
  const read = async (query: ReturnType<typeof sql<{ tenant: string; n: number }>>) =>
    Object.fromEntries((await query.execute(db)).rows.map(({ tenant, n }) => [tenant, n]));
  return {
    photos: [
      await read(sql`select tenant, count(*) as n from photo group by tenant`),
      await read(sql`select tenant, n from tally where kind = 'all'`),
    ],
    tags: [
      await read(sql`select tenant, count(*) as n from photo_tag group by tenant`),
      await read(
        sql`select tenant, sum(n)::int8 as n from tally where kind in ('htag', 'person', 'location') group by tenant`,
      ),
    ],
    reactions: [
      await read(sql`select tenant, count(*) as n from reaction group by tenant`),
      await read(sql`select tenant, sum(reaction_count)::int8 as n from photo group by tenant`),
    ],
    comments: [
      await read(sql`select tenant, count(*) as n from comment where deleted_at is null group by tenant`),
      await read(sql`select tenant, sum(comment_count)::int8 as n from photo group by tenant`),
    ],
    bookmarks: [
      await read(sql`select tenant, count(*) as n from favorite group by tenant`),
      await read(sql`select tenant, sum(n)::int8 as n from tally where kind = 'bookmark' group by tenant`),
    ],
  };
}

test('the demo fills every tenant that has one, once: counters agree with rows, every photo has its bytes', async () => {
  expect(await seed()).toBe(true);
  const kept = await totals();
  for (const [name, [counted, told]] of nonEmpty(Object.entries(kept))) {
    expect(Object.keys(counted ?? {}), name).toHaveLength(filled.length);
    expect(told, name).toEqual(counted);
  }
  const photos = await db.selectFrom('photo').select(['media_url', 'size']).execute();
  for (const { media_url, size } of nonEmpty(photos))
    expect([media_url, stored.get(media_url)]).toEqual([media_url, size]);
  expect(photos.filter(({ media_url }) => !stored.has(thumbnailKey(media_url)))).toEqual([]);

  const before = await countRows();
  expect(await seed(3)).toBe(false);
  expect(await countRows()).toEqual(before);
});

test('SRC-01c SRC-08b in every tenant it fills the demo has popular words that match its own content', async () => {
  for (const { id } of filled) {
    const words = await readPopularWords(db, id);
    expect([id, words.length >= POPULAR_WORDS.panel]).toEqual([id, true]);
  }
});

test('STF-19a in every tenant of the demo staff of each role and cases of each kind wait at the desk', async () => {
  for (const { id } of filled) {
    const staff = await db.selectFrom('staff').select('role').where('tenant', '=', id).orderBy('role').execute();
    expect(staff.map(({ role }) => role)).toEqual(['editor', 'moderator', 'viewer']);
    const cases = await db.selectFrom('report_case').selectAll().where('tenant', '=', id).orderBy('case_id').execute();
    expect(cases.map(({ kind, decision }) => [kind, decision])).toEqual([
      ['photo', null],
      ['photo', null],
      ['comment', null],
      ['fan', 'warn'],
    ]);
    // Each is about something that is there, of somebody the reporter is not.
    const reports = await db.selectFrom('subject_report').selectAll().where('tenant', '=', id).execute();
    expect(reports.length).toBeGreaterThanOrEqual(cases.length);
    for (const { user_id, case_id } of reports)
      expect(cases.find((one) => one.case_id === case_id)?.author_id).not.toBe(user_id);
    const messages = await db.selectFrom('contact').select('topic').where('tenant', '=', id).orderBy('topic').execute();
    expect(messages.map(({ topic }) => topic)).toEqual(['request', 'takedown', 'usage']);
  }
});

test('a demo that was cut off is finished by the next start, and what was there stays as it was', async () => {
  const before = await countRows();
  const [{ id } = { id: '' }] = filled;
  await db.deleteFrom('photo').where('tenant', '=', id).execute();
  for (const table of ['tally', 'person_tally', 'event_poster', 'official_user'] as const)
    await db.deleteFrom(table).where('tenant', '=', id).execute();
  // What was deleted here is noted for the job that removes orphaned objects.
  await db.deleteFrom('orphan_check').execute();
  expect(await seed()).toBe(true);
  expect(await countRows()).toEqual(before);
});
