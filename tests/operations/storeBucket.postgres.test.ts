/** Embedded accounts, photos in a bucket behind `/s3`, data on one PostgreSQL: two copies of the server, no Cognito (HLF-07). */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { optionsFromEnvironment, type RunningServer, startServer } from '../../server/main.ts';
import { COLLECT_AFTER_MS } from '../../server/objects/keptObjects.ts';
import { removeOrphanedObjects } from '../../server/objects/removeOrphanedObjects.ts';
import { type ClientConfig, thumbnailKey, variantKey } from '../../src/contract/config.ts';
import { fetchStorageKeys, openForge, put, type StorageKeys, signedPut } from '../api/attackSetup.ts';
import { startProcess } from '../api/deployProcess.ts';
import { addEvent, openExternalFan } from '../api/externalSetup.ts';
import { pictureOf } from '../api/objectsSetup.ts';
import { copyTables } from '../api/storePostgres.ts';
import { type StandInBucket, startStandInBucket } from '../fakes/standInBucket.ts';
import { CLUB } from '../support/tenants.ts';

const EVENT = 'ev1';
const folder = mkdtempSync(join(tmpdir(), 'behind-'));
const folderOf = (name: string) => join(folder, name);
const errors: unknown[] = [];
let bucket: StandInBucket;
let env: Readonly<Record<string, string>>;
let here: RunningServer;
let there: string;
let jpeg: Buffer;
let forge: Awaited<ReturnType<typeof openForge>>;
const copies: ReturnType<typeof startProcess>[] = [];

async function startCopy(name: string): Promise<string> {
  const copy = startProcess({ ...env, DATA_DIR: folderOf(name), LOG_FORMAT: 'text' });
  copies.push(copy);
  return copy.url;
}

