/** Backups that are damaged, of another key, broken off, removed for good, or old. */
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BackupTask } from '../../server/admin/backup/backupCommands.ts';
import { performBackup } from '../../server/admin/backup/performBackup.ts';
import { appendRemoval, readRemovals } from '../../server/admin/backup/removals.ts';
import { insertPhotos } from '../../server/api/photos/photoWrites.ts';
import { openDatabase } from '../../server/database/database.ts';
import { openObjectFiles } from '../../server/objects/objectFiles.ts';
import { sumsOf } from '../../server/objects/upload.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { photoKeys } from '../../src/rules/objectKeys.ts';
import { CLUB } from '../support/tenants.ts';
import { addBackupEvent, filesBelow, newKeyFile, readAllObjects, startBackup } from './backupSetup.ts';
import { expectExactCounts } from './countsCheck.ts';

const folder = mkdtempSync(join(tmpdir(), 'backup-damage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const DATA = at('data');
const KEY = newKeyFile(folder);
const keys = Array.from({ length: 5 }, (_, n) => `ugc/${CLUB}/e/original/${String(n).padStart(20, 'A')}.jpg`);

interface Env {
  readonly BACKUP_DIR: string;
  readonly BACKUP_KEY_FILE?: string;
  readonly DATA_DIR?: string;
}
const run = async (env: Env, task: BackupTask) =>
  (await performBackup({ DATA_DIR: DATA, ...env }, task, (path) => path)).out;
const create = (env: Env, keep: number | null = null) => run(env, { do: 'create', dir: null, keep });
const verify = (env: Env, id = 'latest') => run(env, { do: 'verify', dir: null, id });
const restore = (env: Env, to: string) =>
  run({ ...env, DATA_DIR: at(to) }, { do: 'restore', dir: null, id: 'latest', keepsSignIns: false });
const list = async (env: Env) =>
  JSON.parse(await run(env, { do: 'list', dir: null, format: 'json' })) as { id: string; isWhole: boolean }[];

async function storeObject(key: string, bytes: Buffer): Promise<void> {
  const files = await openObjectFiles(join(DATA, 'objects'), Date.now);
  async function* body() {
    yield bytes;
  }
  await files.publish(await files.stage(body(), () => ({ ...sumsOf(bytes), key, owner: 'aki', storedAt: Date.now() })));
}

beforeAll(async () => {
  const { db, close } = await openDatabase({ dataDir: DATA });
  await addBackupEvent(db, 'e');
  const photo = {
    ...{ tenant: CLUB, user_id: 'aki', public_list_id: 'event', event_id: 'e', season_id: null, team_id: null },
    ...{ comment: '', htag: ['#a'], player: [], photo_location: null, option: null, usepermit: true, exif: null },
    ...{ file_name: 'a.jpg', width: 64, height: 48, color: '#228844', size: 100_000, created_at: new Date() },
  };
  await db.transaction().execute((trx) =>
    insertPhotos(
      trx,
      keys.map((media_url) => ({ ...photo, media_url })),
    ),
  );
  await close();
  for (const key of keys)
    for (const one of [key, thumbnailKey(key)]) await storeObject(one, Buffer.alloc(100_000, one));
});

describe.each([
  ['encrypted', KEY],
  ['not encrypted', ''],
])('OPS-01e damage of a backup that is %s', (_, keyFile) => {
  const place = at(keyFile ? 'encrypted' : 'plain');
  const env = { BACKUP_DIR: place, BACKUP_KEY_FILE: keyFile };
  beforeAll(() => create(env));

  const damages: readonly (readonly [string, RegExp, (path: string) => void])[] = [
    ['a flipped bit in the database', /database\.tar/, flip],
    ['a database that is cut off', /database\.tar/, (path) => truncateSync(path, 100_000)],
    ['something after the database', /database\.tar/, (path) => appendFileSync(path, 'x')],
    ['a flipped bit in the list of objects', /objects\.jsonl/, flip],
    ['a flipped bit in an object', /pool/, flip],
    ['an object that is cut off', /pool/, (path) => truncateSync(path, 50_000)],
    ['an object that is missing', /pool/, (path) => rmSync(path)],
    [
      'a changed manifest',
      /manifest/,
      (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('"own', '"bucket')),
    ],
  ];
  test.each(damages)('%s is found, and not restored', async (name, which, damage) => {
    const copy = at('copy');
    cpSync(place, copy, { recursive: true });
    damage(filesBelow(copy).find((path) => which.test(path)) ?? '');
    await expect(verify({ ...env, BACKUP_DIR: copy })).rejects.toThrow();
    await expect(restore({ ...env, BACKUP_DIR: copy }, 'damaged')).rejects.toThrow();
    expect(existsSync(join(at('damaged'), 'postgres'))).toBe(false);
    for (const one of [copy, at('damaged')]) rmSync(one, { recursive: true, force: true });
  });

  test('two objects in one another’s place are found', async () => {
    const copy = at('copy');
    cpSync(place, copy, { recursive: true });
    const [one = '', other = ''] = filesBelow(join(copy, 'pool'));
    const bytes = readFileSync(one);
    writeFileSync(one, readFileSync(other));
    writeFileSync(other, bytes);
    await expect(verify({ ...env, BACKUP_DIR: copy })).rejects.toThrow();
    rmSync(copy, { recursive: true });
  });
});

/** One bit in the middle. */
function flip(path: string): void {
  const bytes = readFileSync(path);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

test('OPS-01e with another key or none a backup is not read, and nothing of it is legible', async () => {
  const env = { BACKUP_DIR: at('encrypted'), BACKUP_KEY_FILE: KEY };
  await expect(verify({ ...env, BACKUP_KEY_FILE: newKeyFile(folder, 'other') })).rejects.toThrow('has another key');
  await expect(verify({ BACKUP_DIR: env.BACKUP_DIR })).rejects.toThrow('Set BACKUP_KEY_FILE');
  for (const path of filesBelow(env.BACKUP_DIR)) expect(readFileSync(path).includes(`ugc/${CLUB}`)).toBe(false);
});

test('OPS-01c killed while it is made, a backup looks like none, and the next one clears it away', async () => {
  const env = { BACKUP_DIR: at('killed') };
  const { child, ran } = startBackup(['create'], { DATA_DIR: DATA, ...env });
  mkdirSync(env.BACKUP_DIR, { mode: 0o700 });
  const begun = () =>
    readdirSync(env.BACKUP_DIR).some((name) => existsSync(join(env.BACKUP_DIR, name, 'database.tar')));
  await expect.poll(begun, { timeout: 20_000, interval: 5 }).toBe(true);
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
  const env = { BACKUP_DIR: at('kept') };
  const extra = `ugc/${CLUB}/e/original/${'Z'.repeat(20)}.jpg`;
  await storeObject(extra, Buffer.from('extra'));
  await create(env);
  const files = await openObjectFiles(join(DATA, 'objects'), Date.now);
  await files.remove(extra);
  await create(env, 2);
  expect(filesBelow(join(env.BACKUP_DIR, 'pool'))).toHaveLength(11);
  await create(env, 2);
  expect(await list(env)).toHaveLength(2);
  expect(filesBelow(join(env.BACKUP_DIR, 'pool'))).toHaveLength(10);
  expect(await verify(env)).toContain('10 objects');
});

test('OPS-01f what was removed for good does not come back, and leaves the backups', async () => {
  const env = { BACKUP_DIR: at('removals') };
  await create(env);
  const [mediaUrl = ''] = keys;
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

test('OPS-01c a place in the data folder, or of other things, is refused untouched', async () => {
  await expect(create({ BACKUP_DIR: join(DATA, 'backups') })).rejects.toThrow('must not stand in the data folder');
  expect(existsSync(join(DATA, 'backups'))).toBe(false);
  mkdirSync(at('home'));
  writeFileSync(join(at('home'), 'letter.txt'), '');
  await expect(create({ BACKUP_DIR: at('home') })).rejects.toThrow('holds other things than backups');
  expect(readdirSync(at('home'))).toEqual(['letter.txt']);
});
