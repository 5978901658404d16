/** Objects that belong to nothing are found where fans stored something lately, never by looking at all of them (HLF-06). */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveProfile } from '../../server/api/users/repository.ts';
import { COLLECT_AFTER_MS } from '../../server/objects/keptObjects.ts';
import { objectPath, openObjectFiles } from '../../server/objects/objectFiles.ts';
import { addOrphanChecks, createFolderMarks, LIST_AFTER_MS } from '../../server/objects/orphanChecks.ts';
import type { UnreadableObject } from '../../server/objects/unreadableObject.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { ORPHANS_PER_RUN } from '../../src/contract/limits.ts';
import { photoKeys } from '../../src/rules/objectKeys.ts';
import { CLUB } from '../support/tenants.ts';
import { createAdmin } from './adminSetup.ts';
import { fillFolder, folderOf, newOriginal, type Orphans, openOrphans } from './orphansSetup.ts';
import { DAY, HOUR, NOON } from './routesServer.ts';

let world: Orphans;
beforeAll(async () => {
  world = await openOrphans();
});
beforeEach(() => world.reset());
afterAll(() => world.server.close());

describe('in a bucket', () => {
  test('HLF-06 what a run costs does not grow with the bucket', async () => {
    const costs = [];
    for (const foreign of [10, 1_000]) {
      const event = `e${foreign}`;
      await world.server.addEvent(event);
      await world.postPhoto(event);
      const [left = ''] = fillFolder(world.bucket, event, 1, world.now);
      fillFolder(world.bucket, 'other', foreign, NOON - 300 * DAY);
      world.pass(LIST_AFTER_MS + HOUR);
      Object.assign(world.bucket.calls, { listed: 0, pages: 0, heads: 0 });
      costs.push({ ...(await world.run()), ...world.bucket.calls });
      expect(world.bucket.stored.has(left)).toBe(false);
      world.setNow(NOON);
    }
    expect(costs[0]).toEqual({ looked: 5, removed: 2, listed: 4, pages: 1, heads: 2 });
    expect(costs[1]).toEqual(costs[0]);
    expect(world.bucket.stored.size).toBe(2 * 2 + 2 * 1_010);
  });

  test('HLF-06 an event that has begun is looked at though nobody ever registered a photo of it', async () => {
    await world.server.addEvent('quiet', { crawl_period_start: '2026-06-10 11:59:00' });
    await world.server.addEvent('later', { crawl_period_start: '2026-06-10 12:01:00' });
    await world.run();
    expect(await world.places()).toEqual([folderOf('quiet')]);
    fillFolder(world.bucket, 'quiet', 2, world.now + HOUR);
    world.pass(COLLECT_AFTER_MS + 2 * HOUR);
    expect((await world.run()).removed).toBe(0);
    world.pass(DAY);
    expect((await world.run()).removed).toBe(4);
    // All of it is gone, and nothing came since: not looked at again.
    world.pass(LIST_AFTER_MS);
    await world.run();
    expect(await world.places()).toEqual([]);
  });

  test('HLF-06 what a phone stored after the event was over goes in its time, nothing young does', async () => {
    await world.server.addEvent('over');
    world.setNow(NOON + 40 * DAY);
    const late = world.server.storePhoto('aki', 'over');
    for (const key of [late.media_url, thumbnailKey(late.media_url)]) world.bucket.stored.set(key, world.now);
    expect(await world.server.post('aki', 'over', [late])).toMatchObject({ code: 'EVENT_OVER' });
    expect(await world.places()).toEqual([folderOf('over')]);
    world.pass(LIST_AFTER_MS - HOUR);
    const [young = ''] = fillFolder(world.bucket, 'over', 1, world.now);
    world.pass(HOUR);
    expect(await world.run()).toMatchObject({ removed: 2 });
    expect([...world.bucket.stored.keys()].toSorted()).toEqual([young, thumbnailKey(young)].toSorted());
    // Something young was seen: the folder is looked at once more.
    world.pass(LIST_AFTER_MS);
    expect(await world.run()).toMatchObject({ removed: 2 });
  });

  test('HLF-06 whatever a row names stays, of both stages and all widths; a mark during the listing is kept', async () => {
    await world.server.addEvent('match');
    const posted = await world.postPhoto('match');
    const [picture = '', described = '', avatar] = [
      newOriginal('match'),
      newOriginal('match'),
      newOriginal('aki', 'avatar'),
    ];
    await world.server.db
      .updateTable('event')
      .set({ thumbnail: picture, descriptive_photo: described })
      .where('event_id', '=', 'match')
      .execute();
    await saveProfile(world.server.db, { userId: 'aki', nickname: 'aki', avatar });
    await world.noteUploads(`avatar/${CLUB}/aki/`);
    const old = newOriginal('aki', 'avatar');
    const used = [posted, picture, described, avatar].flatMap(photoKeys);
    for (const key of [...used, old]) world.bucket.stored.set(key, NOON);
    world.pass(LIST_AFTER_MS);
    world.bucket.onPage = () => world.noteUploads(folderOf('match'));
    expect(await world.run()).toMatchObject({ removed: 1 });
    expect([...world.bucket.stored.keys()].toSorted()).toEqual([...new Set(used)].toSorted());
    const [match] = (await world.checks()).filter(({ place }) => place === folderOf('match'));
    expect(match?.marked_at).toEqual(new Date(world.now));
  });

  test('HLF-06 an avatar the provider names and no row does stays', async () => {
    const [named, other] = [newOriginal('ben', 'avatar'), newOriginal('ben', 'avatar')];
    for (const key of [named, other]) world.bucket.stored.set(key, NOON);
    await world.noteUploads(`avatar/${CLUB}/ben/`);
    world.pass(LIST_AFTER_MS);
    expect(await world.run({ isAvatarNamed: async (key) => key === named })).toMatchObject({ removed: 1 });
    expect([...world.bucket.stored.keys()]).toEqual([named]);
  });

  test('HLF-06 a run ends at its bounds or when it is killed, and the next goes on from there', async () => {
    await world.noteUploads(folderOf('big'));
    fillFolder(world.bucket, 'big', 1_500, NOON);
    const sorted = [...world.bucket.stored.keys()].toSorted();
    world.pass(LIST_AFTER_MS);
    const bounds = { ...ORPHANS_PER_RUN, listed: 1_000 };
    expect(await world.run({ bounds: bounds as never })).toMatchObject({ removed: 1_000 });
    let removals = 0;
    world.bucket.onRemove = () => {
      removals += 1;
      if (removals > 700) throw new Error('killed');
    };
    await expect(world.run()).rejects.toThrow('killed');
    world.bucket.onRemove = () => undefined;
    expect(world.bucket.stored.size).toBe(3_000 - 1_700);
    // Another copy might still be at it.
    expect(await world.run()).toEqual({ looked: 0, removed: 0 });
    world.pass(HOUR);
    world.bucket.calls.listed = 0;
    expect(await world.run()).toMatchObject({ removed: 1_300 });
    expect(world.bucket.calls.listed).toBe(1_300);
    expect(world.bucket.begun).toEqual([null, sorted[999], sorted[1_499]]);
    expect(world.bucket.stored.size).toBe(0);
  });

  test('HLF-06 one line marks a folder an hour, however many posts there are', async () => {
    await world.server.addEvent('full');
    const copies = [world.noteUploads, createFolderMarks(world.server.db, () => world.now)];
    const marked = [];
    for (const minutes of [0, 20, 59, 61]) {
      world.setNow(NOON + minutes * 60_000);
      for (const copy of copies) await copy(folderOf('full'));
      marked.push((await world.checks())[0]?.marked_at.getTime());
    }
    expect(marked).toEqual([NOON, NOON, NOON, NOON + 61 * 60_000]);
  });
});