beforeAll(async () => {
  bucket = await startStandInBucket();
  env = { ...bucket.env, DATABASE_URL: await copyTables(inject('postgresUrl'), 'behind'), DEMO: '0' };
  const log = { request: () => {}, info: () => {}, fatal: () => {}, error: (one: unknown) => void errors.push(one) };
  const options = optionsFromEnvironment({ ...env, PORT: '0', DATA_DIR: folderOf('here') });
  [here, there, jpeg] = await Promise.all([
    startServer({ ...options, dist: null, log }),
    startCopy('there'),
    pictureOf(64, 48),
  ]);
  await addEvent(here, EVENT);
  forge = await openForge(here);
});
beforeEach(() => {
  bucket.fault = null;
  bucket.puts.length = 0;
});
afterAll(async () => {
  await Promise.all(copies.map((copy) => copy.end('SIGKILL')));
  await here?.close();
  await bucket?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A fan whose device is led to another copy by each call. */
async function openFan(email: string) {
  const config = (await (await fetch(`${here.url}/config.json`)).json()) as ClientConfig;
  const { identity, objects } = config;
  const split: ClientConfig = {
    ...config,
    api: `${here.url}${config.api}`,
    identity: { ...identity, userPoolEndpoint: `${here.url}/idp`, identityPoolEndpoint: `${there}/identity` },
    objects: { ...objects, endpoint: `${there}${objects.endpoint}` },
  };
  const codeFor = async (address: string) => {
    const answer = await fetch(`${there}/dev/mailbox`, { headers: { accept: 'application/json' } });
    return ((await answer.json()) as { to: string; code: string }[]).find(({ to }) => to === address)?.code ?? '';
  };
  const bytes = new Uint8Array(jpeg).buffer;
  return { ...(await openExternalFan({ config: split, jpeg: bytes, event: EVENT, codeFor }, email)), config };
}

let serial = 0;
/** A member with credentials for the store. */
async function openKeys(): Promise<{ readonly sub: string; readonly keys: StorageKeys; readonly key: string }> {
  const sub = await forge.addFan(`fan${++serial}`, CLUB);
  const keys = await fetchStorageKeys(there, (await forge.signIn(sub)).IdToken);
  if (!keys) throw new Error('No credentials.');
  return { sub, keys, key: `ugc/${CLUB}/${EVENT}/original/${String(serial).padStart(20, 'K')}.jpg` };
}
const store = async (origin: string, keys: StorageKeys, key: string, bytes: Uint8Array = jpeg) =>
  put(origin, await signedPut(origin, keys, key, bytes));
const placesOf = (sub: string) =>
  here.deps.db.selectFrom('unregistered_upload').select('key').where('user_id', '=', sub).execute();
/** All smaller pictures are stored. Either copy looks for such jobs by itself, and may be at work on one when this one finds none. */
async function finishPictures() {
  await here.runPictures();
  const waiting = () => here.deps.db.selectFrom('picture_job').select('media_url').execute();
  // Several AVIFs of a photo: half a minute on a machine that has much else to do.
  await expect.poll(waiting, { timeout: 120_000 }).toEqual([]);
}

test('HLF-07a signed up at one copy, stored through the other, read at both, deleted: all in the bucket', async () => {
  const fan = await openFan('aki@example.com');
  expect(fan.config.objects).toMatchObject({ endpoint: '/s3', publicBase: '/s3/photos' });
  const key = fan.newKey();
  await fan.store(key);
  expect([...bucket.objects.keys()].toSorted()).toEqual([key, thumbnailKey(key)].toSorted());
  expect(bucket.objects.get(key)?.told).toMatchObject({ 'content-type': 'image/jpeg', 'x-amz-meta-owner': fan.userId });
  await fan.register(key);
  await finishPictures();
  expect(bucket.objects.get(variantKey(key, 240))?.told).toMatchObject({ 'content-type': 'image/avif' });

  for (const origin of [here.url, there]) {
    const url = `${origin}/s3/photos/${key}`;
    const whole = await fetch(url);
    expect(Buffer.from(await whole.arrayBuffer()).equals(jpeg)).toBe(true);
    const etag = whole.headers.get('etag') ?? '';
    expect(whole.headers.get('cache-control')).toContain('immutable');
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const part = await fetch(url, { headers: { range: 'bytes=2-5' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-5/${jpeg.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(jpeg.subarray(2, 6))).toBe(true);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(jpeg.length)]);
    expect((await fetch(`${url.slice(0, -5)}.jpg`)).status).toBe(404);
  }
  await fan.api.deletePhoto({ body: { public_list_id: 'event', media_url: key } });
  expect([...bucket.objects.keys()]).toEqual([]);
  expect(readdirSync(join(folderOf('there'), 'objects'), { recursive: true })).toEqual(['staging']);
});

test('HLF-07a what nobody registers goes from the bucket in its time, by whichever copy', async () => {
  const { sub, keys, key } = await openKeys();
  expect(await store(there, keys, key)).toBe('200');
  expect(await placesOf(sub)).toEqual([{ key }]);
  const run = (now: number) =>
    removeOrphanedObjects({ db: here.deps.db, objects: here.kept, now: () => now, isStopped: () => false });
  await run(Date.now());
  expect(bucket.objects.has(key)).toBe(true);
  await run(Date.now() + COLLECT_AFTER_MS + 60_000);
  expect([bucket.objects.has(key), await placesOf(sub)]).toEqual([false, []]);
});

test('HLF-07b a key is stored once, though it reaches both copies at once; nobody takes another’s', async () => {
  const { sub, keys, key } = await openKeys();
  const other = await openKeys();
  const answers = await Promise.all([here.url, there, here.url, there].map((origin) => store(origin, keys, key)));
  expect(answers.filter((answer) => answer === '200')).toHaveLength(1);
  expect(new Set(answers)).toEqual(new Set(['200', '412 PreconditionFailed']));
  expect(bucket.puts).toEqual([key]);
  expect(await placesOf(sub)).toEqual([{ key }]);
  const larger = await pictureOf(65, 48);
  for (const origin of [here.url, there]) {
    expect(await store(origin, keys, key, larger)).toBe('412 PreconditionFailed');
    expect(await store(origin, other.keys, key)).toBe('403 AccessDenied');
  }
  expect(bucket.objects.get(key)?.bytes.equals(jpeg)).toBe(true);
});

test('HLF-07b what is no picture, not what was announced, or too much reaches no bucket', async () => {
  const { sub, keys, key } = await openKeys();
  expect(await store(there, keys, key, Buffer.from('no picture'))).toBe('400 InvalidRequest');
  const whole = await signedPut(there, keys, key, jpeg);
  expect(await cutShort(there, whole)).toBe('cut');
  expect(await store(there, keys, `ugc/${CLUB}/elsewhere/original/${'A'.repeat(20)}.jpg`)).toBe('403 AccessDenied');
  await vi.waitFor(async () => expect(await placesOf(sub)).toEqual([]));
  expect(bucket.puts).toEqual([]);
});

test('HLF-07c a bucket that is down refuses for a moment, in S3’s words; what is sent again arrives once', async () => {
  const { sub, keys, key } = await openKeys();
  bucket.fault = 'busy';
  for (const origin of [here.url, there]) {
    expect(await store(origin, keys, key)).toBe('503 SlowDown');
    const read = await fetch(`${origin}/s3/photos/${key}`);
    expect([read.status, read.headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect(read.headers.get('retry-after')).toMatch(/^\d+$/);
  }
  expect([bucket.objects.has(key), await placesOf(sub)]).toEqual([false, []]);
  expect(errors.map(String).join()).toContain('The bucket failed: SlowDown');
  bucket.fault = null;
  expect(await store(there, keys, key)).toBe('200');
  expect(await store(here.url, keys, key)).toBe('412 PreconditionFailed');
  expect(bucket.puts).toEqual([key]);
});

test('HLF-07c a post that cannot be looked at meanwhile is told to come again, and is registered then', async () => {
  const fan = await openFan('ben@example.com');
  const key = fan.newKey();
  await fan.store(key);
  bucket.fault = 'busy';
  await expect(fan.register(key)).rejects.toMatchObject({ code: 'UNAVAILABLE', retry: 'later' });
  bucket.fault = null;
  expect((await fan.register(key)).media_list.map(({ media_url }) => media_url)).toEqual([key]);
  // Nothing of it is put during the next test.
  await finishPictures();
});

test('HLF-07c an answer of the bucket that is lost is asked for again: the photo is there, once', async () => {
  const { sub, keys, key } = await openKeys();
  bucket.fault = 'deaf';
  expect(await store(there, keys, key)).toBe('200');
  const puts = bucket.puts.filter((put) => put === key);
  expect([puts, await placesOf(sub)]).toEqual([[key], [{ key }]]);
});

test('HLF-07d a copy that is killed in mid-put leaves no object, and the photo goes through another', async () => {
  const { keys, key } = await openKeys();
  const doomed = await startCopy('doomed');
  const process = copies.at(-1);
  bucket.fault = 'stuck';
  const lost = store(doomed, keys, key).catch(() => 'no answer');
  await bucket.stuck;
  await process?.end('SIGKILL');
  expect(await lost).toBe('no answer');
  bucket.fault = null;
  expect(bucket.objects.has(key)).toBe(false);
  expect((await fetch(`${there}/s3/photos/${key}`)).status).toBe(404);
  expect(await store(there, keys, key)).toBe('200');
});

/** Sends half of the bytes and breaks the connection; 'cut' when the server has let it go without an answer. */
function cutShort(origin: string, { path, headers, bytes }: Awaited<ReturnType<typeof signedPut>>): Promise<string> {
  return new Promise((done) => {
    const half = request(`${origin}${path}`, { method: 'PUT', headers }, (answer) => done(String(answer.statusCode)));
    half.on('error', () => done('cut'));
    half.write(bytes.subarray(0, bytes.length / 2), () => half.destroy());
  });
}
