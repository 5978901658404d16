/** Backups that are damaged, or read with another key. */
import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { objectPath } from '../../server/objects/objectFiles.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { filesBelow, newKeyFile } from '../api/backupSetup.ts';
import { CLUB } from '../support/tenants.ts';
import { type BackupEnv, openBackupWorld, WORLD_KEYS } from './backupWorld.ts';

let world: Awaited<ReturnType<typeof openBackupWorld>>;
let keyFile: string;
beforeAll(async () => {
  world = await openBackupWorld();
  keyFile = newKeyFile(world.folder);
});
afterAll(() => world.remove());

describe.each([
  ['encrypted', true],
  ['not encrypted', false],
])('OPS-01e damage of a backup that is %s', (_, isEncrypted) => {
  const placeOf = () => world.at(isEncrypted ? 'encrypted' : 'plain');
  let env: BackupEnv;
  beforeAll(async () => {
    env = { BACKUP_DIR: placeOf(), BACKUP_KEY_FILE: isEncrypted ? keyFile : '' };
    await world.create(env);
  });

  const damages: readonly (readonly [string, RegExp, (path: string) => void])[] = [
    ['a flipped bit in the database', /database\.tar/, flip],
    ['a database that is cut off', /database\.tar/, (path) => truncateSync(path, 100_000)],
    ['something after the database', /database\.tar/, (path) => appendFileSync(path, 'x')],
    ['a flipped bit in the list of objects', /objects\.jsonl/, flip],
    ['a flipped bit in an object', /pool/, flip],
    ['an object that is cut off', /pool/, (path) => truncateSync(path, 50_000)],
    ['an object that is missing', /pool/, (path) => rmSync(path)],
    ['a changed manifest', /manifest/, (path) => replaceIn(path, '"own"', '"bucket"')],
  ];
  // Without a key it is the same reading: what opens a database, which takes seconds, is repeated once.
  const tried = damages.filter(([name]) => isEncrypted || !/is cut off|missing/.test(name));
  test.each(tried)('%s is found', async (_name, which, damage) => {
    const { at, verify } = world;
    const place = placeOf();
    const copy = at('copy');
    cpSync(place, copy, { recursive: true });
    damage(filesBelow(copy).find((path) => which.test(path)) ?? '');
    await expect(verify({ ...env, BACKUP_DIR: copy })).rejects.toThrow();
    rmSync(copy, { recursive: true });
  });

  test.runIf(isEncrypted)('two objects in one another’s place are found, and not restored', async () => {
    const { at, verify, restore } = world;
    const copy = at('copy');
    cpSync(placeOf(), copy, { recursive: true });
    const [one = '', other = ''] = filesBelow(join(copy, 'pool'));
    const bytes = readFileSync(one);
    writeFileSync(one, readFileSync(other));
    writeFileSync(other, bytes);
    await expect(verify({ ...env, BACKUP_DIR: copy })).rejects.toThrow();
    await expect(restore({ ...env, BACKUP_DIR: copy }, 'damaged')).rejects.toThrow();
    expect(filesBelow(at('damaged'))).toEqual([]);
    rmSync(copy, { recursive: true });
  });
});

function replaceIn(path: string, found: string | RegExp, text: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replace(found, text));
}

/** One bit in the middle. */
function flip(path: string): void {
  const bytes = readFileSync(path);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

test('OPS-01e with another key or none a backup is not read, and nothing of it is legible', async () => {
  const { at, folder, verify } = world;
  const env = { BACKUP_DIR: at('encrypted'), BACKUP_KEY_FILE: keyFile };
  await expect(verify({ ...env, BACKUP_KEY_FILE: newKeyFile(folder, 'other') })).rejects.toThrow('has another key');
  await expect(verify({ BACKUP_DIR: env.BACKUP_DIR })).rejects.toThrow('Set BACKUP_KEY_FILE');
  for (const path of filesBelow(env.BACKUP_DIR)) expect(readFileSync(path).includes(`ugc/${CLUB}`)).toBe(false);
});

test.each([
  ['without its seal', /manifest/, (path: string) => replaceIn(path, /"seal": "../, '"seal": "xy')],
  ['with a flipped bit', /objects\.jsonl/, flip],
] as const)(
  'OPS-01e a list %s tells the next backup nothing: it copies every object again',
  async (_, which, damage) => {
    const { at, create, list, verify } = world;
    const env = { BACKUP_DIR: at('doubtful'), BACKUP_KEY_FILE: keyFile };
    await create(env);
    const [{ id = '' } = {}] = await list(env);
    damage(filesBelow(join(env.BACKUP_DIR, id)).find((path) => which.test(path)) ?? '');
    await create(env);
    await create(env);
    expect(await list(env)).toMatchObject([{ newObjects: 10 }, { newObjects: 10 }, { newObjects: 0 }]);
    expect(await verify(env)).toContain('is whole');
    rmSync(env.BACKUP_DIR, { recursive: true });
  },
);

test('OPS-01j where there is a key, a backup in plain is neither verified nor restored unless told', async () => {
  const { at, create, verify, restore } = world;
  const env = { BACKUP_DIR: at('open'), BACKUP_KEY_FILE: keyFile };
  await create({ BACKUP_DIR: at('open') });
  await expect(verify(env)).rejects.toThrow('Add --unencrypted');
  await expect(restore(env, 'planted')).rejects.toThrow('Nothing was done.');
  expect(existsSync(at('planted'))).toBe(false);
  expect(await verify(env, 'latest', true)).toContain('is whole');
});

test('OPS-01i object files that cannot be read are named, and everything else is backed up', async () => {
  const { at, create, tryCreate, verify, list, store, dataDir } = world;
  const env = { BACKUP_DIR: at('without') };
  const [first = '', second = '', third = ''] = WORLD_KEYS;
  await create(env);
  const large = `ugc/${CLUB}/e/original/${'L'.repeat(20)}.jpg`;
  await store(large, Buffer.alloc(300_000, 'l'));
  const fileOf = (key: string) => objectPath(join(dataDir, 'objects'), key);
  const damaged = [first, thumbnailKey(second), third].map(fileOf);
  const [noObject = '', empty = '', cut = ''] = damaged;
  // The pool has the third one from when it was whole.
  const kept = [...damaged, fileOf(large)].map((path) => [path, readFileSync(path)] as const);
  writeFileSync(noObject, 'FPO1{"key":');
  truncateSync(empty, 0);
  truncateSync(cut, 50_000);
  truncateSync(fileOf(large), 250_000);

  const { code, out, err } = await tryCreate(env, 1);
  expect([code, out]).toEqual([3, expect.stringContaining('is whole')]);
  const named = err.split('\n').filter((line) => line.startsWith('  '));
  expect(named.toSorted()).toEqual(
    [
      `  ${noObject} cannot be read: Not an object file`,
      `  ${empty} cannot be read: Not an object file`,
      `  ${fileOf(large)} cannot be read: Object file is shorter than it says`,
    ].toSorted(),
  );
  // Of the one before, which has them all, nothing went.
  expect(await list(env)).toHaveLength(2);
  const found = await verify(env).catch((error: Error) => error.message);
  expect(found).toContain('2 photos and pictures that rows name were not in the store');
  expect([found.includes(first), found.includes(thumbnailKey(second)), found.includes(third)]).toEqual([
    ...[true, true, false],
  ]);

  for (const [path, bytes] of kept) writeFileSync(path, bytes);
  expect(await tryCreate(env, 1)).toMatchObject({ code: 0, err: '' });
  expect(await verify(env)).toContain('is whole');
  expect(await list(env)).toHaveLength(1);
  await world.unstore(large);
});
