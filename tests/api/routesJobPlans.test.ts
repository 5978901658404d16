/** What the server does by itself all the time reads what has changed, by an index, however much there is (HLF-06). */
import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifyMemories } from '../../server/api/notices/memoryNoticeRepository.ts';
import { removeUnused } from '../../server/database/removeUnused.ts';
import type { Database } from '../../server/database/schema.ts';
import { createAccountChecks } from '../../server/identity/accountChecks.ts';
import { removeExpired } from '../../server/identity/removeExpired.ts';
import { syncDeletedAccounts } from '../../server/identity/syncDeletedAccounts.ts';
import { COLLECT_AFTER_MS } from '../../server/objects/keptObjects.ts';
import { addOrphanChecks } from '../../server/objects/orphanChecks.ts';
import { removeOrphanedObjects } from '../../server/objects/removeOrphanedObjects.ts';
import { announce } from '../../server/push/announce.ts';
import { CLUB } from '../support/tenants.ts';
import { fillFolder, folderOf, newOriginal, type Orphans, openOrphans } from './orphansSetup.ts';
import { NOON } from './routesServer.ts';

let world: Orphans;
beforeAll(async () => {
  world = await openOrphans();
  await world.reset();
  const { db } = world.server;
  // Years of events that are over, and of what fans were told.
  await sql`
    insert into event(tenant, event_id, event_name, event_type, event_date, crawl_period_start, crawl_period_end, created_at)
    select ${CLUB}, 'past' || n, 'past', 'official', '2025-01-01', '2025-01-01 00:00:00', '2025-01-02 00:00:00', now()
    from generate_series(1, 20000) as n`.execute(db);
  await sql`
    insert into notice(tenant, notice_id, recipient_id, kind, title, body, created_at)
    select ${CLUB}, 'n' || n, 'aki', 'reaction', '', '', ${new Date(NOON)}::timestamptz from generate_series(1, 20000) as n`.execute(
    db,
  );
  await sql`analyze`.execute(db);
});
afterAll(() => world.server.close());

/** Plans of all statements that `run` sends, by an index where there is one. */
async function plansOf(run: (db: Kysely<Database>) => Promise<unknown>): Promise<string[]> {
  const { db } = world.server;
  const sent: CompiledQuery[] = [];
  const watched = db.withPlugin({
    transformQuery({ node, queryId }) {
      sent.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await run(watched);
  return db.transaction().execute(async (trx) => {
    // Tables of a few rows are read whole otherwise.
    await sql`set local enable_seqscan = off`.execute(trx);
    const plans: string[] = [];
    for (const query of sent) {
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>({ ...query, sql: `explain ${query.sql}` });
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return plans;
  });
}
/** Teams and ambassadors are few. */
const walksIn = (plans: readonly string[]) =>
  plans.flatMap((plan) => plan.match(/Seq Scan on (?!team|ambassador)\w+/g) ?? []);

test('HLF-06 orphaned objects', async () => {
  const { db } = world.server;
  const [key, avatar] = [newOriginal('match'), newOriginal('aki', 'avatar')];
  await addOrphanChecks(db, [key, avatar, folderOf('plans')], new Date(NOON));
  const stored_at = new Date(NOON - COLLECT_AFTER_MS);
  await db.insertInto('unregistered_upload').values({ id: 'u', user_id: 'aki', key, bytes: 1, stored_at }).execute();
  fillFolder(world.bucket, 'plans', 1, NOON - COLLECT_AFTER_MS);
  const plans = await plansOf((watched) =>
    removeOrphanedObjects({ db: watched, objects: world.bucket.kept, now: () => NOON }),
  );
  expect(plans.length).toBeGreaterThan(8);
  expect(walksIn(plans)).toEqual([]);
});

test('HLF-06 accounts that are gone', async () => {
  const plans = await plansOf(async (db) => {
    let now = NOON;
    const checks = createAccountChecks(db, () => now, 'pool');
    checks.see('nobody');
    await checks.flush();
    now += 24 * 3_600_000;
    const deps = { pool: { attributesOf: async () => null }, leave: async () => undefined, onError: () => undefined };
    await syncDeletedAccounts({ ...deps, checks });
  });
  expect(plans).toHaveLength(6);
  expect(walksIn(plans)).toEqual([]);
});

test('HLF-06 counts, codes and sign-ins that have expired', async () => {
  const plans = await plansOf((db) => removeExpired(db, () => NOON));
  expect(plans).toHaveLength(6);
  expect(walksIn(plans)).toEqual([]);
});

test('HLF-06 SAF-31b counters at nothing, words nobody chose for long, old notices, devices and messages', async () => {
  const plans = await plansOf((db) => removeUnused(db, () => NOON));
  expect(walksIn(plans)).toEqual([]);
  const indexes = [
    'notice_age',
    'tally_zero',
    'person_tally_zero',
    'search_word_used',
    'waiting_device_at',
    'contact_age',
  ];
  for (const [index, name] of indexes.entries()) expect(plans[index]).toMatch(new RegExp(`(?:using|on) ${name}\\b`));
  expect(plans).toHaveLength(indexes.length);
});

test('HLF-06 events that have begun, news, new photos of players', async () => {
  const plans = await plansOf((db) => announce(db, new Date(NOON)));
  expect(plans).toHaveLength(3);
  expect(walksIn(plans)).toEqual([]);
  // Of 20,000 events all but those that run have begun: only their end tells them apart.
  const indexes = plans.map((plan) => /(?:using|on) (event_start|notice_news|event_end)\b/.exec(plan)?.[1]);
  expect([['event_start', 'event_end'].includes(indexes[0] ?? ''), ...indexes.slice(1)]).toEqual([
    ...[true, 'notice_news', 'event_end'],
  ]);
});

test('HLF-06 FAN-23c memories of fans who asked for them', async () => {
  const settings = { comment: true, reply: true, reaction: true, follow: true, memory: true };
  await world.server.db
    .insertInto('notice_setting')
    .values({ user_id: 'aki', ...settings })
    .execute();
  const plans = await plansOf((db) => notifyMemories(db, new Date(NOON)));
  expect(plans).toHaveLength(8);
  expect(walksIn(plans)).toEqual([]);
  const using = (index: string) => plans.filter((plan) => plan.includes(`using ${index}`)).length;
  expect([using('notice_setting_memory'), using('photo_user')]).toEqual([1, 1]);
});