describe('in the own store', () => {
  beforeEach(() => world.reset('own'));
  const addUploads = (keys: readonly string[]) =>
    world.server.db
      .insertInto('unregistered_upload')
      .values(
        keys.map((key) => ({ id: key, user_id: 'aki', key, bytes: 1, stored_at: new Date(NOON - COLLECT_AFTER_MS) })),
      )
      .execute();

  test('HLF-06 while the store is asked and removes, others have the one connection there is', async () => {
    const keys = Array.from({ length: 3 }, () => newOriginal('match'));
    for (const key of keys) world.bucket.stored.set(key, NOON - COLLECT_AFTER_MS);
    await addUploads(keys);
    const calls: string[] = [];
    const ofAFan = async (call: string) => {
      let isAnswered = false;
      const answer = world.server.db.selectFrom('event').select('event_id').execute();
      void answer.then(() => {
        isAnswered = true;
      });
      await expect.poll(() => isAnswered, { timeout: 5_000 }).toBe(true);
      calls.push(call);
    };
    const { kept } = world.bucket;
    const objects = {
      ...kept,
      storedAt: (key: string) => ofAFan('asked').then(() => kept.storedAt(key)),
      remove: (all: readonly string[]) => ofAFan('removes').then(() => kept.remove(all)),
    };
    expect(await world.run({ objects })).toEqual({ looked: 3, removed: 3 });
    expect(new Set(calls)).toEqual(new Set(['asked', 'removes']));
    expect(await world.places()).toEqual([]);
  });

  test('OPS-01i a file that cannot be read is passed over and named; what is behind it goes', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'orphans-'));
    const files = await openObjectFiles(dir, () => NOON);
    async function* body() {
      yield new Uint8Array(1);
    }
    const keys = Array.from({ length: 40 }, () => newOriginal('match'));
    const facts = { owner: 'aki', size: 1, md5: '', crc32: '', storedAt: NOON - COLLECT_AFTER_MS };
    for (const key of keys) await files.publish(await files.stage(body(), () => ({ ...facts, key })));
    const [upload = '', checked = '', listed = '', takenDown = ''] = keys;
    const damaged = [upload, checked, listed].map((key) => objectPath(dir, key));
    for (const path of [...damaged, objectPath(dir, takenDown)]) writeFileSync(path, 'damaged');
    // One by its upload, one by its row that went, all by the operator's look through everything.
    await addUploads(keys.filter((_, n) => n % 4 === 0));
    await addOrphanChecks(world.server.db, [checked, takenDown], new Date(NOON));
    await world.server.db
      .insertInto('operator_log')
      .values({ act: 'photo remove', what: takenDown, at: new Date(0), tenant: CLUB, operator: 'op', outcome: '' })
      .execute();
    await addOrphanChecks(world.server.db, [`ugc/${CLUB}/`], new Date(NOON));
    const objects = {
      ...world.bucket.kept,
      storedAt: async (key: string) => (await files.readMeta(key))?.storedAt ?? null,
      remove: async (all: readonly string[]) => void (await Promise.all(all.map(files.remove))),
      list: files.list,
    };
    const named: string[] = [];
    const onUnreadable = ({ path }: UnreadableObject) => void named.push(path);
    expect(await world.run({ objects, onUnreadable })).toMatchObject({ removed: 37 });
    expect([...new Set(named)].toSorted()).toEqual(damaged.toSorted());
    const left: string[] = [];
    for await (const { key } of files.list('', null, () => {})) left.push(key);
    expect([left, await world.places()]).toEqual([[], []]);
    expect(damaged.map((path) => existsSync(path))).toEqual([true, true, true]);
    // An operator has decided what becomes of it.
    expect(existsSync(objectPath(dir, takenDown))).toBe(false);
    rmSync(dir, { recursive: true });
  });
});

