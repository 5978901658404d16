import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Damaged } from './backupFiles.ts';
import { createObjectPool } from './objectPool.ts';
import { startObjectThreads } from './objectThreads.ts';

async function setUp() {
  const dir = mkdtempSync(join(tmpdir(), 'threads-'));
  const pool = createObjectPool(dir, null);
  const threads = startObjectThreads({ dir, identity: null, store: null });
  onTestFinished(async () => {
    await threads.end();
    rmSync(dir, { recursive: true });
  });
  const add = async (key: string) => {
    const file = pool.fileOf(key, 1);
    return { file, key, owner: '', storedAt: 1, ...(await pool.add(file, Buffer.from(key))) };
  };
  return { dir, threads, add };
}

test('OPS-01e each object of a list is read, also one that it names more often than there are threads', async () => {
  const { threads, add } = await setUp();
  const object = await add('ugc/a.jpg');
  const asked = Array.from({ length: 20 }, () => threads.work(object));
  expect(await Promise.all(asked)).toHaveLength(20);
});

test('OPS-01e a damaged object, a lost one and a failing disk are told from another, and others are read', async () => {
  const { dir, threads, add } = await setUp();
  const [damaged, lost, whole] = [await add('a'), await add('b'), await add('c')];
  writeFileSync(join(dir, damaged.file), 'other');
  rmSync(join(dir, lost.file));
  const folder = { ...whole, file: join(whole.file, '..') };
  const results = await Promise.allSettled([damaged, lost, folder, whole].map((one) => threads.work(one)));
  const reasons = results.map((result) => (result.status === 'rejected' ? (result.reason as unknown) : null));
  expect(reasons[0]).toBeInstanceOf(Damaged);
  expect(reasons[1]).toBeInstanceOf(Damaged);
  expect(reasons[2]).toMatchObject({ code: 'EISDIR', syscall: 'read' });
  expect(reasons[3]).toBeNull();
});

test('OPS-01e what is asked of threads that have ended fails', async () => {
  const { threads, add } = await setUp();
  const object = await add('a');
  await threads.end();
  await expect(threads.work(object)).rejects.toThrow('has ended');
});
