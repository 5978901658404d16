/** Objects that belong to nothing are found where something was handed out or given up, never by looking at all of them (HLF-06). */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { saveProfile } from '../../server/api/users/repository.ts';
import { COLLECT_AFTER_MS } from '../../server/objects/keptObjects.ts';
import { createFolderMarks, LIST_AFTER_MS } from '../../server/objects/orphanChecks.ts';
import { type OrphansDeps, removeOrphanedObjects } from '../../server/objects/removeOrphanedObjects.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { ORPHANS_PER_RUN } from '../../src/contract/limits.ts';
import { photoKeys } from '../../src/rules/objectKeys.ts';
import { CLUB } from '../support/tenants.ts';
import { createAdmin } from './adminSetup.ts';
import { type CountingBucket, createCountingBucket, fillFolder, newOriginal } from './orphansSetup.ts';
import { DAY, HOUR, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let bucket: CountingBucket;
let now = NOON;
let noteUploads: (folder: string) => Promise<void> = async () => undefined;

beforeAll(async () => {
  // The calls see the bucket the job looks at.
  server = await startRoutesServer({
    objects: {
      stat: async (key) => (bucket.stored.has(key) ? { size: 1000, owner: null } : null),
      readPicture: async (key) =>
        key.includes('/thumbnail/') ? { width: 48, height: 36 } : { width: 4000, height: 3000 },
      remove: (keys) => bucket.kept.remove(keys),
      removeBelow: async () => undefined,
      noteUploads: (folder) => noteUploads(folder),
    },
  });
  for (const user of ['aki', 'ben']) await server.join(user);
}, 60_000);
beforeEach(async () => {
  now = NOON;
  server.setNow(NOON);
  noteUploads = createFolderMarks(server.db, () => now);
  bucket = createCountingBucket((folder) => noteUploads(folder));
  for (const table of ['orphan_check', 'unregistered_upload', 'photo', 'event'] as const)
    await server.db.deleteFrom(table).execute();
  await server.db.deleteFrom('orphan_check').execute();
});
afterAll(() => server.close());

const run = (fields: Partial<OrphansDeps> = {}) =>
  removeOrphanedObjects({ db: server.db, objects: bucket.kept, now: () => now, ...fields });
const checks = () => server.db.selectFrom('orphan_check').selectAll().orderBy('place').execute();
const places = async () => (await checks()).map(({ place }) => place);
const folderOf = (event: string) => `ugc/${CLUB}/${event}/`;
/** The database's own clock wrote when they are due; the tests have another. */
const dueNow = () =>
  server.db
    .updateTable('orphan_check')
    .set({ due_at: new Date(now) })
    .execute();

/** A photo in the bucket and in the product. */
async function postPhoto(event: string) {
  const photo = server.storePhoto('aki', event);
  for (const key of [photo.media_url, thumbnailKey(photo.media_url)]) bucket.stored.set(key, now);
  expect((await server.post('aki', event, [photo])).status).toBe(200);
  return photo.media_url;
}

describe('in a bucket', () => {
  test('HLF-06 what a run costs does not grow with the bucket', async () => {
    const costs = [];
    for (const foreign of [10, 1_000]) {
      const event = `e${foreign}`;
      await server.addEvent(event);
      await postPhoto(event);
      const [left = ''] = fillFolder(bucket, event, 1, now);
      fillFolder(bucket, 'other', foreign, NOON - 300 * DAY);
      now += LIST_AFTER_MS + HOUR;
      server.setNow(now);
      Object.assign(bucket.calls, { listed: 0, pages: 0, heads: 0 });
      costs.push({ ...(await run()), ...bucket.calls });
      expect(bucket.stored.has(left)).toBe(false);
      now = NOON;
      server.setNow(NOON);
    }
    expect(costs[0]).toEqual({ looked: 5, removed: 2, listed: 4, pages: 1, heads: 2 });
    expect(costs[1]).toEqual(costs[0]);
    expect(bucket.stored.size).toBe(2 * 2 + 2 * 1_010);
  });

  test('HLF-06 an event that has begun is looked at though nobody ever registered a photo of it', async () => {
    await server.addEvent('quiet', { crawl_period_start: '2026-06-10 11:59:00' });
    await server.addEvent('later', { crawl_period_start: '2026-06-10 12:01:00' });
    await run();
    expect(await places()).toEqual([folderOf('quiet')]);
    fillFolder(bucket, 'quiet', 2, now + HOUR);
    now += COLLECT_AFTER_MS + 2 * HOUR;
    expect((await run()).removed).toBe(0);
    now += DAY;
    expect((await run()).removed).toBe(4);
    // All of it is gone, and nothing came since: not looked at again.
    now += LIST_AFTER_MS;
    await run();
    expect(await places()).toEqual([]);
  });

  test('HLF-06 a phone that was offline until the event was over leaves nothing for ever, and nothing young goes', async () => {
    await server.addEvent('over');
    now = NOON + 40 * DAY;
    server.setNow(now);
    const late = server.storePhoto('aki', 'over');
    for (const key of [late.media_url, thumbnailKey(late.media_url)]) bucket.stored.set(key, now);
    expect(await server.post('aki', 'over', [late])).toMatchObject({ code: 'EVENT_OVER' });
    expect(await places()).toEqual([folderOf('over')]);
    now += LIST_AFTER_MS - HOUR;
    const [young = ''] = fillFolder(bucket, 'over', 1, now);
    now += HOUR;
    expect(await run()).toMatchObject({ removed: 2 });
    expect([...bucket.stored.keys()].toSorted()).toEqual([young, thumbnailKey(young)].toSorted());
    // Something young was seen: the folder is looked at once more.
    now += LIST_AFTER_MS;
    expect(await run()).toMatchObject({ removed: 2 });
  });

  test('HLF-06 whatever a row names stays, of both stages and all widths; a mark during the listing is kept', async () => {
    await server.addEvent('match');
    const posted = await postPhoto('match');
    const [picture = '', described = '', avatar] = [
      newOriginal('match'),
      newOriginal('match'),
      newOriginal('aki', 'avatar'),
    ];
    await server.db
      .updateTable('event')
      .set({ thumbnail: picture, descriptive_photo: described })
      .where('event_id', '=', 'match')
      .execute();
    await saveProfile(server.db, { userId: 'aki', nickname: 'aki', avatar });
    await noteUploads(`avatar/${CLUB}/aki/`);
    const old = newOriginal('aki', 'avatar');
    const used = [posted, picture, described, avatar].flatMap(photoKeys);
    for (const key of [...used, old]) bucket.stored.set(key, NOON);
    now += LIST_AFTER_MS;
    bucket.onPage = () => noteUploads(folderOf('match'));
    expect(await run()).toMatchObject({ removed: 1 });
    expect([...bucket.stored.keys()].toSorted()).toEqual([...new Set(used)].toSorted());
    const [match] = (await checks()).filter(({ place }) => place === folderOf('match'));
    expect(match?.marked_at).toEqual(new Date(now));
  });

  test('HLF-06 an avatar the provider names and no row does stays', async () => {
    const [named, other] = [newOriginal('ben', 'avatar'), newOriginal('ben', 'avatar')];
    for (const key of [named, other]) bucket.stored.set(key, NOON);
    await noteUploads(`avatar/${CLUB}/ben/`);
    now += LIST_AFTER_MS;
    expect(await run({ isAvatarNamed: async (key) => key === named })).toMatchObject({ removed: 1 });
    expect([...bucket.stored.keys()]).toEqual([named]);
  });

  test('HLF-06 a run ends at its bounds or when it is killed, and the next goes on from there', async () => {
    await noteUploads(folderOf('big'));
    fillFolder(bucket, 'big', 1_500, NOON);
    now += LIST_AFTER_MS;
    const bounds = { ...ORPHANS_PER_RUN, listed: 1_000 };
    expect(await run({ bounds: bounds as never })).toMatchObject({ removed: 1_000 });
    let removals = 0;
    bucket.onRemove = () => {
      removals += 1;
      if (removals > 700) throw new Error('killed');
    };
    await expect(run()).rejects.toThrow('killed');
    bucket.onRemove = () => undefined;
    expect(bucket.stored.size).toBe(3_000 - 1_700);
    // Another copy might still be at it.
    expect(await run()).toEqual({ looked: 0, removed: 0 });
    now += HOUR;
    bucket.calls.listed = 0;
    expect(await run()).toMatchObject({ removed: 1_300 });
    expect(bucket.calls.listed).toBe(1_300);
    expect(bucket.stored.size).toBe(0);
  });

  test('HLF-06 one line marks a folder an hour, however many posts there are', async () => {
    await server.addEvent('full');
    const copies = [noteUploads, createFolderMarks(server.db, () => now)];
    const marked = [];
    for (const minutes of [0, 20, 59, 61]) {
      now = NOON + minutes * 60_000;
      for (const copy of copies) await copy(folderOf('full'));
      marked.push((await checks())[0]?.marked_at.getTime());
    }
    expect(marked).toEqual([NOON, NOON, NOON, NOON + 61 * 60_000]);
  });
});

describe('keys whose row went', () => {
  test('HLF-06 a removal that broke off is made good, when nobody may register the photo any more', async () => {
    await server.addEvent('match');
    const [old, young] = [await postPhoto('match'), await postPhoto('match')];
    for (const key of photoKeys(old)) bucket.stored.set(key, NOON - COLLECT_AFTER_MS);
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    bucket.onRemove = () => {
      throw new Error('the line broke');
    };
    for (const media_url of [old, young])
      await server.ok('deletePhoto', { as: 'aki', body: { public_list_id: 'event', media_url } });
    bucket.onRemove = () => undefined;
    expect(told).toHaveBeenCalledTimes(2);
    told.mockRestore();
    expect(await places()).toEqual([old, young, folderOf('match')].toSorted());
    await server.db.deleteFrom('orphan_check').where('place', '=', folderOf('match')).execute();
    await dueNow();
    expect(await run()).toEqual({ looked: 2, removed: photoKeys(old).length });
    expect([...bucket.stored.keys()].toSorted()).toEqual([young, thumbnailKey(young)].toSorted());
    now = NOON + COLLECT_AFTER_MS - 1;
    expect(await run()).toEqual({ looked: 0, removed: 0 });
    now += 1;
    expect(await run()).toEqual({ looked: 1, removed: 2 });
    expect(await places()).toEqual([folderOf('match')]);
  });

  test('HLF-06 a photo that was registered again under its key stays', async () => {
    await server.addEvent('match');
    const photo = server.storePhoto('aki', 'match');
    const store = () => {
      for (const key of [photo.media_url, thumbnailKey(photo.media_url)]) bucket.stored.set(key, now);
    };
    store();
    await server.post('aki', 'match', [photo]);
    const body = { public_list_id: 'event', media_url: photo.media_url } as const;
    await server.ok('deletePhoto', { as: 'aki', body });
    store();
    expect((await server.post('aki', 'match', [photo])).status).toBe(200);
    now += LIST_AFTER_MS;
    await dueNow();
    expect(await run()).toMatchObject({ removed: 0 });
    expect(bucket.stored.size).toBe(2);
  });

  test('HLF-06 replaced and removed pictures of events, fans, teams and ambassadors are looked at', async () => {
    const keys = Array.from({ length: 6 }, () => newOriginal('x'));
    const [first = '', second = '', described = '', avatar = '', emblem = '', icon = ''] = keys;
    await server.addEvent('x', { thumbnail: first, descriptive_photo: described });
    await saveProfile(server.db, { userId: 'ben', nickname: 'ben', avatar });
    const tenant = CLUB;
    await server.db.insertInto('team').values({ tenant, team_id: 'o', team_name: 'O', object_key: emblem }).execute();
    await server.db.insertInto('ambassador').values({ tenant, user_id: 'o', name: 'O', object_key: icon }).execute();
    await server.db.updateTable('event').set({ event_name: 'renamed' }).execute();
    expect(await places()).toEqual([]);
    await server.db.updateTable('event').set({ thumbnail: second }).execute();
    expect(await places()).toEqual([first]);
    await server.db.deleteFrom('event').execute();
    await saveProfile(server.db, { userId: 'ben', nickname: 'ben', avatar: null });
    await server.db.deleteFrom('team').where('team_id', '=', 'o').execute();
    await server.db.deleteFrom('ambassador').where('user_id', '=', 'o').execute();
    expect(await places()).toEqual(keys.toSorted());
  });
});

describe('in the own store', () => {
  beforeEach(() => {
    bucket = createCountingBucket();
  });
  const addUpload = (key: string, stored_at: number) =>
    server.db
      .insertInto('unregistered_upload')
      .values({ id: key, user_id: 'aki', key, bytes: 1, stored_at: new Date(stored_at) })
      .execute();
  const uploads = async () =>
    (await server.db.selectFrom('unregistered_upload').select('key').orderBy('key').execute()).map(({ key }) => key);

  test('HLF-06 SAF-10a uploads of the version before and of today go by their own record; nothing is listed', async () => {
    await server.addEvent('match');
    const pending = newOriginal('match');
    await server.db.updateTable('event').set({ thumbnail: pending }).execute();
    const [slow = '', gone = '', ...orphans] = Array.from({ length: 252 }, () => newOriginal('match'));
    const young = newOriginal('match');
    for (const key of [pending, slow, gone, ...orphans]) await addUpload(key, NOON - COLLECT_AFTER_MS);
    await addUpload(young, NOON - COLLECT_AFTER_MS + HOUR);
    for (const key of [pending, young, ...orphans]) bucket.stored.set(key, NOON - COLLECT_AFTER_MS);
    // It took an hour until it was there.
    bucket.stored.set(slow, NOON - COLLECT_AFTER_MS + HOUR);
    fillFolder(bucket, 'other', 100, NOON - 300 * DAY);
    expect(await run({ bounds: { ...ORPHANS_PER_RUN, uploads: 100 } as never })).toMatchObject({ looked: 100 });
    await run();
    expect(bucket.stored.size).toBe(200 + 3);
    expect(bucket.calls).toEqual({ listed: 0, pages: 0, heads: 252 });
    expect(await uploads()).toEqual([slow, young].toSorted());
    now += HOUR;
    expect(await run()).toMatchObject({ removed: 2 });
    expect([await uploads(), bucket.stored.has(pending)]).toEqual([[], true]);
  });

  test('HLF-06 killed between objects and their records, it goes on', async () => {
    const keys = Array.from({ length: 10 }, () => newOriginal('match'));
    for (const key of keys) {
      await addUpload(key, NOON - COLLECT_AFTER_MS);
      bucket.stored.set(key, NOON - COLLECT_AFTER_MS);
    }
    let removals = 0;
    bucket.onRemove = () => {
      removals += 1;
      if (removals > 4) throw new Error('killed');
    };
    await expect(run()).rejects.toThrow('killed');
    expect([(await uploads()).length, bucket.stored.size]).toEqual([10, 6]);
    bucket.onRemove = () => undefined;
    expect(await run()).toEqual({ looked: 10, removed: 6 });
    expect([await uploads(), bucket.stored.size]).toEqual([[], 0]);
  });
});

test('HLF-06 what was stored before anything was recorded goes by an operator’s command, once', async () => {
  const admin = createAdmin(server);
  await server.addEvent('match');
  const kept = await postPhoto('match');
  await server.db.deleteFrom('orphan_check').execute();
  await server.db.updateTable('event').set({ crawl_period_start: '2026-01-01 00:00:00' }).execute();
  const [left = ''] = fillFolder(bucket, 'gone', 1, NOON);
  bucket.stored.set(newOriginal('nobody', 'avatar'), NOON);
  now += LIST_AFTER_MS;
  expect(await run()).toEqual({ looked: 0, removed: 0 });
  expect(await admin.done('objects', 'check', '-n')).toContain('Dry run');
  expect(await run()).toEqual({ looked: 0, removed: 0 });
  await admin.done('objects', 'check');
  await dueNow();
  expect(await admin.done('objects', 'status')).toContain(`ugc/${CLUB}/  not begun`);
  expect(await run()).toMatchObject({ removed: 3 });
  expect([bucket.stored.has(left), bucket.stored.has(kept), await places()]).toEqual([false, true, []]);
  expect(await admin.done('objects', 'status')).toBe(
    `0 folders and 0 keys of ${CLUB} are looked at when their time has come.\n`,
  );
});

test('HLF-06 every statement of the job finds its rows by an index', async () => {
  const compiled: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = server.db.withPlugin({
    transformQuery({ node, queryId }) {
      compiled.push(server.db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const [key, folder] = [newOriginal('match'), folderOf('plans')];
  for (const place of [key, folder]) {
    await server.db
      .insertInto('orphan_check')
      .values({ place, due_at: new Date(now), marked_at: new Date(now), after_key: null })
      .execute();
  }
  await server.db
    .insertInto('unregistered_upload')
    .values({ id: 'u', user_id: 'aki', key, bytes: 1, stored_at: new Date(now - COLLECT_AFTER_MS) })
    .execute();
  fillFolder(bucket, 'plans', 1, now - COLLECT_AFTER_MS);
  await removeOrphanedObjects({ db, objects: bucket.kept, now: () => now });
  const plans = await server.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const texts: string[] = [];
    for (const query of compiled) {
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>({
        ...(query as never as object),
        sql: `explain ${query.sql}`,
      } as never);
      texts.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return texts;
  });
  expect(plans.length).toBeGreaterThan(8);
  // Teams and ambassadors are few, and are kept by operators.
  const walks = plans.flatMap((plan) => plan.match(/Seq Scan on (?!team|ambassador)\w+/g) ?? []);
  expect(walks).toEqual([]);
});
