import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import type { Lease } from '../../outbox/ports.ts';
import { type ClientDatabase, createClientDatabase } from './clientDatabase.ts';
import { createLock } from './locks.ts';

let database: ClientDatabase;
let now = 1_000_000;
const clock = { now: () => now };
const minutes = (count: number) => count * 60_000;

/** What a browser's lock manager does with the options we use. */
function createLocks(): Pick<LockManager, 'request'> {
  let isHeld = false;
  return {
    request: async (name: string, options: LockOptions, run: (lock: Lock | null) => unknown) => {
      if (isHeld && !options.steal) return run(null);
      isHeld = true;
      try {
        return await run({ name, mode: 'exclusive' });
      } finally {
        isHeld = false;
      }
    },
  } as Pick<LockManager, 'request'>;
}

/** Starts a run and gives its lease and the way to end it. */
async function hold(
  lock: ReturnType<typeof createLock>,
): Promise<{ lease: Lease; end: () => void; ended: Promise<boolean> }> {
  let end: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    end = resolve;
  });
  return new Promise((resolve) => {
    const ended = lock.withLock('outbox', async (lease) => {
      resolve({ lease, end, ended });
      await until;
    });
  });
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  database = createClientDatabase();
  now = 1_000_000;
});

test.each([
  ['with Web Locks', createLocks],
  ['by the lease alone', () => null],
])('T08 one at a time %s; the next comes in when it ends', async (_, makeLocks) => {
  const locks = makeLocks();
  const first = await hold(createLock({ database, clock, locks }));
  const other = createLock({ database, clock, locks });
  expect(await other.withLock('outbox', async () => undefined)).toBe(false);
  first.end();
  expect(await first.ended).toBe(true);
  expect(await other.withLock('outbox', async () => undefined)).toBe(true);
});

test.each([
  ['with Web Locks', createLocks],
  ['by the lease alone', () => null],
])('T06 T08 a frozen holder is taken over %s, and learns it at its next step', async (_, makeLocks) => {
  const locks = makeLocks();
  const frozen = await hold(createLock({ database, clock, locks }));
  now += minutes(5);
  const second = await hold(createLock({ database, clock, locks }));
  expect(await second.lease.renew()).toBe(true);
  expect(await frozen.lease.renew()).toBe(false);
  expect(await frozen.lease.renew()).toBe(false);
  frozen.end();
  second.end();
  await Promise.all([frozen.ended, second.ended]);
});

test('T08 who renews is alive, however long it takes', async () => {
  const first = await hold(createLock({ database, clock, locks: null }));
  const other = createLock({ database, clock, locks: null });
  for (let round = 0; round < 5; round += 1) {
    now += minutes(2);
    expect(await first.lease.renew()).toBe(true);
    expect(await other.withLock('outbox', async () => undefined)).toBe(false);
  }
  first.end();
  await first.ended;
});

test('T22 a lease from a clock that ran ahead does not lock the queue for hours', async () => {
  now += minutes(120);
  const ahead = await hold(createLock({ database, clock, locks: null }));
  now -= minutes(120);
  expect(await createLock({ database, clock, locks: null }).withLock('outbox', async () => undefined)).toBe(true);
  ahead.end();
  await ahead.ended;
});

test.each([
  ['with Web Locks', createLocks],
  ['by the lease alone', () => null],
])('T08 a frozen holder that ends %s leaves the lease to whoever took over', async (_, makeLocks) => {
  const locks = makeLocks();
  const frozen = await hold(createLock({ database, clock, locks }));
  now += minutes(5);
  const second = await hold(createLock({ database, clock, locks }));
  frozen.end();
  await frozen.ended;
  // Long enough for the holder to look whether the lease is still its own.
  now += minutes(1);
  expect(await second.lease.renew()).toBe(true);
  expect(await createLock({ database, clock, locks: null }).withLock('outbox', async () => undefined)).toBe(false);
  second.end();
  await second.ended;
});
