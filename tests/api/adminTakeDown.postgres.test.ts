/** The command on DATABASE_URL, outside of the server: it reaches the objects by itself. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { readRemovals } from '../../server/admin/backup/removals.ts';
import { insertPhotos } from '../../server/api/photos/photoWrites.ts';
import { openDatabase } from '../../server/database/database.ts';
import { openObjectFiles } from '../../server/objects/objectFiles.ts';
import { sumsOf } from '../../server/objects/upload.ts';
import { createObjectName, originalKey, photoKeys } from '../../src/rules/objectKeys.ts';
import { CLUB } from '../support/tenants.ts';
import { createTestDatabase } from './storePostgres.ts';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/** The files of a photo, as the server's own store keeps them. */
async function fillStore(dataDir: string, media_url: string) {
  mkdirSync(join(dataDir, 'objects'), { recursive: true });
  const files = await openObjectFiles(join(dataDir, 'objects'), Date.now);
  for (const key of photoKeys(media_url)) {
    const bytes = new TextEncoder().encode(key);
    const staged = await files.stage(
      (async function* () {
        yield bytes;
      })(),
      () => ({ ...sumsOf(bytes), key, owner: 'author', storedAt: 0 }),
    );
    await files.publish(staged);
    await files.discard(staged);
  }
  return async () => (await Promise.all(photoKeys(media_url).map((key) => files.readMeta(key)))).filter(Boolean).length;
}

const PHOTO = {
  tenant: CLUB,
  user_id: 'author',
  public_list_id: 'event',
  event_id: 'm1',
  season_id: null,
  team_id: null,
  comment: '',
  alt: '',
  htag: [],
  player: [],
  photo_location: null,
  option: null,
  usepermit: true,
  file_name: 'a.jpg',
  exif: null,
  width: 4,
  height: 3,
  color: '#000000',
  size: 1,
  created_at: new Date(0),
} as const;

test('OPR-02b the command outside of the server removes row and files; wrong settings remove nothing', async () => {
  const databaseUrl = await createTestDatabase(inject('postgresUrl'), 'take_down');
  const dataDir = mkdtempSync(join(tmpdir(), 'take-down-'));
  const { db, close } = await openDatabase({ databaseUrl });
  const media_url = originalKey({ dir: 'ugc', tenant: CLUB, owner: 'm1', name: createObjectName() });
  await db.transaction().execute((trx) => insertPhotos(trx, [{ ...PHOTO, htag: [], player: [], media_url }]));
  const countFiles = await fillStore(dataDir, media_url);
  const rows = () => db.selectFrom('photo').select('media_url').execute();
  const words = ['server/admin/main.ts', 'photo', 'remove', media_url, '-t', CLUB, '--reason', 'x'];
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const run = (more: Record<string, string> = {}) =>
    execute(process.execPath, words, { cwd: root, env: { ...env, ...more } });

  await expect(run({ PORT: 'none' })).rejects.toMatchObject({ code: 3 });
  expect([await rows(), await countFiles()]).toEqual([[{ media_url }], photoKeys('').length]);
  const backups = join(dataDir, 'backups');
  expect((await run({ BACKUP_DIR: backups })).stdout).toContain('Its pictures are removed, in all sizes.');
  expect(await readRemovals(backups)).toMatchObject([
    { tenant: CLUB, mediaUrl: media_url, keys: photoKeys(media_url) },
  ]);
  expect([await rows(), await countFiles()]).toEqual([[], 0]);
  expect((await run({ DATA_DIR: join(dataDir, 'elsewhere') })).stdout).toContain('The server removes its pictures');
  const log = await db.selectFrom('operator_log').select('act').execute();
  expect(log.map(({ act }) => act)).toEqual(Array(4).fill('photo remove'));
  await close();
  rmSync(dataDir, { recursive: true, force: true });
});
