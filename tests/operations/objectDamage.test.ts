/** A disk that gives back other bytes than were stored, and says nothing. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { objectPath, openObjectFiles } from '../../server/objects/objectFiles.ts';
import { createScrubber } from '../../server/objects/scrubber.ts';
import { UnreadableObject } from '../../server/objects/unreadableObject.ts';
import { MIN_FREE_BYTES } from '../../src/contract/limits.ts';
import { BUCKET, newKey, startStore, type TestStore } from '../api/objectsSetup.ts';
import { CLUB } from '../support/tenants.ts';
import { type BackupEnv, openBackupWorld, WORLD_KEYS } from './backupWorld.ts';

/** Changes one bit of the file, `at` bytes from its start. */
function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

describe('at the store', () => {
  let started: TestStore;
  beforeEach(async () => {
    started = await startStore(() => true, { freeBytes: async () => 2 * MIN_FREE_BYTES });
  });
  afterEach(() => started.remove());
  const get = (key: string, headers = {}) =>
    started.store.fetch(new Request(`http://localhost:3000/s3/${BUCKET}/${key}`, { headers }));
  /** 1024 bytes of header, then the object. */
  const damage = (key: string, at = 1024 + 50_000) => flip(objectPath(started.dir, key), at);

  test('OPS-11a one flipped bit in a small object: 500 instead of other bytes under its ETag, logged', async () => {
    const key = newKey();
    await started.store.put(key, Buffer.alloc(100_000, 'a'), 'fan-a');
    expect((await get(key)).status).toBe(200);
    damage(key);
    expect((await get(key)).status).toBe(500);
    await expect(started.store.read(key, 0, 100_000)).rejects.toThrow('not those that were stored');
    expect(started.errors).toEqual([expect.any(UnreadableObject)]);
  });

  test('OPS-11a of a large damaged object the answer breaks off before its end, and it is logged', async () => {
    const key = newKey();
    await started.store.put(key, Buffer.alloc(900_000, 'a'), 'fan-a');
    expect((await (await get(key)).arrayBuffer()).byteLength).toBe(900_000);
    damage(key);
    await expect((await get(key)).arrayBuffer()).rejects.toThrow();
    expect(started.errors).toEqual([expect.any(UnreadableObject)]);
  });

  test('OPS-11a a flipped bit in what is noted of an object is found, too', async () => {
    const key = newKey();
    await started.store.put(key, Buffer.alloc(1_000, 'a'), 'fan-a');
    damage(key, readFileSync(objectPath(started.dir, key)).indexOf('fan-a'));
    await expect(started.store.head(key)).rejects.toThrow('header');
  });
});

describe('OPS-11b the check of everything that is stored', () => {
  let dir: string;
  let clock: number;
  const keys = Array.from({ length: 10 }, newKey);
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'scrub-'));
    clock = Date.parse('2026-11-29T00:00:00Z');
    const files = await openObjectFiles(dir, () => clock);
    async function* body() {
      yield Buffer.alloc(10_000, 'a');
    }
    const { sumsOf } = await import('../../server/objects/upload.ts');
    for (const key of keys) {
      const meta = { ...sumsOf(Buffer.alloc(10_000, 'a')), key, owner: 'aki', storedAt: clock };
      await files.publish(await files.stage(body(), () => meta));
    }
  });
  afterEach(() => rmSync(dir, { recursive: true }));
  const bounds = { bytes: 35_000, files: 100, roundEveryMs: 1_000, damaged: 2 };
  /** A new one each time, as after a restart. */
  const run = (found: string[] = [], more = {}) =>
    createScrubber({ dir, now: () => clock, bounds: { ...bounds, ...more } }).run(
      () => false,
      ({ path }) => found.push(path),
    );

  test('OPS-11b reads so many bytes a run, goes on after a restart, and begins again in its time', async () => {
    const looked = [await run(), await run(), await run(), await run()].map((one) => one.looked);
    expect(looked).toEqual([4, 4, 2, 0]);
    clock += 1_000;
    expect(await run()).toMatchObject({ looked: 4, bytes: 40_000, roundAgeMs: 0 });
  });

  test('OPS-11b names a damaged object once, counts it until it is whole again, and the round goes on', async () => {
    const [first = ''] = keys;
    const path = objectPath(dir, first);
    copyFileSync(path, `${dir}/whole`);
    flip(path, 5_000);
    const found: string[] = [];
    const all = { bytes: 1_000_000 };
    expect(await run(found, all)).toMatchObject({ looked: 10, damaged: 1 });
    clock += 1_000;
    expect(await run(found, all)).toMatchObject({ looked: 10, damaged: 1 });
    expect(found).toEqual([path]);
    rmSync(path);
    copyFileSync(`${dir}/whole`, path);
    expect(await run(found, all)).toMatchObject({ damaged: 0 });
  });
});

