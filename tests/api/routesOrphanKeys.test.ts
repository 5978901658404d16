/** Objects that belong to nothing are found by what was given up, and in the own store by what was handed out (HLF-06). */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { saveProfile } from '../../server/api/users/repository.ts';
import { COLLECT_AFTER_MS, REGISTER_WITHIN_MS, registrable } from '../../server/objects/keptObjects.ts';
import { createUploadNotes, LIST_AFTER_MS } from '../../server/objects/orphanChecks.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { ORPHANS_PER_RUN } from '../../src/contract/limits.ts';
import { photoKeys } from '../../src/rules/objectKeys.ts';
import { CLUB } from '../support/tenants.ts';
import { fillFolder, folderOf, newOriginal, type Orphans, openOrphans } from './orphansSetup.ts';
import { DAY, HOUR, NOON } from './routesServer.ts';

let world: Orphans;
beforeAll(async () => {
  world = await openOrphans();
});
beforeEach(() => world.reset());
afterAll(() => world.server.close());

describe('keys whose row went', () => {
  test('HLF-06 a removal that broke off is made good, when nobody may register the photo any more', async () => {
    await world.server.addEvent('match');
    const [old, young] = [await world.postPhoto('match'), await world.postPhoto('match')];
    for (const key of photoKeys(old)) world.bucket.stored.set(key, NOON - COLLECT_AFTER_MS);
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    world.bucket.onRemove = () => {
      throw new Error('the line broke');
    };
    for (const media_url of [old, young])
      await world.server.ok('deletePhoto', { as: 'aki', body: { public_list_id: 'event', media_url } });
    world.bucket.onRemove = () => undefined;
    expect(told).toHaveBeenCalledTimes(2);
    told.mockRestore();
    expect(await world.places()).toEqual([old, young, folderOf('match')].toSorted());
    await world.server.db.deleteFrom('orphan_check').where('place', '=', folderOf('match')).execute();
    await world.dueNow();
    expect(await world.run()).toEqual({ looked: 2, removed: photoKeys(old).length });
    expect([...world.bucket.stored.keys()].toSorted()).toEqual([young, thumbnailKey(young)].toSorted());
    world.setNow(NOON + COLLECT_AFTER_MS - 1);
    expect(await world.run()).toEqual({ looked: 0, removed: 0 });
    world.pass(1);
    expect(await world.run()).toEqual({ looked: 1, removed: 2 });
    expect(await world.places()).toEqual([folderOf('match')]);
  });

  test('HLF-06 a photo that was registered again under its key stays', async () => {
    await world.server.addEvent('match');
    const photo = world.server.storePhoto('aki', 'match');
    const store = () => {
      for (const key of [photo.media_url, thumbnailKey(photo.media_url)]) world.bucket.stored.set(key, world.now);
    };
    store();
    await world.server.post('aki', 'match', [photo]);
    const body = { public_list_id: 'event', media_url: photo.media_url } as const;
    await world.server.ok('deletePhoto', { as: 'aki', body });
    store();
    expect((await world.server.post('aki', 'match', [photo])).status).toBe(200);
    world.pass(LIST_AFTER_MS);
    await world.dueNow();
    expect(await world.run()).toMatchObject({ removed: 0 });
    expect(world.bucket.stored.size).toBe(2);
  });

  test('HLF-06 who comes back to an object that does not count any more can store it again at once', async () => {
    const [stale, older] = [newOriginal('match'), newOriginal('match')];
    world.bucket.stored.set(stale, NOON - REGISTER_WITHIN_MS);
    world.bucket.stored.set(thumbnailKey(older), NOON - COLLECT_AFTER_MS);
    const stat = async (key: string) => ({ size: 1, owner: null, storedAt: world.bucket.stored.get(key) ?? NOON });
    const notes = createUploadNotes(world.server.db, () => world.now);
    const objects = registrable({ ...world.bucket.kept, ...notes, stat }, () => world.now);
    expect(await objects.stat(stale, 'registered')).not.toBeNull();
    expect(await world.places()).toEqual([]);
    for (const key of [stale, thumbnailKey(older)]) expect(await objects.stat(key)).toBeNull();
    expect(await world.run()).toEqual({ looked: 1, removed: 1 });
    world.pass(DAY);
    expect(await world.run()).toEqual({ looked: 1, removed: 1 });
    expect(world.bucket.stored.size).toBe(0);
  });

  test('HLF-06 replaced and removed pictures of events, fans, teams and ambassadors are looked at', async () => {
    const keys = Array.from({ length: 6 }, () => newOriginal('x'));
    const [first = '', second = '', described = '', avatar = '', emblem = '', icon = ''] = keys;
    await world.server.addEvent('x', { thumbnail: first, descriptive_photo: described });
    await saveProfile(world.server.db, { userId: 'ben', nickname: 'ben', avatar });
    const tenant = CLUB;
    await world.server.db
      .insertInto('team')
      .values({ tenant, team_id: 'o', team_name: 'O', object_key: emblem })
      .execute();
    await world.server.db
      .insertInto('ambassador')
      .values({ tenant, user_id: 'o', name: 'O', object_key: icon })
      .execute();
    await world.server.db.updateTable('event').set({ event_name: 'renamed' }).execute();
    expect(await world.places()).toEqual([]);
    await world.server.db.updateTable('event').set({ thumbnail: second }).execute();
    expect(await world.places()).toEqual([first]);
    await world.server.db.deleteFrom('event').execute();
    await saveProfile(world.server.db, { userId: 'ben', nickname: 'ben', avatar: null });
    await world.server.db.deleteFrom('team').where('team_id', '=', 'o').execute();
    await world.server.db.deleteFrom('ambassador').where('user_id', '=', 'o').execute();
    expect(await world.places()).toEqual(keys.toSorted());
  });
});

