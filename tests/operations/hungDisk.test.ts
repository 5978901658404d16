/** A disk that does not answer: a read of a pipe nobody writes to holds a thread of the process as it would. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../server/main.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';

const folder = mkdtempSync(join(tmpdir(), 'hung-'));
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, host: '127.0.0.1', dataDir: folder, demoPictures: null, dist: null });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Status, and whether it came within 2 s. */
async function ask(path: string) {
  const begun = performance.now();
  // By number: looking up a name takes one of the threads that hang.
  const base = server.url.replace('localhost', '127.0.0.1');
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };
  const { status } = await fetch(`${base}${path}`, { headers });
  return [status, performance.now() - begun < 2_000];
}

test('HLF-19a while reads of files hang, health and lists answer as ever', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // As many as Node has threads for files.
  const hung = Array.from({ length: 4 }, () => open(pipe, 'r'));
  try {
    expect(await ask('/healthz')).toEqual([200, true]);
    expect(await ask('/f/media/public/list/items/all?l=10')).toEqual([200, true]);
  } finally {
    // Somebody to write to it, so that they go on: no thread is left to do it from here.
    execFileSync('sh', ['-c', `exec 3<>"${pipe}"; sleep 0.2`]);
    for (const file of nonEmpty(await Promise.all(hung))) await file.close();
  }
});

test('HLF-19b while the database hangs, health says so within 2 s', async () => {
  const hanging = sql`select pg_sleep(3)`.execute(server.deps.db);
  expect(await ask('/healthz')).toEqual([503, true]);
  await hanging;
  expect(await ask('/healthz')).toEqual([200, true]);
});
