/** The data folder is for the server's user alone, whatever the system's umask is and whatever was there before. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ensureDatabaseFolder } from '../../server/database/databaseFolder.ts';
import { DataFolderOpen, securePrivateFolder } from '../../server/database/privateFolder.ts';
import type { ClientConfig } from '../../src/contract/config.ts';
import { createIdentity } from '../../src/platform/identity/identity.ts';
import { signInBySrp } from '../../src/platform/identity/identitySrp.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { fetchStorageKeys, put, signedPut } from '../api/attackSetup.ts';
import { exitCodeOf, ofTheMachine, startProcess } from '../api/deployProcess.ts';
import { jpegOf } from '../api/objectsSetup.ts';
import { CLUB } from '../support/tenants.ts';

const root = resolve(import.meta.dirname, '../..');
const place = mkdtempSync(join(tmpdir(), 'folder-'));
const dataDir = join(place, 'data');
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Everything in a folder and the folder itself, with its mode as `ls` would say it in numbers. */
function modesIn(folder: string): { path: string; kind: 'folder' | 'file' | 'other'; mode: string }[] {
  const info = lstatSync(folder);
  const kind = info.isDirectory() ? 'folder' : info.isFile() ? 'file' : 'other';
  const below = kind === 'folder' ? readdirSync(folder).flatMap((name) => modesIn(join(folder, name))) : [];
  return [{ path: folder, kind, mode: (info.mode & 0o777).toString(8) }, ...below];
}
const OWNERS = { folder: '700', file: '600', other: '700' };
const looseIn = (folder: string) => modesIn(folder).filter(({ kind, mode }) => mode !== OWNERS[kind]);

/** A fan signs up on a running server and stores a picture. */
async function postPicture(url: string, email: string): Promise<void> {
  const config = (await (await fetch(`${url}/config.json`)).json()) as ClientConfig;
  const identity = createIdentity({ ...config.identity, userPoolEndpoint: `${url}/idp` }, signInBySrp);
  const password = 'Terrace-Row-2026';
  await identity.signUp({ email, password, name: 'みどり', nickname: '', extended1: '', extended2: '' }, CLUB);
  const mailbox = await fetch(`${url}/dev/mailbox`, { headers: { accept: 'application/json' } });
  const mails = (await mailbox.json()) as { to: string; code: string }[];
  await identity.confirmSignUp(email, mails.find(({ to }) => to === email)?.code ?? '');
  const { idToken, userId } = await identity.signIn(email, password, CLUB);
  const joined = await fetch(`${url}/f/user/tenant`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      'x-api-key': 'fan-web',
      'x-api-tenant': CLUB,
      'x-api-authorization': `Bearer ${idToken}`,
    },
    body: JSON.stringify({ tenant_id: CLUB, agreed_version: '1' }),
  });
  expect(joined.status).toBe(200);
  const keys = await fetchStorageKeys(url, idToken);
  if (keys === null) throw new Error('no storage credentials');
  const key = originalKey({ dir: 'avatar', tenant: CLUB, owner: userId, name: createObjectName() });
  expect(await put(url, await signedPut(url, keys, key, jpegOf(5_000)))).toBe('200');
}

test('SAF-02a under the usual umask all of DATA_DIR is made for the server’s user alone', async () => {
  const server = startProcess({ DATA_DIR: dataDir, DEMO: '0', LOG_FORMAT: 'text' });
  await postPicture(await server.url, 'first@example.com');
  expect(modesIn(dataDir).length).toBeGreaterThan(900);
  expect(looseIn(dataDir)).toEqual([]);
  expect(await server.end()).toBe(0);
  expect(looseIn(dataDir)).toEqual([]);
  expect(server.said.join('\n')).not.toContain('was open to other users');
});

test('SAF-02a a database that another command opens stays closed to others, and so is the file it exports', () => {
  const script = 'umask 022; exec "$0" server/admin/main.ts "$@"';
  const env = { ...ofTheMachine(), DATA_DIR: dataDir };
  const exported = join(place, 'events.csv');
  for (const command of [
    ['keys', 'renew'],
    ['export', 'events', '-o', exported],
  ]) {
    const given = ['-c', script, process.execPath, ...command, '-t', CLUB];
    const done = spawnSync('/bin/sh', given, { cwd: root, env, encoding: 'utf8' });
    expect([done.status, done.stderr]).toEqual([0, expect.any(String)]);
  }
  expect(looseIn(dataDir)).toEqual([]);
  expect(looseIn(exported)).toEqual([]);
});

test('SAF-02b a folder that is open to others is closed at the start, photos included, and it is told', async () => {
  const all = modesIn(dataDir);
  for (const { path, kind } of all) chmodSync(path, kind === 'folder' ? 0o777 : 0o666);
  const server = startProcess({ DATA_DIR: dataDir, DEMO: '0', LOG_FORMAT: 'json' });
  await postPicture(await server.url, 'second@example.com');
  expect(looseIn(dataDir)).toEqual([]);
  await server.end();
  const told = server.said.filter((line) => line.includes('was open to other users'));
  expect(told).toHaveLength(1);
  expect(JSON.parse(told[0] ?? '')).toMatchObject({ level: 'info', paths: all.length });
});

