/** What operators see of a running server: figures and log lines, and what they must not see. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canServeLists, createStateReader } from '../../server/database/databaseState.ts';
import { createLog, redact } from '../../server/http/log.ts';
import { createMetrics } from '../../server/http/metrics.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import type { ClientConfig } from '../../src/contract/config.ts';
import { createIdentity } from '../../src/platform/identity/identity.ts';
import { refreshTokens } from '../../src/platform/identity/identityRefresh.ts';
import { signInBySrp } from '../../src/platform/identity/identitySrp.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { openWriter } from './deploySetup.ts';

const TOKEN = 'a-token-for-metrics';
const dataDir = mkdtempSync(join(tmpdir(), 'metrics-'));
const lines: string[] = [];
let server: RunningServer;

beforeAll(async () => {
  const log = createLog({ format: 'json', write: (line) => lines.push(line), now: Date.now });
  const place = { port: 0, host: '127.0.0.1', dataDir, demoPictures: null, dist: null };
  server = await startServer({ ...place, log, metricsToken: TOKEN });
});
afterAll(async () => {
  await server?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };
const get = (path: string, more: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers: more });
const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

async function figures(): Promise<Map<string, number>> {
  const text = await (await get('/metrics')).text();
  const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(rows.map((row) => [row.slice(0, row.lastIndexOf(' ')), Number(row.slice(row.lastIndexOf(' ') + 1))]));
}
/** Figure whose labels include these, in whatever order. */
function figureOf(all: Map<string, number>, name: string, labels: Record<string, string>): number | undefined {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return [...all].find(([key]) => key.startsWith(`${name}{`) && wanted.every((one) => key.includes(one)))?.[1];
}

async function storePhoto() {
  const writer = await openWriter(server, CLUB);
  const key = originalKey({ dir: 'avatar', tenant: CLUB, owner: writer.sub, name: createObjectName() });
  const bytes = Buffer.from([0xff, 0xd8, 0xff, ...Array<number>(997).fill(1)]);
  const signed = await writer.sign('PUT', key, bytes, server.url);
  const { host: _, ...sent } = signed.headers;
  const answer = await fetch(`${server.url}${signed.path}`, { method: 'PUT', headers: sent, body: bytes });
  return { status: answer.status, writer, key };
}

test('figures count requests by template and status, uploads, and the database', async () => {
  await get('/f/user/attributes/some-body?timestamp=1', headers);
  await get('/f/user/attributes/other-body?timestamp=2', headers);
  await get('/f/no/such/call', headers);
  expect((await storePhoto()).status).toBe(200);
  const all = await figures();
  const route = '/f/user/attributes/{userId}';
  expect(figureOf(all, 'http_requests_total', { route, method: 'GET', status: '200' })).toBe(2);
  expect(figureOf(all, 'http_request_duration_seconds_count', { route })).toBe(2);
  expect(figureOf(all, 'http_requests_total', { route: '/f/*', status: '404' })).toBe(1);
  expect(figureOf(all, 'uploads_total', { status: '200' })).toBe(1);
  expect(all.get('upload_bytes_total')).toBe(1000);
  expect(all.get('database_connections')).toBe(1);
  expect(all.get('database_waiting')).toBe(0);
  expect(all.get('http_requests_running')).toBe(1);
  expect(all.has('process_resident_memory_bytes')).toBe(true);
  expect([...all.keys()].some((key) => key.includes('some-body'))).toBe(false);
});

test('the queue before the embedded database is seen', async () => {
  const { db } = server.deps;
  const waiting = Array.from({ length: 5 }, () => sql`select pg_sleep(0.05)`.execute(db));
  const seen = (await figures()).get('database_waiting');
  await Promise.all(waiting);
  expect(seen).toBeGreaterThan(0);
  expect((await figures()).get('database_waiting')).toBe(0);
});

