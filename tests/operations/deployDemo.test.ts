/** Demo accounts have the README's password only where nobody but this machine's own user can sign in. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DEMO_PASSWORD, demoLogins, demoStaff } from '../../demo/content/people.ts';
import { createLog } from '../../server/http/log.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { addUser, replacePassword } from '../../server/identity/userDirectory.ts';
import { type RunningServer, type StartOptions, startServer } from '../../server/main.ts';
import type { ClientConfig } from '../../src/contract/config.ts';
import { createIdentity } from '../../src/platform/identity/identity.ts';
import { refreshTokens } from '../../src/platform/identity/identityRefresh.ts';
import { signInBySrp } from '../../src/platform/identity/identitySrp.ts';
import { startProcess } from '../api/deployProcess.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';

// Several starts with nine tenants' demo each.
const place = mkdtempSync(join(tmpdir(), 'demo-accounts-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const logins = [...Object.values(demoLogins), ...Object.values(demoStaff)];
async function identityAt(url: string) {
  const config = (await (await fetch(`${url}/config.json`)).json()) as ClientConfig;
  const identityConfig = { ...config.identity, userPoolEndpoint: `${url}/idp` };
  return { identityConfig, identity: createIdentity(identityConfig, signInBySrp) };
}
/** 'in', or by which exception it was refused. */
async function signIn(url: string, email: string, password: string): Promise<string> {
  const { identity } = await identityAt(url);
  return identity.signIn(email, password, CLUB).then(
    () => 'in',
    (error: { code?: string; name?: string }) => error.code ?? error.name ?? 'refused',
  );
}
const REFUSED = 'NotAuthorizedException';

/** What the container sets: the environment a deployment starts with. */
function containerEnvironment(): Record<string, string> {
  const docker = readFileSync(resolve(import.meta.dirname, '../../server/deploy/Dockerfile'), 'utf8');
  const set = [...docker.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) => line.split(' '));
  return Object.fromEntries(set.map((pair) => pair.split('=') as [string, string]));
}

test('SAF-03a a container has no demo, also when its DEMO=0 is gone: no sign-in with a known password', async () => {
  const { DEMO, ...env } = containerEnvironment();
  expect([DEMO, env.NODE_ENV, env.HOST]).toEqual(['0', 'production', '0.0.0.0']);
  const server = startProcess({ ...env, DATA_DIR: join(place, 'container') });
  const url = (await server.url).replace('0.0.0.0', '127.0.0.1');
  for (const { email } of nonEmpty(logins))
    expect([email, await signIn(url, email, DEMO_PASSWORD)]).toEqual([email, REFUSED]);
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };
  const photos = await fetch(`${url}/f/media/public/list/items/all`, { headers });
  expect(await photos.json()).toMatchObject({ media_list: [] });
  expect(await server.end()).toBe(0);
  expect([...server.said, ...server.errors].join('')).not.toContain('@example.jp');
});

test('SAF-03b a demo that a container is asked for has random passwords, printed by one start alone', async () => {
  const env = { ...containerEnvironment(), DEMO: '1', DATA_DIR: join(place, 'asked') };
  const server = startProcess(env);
  const url = (await server.url).replace('0.0.0.0', '127.0.0.1');
  for (const { email } of nonEmpty(logins))
    expect([email, await signIn(url, email, DEMO_PASSWORD)]).toEqual([email, REFUSED]);
  await server.end();
  const shown = server.said.flatMap((line) => /^ +(\S+@example\.jp) {2}(\S+)$/.exec(line)?.slice(1, 3) ?? []);
  const passwords = shown.filter((_, i) => i % 2 === 1);
  expect(shown.filter((_, i) => i % 2 === 0)).toEqual(logins.map(({ email }) => email));
  expect(new Set([...passwords, DEMO_PASSWORD]).size).toBe(logins.length + 1);

  const again = startProcess(env);
  const next = (await again.url).replace('0.0.0.0', '127.0.0.1');
  expect(await signIn(next, shown[0] ?? '', shown[1] ?? '')).toBe('in');
  await again.end();
  expect(again.said.join('\n')).not.toContain('@example.jp');
});

const lines: string[] = [];
const start = (options: Partial<StartOptions>): Promise<RunningServer> =>
  startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir: join(place, 'moved'),
    dist: null,
    log: createLog({ format: 'json', write: (line) => lines.push(line), now: Date.now }),
    // No pictures: everything else of the demo is there.
    demoPictures: join(place, 'no-pictures'),
    ...options,
  });

test('SAF-03b data with demo accounts that moves to where others are loses known passwords and sign-ins', async () => {
  const local = await start({});
  const { fan, ambassador, official } = demoLogins;
  expect(local.demoLogins).toEqual(logins.map(({ email }) => ({ email, password: DEMO_PASSWORD })));
  const { identity, identityConfig } = await identityAt(local.url);
  const tokens = await identity.signIn(fan.email, DEMO_PASSWORD, CLUB);
  // Somebody's own password stays.
  const db = local.deps.db;
  const own = { from: DEMO_PASSWORD, to: 'Chosen-By-Operator-1' };
  expect(await replacePassword(db, EMBEDDED_POOL, ambassador.sub, own)).toBe(true);
  await addUser(db, EMBEDDED_POOL, { email: 'someone@example.com', password: 'Someones-Own-2026', name: '誰か' });
  await local.close();

  lines.length = 0;
  const open = await start({ host: '0.0.0.0', demoPictures: null });
  const url = open.url.replace('0.0.0.0', '127.0.0.1');
  expect(open.demoLogins).toEqual([]);
  expect(await signIn(url, fan.email, DEMO_PASSWORD)).toBe(REFUSED);
  expect(await signIn(url, official.email, DEMO_PASSWORD)).toBe(REFUSED);
  expect(await signIn(url, ambassador.email, own.to)).toBe('in');
  expect(await signIn(url, 'someone@example.com', 'Someones-Own-2026')).toBe('in');
  const { refreshToken } = tokens;
  if (refreshToken === null) throw new Error('signed in without a refresh token');
  const config = { ...identityConfig, userPoolEndpoint: `${url}/idp` };
  await expect(refreshTokens(config, { ...tokens, refreshToken })).rejects.toThrow();
  const told = lines.map((line) => JSON.parse(line) as { message: string; accounts?: number });
  expect(told.filter(({ message }) => message.startsWith('Demo accounts'))).toEqual([
    expect.objectContaining({ level: 'info', accounts: logins.length - 1 }),
  ]);
  await open.close();

  // Back on this machine nothing is opened again, and no password is shown that is none.
  const back = await start({});
  expect(back.demoLogins).toEqual([]);
  expect(await signIn(back.url, official.email, DEMO_PASSWORD)).toBe(REFUSED);
  await back.close();
});