test('SAF-02b one loose place is found without reading all photos; a repair cut off goes on', () => {
  const folder = join(place, 'one');
  for (const path of ['postgres/base', 'objects/ab', 'objects/cd/x'])
    mkdirSync(join(folder, path), { recursive: true });
  securePrivateFolder(folder);
  expect(looseIn(folder)).toEqual([]);
  chmodSync(join(folder, 'objects/cd'), 0o755);
  chmodSync(join(folder, 'objects/cd/x'), 0o755);
  chmodSync(join(folder, 'postgres/base'), 0o750);
  expect(securePrivateFolder(folder)).toBe(3);
  expect(looseIn(folder)).toEqual([]);
  // The top folder was closed by a start that was then killed.
  chmodSync(join(folder, 'objects'), 0o755);
  chmodSync(join(folder, 'objects/cd/x'), 0o755);
  expect(securePrivateFolder(folder)).toBe(2);
  expect(securePrivateFolder(folder)).toBe(0);
});

test('SAF-02b a folder of other things is refused untouched; beside the server’s data they are left alone', () => {
  const home = join(place, 'home');
  mkdirSync(join(home, 'Documents'), { recursive: true, mode: 0o755 });
  writeFileSync(join(home, 'notes'), 'mine', { mode: 0o644 });
  for (const path of [home, join(home, 'Documents')]) chmodSync(path, 0o755);
  const foreign = () =>
    [home, join(home, 'Documents'), join(home, 'notes')].map((path) => lstatSync(path).mode & 0o777);
  expect(() => securePrivateFolder(home)).toThrow(DataFolderOpen);
  expect(() => securePrivateFolder(home)).toThrow('holds other things');
  expect(foreign()).toEqual([0o755, 0o755, 0o644]);
  // Once it is the owner's alone it is good, and so is one with data of ours; the rest in it is nobody else's business.
  chmodSync(home, 0o700);
  mkdirSync(join(home, 'objects/ab'), { recursive: true });
  chmodSync(join(home, 'objects'), 0o755);
  expect(securePrivateFolder(home)).toBeGreaterThan(0);
  chmodSync(home, 0o755);
  expect(securePrivateFolder(home)).toBe(1);
  expect(foreign()).toEqual([0o700, 0o755, 0o644]);
  // An empty disk has one folder of the file system's own.
  const disk = join(place, 'disk');
  mkdirSync(join(disk, 'lost+found'), { recursive: true });
  for (const path of [disk, join(disk, 'lost+found')]) chmodSync(path, 0o755);
  expect(securePrivateFolder(disk)).toBe(1);
  expect(lstatSync(join(disk, 'lost+found')).mode & 0o777).toBe(0o755);
});

test('SAF-02a a link in the folder leads to folders alone: no file of the system is closed to its users', () => {
  const folder = join(place, 'linked');
  const elsewhere = join(place, 'elsewhere');
  for (const path of [folder, join(elsewhere, 'photos')]) mkdirSync(path, { recursive: true, mode: 0o755 });
  const pipe = join(elsewhere, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const file = join(elsewhere, 'file');
  writeFileSync(file, 'of the system');
  for (const path of [pipe, file]) chmodSync(path, 0o666);
  for (const [name, target] of [
    ['objects', 'photos'],
    ['operator', 'pipe'],
    ['lock', 'file'],
  ] as const)
    symlinkSync(join(elsewhere, target), join(folder, name));
  const inside = join(folder, 'lock.1');
  execFileSync('mkfifo', ['-m', '666', inside]);
  securePrivateFolder(folder);
  const modes = [pipe, file, inside, join(elsewhere, 'photos')].map((path) => lstatSync(path).mode & 0o777);
  expect(modes).toEqual([0o666, 0o666, 0o666, 0o700]);
});

test('SAF-02a a new database is copied from nothing others could write to, and closed like any other', async () => {
  const template = join(place, 'template');
  mkdirSync(join(template, 'base'), { recursive: true, mode: 0o700 });
  for (const path of ['PG_VERSION', 'base/1']) writeFileSync(join(template, path), '17', { mode: 0o600 });
  chmodSync(join(template, 'base/1'), 0o640);
  const made: string[] = [];
  const make = async (folder: string) => {
    made.push(folder);
    mkdirSync(folder);
    writeFileSync(join(folder, 'PG_VERSION'), '17', { mode: 0o666 });
  };
  await ensureDatabaseFolder(join(place, 'copied/postgres'), template, make);
  expect([made.length, looseIn(join(place, 'copied'))]).toEqual([0, []]);
  chmodSync(join(template, 'PG_VERSION'), 0o666);
  await ensureDatabaseFolder(join(place, 'initialised/postgres'), template, make);
  expect([made.length, looseIn(join(place, 'initialised'))]).toEqual([1, []]);
});

test.each(['text', 'json'])(
  'SAF-02b a folder that cannot be closed ends the start with a sentence (%s)',
  async (format) => {
    // Our own, but nobody may change its mode. Nothing in it is a link: a repair gone wrong stays there.
    const folder = mkdtempSync(join(place, 'fixed-'));
    symlinkSync('/proc/self/fdinfo', join(folder, 'objects'));
    const server = startProcess({ DATA_DIR: folder, DEMO: '0', LOG_FORMAT: format });
    expect(await exitCodeOf(server)).toBe(1);
    const told = [...server.said, ...server.errors].join('\n');
    expect(told).toMatch(/must belong to the server.*is open to others and cannot be changed/);
    expect(told).not.toContain('    at ');
  },
);

test('SAF-02b a folder of another user is refused, and told whose it is', () => {
  // Only root can give a folder away; for anybody else root's folders are another user's.
  let foreign = '/usr';
  if (process.getuid?.() === 0) {
    foreign = join(place, 'foreign');
    mkdirSync(foreign, { mode: 0o700 });
    chownSync(foreign, 4_321, 4_321);
  }
  expect(() => securePrivateFolder(foreign)).toThrow(DataFolderOpen);
  expect(() => securePrivateFolder(foreign)).toThrow(`belongs to the user with id ${lstatSync(foreign).uid}`);
});
