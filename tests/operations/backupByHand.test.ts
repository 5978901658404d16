/** Backups opened without our programs: by tar, zstd, age, sha256sum and the database engine itself. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAge } from '../../.ci/ensure-age.mjs';
import { thumbnailKey } from '../../src/contract/config.ts';
import { newKeyFile } from '../api/backupSetup.ts';
import { type BackupEnv, openBackupWorld, WORLD_KEYS } from './backupWorld.ts';

interface Line {
  readonly file: string;
  readonly key: string;
  readonly sha256: string;
  readonly size: number;
}

const path = findAge();
let world: Awaited<ReturnType<typeof openBackupWorld>>;
beforeAll(async () => {
  world = await openBackupWorld();
});
afterAll(() => world.remove());

/** Runs a line of the shell and returns what it prints. */
const sh = (line: string, cwd: string): Buffer =>
  execFileSync('sh', ['-ec', line], { cwd, env: { ...process.env, PATH: path ?? '' }, maxBuffer: 1e9 });

const countPhotos = async (folder: string): Promise<unknown> => {
  const database = await PGlite.create(folder);
  const { rows } = await database.query('select count(*)::int as photos from photo');
  await database.close();
  return rows;
};

/** Opens the last backup by hand. @param open reads a file of the backup from standard input, to standard output */
async function expectWhole({ BACKUP_DIR }: BackupEnv, suffix: string, open: string): Promise<void> {
  const { length, [length - 1]: last } = await world.list({ BACKUP_DIR });
  const folder = join(BACKUP_DIR, last?.id ?? '');
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  expect(manifest).toMatchObject({ version: 2, rows: { photo: 5 }, objects: 10 });
  expect(manifest.databaseFile.file).toBe(`database.tar.zst${suffix}`);
  for (const { file, sha256 } of [manifest.databaseFile, manifest.objectsFile])
    expect(sh(`echo '${sha256}  ${file}' | sha256sum -c`, folder).toString()).toContain(': OK');

  const copy = world.at(`byHand${suffix}`);
  mkdirSync(copy);
  sh(`${open} < database.tar.zst${suffix} | zstd -d | tar x -C ${copy}`, folder);
  expect(await countPhotos(copy)).toEqual([{ photos: 5 }]);

  const lines: Line[] = sh(`${open} < objects.jsonl.zst${suffix} | zstd -d`, folder)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const keys = WORLD_KEYS.flatMap((key) => [key, thumbnailKey(key)]);
  expect(lines.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
  for (const { file, key, sha256, size } of lines) {
    const sum = sh(`${open} < ${file} | sha256sum`, BACKUP_DIR).toString();
    expect([sum, size]).toEqual([`${sha256}  -\n`, 100_000]);
    expect(sh(`${open} < ${file}`, BACKUP_DIR)).toEqual(Buffer.alloc(100_000, key));
  }
}

describe.runIf(path !== null)('by hand', () => {
  test('OPS-01l an unencrypted backup opens with tar and zstd, and each object is a file of its bytes', async () => {
    const env = { BACKUP_DIR: world.at('plain') };
    await world.create(env);
    await expectWhole(env, '', 'cat');
  });

  test('OPS-01l an encrypted backup opens with age and the key that age-keygen made', async () => {
    const [keyFile, env] = [world.at('identity'), { BACKUP_DIR: world.at('ofAge') }];
    sh(`age-keygen -o ${keyFile} 2>&1`, world.folder);
    await world.create({ ...env, BACKUP_KEY_FILE: keyFile });
    await expectWhole(env, '.age', `age -d -i ${keyFile}`);
    expect(await world.list(env)).toMatchObject([
      { keyId: sh(`age-keygen -y ${keyFile}`, world.folder).toString().trim() },
    ]);
  });

  test('OPS-01l `backup key` prints an old key of 64 digits as age reads it', async () => {
    const [printed, old] = [world.at('printed'), { BACKUP_KEY_FILE: newKeyFile(world.folder, 'old') }];
    const env = { BACKUP_DIR: world.at('ofOldKey') };
    writeFileSync(printed, await world.showKey({ ...env, ...old }));
    await world.create({ ...env, ...old });
    const [{ id = '' } = {}] = await world.list(env);
    const listed = sh(`age -d -i ${printed} objects.jsonl.zst.age | zstd -d`, join(env.BACKUP_DIR, id)).toString();
    expect(listed.split('\n').filter(Boolean)).toHaveLength(10);
    // Either file is the same key.
    expect(await world.verify({ ...env, BACKUP_KEY_FILE: printed })).toContain('is whole');
    await expect(world.showKey(env)).rejects.toThrow('BACKUP_KEY_FILE is not set');
  });
});