test('OPS-02a what waits is told as it is at this reading, from one look at it', async () => {
  const looks = { backlog: 0, originals: 0 };
  const metrics = createMetrics(
    {
      databaseLoad: () => ({ connections: 1, idle: 1, waiting: 0 }),
      databaseDamage: () => 7,
      machineAhead: () => 0,
      replicaCounts: () => null,
      backlog: async () => ({ waiting: 10 + ++looks.backlog, givenUp: 20 + looks.backlog, oldestSeconds: 30 }),
      pendingOriginals: async () => ({
        all: 40 + ++looks.originals,
        recent: 50 + looks.originals,
        oldestRecentSeconds: 60,
      }),
    },
    { now: Date.now, build: null },
  );
  const told = async () =>
    [...(await (await metrics.answer()).text()).matchAll(/^(?:picture_jobs|originals_pending)_?(\w*) (\d+)$/gm)].map(
      ([, name, value]) => `${name} ${value}`,
    );
  for (const look of [1, 2]) {
    const pictures = [`waiting ${10 + look}`, `given_up ${20 + look}`, 'oldest_seconds 30'];
    const originals = [` ${40 + look}`, `recent ${50 + look}`, 'recent_oldest_seconds 60'];
    expect((await told()).toSorted()).toEqual([...pictures, ...originals].toSorted());
    expect(looks).toEqual({ backlog: look, originals: look });
  }
});

test('a database that does not answer in time is down, and up again when it does', async () => {
  const { db } = server.deps;
  const busy = sql`select pg_sleep(0.3)`.execute(db);
  expect(await canServeLists(db, createStateReader(db).readState, 20)).toBe(false);
  await busy;
  expect(await canServeLists(db, createStateReader(db).readState)).toBe(true);
});

test('figures are for this machine and for whoever shows the token', async () => {
  expect((await get('/metrics')).status).toBe(200);
  expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404);
  expect((await get('/metrics', { authorization: 'Bearer something-else-here' })).status).toBe(404);
  const shown = { 'x-forwarded-for': '203.0.113.9', authorization: `Bearer ${TOKEN}` };
  expect((await get('/metrics', shown)).status).toBe(200);
});

test('the log has a line for every request and failure, and nothing of anybody in it', async () => {
  const config = (await (await get('/config.json')).json()) as ClientConfig;
  const identityConfig = { ...config.identity, userPoolEndpoint: `${server.url}/idp` };
  const identity = createIdentity(identityConfig, signInBySrp);
  const form = {
    email: 'secret.fan@example.com',
    password: 'Secret-Quokka-2026',
    name: 'ひみつ花子',
    nickname: 'ひみこ',
    extended1: 'secret-one',
    extended2: 'secret-two',
  };
  await identity.signUp(form, CLUB);
  const mails = await (await get('/dev/mailbox', { accept: 'application/json' })).json();
  const { code } = (mails as { to: string; code: string }[]).find(({ to }) => to === form.email) ?? { code: '' };
  await identity.confirmSignUp(form.email, code);
  await identity.signIn(form.email, 'Wrong-Secret-9', CLUB).catch(() => null);
  const tokens = await identity.signIn(form.email, form.password, CLUB);
  const { refreshToken } = tokens;
  if (refreshToken === null) throw new Error('signed in without a refresh token');
  const renewed = await refreshTokens(identityConfig, { ...tokens, refreshToken });
  await identity.changePassword(tokens.accessToken, form.password, 'Secret-Quagga-2027');
  await identity.forgotPassword(form.email);
  const signed = { ...headers, 'x-api-authorization': `Bearer ${tokens.idToken}`, 'content-type': 'application/json' };
  const put = (path: string, body: object) =>
    fetch(`${server.url}${path}`, { method: 'PUT', headers: signed, body: JSON.stringify(body) });
  await put('/f/user/tenant', { tenant_id: CLUB, agreed_version: '1' });
  await get(`/f/media/public/list/items/all?search_text=${encodeURIComponent('ひみつの言葉')}`, headers);
  await get(`/f/user/attributes/anonymous_user_id?name=${encodeURIComponent(form.name)}`, headers);
  await get(`/f/user/attributes/${tokens.userId}?token=${tokens.idToken}`, signed);
  const { writer, key } = await storePhoto();
  // A failure of ours while private words are in play.
  await sql`alter table comment rename to comment_gone`.execute(server.deps.db);
  const comment = {
    comment: 'ひみつのコメント',
    media_url: key.replace('avatar', 'ugc'),
    targetuser: writer.sub,
    parent_id: null,
  };
  const failed = await put('/f/media/public/list/item/comment', comment);
  await get(`/f/media/public/list/item/comments/${encodeURIComponent(comment.media_url)}`, headers);
  await sql`alter table comment_gone rename to comment`.execute(server.deps.db);
  await fetch(`${server.url}/idp`, { method: 'POST', body: `{"secret.fan@example.com"` });

  expect([404, 500]).toContain(failed.status);
  const all = entries();
  for (const entry of nonEmpty(all)) {
    expect(entry).toMatchObject({
      time: expect.stringMatching(/^\d{4}-/),
      level: expect.any(String),
      message: expect.any(String),
    });
  }
  const routes = new Set(all.map(({ route }) => route));
  for (const route of ['/idp SignUp', '/idp ConfirmSignUp', '/f/user/tenant', '/s3/{bucket}/{key}', '/config.json']) {
    expect(routes).toContain(route);
  }
  expect(all.some(({ level, reason }) => level === 'error' && String(reason).includes('does not exist'))).toBe(true);
  const secrets = [
    ...Object.values(form),
    ...[
      code,
      'Wrong-Secret-9',
      'Secret-Quagga-2027',
      'secret.fan',
      'ひみつの言葉',
      'ひみつのコメント',
      TOKEN,
      '127.0.0.1',
    ],
    ...[tokens.idToken, tokens.accessToken, refreshToken, renewed.idToken, tokens.userId, key],
    ...Object.values(writer.credentials),
  ];
  const text = lines.join('');
  for (const secret of nonEmpty(secrets)) {
    expect(secret.length).toBeGreaterThan(2);
    expect(text.includes(secret) || text.includes(encodeURIComponent(secret))).toBe(false);
  }
});

