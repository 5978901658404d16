/** Backups that were broken off, are old, or hold what was removed for good. */
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { perform } from '../../server/admin/adminJob.ts';
import { afterFull } from '../../server/admin/backup/performBackup.ts';
import { appendRemoval, readRemovals } from '../../server/admin/backup/removals.ts';
import { readRemovedPhotos } from '../../server/api/access/removedPhotosRepository.ts';
import { openDatabase } from '../../server/database/database.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { photoKeys } from '../../src/rules/objectKeys.ts';
import { filesBelow, readAllObjects, startBackup } from '../api/backupSetup.ts';
import { expectExactCounts } from '../api/countsCheck.ts';
import { CLUB } from '../support/tenants.ts';
import { openBackupWorld, WORLD_KEYS } from './backupWorld.ts';

let world: Awaited<ReturnType<typeof openBackupWorld>>;
beforeAll(async () => {
  world = await openBackupWorld();
});
afterAll(() => world.remove());

test('OPS-01c killed while it is made, a backup looks like none, and the next one clears it away', async () => {
  const { at, create, verify, list, dataDir } = world;
  const env = { BACKUP_DIR: at('killed') };
  const { child, ran } = startBackup(['create'], { DATA_DIR: dataDir, ...env });
  mkdirSync(env.BACKUP_DIR, { mode: 0o700 });
  const begun = () =>
    readdirSync(env.BACKUP_DIR).some((name) => existsSync(join(env.BACKUP_DIR, name, 'database.tar.zst')));
  await expect.poll(begun, { timeout: 120_000, interval: 5 }).toBe(true);
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect((await ran).code).toBe(null);
  expect(await list(env)).toEqual([{ id: expect.any(String), isWhole: false, problem: 'not finished' }]);
  await expect(verify(env)).rejects.toThrow('There is no backup');
  await create(env);
  expect(await list(env)).toEqual([expect.objectContaining({ isWhole: true, objects: 10 })]);
  expect(await verify(env)).toContain('is whole');
});

test('OPS-01c only so many backups are kept, and objects that one of them has', async () => {
  const { at, create, verify, list } = world;
  const env = { BACKUP_DIR: at('kept') };
  const extra = `ugc/${CLUB}/e/original/${'Z'.repeat(20)}.jpg`;
  await world.store(extra, Buffer.from('extra'));
  await create(env);
  await world.unstore(extra);
  await create(env, 2);
  expect(filesBelow(join(env.BACKUP_DIR, 'pool'))).toHaveLength(11);
  await create(env, 2);
  expect(await list(env)).toHaveLength(2);
  expect(filesBelow(join(env.BACKUP_DIR, 'pool'))).toHaveLength(10);
  expect(await verify(env)).toContain('10 objects');
});

/** What a create that was killed leaves: its folder, a draft, and an object no backup names. */
function leaveUnfinished(dir: string): void {
  const [folder, pool] = [join(dir, '20260101T000000000Z'), join(dir, 'pool', 'unencrypted')];
  for (const made of [folder, join(pool, 'drafts'), join(pool, 'ff')]) mkdirSync(made, { recursive: true });
  for (const file of [
    join(folder, 'database.tar.zst'),
    join(pool, 'drafts', 'x'),
    join(pool, 'ff', `${'f'.repeat(64)}-1`),
  ])
    writeFileSync(file, 'begun');
}

test('OPS-01g room is made without making a backup: what broke off, old ones, what none has', async () => {
  const { at, create, prune, verify, list } = world;
  const env = { BACKUP_DIR: at('pruned') };
  const pool = join(env.BACKUP_DIR, 'pool');
  await expect(prune(env, 1)).rejects.toThrow('There is no folder');
  const extra = `ugc/${CLUB}/e/original/${'Y'.repeat(20)}.jpg`;
  await world.store(extra, Buffer.from('extra'));
  await create(env);
  await world.unstore(extra);
  await create(env);
  const [oldest, latest] = await list(env);
  leaveUnfinished(env.BACKUP_DIR);
  expect(await prune(env, 2)).toBe('Gone: 1 objects no backup has any more.\nBackups left: 2.\n');
  expect(await list(env)).toEqual([oldest, latest]);
  expect(filesBelow(pool)).toHaveLength(11);
  const said = await prune(env, 1);
  expect(said).toBe(`Gone: ${oldest?.id}.\nGone: 1 objects no backup has any more.\nBackups left: 1.\n`);
  for (const keep of [1, 0]) expect(await prune(env, keep)).toBe('Backups left: 1.\n');
  expect(filesBelow(pool)).toHaveLength(10);
  expect(await verify(env)).toContain('10 objects');
});