test('HLF-06 what was stored before anything was recorded goes by an operator’s command, once', async () => {
  const admin = createAdmin(world.server);
  await world.server.addEvent('match');
  const kept = await world.postPhoto('match');
  await world.server.db.deleteFrom('orphan_check').execute();
  await world.server.db.updateTable('event').set({ crawl_period_start: '2026-01-01 00:00:00' }).execute();
  const [left = ''] = fillFolder(world.bucket, 'gone', 1, NOON);
  world.bucket.stored.set(newOriginal('nobody', 'avatar'), NOON);
  world.pass(LIST_AFTER_MS);
  expect(await world.run()).toEqual({ looked: 0, removed: 0 });
  expect(await admin.done('objects', 'check', '-n')).toContain('Dry run');
  expect(await world.run()).toEqual({ looked: 0, removed: 0 });
  await admin.done('objects', 'check');
  await world.dueNow();
  expect(await admin.done('objects', 'status')).toContain(`ugc/${CLUB}/  not begun`);
  expect(await world.run()).toMatchObject({ removed: 3 });
  expect([world.bucket.stored.has(left), world.bucket.stored.has(kept), await world.places()]).toEqual([
    false,
    true,
    [],
  ]);
  expect(await admin.done('objects', 'status')).toBe(
    `0 folders and 0 keys of ${CLUB} are looked at when their time has come.\n`,
  );
});