test('a failure’s message keeps its kind and loses what was said', () => {
  expect(redact('duplicate key value: Key (email)=(aki@example.com) already exists.')).not.toContain('aki');
  expect(redact('no route to aki.sato+x@example.co.jp today')).toBe('no route to [address] today');
  expect(redact('Invalid type: Expected number but received "田中 花子"')).not.toContain('田中');
  expect(redact('550 <aki@example.com> no such user; code 123456')).toBe('550 (…) no such user; code [digits]');
  expect(redact('connect ECONNREFUSED 10.0.0.1:5432')).toBe('connect ECONNREFUSED 10.0.0.1:5432');
  expect(redact(`bad token ${'eyJhbGciOiJSUzI1NiJ9'.repeat(3)}.x`)).toBe('bad token [token]');
  expect(redact('GET /x?name=aki failed')).toBe('GET /x?… failed');
});

test('one entry is one line, whatever stands in a failure’s words, on a terminal and as JSON', () => {
  const words = 'no such thing\r\n2026-11-21 all is well\u2028500 GET /f/team/items';
  for (const format of ['text', 'json'] as const) {
    const said: string[] = [];
    createLog({ format, write: (line) => said.push(line), now: Date.now }).error(new Error(words), 'reading');
    const told = said.join('').split(/[\r\n\u2028]/);
    // Frames of the stack are set in.
    expect([format, told.filter((line) => line !== '' && !line.startsWith('    '))]).toEqual([
      format,
      [expect.stringContaining('no such thing 2026-11-21 all is well 500 GET')],
    ]);
  }
});

test('a refusal by a limit is a warning, a failure of the server an error, all else a line to read', () => {
  const said: { level: string }[] = [];
  const log = createLog({ format: 'json', write: (line) => said.push(JSON.parse(line)), now: Date.now });
  for (const status of [200, 401, 429, 500, 501])
    log.request({ method: 'PUT', route: '/f/user/tenant', status, ms: 3 });
  expect(said.map(({ level }) => level)).toEqual(['info', 'info', 'warn', 'error', 'info']);
});

test('a failure of the server answers its code and nothing of the inside', async () => {
  const { db } = server.deps;
  await sql`alter table team rename to team_gone`.execute(db);
  const failed = await get('/f/team/items', headers);
  await sql`alter table team_gone rename to team`.execute(db);
  expect([failed.status, await failed.json()]).toEqual([500, { code: 'INTERNAL' }]);
  expect((await get('/f/team/items', headers)).status).toBe(200);
});

test('on a terminal only what needs a look is said, in words', () => {
  const said: string[] = [];
  const log = createLog({ format: 'text', write: (line) => said.push(line), now: Date.now });
  log.request({ method: 'GET', route: 'page', status: 200, ms: 3 });
  log.request({ method: 'PUT', route: '/f/user/tenant', status: 500, ms: 12 });
  log.request({ method: 'GET', route: '/s3/{bucket}/{key}', status: 501, ms: 1 });
  log.error(new Error('no space left'), 'collecting');
  expect(said[0]).toBe('500 PUT /f/user/tenant (12 ms)\n');
  expect(said[1]).toContain('collecting: Error: no space left');
  expect(said).toHaveLength(2);
});