test('OPS-01g killed while it makes room, prune leaves the backups whole, and the next one goes on', async () => {
  const { at, create, prune, verify, list, dataDir } = world;
  const env = { BACKUP_DIR: at('prunedKilled') };
  const pool = join(env.BACKUP_DIR, 'pool');
  await create(env);
  await create(env);
  const [, latest] = await list(env);
  const kept = filesBelow(pool);
  const left = join(pool, 'unencrypted', 'ff');
  mkdirSync(left, { recursive: true });
  const names = Array.from({ length: 5_000 }, (_, n) => `ff${String(n).padStart(62, '0')}-1`);
  for (const name of names) writeFileSync(join(left, name), '');
  const { child, ran } = startBackup(['prune', '--keep', '1'], { DATA_DIR: dataDir, ...env });
  await expect.poll(() => filesBelow(pool).length, { timeout: 120_000, interval: 1 }).toBeLessThan(5_000);
  child.kill('SIGKILL');
  expect((await ran).code).toBe(null);
  expect(filesBelow(pool).length).toBeGreaterThan(kept.length);
  expect(await verify(env)).toContain('10 objects');
  expect(await prune(env, 1)).toContain('objects no backup has any more');
  expect(filesBelow(pool)).toEqual(kept);
  expect(await list(env)).toEqual([latest]);
  expect(await verify(env)).toContain('10 objects');
});

test('OPS-01d what a restore brought back is on the disk when it says so: each file and each folder', async () => {
  const env = { BACKUP_DIR: world.at('flushed') };
  await world.create(env);
  const probe = await open(world.at('flushed'), 'r');
  const flushed = new Set<string>();
  const files = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const { sync } = files;
  vi.spyOn(files, 'sync').mockImplementation(async function (this: FileHandle) {
    flushed.add(readlinkSync(`/proc/self/fd/${this.fd}`));
    await sync.call(this);
  });
  await world.restore(env, 'flushedInto');
  vi.restoreAllMocks();
  const objects = join(world.at('flushedInto'), 'objects');
  const stored = filesBelow(objects);
  expect(stored).toHaveLength(10);
  const wanted = [...stored, ...stored.map((path) => dirname(path)), objects, dirname(objects)];
  expect(wanted.filter((path) => !flushed.has(path))).toEqual([]);
});

test('OPS-01g a backup that cannot be read keeps all objects; what was removed for good goes', async () => {
  const { at, create, prune, list } = world;
  const env = { BACKUP_DIR: at('prunedUnread') };
  await create(env);
  leaveUnfinished(env.BACKUP_DIR);
  writeFileSync(join(env.BACKUP_DIR, '20260101T000000000Z', 'manifest.json'), 'of a newer version');
  const [mediaUrl = ''] = WORLD_KEYS;
  const removal = { at: '2026-06-01T00:00:00.000Z', tenant: CLUB, mediaUrl, keys: [...photoKeys(mediaUrl)] };
  await appendRemoval(env.BACKUP_DIR, removal);
  const said = await prune(env, 1);
  expect(said).toContain('2 objects that were removed for good left the backups');
  expect(said).toContain('No object was removed');
  expect(await list(env)).toMatchObject([{ isWhole: false }, { isWhole: true }]);
  expect(filesBelow(join(env.BACKUP_DIR, 'pool'))).toHaveLength(9);
  expect(await readRemovals(env.BACKUP_DIR)).toEqual([removal]);
});

test('OPS-01m a backup of an older format is refused in one sentence; prune keeps it and works beside it', async () => {
  const { at, create, prune, verify, restore, list } = world;
  const env = { BACKUP_DIR: at('older') };
  const [older, pool] = [join(env.BACKUP_DIR, '20260101T000000000Z'), join(env.BACKUP_DIR, 'pool')];
  const kept = join(pool, 'plain', 'ff', `${'f'.repeat(64)}-1`);
  for (const made of [older, dirname(kept)]) mkdirSync(made, { recursive: true });
  writeFileSync(join(older, 'manifest.json'), JSON.stringify({ manifest: '{"version":1}', seal: 'ab' }));
  writeFileSync(kept, '{"key":"a"}\nbytes');
  const refused = /^.*\/20260101T000000000Z has the format of an older release.*\.$/;
  for (const id of ['20260101T000000000Z', 'latest']) await expect(verify(env, id)).rejects.toThrow(refused);
  await expect(restore(env, 'olderInto')).rejects.toThrow(refused);
  await create(env);
  await create(env, 1);
  leaveUnfinished(env.BACKUP_DIR);
  expect(await prune(env, 1)).toBe('Gone: 1 objects no backup has any more.\nBackups left: 2.\n');
  expect(await list(env)).toMatchObject([
    { isWhole: false, problem: expect.stringMatching(refused) },
    { isWhole: true },
  ]);
  expect(filesBelow(join(pool, 'plain'))).toEqual([kept]);
  expect(await verify(env)).toContain('is whole');
});

test('OPS-01g a create that fails takes away what it had begun, and on a full disk names what makes room', async () => {
  const { at, create, list, dataDir } = world;
  const env = { BACKUP_DIR: at('failed') };
  await create(env);
  const objects = join(dataDir, 'objects');
  renameSync(objects, `${objects}.away`);
  try {
    await expect(create(env)).rejects.toThrow('No backup was made');
  } finally {
    rmSync(objects, { recursive: true, force: true });
    renameSync(`${objects}.away`, objects);
  }
  expect(await list(env)).toMatchObject([{ isWhole: true }]);
  expect(afterFull('create')).toContain('backup prune --keep n');
});

