/** Accounts move from the embedded pool to Cognito, played by a second server of ours: whatever fans made stays theirs (HLF-08). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { runCommandLine } from '../../server/admin/commandLine.ts';
import { runOnDatabase } from '../../server/admin/openData.ts';
import { readSettings } from '../../server/config/settings.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { USER_ID_ATTRIBUTE } from '../../server/identity/movedAccounts.ts';
import { openNewPool } from '../../server/identity/newPool.ts';
import { addUser } from '../../server/identity/userDirectory.ts';
import { optionsFromEnvironment, type RunningServer, startServer } from '../../server/main.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { AppError } from '../../src/contract/errors.ts';
import { createIdentity } from '../../src/platform/identity/identity.ts';
import { signInBySrp } from '../../src/platform/identity/identitySrp.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { OPERATOR, type StandInAws, startStandInAws } from '../fakes/standInAws.ts';
import { CLUB } from '../support/tenants.ts';
import { addEvent, configAt, type ExternalServices, openExternalFan, signInExternalFan } from './externalSetup.ts';
import { pictureOf } from './objectsSetup.ts';
import { copyTables } from './storePostgres.ts';

const EVENT = 'ev1';
const HOUR_MS = 3_600_000;
const NEW_PASSWORD = 'Grandstand-2027';
const [AKI, BEN, CHO] = ['aki@example.com', 'ben@example.com', 'cho@example.com'];
const dataDir = mkdtempSync(join(tmpdir(), 'move-'));
const files = new Map<string, string>();
let aws: StandInAws;
let env: Readonly<Record<string, string>>;
let old: RunningServer;
let moved: RunningServer;
/** Of the new server's clock. */
let ahead = 0;
let jpeg: ArrayBuffer;
/** What aki and ben did while their accounts were embedded. */
let before: { readonly aki: string; readonly ben: string; readonly photo: string };

async function mailed(origin: string, address: string): Promise<string> {
  const answer = await fetch(`${origin}/dev/mailbox`, { headers: { accept: 'application/json' } });
  return ((await answer.json()) as { to: string; code: string }[]).find(({ to }) => to === address)?.code ?? '';
}
const servicesOf = async ({ url }: RunningServer, mailbox: string): Promise<ExternalServices> => ({
  config: await configAt(url),
  jpeg,
  event: EVENT,
  codeFor: (address) => mailed(mailbox, address),
});

