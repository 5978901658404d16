/** What fans' calls ask of a Cognito pool, whose quota all fans share. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { optionsFromEnvironment, type RunningServer, startServer } from '../../server/main.ts';
import { POOL_QUESTIONS } from '../../src/contract/limits.ts';
import { OPERATOR, type StandInAws, startStandInAws } from '../fakes/standInAws.ts';
import { configAt, openExternalFan } from './externalSetup.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'external-quota-'));
let aws: StandInAws;
let server: RunningServer;
beforeAll(async () => {
  aws = await startStandInAws();
  vi.stubEnv('AWS_ACCESS_KEY_ID', OPERATOR.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', OPERATOR.secretAccessKey);
  const options = optionsFromEnvironment({ ...aws.env, PORT: '0', DATA_DIR: dataDir });
  server = await startServer({ ...options, dist: null });
});
afterAll(async () => {
  await server?.close();
  await aws?.close();
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

test('SAF-31d a fan who asks too often is answered what is known here, and the pool is asked no more', async () => {
  const services = {
    config: await configAt(server.url),
    jpeg: new ArrayBuffer(0),
    event: 'none',
    codeFor: (to: string) => aws.codeFor(to),
  };
  const fan = await openExternalFan(services, 'rin@example.com');
  const other = await openExternalFan(services, 'sora@example.com');
  const key = `pool:fan:${fan.userId}`;
  const count = (n: number) =>
    server.deps.db.updateTable('identity_limit').set({ count: n }).where('key', '=', key).execute();
  const questions = () => aws.calls.filter((name) => name === 'AdminGetUser').length;
  const named = async (one: typeof fan) => (await one.api.getOwnAttributes()).Name;
  for (const { userId } of [fan, other]) aws.attributes.set(userId, { nickname: 'あたらしい' });
  await count(POOL_QUESTIONS.count);
  const before = questions();
  // Whoever loops has a page that works.
  for (let n = 0; n < 3; n += 1) expect(await named(fan)).toBe('みどり');
  expect(questions()).toBe(before);
  expect(await named(other)).toBe('あたらしい');
  await count(0);
  expect(await named(fan)).toBe('あたらしい');
});
