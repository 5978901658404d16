import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStateReader } from '../../server/database/databaseState.ts';
import type { Database } from '../../server/database/schema.ts';
import { openTestDatabase } from './identitySetup.ts';

let db: Kysely<Database>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.destroy());

const addTeam = (tenant: string, team_id: string) =>
  db.insertInto('team').values({ tenant, team_id, team_name: team_id }).execute();

test('HLF-05 what is written in one tenant leaves the state of the others as it was', async () => {
  // Two server copies: each sees what the other wrote.
  const copies = [createStateReader(db).readState, createStateReader(db).readState];
  const statesOf = (tenant: string) => Promise.all(copies.map(async (read) => (await read(tenant)).whole));
  const [mine, other] = [await statesOf('club'), await statesOf('league')];
  expect([await statesOf('club'), await statesOf('league')]).toEqual([mine, other]);
  await addTeam('club', 'm1');
  const after = await statesOf('club');
  for (const [i, state] of after.entries()) expect(state).not.toBe(mine[i]);
  expect(await statesOf('league')).toEqual(other);
  await db.updateTable('team').set({ team_name: 'renamed' }).where('tenant', '=', 'club').execute();
  for (const [i, state] of (await statesOf('club')).entries()) expect(state).not.toBe(after[i]);
  // Counters of attempts are shown to nobody.
  const before = await statesOf('club');
  await db.insertInto('identity_limit').values({ key: 'k', count: 1, expires_at: new Date() }).execute();
  expect(await statesOf('club')).toEqual(before);
  // A fan's name is the same in all tenants.
  await db.insertInto('profile').values({ user_id: 'aki', nickname: 'aki', search: 'aki' }).execute();
  for (const [i, state] of (await statesOf('league')).entries()) expect(state).not.toBe(other[i]);
});

test('HLF-05 a transaction counts from its commit, however many others were seen meanwhile', async () => {
  const read = createStateReader(db).readState;
  if (process.env.TEST_DATABASE_URL === undefined) return;
  let before = '';
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('team').values({ tenant: 'club', team_id: 'late', team_name: 'late' }).execute();
    before = (await read('club')).whole;
    await addTeam('league', 'between');
    await read('league');
    expect((await read('club')).whole).toBe(before);
  });
  expect((await read('club')).whole).not.toBe(before);
});

test('HLF-05 every table is marked, or is one nobody but its fan is shown', async () => {
  const unmarked = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and (c.relname not like 'identity%') and c.relname not like 'kysely%'
      and (select count(*) from pg_trigger t where t.tgrelid = c.oid and t.tgname like 'mark_%') < 3
    order by 1`.execute(db);
  expect(unmarked.rows.map(({ name }) => name)).toEqual([
    ...['account_check', 'account_pool', 'case_appeal', 'comment_report', 'consent', 'contact', 'counter_change'],
    // They change with a photo or the tally, in the same transaction.
    ...[
      'event_poster',
      // They lag a second behind likes, as lists may.
      'fan_rank',
      'fan_rank_change',
      'fan_rank_start',
      // Staff alone are shown figures, past the response cache.
      'figure',
      'figure_change',
      'figure_poster',
      'figure_poster_change',
      'figure_start',
      // What a word holds back changes with the photo or comment.
      'held_word',
      // Only the job that notifies of memories reads it.
      'memory_round',
      // Fans see news by its notices.
      'news',
      'news_count',
      'notice_read',
      'notice_setting',
      'operator_log',
      'orphan_check',
      'person_tally',
      // Staff alone are shown it, past the response cache.
      'photo_download',
      'photo_rank',
      'photo_search',
      'photo_tag',
      'picture_job',
    ],
    ...[
      'post_job',
      'published_bytes',
      'push_device',
      'push_job',
      'push_told',
      'refused_name',
      // Staff alone are shown these, past the response cache.
      'report_case',
      // Read for each answer, past the response cache.
      'sample_tags',
      'staff',
      'staff_invitation',
      'staff_setting',
      'subject_report',
      'tenant_change',
      'unregistered_upload',
      'view_history',
      // Nobody but its fan is told of it.
      'waiting_device',
    ],
    // The wall's own short cache sees them (WAL-06).
    ...['wall_key', 'wall_photo', 'wall_state'],
  ]);
});