async function admin(...words: string[]) {
  let said = '';
  const code = await runCommandLine(words, {
    operator: 'tester',
    backup: async () => ({ code: 0, out: '', err: '' }),
    perform: (job) => runOnDatabase(env, job),
    async openPool() {
      const { cognito } = readSettings(env);
      return cognito && openNewPool(cognito);
    },
    readFile: async (path) => Buffer.from(files.get(path) ?? ''),
    writeFile: async (path, text) => void files.set(path, text),
    out: (text) => {
      said += text;
    },
    err: (text) => {
      said += text;
    },
  });
  return { code, said };
}
const importAll = (...more: string[]) => admin('accounts', 'import', 'accounts.json', ...more);
const made = () => aws.calls.filter((call) => call === 'AdminCreateUser').length;
const rows = async () => (await old.deps.db.selectFrom('identity_moved').selectAll().execute()).length;

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', OPERATOR.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', OPERATOR.secretAccessKey);
  const databaseUrl = await copyTables(inject('postgresUrl'), 'moved');
  const data = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0', DEMO: '0' };
  [aws, old, jpeg] = await Promise.all([
    startStandInAws(),
    startServer({ ...optionsFromEnvironment(data), dist: null }),
    pictureOf(64, 48).then((bytes) => new Uint8Array(bytes).buffer),
  ]);
  const pool = Object.entries(aws.env).filter(([name]) => name.startsWith('COGNITO_'));
  env = { ...data, ...Object.fromEntries(pool) };
  moved = await startServer({ ...optionsFromEnvironment(env), dist: null, now: () => Date.now() + ahead });
  await addEvent(old, EVENT);

  const services = await servicesOf(old, old.url);
  const [aki, ben] = [await openExternalFan(services, AKI), await openExternalFan(services, BEN)];
  await openExternalFan(services, CHO);
  const photo = aki.newKey();
  await aki.store(photo);
  await aki.register(photo);
  await ben.api.putFollow({ body: { follow_user: aki.userId } });
  const comment = { comment: 'いいね', media_url: photo, targetuser: aki.userId, parent_id: null };
  await ben.api.putComment({ body: comment });
  before = { aki: aki.userId, ben: ben.userId, photo };
});
afterAll(async () => {
  await moved?.close();
  await old?.close();
  await aws?.close();
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

test('HLF-08a the file has all confirmed accounts and their attributes, and nothing to sign in with', async () => {
  await createIdentity((await configAt(old.url)).identity, signInBySrp).signUp(
    { email: 'dan@example.com', password: NEW_PASSWORD, name: 'だん', nickname: '', extended1: '', extended2: '' },
    CLUB,
  );
  expect((await admin('accounts', 'export', '-o', 'accounts.json')).code).toBe(0);
  const text = files.get('accounts.json') ?? '';
  const { accounts } = JSON.parse(text) as { accounts: { user_id: string; email: string; tenants: string[] }[] };
  expect(accounts.map(({ email }) => email).toSorted()).toEqual([AKI, BEN, CHO]);
  expect(accounts.find(({ email }) => email === AKI)).toMatchObject({
    user_id: before.aki,
    name: 'みどり',
    nickname: 'みどり',
    avatar: null,
    tenants: [CLUB],
  });
  expect(text).not.toMatch(/salt|verifier|srp/);
});

test('HLF-08b nothing is done where others have an address, the pool is not safe, or the file is none', async () => {
  const stranger = await addUser(aws.server.deps.db, EMBEDDED_POOL, {
    email: CHO,
    password: NEW_PASSWORD,
    name: 'ちょう',
  });
  expect(await importAll()).toMatchObject({ code: 1, said: expect.stringContaining(`Nothing was changed.`) });
  expect((await importAll()).said).toContain(CHO);
  await aws.server.deps.db.deleteFrom('identity_user').where('sub', '=', stranger).execute();
  aws.client.WriteAttributes = ['email', USER_ID_ATTRIBUTE];
  expect(await importAll()).toMatchObject({ code: 1, said: expect.stringContaining('may write custom:user_id') });
  aws.client.WriteAttributes = ['email'];
  files.set('other.json', '[]');
  expect(await admin('accounts', 'import', 'other.json')).toMatchObject({ code: 1 });
  expect([made(), await rows()]).toEqual([0, 0]);
});

test('HLF-08b a dry run only tells; a run that breaks off is gone on with; a further one does nothing', async () => {
  expect(await importAll('-n')).toMatchObject({ code: 0, said: expect.stringContaining('3 accounts would move.') });
  expect(made()).toBe(0);
  aws.admits = 1;
  expect((await importAll()).code).toBe(3);
  aws.admits = Number.POSITIVE_INFINITY;
  expect(await rows()).toBe(1);
  expect(await importAll()).toMatchObject({
    code: 0,
    said: '1 of 3 accounts had moved before.\n2 accounts moved now.\n',
  });
  expect((await importAll()).said).toBe('3 of 3 accounts had moved before.\n0 accounts moved now.\n');
  // Killed between the pool and its own record.
  const { db } = old.deps;
  const [one] = await db.selectFrom('identity_moved').selectAll().where('user_id', '=', before.aki).execute();
  await db.deleteFrom('identity_moved').where('user_id', '=', before.aki).execute();
  const calls = made();
  expect((await importAll()).said).toContain('1 of them were begun by a run that broke off.\n1 accounts moved now.');
  expect(made()).toBe(calls);
  expect(await db.selectFrom('identity_moved').selectAll().where('user_id', '=', before.aki).execute()).toEqual([one]);
});

test('HLF-08c a fan chooses a new password by mail; photos, comments, follows and the own id are kept', async () => {
  const services = await servicesOf(moved, aws.url);
  await expect(signInExternalFan(services, AKI)).rejects.toThrow('Incorrect username or password.');
  const aki = await renew(services, AKI);
  const ben = await renew(services, BEN);
  expect([aki.userId, ben.userId]).toEqual([before.aki, before.ben]);
  const [photo] = (await aki.api.getPhoto({ query: { media_url: btoa(before.photo) } })).list;
  expect(photo).toMatchObject({ user_id: before.aki, comment_count: 1 });
  expect(await aki.api.getUserAttributes({ params: { userId: before.ben } })).toMatchObject({ Name: 'みどり' });

  // What is new goes on under the same id: photos, and an avatar, which stands under it.
  const [key, avatar] = [
    aki.newKey(),
    originalKey({ dir: 'avatar', tenant: CLUB, owner: before.aki, name: createObjectName() }),
  ];
  await aki.store(key);
  await aki.register(key);
  await aki.store(avatar);
  await aki.api.deletePhoto({ body: { public_list_id: 'event', media_url: before.photo } });
  for (const one of [before.photo, thumbnailKey(before.photo)])
    expect((await fetch(`${moved.url}/s3/photos/${one}`)).status).toBe(404);
  expect(await ben.api.getUserAttributes({ params: { userId: before.aki } })).toMatchObject({ Name: 'みどり' });
  await expect(
    ben.store(originalKey({ dir: 'avatar', tenant: CLUB, owner: before.aki, name: createObjectName() })),
  ).rejects.toMatchObject({ code: 'AccessDenied' });

  const fresh = await openExternalFan(services, 'emi@example.com');
  expect([before.aki, before.ben]).not.toContain(fresh.userId);
  expect(fresh.attributes).toMatchObject({ sub: fresh.userId });
});

test('HLF-08d a token that claims another’s id without the operator’s record of it opens nothing', async () => {
  const services = await servicesOf(moved, aws.url);
  const forger = await openExternalFan(services, 'fay@example.com');
  aws.attributes.set(forger.userId, { [USER_ID_ATTRIBUTE]: before.ben });
  await expect(signInExternalFan(services, 'fay@example.com')).rejects.toBeInstanceOf(AppError);
});

test('HLF-08d who has moved and leaves the pool leaves the product', async () => {
  const services = await servicesOf(moved, aws.url);
  const ben = await signInExternalFan(services, BEN, NEW_PASSWORD);
  await ben.leave();
  ahead = HOUR_MS;
  await moved.runJobs();
  ahead = 0;
  const { db } = moved.deps;
  const profile = await db.selectFrom('profile').select('left_at').where('user_id', '=', before.ben).executeTakeFirst();
  expect(profile?.left_at).toBeInstanceOf(Date);
  expect(await db.selectFrom('identity_moved').select('sub').where('user_id', '=', before.ben).execute()).toEqual([]);
  const seen = db.selectFrom('account_pool').select('pool').where('user_id', '=', before.aki);
  expect(await seen.executeTakeFirst()).toEqual({ pool: env.COGNITO_USER_POOL_ID });
});

/** As a fan does who knows no password of the new pool. */
async function renew(services: ExternalServices, email: string) {
  const identity = createIdentity(services.config.identity, signInBySrp);
  await identity.forgotPassword(email);
  await identity.confirmForgotPassword(email, await services.codeFor(email), NEW_PASSWORD);
  return signInExternalFan(services, email, NEW_PASSWORD);
}
