/** A backup of a running server and its restore into an empty folder, as an operator does both. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/database.ts';
import type { ClientConfig } from '../../src/contract/config.ts';
import { createIdentity } from '../../src/platform/identity/identity.ts';
import { refreshTokens } from '../../src/platform/identity/identityRefresh.ts';
import { signInBySrp } from '../../src/platform/identity/identitySrp.ts';
import {
  backup,
  drawJpeg,
  filesBelow,
  mailedCode,
  newKeyFile,
  readAllObjects,
  readAllRows,
} from '../api/backupSetup.ts';
import { type ServerProcess, startProcess } from '../api/deployProcess.ts';
import { addEvent, configAt, openExternalFan } from '../api/externalSetup.ts';
import { CLUB } from '../support/tenants.ts';

const EVENT = 'ev1';
/** Posts of one fan while a backup is made: more are refused. */
const MOST = 30;
const EMAIL = 'aki@example.com';
const PASSWORD = 'Stadium-2026';
const folder = mkdtempSync(join(tmpdir(), 'backup-test-'));
const at = (name: string) => join(folder, name);
const env = { DATA_DIR: at('data'), BACKUP_DIR: at('backups'), BACKUP_KEY_FILE: newKeyFile(folder) };
const running: ServerProcess[] = [];
let server: ServerProcess;
let config: ClientConfig;
let fan: Awaited<ReturnType<typeof openExternalFan>>;
let jpeg: ArrayBuffer;

async function start(dataDir: string): Promise<ServerProcess> {
  const started = startProcess({ DATA_DIR: dataDir, DEMO: '0' });
  running.push(started);
  await started.url;
  return started;
}

async function post(): Promise<string> {
  const key = fan.newKey();
  await fan.store(key);
  await fan.register(key);
  return key;
}

async function photosOf({ api }: ClientConfig): Promise<{ media_url: string; variants: number[] }[]> {
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };
  const answer = await fetch(`${api}/media/public/list/items/event?e=${EVENT}&l=100`, { headers });
  return ((await answer.json()) as { media_list: { media_url: string; variants: number[] }[] }).media_list;
}

/** Nothing waits for the server's own work: pictures are derived one after the other, on a busy machine a second or two each. */
async function settled(url: string): Promise<void> {
  const waiting = async () => /^picture_jobs_waiting (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1];
  const underived = async () => (await photosOf(config)).filter(({ variants }) => variants.length === 0).length;
  const both = async () => [await underived(), await waiting()];
  await expect.poll(both, { timeout: 120_000, interval: 200 }).toEqual([0, '0']);
}

async function rowsIn(dataDir: string): Promise<Map<string, string[]>> {
  const { db, close } = await openDatabase({ dataDir });
  return readAllRows(db).finally(close);
}

beforeAll(async () => {
  const { db, close } = await openDatabase({ dataDir: env.DATA_DIR });
  await addEvent({ deps: { db } }, EVENT);
  await close();
  server = await start(env.DATA_DIR);
  const url = await server.url;
  config = await configAt(url);
  jpeg = await drawJpeg();
  fan = await openExternalFan({ config, jpeg, event: EVENT, codeFor: (to) => mailedCode(url, to) }, EMAIL);
  for (let n = 0; n < 4; n++) await post();
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.end()));
  rmSync(folder, { recursive: true, force: true });
});

const contentOf = async (dataDir: string) => ({ rows: await rowsIn(dataDir), objects: await readAllObjects(dataDir) });

test('OPS-01a OPS-01b posts go on while a backup is made: it is of one moment, later ones are not in it', async () => {
  const before = [await post(), await post()];
  let isMade = false;
  const meanwhile: string[] = [];
  const posting = (async () => {
    while (!isMade && meanwhile.length < MOST) meanwhile.push(await post());
  })();
  const said = await backup(['create'], env);
  isMade = true;
  await posting;
  const after = await post();
  expect(said).toContain('is whole, encrypted');
  expect(said).toMatch(/Everybody else waited \d+ ms/);
  expect(meanwhile.length).toBeGreaterThan(2);
  await backup(['restore', 'latest'], { ...env, DATA_DIR: at('moment') });
  const { rows, objects } = await contentOf(at('moment'));
  const photos = (rows.get('photo') ?? []).map((row) => (JSON.parse(row) as { media_url: string }).media_url);
  expect(photos).toEqual(expect.arrayContaining(before));
  expect(photos).not.toContain(after);
  // Of those posted meanwhile the first ones, without a gap.
  const kept = meanwhile.filter((key) => photos.includes(key));
  expect(kept).toEqual(meanwhile.slice(0, kept.length));
  for (const key of photos) expect(objects.has(key)).toBe(true);
});

test('OPS-01a OPS-01c a second backup copies new objects only; its restore has every row and byte', async () => {
  const url = await server.url;
  await settled(url);
  const { length } = filesBelow(join(env.BACKUP_DIR, 'pool'));
  const said = await backup(['create'], env);
  await server.end();
  const source = await contentOf(env.DATA_DIR);
  expect(Number(/(\d+) of them new/.exec(said)?.[1])).toBe(source.objects.size - length);
  expect(await backup(['verify', 'latest'], env)).toContain('is whole');
  await backup(['restore', 'latest', '--keep-sign-ins'], { ...env, DATA_DIR: at('exact') });
  const restored = await contentOf(at('exact'));
  for (const [table, rows] of source.rows) expect([table, restored.rows.get(table)]).toEqual([table, rows]);
  expect(restored.objects).toEqual(source.objects);
  for (const path of [env.BACKUP_DIR, ...filesBelow(env.BACKUP_DIR)]) expect(statSync(path).mode & 0o077).toBe(0);
});

test('OPS-01d a server started from a backup serves it: sign-in, lists, pictures; old sign-ins are over', async () => {
  const old = fan.tokens();
  await backup(['restore', 'latest'], { ...env, DATA_DIR: at('served') });
  const restored = await start(at('served'));
  const there = await configAt(await restored.url);
  if (!old?.refreshToken) throw new Error('The fan is not signed in.');
  const { refreshToken } = old;
  await expect(refreshTokens(there.identity, { ...old, refreshToken })).rejects.toThrow();
  const identity = createIdentity(there.identity, signInBySrp);
  expect((await identity.signIn(EMAIL, PASSWORD, CLUB)).userId).toBe(fan.userId);
  const photos = await photosOf(there);
  expect(photos.length).toBeGreaterThan(6);
  for (const { media_url } of photos) {
    const picture = await fetch(`${there.objects.publicBase}/${media_url}`);
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(Buffer.from(jpeg));
  }
});

test('OPS-01d a place that is not empty is refused, and left as it is', async () => {
  const before = filesBelow(at('moment'));
  await expect(backup(['restore', 'latest'], { ...env, DATA_DIR: at('moment') })).rejects.toThrow('is there already');
  expect(filesBelow(at('moment'))).toEqual(before);
});
