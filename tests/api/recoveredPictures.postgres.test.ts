/** Pictures after the database was recovered to an earlier time: photos that were deleted since are back, and need theirs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openObjectFiles } from '../../server/objects/objectFiles.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { previewKey, variantKey } from '../../src/contract/pictureKeys.ts';
import { createSender } from '../bench/halftime/openLoop.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { backup, newKeyFile, startBackup } from './backupSetup.ts';
import { type Copies, openCopies } from './copySetup.ts';
import { copyTables } from './storePostgres.ts';

const POLL = { timeout: 60_000 } as const;

const folder = mkdtempSync(join(tmpdir(), 'recovered-'));
let copies: Copies;
let env: Record<string, string>;
let post: () => Promise<string>;
beforeAll(async () => {
  const DATABASE_URL = await copyTables(inject('postgresUrl'), 'recovered_pictures');
  copies = await openCopies(DATABASE_URL, ['aki']);
  env = {
    DATABASE_URL,
    DATA_DIR: copies.dataDir,
    BACKUP_DIR: join(folder, 'backups'),
    BACKUP_KEY_FILE: newKeyFile(folder),
  };
  const { send } = createSender(Number(new URL(await copies.start().url).port));
  post = async () => {
    const { media_url, body } = await copies.newPost('aki');
    expect(await send(copies.callOf('putMediaList', 'aki', body))).toMatchObject({ status: 200 });
    return media_url;
  };
});
afterAll(async () => {
  await copies?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('OPS-11d pictures that rows name and the store lacks come back from the backups; others are named', async () => {
  const kept = await post();
  const deleted = await post();
  await backup(['create'], env);
  expect(await backup(['repair', '--missing'], env)).toBe('Every picture that rows name is there.\n');
  const late = await post();
  const files = await openObjectFiles(join(copies.dataDir, 'objects'), Date.now);
  const pictures = [thumbnailKey(deleted), previewKey(deleted)];
  const before = await Promise.all(pictures.map((key) => files.read(key, 0, 1_000_000)));
  for (const key of [...pictures, thumbnailKey(late), previewKey(late)]) await files.remove(key);

  const { code, out, err } = await startBackup(['repair', '--missing'], env).ran;
  expect(out.match(/ is back, from the backup /g)).toHaveLength(2);
  expect(await Promise.all(pictures.map((key) => files.read(key, 0, 1_000_000)))).toEqual(before);
  expect([code, err]).toEqual([3, expect.stringContaining(`${thumbnailKey(late)} is in no backup`)]);
  expect(err).not.toContain(kept);
  expect(out + err).not.toContain(thumbnailKey(kept));
});

test('OPS-11d smaller pictures that no backup has are derived again, where the photo itself is there', async () => {
  const [derivedSince, lost] = [await post(), await post()];
  const variantsOf = async (url: string) =>
    (await copies.db.selectFrom('photo').select('variants').where('media_url', '=', url).executeTakeFirstOrThrow())
      .variants;
  for (const url of [derivedSince, lost]) await expect.poll(() => variantsOf(url), POLL).not.toEqual([]);
  const files = await openObjectFiles(join(copies.dataDir, 'objects'), Date.now);
  const derived = async (url: string) => (await variantsOf(url)).map((side) => variantKey(url, side));
  const [again, gone] = [nonEmpty(await derived(derivedSince)), nonEmpty(await derived(lost))];
  for (const key of [...again, ...gone, thumbnailKey(lost), previewKey(lost)]) await files.remove(key);
  rmSync(env.BACKUP_DIR ?? '', { recursive: true });
  await startBackup(['create'], env).ran;

  const { code, out, err } = await startBackup(['repair', '--missing'], env).ran;
  expect(out).toContain('the server derives again, as no backup has them: 1.');
  expect(code).toBe(3);
  for (const key of [thumbnailKey(lost), ...gone]) expect(err).toContain(`${key} is in no backup`);
  expect(err).not.toContain(derivedSince);
  await expect.poll(() => derived(derivedSince), POLL).toEqual(again);
  for (const key of again) expect(await files.readMeta(key), key).not.toBeNull();
  expect(await derived(lost)).toEqual(gone);
});