test('OPS-01f what was removed for good does not come back, and leaves the backups', async () => {
  const { at, create, restore } = world;
  const env = { BACKUP_DIR: at('removals') };
  await create(env);
  const [mediaUrl = ''] = WORLD_KEYS;
  const removal = { at: new Date().toISOString(), tenant: CLUB, mediaUrl, keys: [...photoKeys(mediaUrl)] };
  await appendRemoval(env.BACKUP_DIR, removal);
  // The power failed while the next one was written.
  appendFileSync(join(env.BACKUP_DIR, 'removals.jsonl'), '{"at":"20');
  expect(await readRemovals(env.BACKUP_DIR)).toEqual([removal]);
  expect(await restore(env, 'cleaned')).toContain('1 photos were left out');
  const objects = await readAllObjects(at('cleaned'));
  expect([...objects.keys()].filter((key) => removal.keys.includes(key))).toEqual([]);
  expect(objects.size).toBe(8);
  const { db, close } = await openDatabase({ dataDir: at('cleaned') });
  expect((await db.selectFrom('photo').select('media_url').execute()).map((row) => row.media_url)).not.toContain(
    mediaUrl,
  );
  await expectExactCounts(db);
  await close();
  await appendRemoval(env.BACKUP_DIR, { ...removal, mediaUrl: 'other', keys: [] });
  expect((await readRemovals(env.BACKUP_DIR)).map((one) => one.mediaUrl)).toEqual([mediaUrl, 'other']);
});

test('OPS-01f OPR-02c a restore takes down what was removed since: nothing shows it or brings it back', async () => {
  const { at, create, restore, dataDir } = world;
  const env = { BACKUP_DIR: at('taken') };
  const [, mediaUrl = '', kept = ''] = WORLD_KEYS;
  await showEverywhere(dataDir, mediaUrl, kept);
  await create(env);
  const removal = { at: '2026-06-01T00:00:00.000Z', tenant: CLUB, mediaUrl, keys: [...photoKeys(mediaUrl)] };
  await appendRemoval(env.BACKUP_DIR, removal);
  // The command was given twice.
  await appendRemoval(env.BACKUP_DIR, removal);
  const before = Date.now();
  await restore(env, 'takenDown');
  const { db, close } = await openDatabase({ dataDir: at('takenDown') });
  try {
    const events = db.selectFrom('event').select(['thumbnail', 'descriptive_photo']).where('event_id', '=', 'e');
    expect(await events.execute()).toEqual([{ thumbnail: null, descriptive_photo: kept }]);
    for (const table of ['team', 'ambassador'] as const) {
      const rows = await db.selectFrom(table).select('object_key').where('object_key', 'is not', null).execute();
      expect([table, rows]).toEqual([table, [{ object_key: kept }]]);
    }
    // By the act a late original is refused, or swept.
    expect((await readRemovedPhotos(db, [mediaUrl])).get(mediaUrl)).toBeGreaterThanOrEqual(before);
    const acts = await db.selectFrom('operator_log').select(['tenant', 'act', 'what', 'operator']).execute();
    expect(acts).toEqual([{ tenant: CLUB, act: 'photo remove', what: mediaUrl, operator: 'backup restore' }]);
    const looks = await db.selectFrom('orphan_check').select('place').where('place', '=', mediaUrl).execute();
    expect(looks).toHaveLength(1);
    const task = { do: 'removePhoto', photo: mediaUrl } as const;
    const job = { tenant: CLUB, isDryRun: false, operator: 'op', reason: null, task };
    expect(await perform(db, job, new Date(), null)).toMatchObject({ code: 0, err: '' });
  } finally {
    await close();
  }
});

/** An event, a team and an ambassador show the one photo; others of them show the other. */
async function showEverywhere(dataDir: string, shown: string, kept: string): Promise<void> {
  const { db, close } = await openDatabase({ dataDir });
  const pictures = { thumbnail: thumbnailKey(shown), descriptive_photo: kept };
  await db.updateTable('event').set(pictures).where('event_id', '=', 'e').execute();
  for (const [id, object_key] of [
    ['shown', shown],
    ['kept', kept],
  ] as const) {
    await db.insertInto('team').values({ tenant: CLUB, team_id: id, team_name: id, object_key }).execute();
    await db.insertInto('ambassador').values({ tenant: CLUB, user_id: id, name: id, object_key }).execute();
  }
  await close();
}

test('OPS-01c a place in the data folder, or of other things, is refused untouched', async () => {
  const { at, create, dataDir } = world;
  await expect(create({ BACKUP_DIR: join(dataDir, 'backups') })).rejects.toThrow('must not stand in the data folder');
  expect(existsSync(join(dataDir, 'backups'))).toBe(false);
  mkdirSync(at('home'));
  writeFileSync(join(at('home'), 'letter.txt'), '');
  await expect(create({ BACKUP_DIR: at('home') })).rejects.toThrow('holds other things than backups');
  expect(readdirSync(at('home'))).toEqual(['letter.txt']);
});
