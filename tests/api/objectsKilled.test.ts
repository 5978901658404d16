import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HEADER_BYTES } from '../../server/objects/staging.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { stagedFiles, startStore, type TestStore } from './objectsSetup.ts';

let started: TestStore;
beforeEach(async () => {
  started = await startStore();
});
afterEach(async () => {
  await started.remove();
});

/** Lets a writer run until it acknowledged `count` pictures, then a little longer, and kills it without warning. */
async function killAfter(round: number, count: number): Promise<string[]> {
  const writer = spawn(process.execPath, [join(import.meta.dirname, 'objectsWriter.ts'), started.dir, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(writer, 'exit');
  const acknowledged: string[] = [];
  for await (const key of createInterface({ input: writer.stdout })) {
    acknowledged.push(key);
    // Each round dies at another point of the next put.
    if (acknowledged.length === count) setTimeout(() => writer.kill('SIGKILL'), round);
  }
  expect((await gone)[1]).toBe('SIGKILL');
  return acknowledged;
}

async function storedFiles(): Promise<Buffer[]> {
  const folders = (await readdir(started.dir)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  const paths = await Promise.all(
    folders.map(async (folder) => (await readdir(join(started.dir, folder))).map((name) => join(folder, name))),
  );
  return Promise.all(paths.flat().map((path) => readFile(join(started.dir, path))));
}

test('PST-11a kill -9 in mid-write: every acknowledged picture is whole, and nothing half is visible', async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < 6; round += 1) acknowledged.push(...(await killAfter(round, 3)));
  const store = await started.open();
  for (const key of nonEmpty(acknowledged))
    expect(await store.head(key)).toMatchObject({ size: 1_000_000, owner: 'fan-a' });
  const files = await storedFiles();
  expect(files.length).toBeGreaterThanOrEqual(acknowledged.length);
  for (const file of nonEmpty(files)) {
    const meta = JSON.parse(file.subarray(4, HEADER_BYTES).toString());
    const md5 = createHash('md5').update(file.subarray(HEADER_BYTES)).digest('hex');
    expect([meta.size, meta.md5]).toEqual([file.length - HEADER_BYTES, md5]);
  }
  started.clock.ms = Date.now() + 61 * 60_000;
  await started.open();
  expect(await stagedFiles(started.dir)).toEqual([]);
});