describe('in backups', () => {
  let world: Awaited<ReturnType<typeof openBackupWorld>>;
  beforeAll(async () => {
    world = await openBackupWorld();
  });
  afterAll(() => world.remove());
  const [one = '', other = ''] = WORLD_KEYS;
  const fileOf = (key: string) => objectPath(join(world.dataDir, 'objects'), key);

  test('OPS-11a no backup takes a damaged object for whole: it is named, and the exit code is 3', async () => {
    const env: BackupEnv = { BACKUP_DIR: world.at('first') };
    const [whole, large] = [readFileSync(fileOf(one)), `ugc/${CLUB}/e/original/${'L'.repeat(20)}.jpg`];
    await world.store(large, Buffer.alloc(300_000, 'l'));
    flip(fileOf(one), 5_000);
    flip(fileOf(large), 200_000);
    const { code, err } = await world.tryCreate(env);
    expect(code).toBe(3);
    expect(err).toContain('without 2 objects');
    expect(err).toContain(fileOf(one));
    writeFileSync(fileOf(one), whole);
    await world.unstore(large);
  });

  test('OPS-11c damaged and lost objects come back from the newest backup that has them, byte for byte', async () => {
    const env: BackupEnv = { BACKUP_DIR: world.at('second') };
    await world.create(env);
    const whole = new Map([one, other].map((key) => [key, readFileSync(fileOf(key))]));
    flip(fileOf(one), 5_000);
    // Its header says nothing any more.
    writeFileSync(fileOf(other), Buffer.alloc(2_000));
    // A later backup that is without them comes first.
    expect((await world.tryCreate(env)).code).toBe(3);
    const found: string[] = [];
    const scrubber = createScrubber({ dir: join(world.dataDir, 'objects'), now: Date.now });
    await scrubber.run(
      () => false,
      ({ path }) => found.push(path),
    );
    expect(found.toSorted()).toEqual([one, other].map(fileOf).toSorted());
    expect(await world.repair(env)).toMatchObject({ code: 0, err: '' });
    const bytesOf = (path: string) => readFileSync(path).subarray(1024);
    for (const [key, bytes] of whole) expect(bytesOf(fileOf(key)).equals(bytes.subarray(1024))).toBe(true);
    rmSync(fileOf(one));
    expect((await world.repair(env, [one])).out).toContain(`${one} is back`);
    expect((await world.repair(env, [one])).out).toContain('nothing was done');
  });

  test('OPS-11c a backup of the damaged bytes brings nothing back, and what is in none is named', async () => {
    const env: BackupEnv = { BACKUP_DIR: world.at('third') };
    const whole = readFileSync(fileOf(one));
    // As a release did that compared nothing: other bytes, with a sum of their own.
    const files = await openObjectFiles(join(world.dataDir, 'objects'), Date.now);
    const meta = await files.readMeta(one);
    await world.unstore(one);
    await world.store(one, Buffer.alloc(100_000, 'x'), meta?.storedAt);
    await world.create(env);
    writeFileSync(fileOf(one), whole);
    flip(fileOf(one), 5_000);
    const { code, err } = await world.repair(env, [one]);
    expect(code).toBe(3);
    expect(err).toContain(`${one} is in no backup as it was stored`);
    writeFileSync(fileOf(one), whole);
  });
});
