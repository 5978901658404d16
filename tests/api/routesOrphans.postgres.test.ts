/** The job that removes orphaned objects, with other copies and with calls at the same moment, on a real PostgreSQL (HLF-06). */
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import { COLLECT_AFTER_MS } from '../../server/objects/keptObjects.ts';
import { LIST_AFTER_MS } from '../../server/objects/orphanChecks.ts';
import { forgetUploads } from '../../server/objects/unregisteredUploads.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { fillFolder, folderOf, newOriginal, type Orphans, openOrphans } from './orphansSetup.ts';
import { DAY, NOON } from './routesServer.ts';

let world: Orphans;
beforeAll(async () => {
  world = await openOrphans();
});
beforeEach(() => world.reset());
afterAll(() => world.server.close());

/** Runs `inside` while a transaction is open; it commits afterwards. */
async function during(begin: (trx: Kysely<Database>) => Promise<unknown>, inside: () => Promise<unknown>) {
  await world.server.db.transaction().execute(async (trx) => {
    await begin(trx);
    await inside();
  });
}

const uploads = async () =>
  (await world.server.db.selectFrom('unregistered_upload').select('key').execute()).map(({ key }) => key);

test('HLF-06 an upload whose registration has not committed yet is not touched, and stays afterwards', async () => {
  await world.reset('own');
  await world.server.addEvent('match');
  const [taken, left] = [newOriginal('match'), newOriginal('match')];
  for (const key of [taken, left]) {
    world.bucket.stored.set(key, NOON - COLLECT_AFTER_MS);
    await world.server.db
      .insertInto('unregistered_upload')
      .values({ id: key, user_id: 'aki', key, bytes: 1, stored_at: new Date(NOON - COLLECT_AFTER_MS) })
      .execute();
  }
  await during(
    async (trx) => {
      await trx.updateTable('event').set({ thumbnail: taken }).execute();
      await forgetUploads(trx, [taken]);
    },
    async () => expect(await world.run()).toEqual({ looked: 1, removed: 1 }),
  );
  expect([...world.bucket.stored.keys()]).toEqual([taken]);
  expect(await uploads()).toEqual([]);
});

test('HLF-06 what was removed by another copy and stored anew while the store was asked stays', async () => {
  await world.reset('own');
  await world.server.addEvent('match');
  const key = newOriginal('match');
  const place = (id: string, stored_at: number) =>
    world.server.db
      .insertInto('unregistered_upload')
      .values({ id, user_id: 'aki', key, bytes: 1, stored_at: new Date(stored_at) })
      .execute();
  world.bucket.stored.set(key, NOON - COLLECT_AFTER_MS);
  await place('old', NOON - COLLECT_AFTER_MS);
  const { kept } = world.bucket;
  const objects = {
    ...kept,
    async storedAt(asked: string) {
      const found = await kept.storedAt(asked);
      expect(await world.run()).toEqual({ looked: 1, removed: 1 });
      await place('new', NOON);
      world.bucket.stored.set(key, NOON);
      return found;
    },
  };
  expect(await world.run({ objects })).toEqual({ looked: 0, removed: 0 });
  expect([[...world.bucket.stored], await uploads()]).toEqual([[[key, NOON]], [key]]);
});

test('HLF-06 a photo that is registered while its folder is listed stays', async () => {
  await world.server.addEvent('match');
  const [late = ''] = fillFolder(world.bucket, 'match', 1, NOON);
  await world.noteUploads(folderOf('match'));
  world.pass(LIST_AFTER_MS);
  // Between the first question and the removal: the store takes its time.
  const { kept } = world.bucket;
  const objects = {
    ...kept,
    async storedAt(key: string) {
      await world.server.db.updateTable('event').set({ thumbnail: late }).execute();
      return kept.storedAt(key);
    },
  };
  expect(await world.run({ objects })).toMatchObject({ removed: 0 });
  expect([...world.bucket.stored.keys()].toSorted()).toEqual([late, thumbnailKey(late)].toSorted());
});

test('HLF-06 several copies at once look at everything once and remove everything once', async () => {
  const keys = Array.from({ length: 240 }, () => newOriginal('match'));
  for (const key of keys) world.bucket.stored.set(key, NOON - DAY - COLLECT_AFTER_MS);
  await world.server.db
    .insertInto('orphan_check')
    .values(keys.map((place) => ({ place, due_at: new Date(NOON), marked_at: new Date(NOON), after_key: null })))
    .execute();
  const folders = Array.from({ length: 8 }, (_, n) => `busy${n}`);
  for (const event of folders) {
    await world.noteUploads(folderOf(event));
    fillFolder(world.bucket, event, 30, NOON - DAY);
  }
  world.pass(LIST_AFTER_MS);
  const swept = await Promise.all(Array.from({ length: 4 }, () => world.run()));
  const sum = (of: 'looked' | 'removed') => swept.reduce((all, one) => all + one[of], 0);
  expect([sum('removed'), world.bucket.stored.size]).toEqual([240 + 8 * 60, 0]);
  expect(sum('looked')).toBe(240 + 8 + 8 * 60);
  expect(await world.places()).toEqual([]);
});

test('HLF-06 a folder that is marked while its listing ends is looked at again', async () => {
  await world.noteUploads(folderOf('match'));
  world.pass(2 * LIST_AFTER_MS);
  await during(
    async (trx) => {
      const marked_at = new Date(world.now);
      await trx.updateTable('orphan_check').set({ marked_at }).where('place', '=', folderOf('match')).execute();
    },
    // Somebody's mark holds the row: it is not this run's turn.
    async () => expect(await world.run()).toEqual({ looked: 0, removed: 0 }),
  );
  expect(await world.run()).toEqual({ looked: 1, removed: 0 });
  const [check] = await world.checks();
  expect(check?.due_at).toEqual(new Date(world.now + LIST_AFTER_MS));
});

test('HLF-06 a run leaves nothing behind in its connection: transaction pooling is enough', async () => {
  await world.noteUploads(folderOf('match'));
  world.pass(LIST_AFTER_MS);
  await world.run();
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(world.server.db);
  expect(rows).toEqual([{ n: 0 }]);
});
