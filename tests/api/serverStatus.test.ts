/** What a running server says in public about its own trouble (FAN-22b). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../server/http/log.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import { BucketFailure } from '../../server/objects/bucketFailure.ts';
import { ServerStatus, STATUS_PATH } from '../../src/contract/serverStatus.ts';

let folder: string;
let server: RunningServer;
let freeBytes: number;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'status-'));
  freeBytes = 1e12;
  const log = createLog({ format: 'json', write: () => undefined, now: Date.now });
  const place = { port: 0, host: '127.0.0.1', dataDir: folder, demoPictures: null, dist: null };
  server = await startServer({ ...place, log, freeBytes: async () => freeBytes });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = () => fetch(server.url + STATUS_PATH);
const codesOf = async (answer: Response) => {
  const { troubles } = v.parse(ServerStatus, await answer.json());
  return troubles.map(({ code }) => code);
};

test('FAN-22b anybody may ask a healthy server, and caches keep that nothing is wrong', async () => {
  const answer = await ask();
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=10']);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await answer.text()).toBe('{"troubles":[]}');
});

test('FAN-22b a failure of the bucket and a full disk are told together, by their codes alone', async () => {
  freeBytes = 0;
  server.deps.onError(new BucketFailure(new Error('AccessDenied: arn:aws:iam::1234:role/photos')));
  const answer = await ask();
  const text = await answer.clone().text();
  expect(await codesOf(answer)).toEqual(['storage', 'diskFull']);
  expect(text).toMatch(/^\{"troubles":\[(?:\{"code":"\w+","since":\d+0000\},?)+\]\}$/);
});

test('FAN-22b a database that hangs is told within 2.5 seconds', async () => {
  const hanging = sql`select pg_sleep(3)`.execute(server.deps.db);
  const begun = performance.now();
  expect(await codesOf(await ask())).toEqual(['database']);
  expect(performance.now() - begun).toBeLessThan(2_500);
  await hanging;
});
