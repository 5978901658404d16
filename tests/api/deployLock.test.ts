/** A start in place of a container that was killed: its lock of the data folder looks alive for half a minute. */
import { mkdtempSync, rmSync, utimesSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { exitCodeOf, startProcess } from './deployProcess.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'lock-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('the server waits for the lock of a killed container to go silent, and starts', async () => {
  const lock = join(dataDir, 'lock');
  writeFileSync(lock, '1 another-boot pid:[1] 500');
  const watcher = watch(dataDir);
  // Each look at the lock begins with a draft of the own one.
  const drafts = new Set<string>();
  const looksTwice = new Promise<void>((done) => {
    watcher.on('change', (_, name) => {
      if (String(name).endsWith('.new')) drafts.add(String(name));
      if (drafts.size === 2) done();
    });
  });
  const server = startProcess({ DATA_DIR: dataDir, DEMO: '0' });
  await Promise.race([looksTwice, exitCodeOf(server)]);
  watcher.close();
  expect([server.child.exitCode, ...server.errors]).toEqual([null]);
  // Its last sign of life is half a minute old from now on.
  const silent = new Date(Date.now() - 31_000);
  utimesSync(lock, silent, silent);
  expect((await fetch(`${await server.url}/healthz`)).status).toBe(200);
  expect(await server.end()).toBe(0);
});