describe('in the own store', () => {
  beforeEach(() => world.reset('own'));
  const addUpload = (key: string, stored_at: number) =>
    world.server.db
      .insertInto('unregistered_upload')
      .values({ id: key, user_id: 'aki', key, bytes: 1, stored_at: new Date(stored_at) })
      .execute();
  const uploads = async () =>
    (await world.server.db.selectFrom('unregistered_upload').select('key').orderBy('key').execute()).map(
      ({ key }) => key,
    );

  test('HLF-06 SAF-10a uploads of the version before and of today go by their own record; nothing is listed', async () => {
    await world.server.addEvent('match');
    const pending = newOriginal('match');
    await world.server.db.updateTable('event').set({ thumbnail: pending }).execute();
    const [slow = '', gone = '', ...orphans] = Array.from({ length: 252 }, () => newOriginal('match'));
    const young = newOriginal('match');
    for (const key of [pending, slow, gone, ...orphans]) await addUpload(key, NOON - COLLECT_AFTER_MS);
    await addUpload(young, NOON - COLLECT_AFTER_MS + HOUR);
    for (const key of [pending, young, ...orphans]) world.bucket.stored.set(key, NOON - COLLECT_AFTER_MS);
    // It took an hour until it was there.
    world.bucket.stored.set(slow, NOON - COLLECT_AFTER_MS + HOUR);
    fillFolder(world.bucket, 'other', 100, NOON - 300 * DAY);
    expect(await world.run({ bounds: { ...ORPHANS_PER_RUN, uploads: 100 } as never })).toMatchObject({ looked: 100 });
    await world.run();
    expect(world.bucket.stored.size).toBe(200 + 3);
    expect(world.bucket.calls).toEqual({ listed: 0, pages: 0, heads: 252 });
    expect(await uploads()).toEqual([slow, young].toSorted());
    world.pass(HOUR);
    expect(await world.run()).toMatchObject({ removed: 2 });
    expect([await uploads(), world.bucket.stored.has(pending)]).toEqual([[], true]);
  });

  test('HLF-06 killed while it removes objects, it goes on an hour later', async () => {
    const keys = Array.from({ length: 10 }, () => newOriginal('match'));
    for (const key of keys) {
      await addUpload(key, NOON - COLLECT_AFTER_MS);
      world.bucket.stored.set(key, NOON - COLLECT_AFTER_MS);
    }
    let removals = 0;
    world.bucket.onRemove = () => {
      removals += 1;
      if (removals > 4) throw new Error('killed');
    };
    await expect(world.run()).rejects.toThrow('killed');
    expect([await uploads(), world.bucket.stored.size]).toEqual([[], 6]);
    world.bucket.onRemove = () => undefined;
    expect(await world.run()).toEqual({ looked: 0, removed: 0 });
    world.pass(HOUR);
    expect(await world.run()).toEqual({ looked: 10, removed: 6 });
    expect([await world.places(), world.bucket.stored.size]).toEqual([[], 0]);
  });
});
