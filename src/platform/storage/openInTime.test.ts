import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { STORAGE_OPEN } from '../../contract/limits.ts';
import { createClientDatabase } from './clientDatabase.ts';
import { openInTime } from './openInTime.ts';

afterEach(() => {
  vi.useRealTimers();
  globalThis.indexedDB = new IDBFactory();
});

/** What iOS does to a page that comes back from the background: `open` gives a request that never answers. */
const neverOpens = () => {
  const open = vi.fn(() => new IDBOpenDBRequest());
  globalThis.indexedDB = { open } as unknown as IDBFactory;
  return open;
};

const limit = STORAGE_OPEN.stepMs * STORAGE_OPEN.steps;

test('T03 a database that never opens is waited for so long, and asked again at the next need', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const open = neverOpens();
  const stuck = vi.fn();
  const database = createClientDatabase('fan-photo', { onStuck: stuck, onOpened: () => undefined });
  const reading = database.run((db) => db.getAllKeys('jobs'));
  const ended = vi.fn();
  reading.catch(ended);
  await vi.advanceTimersByTimeAsync(limit - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await expect(reading).rejects.toMatchObject({ code: 'STORAGE_STUCK', retry: 'later' });
  expect([stuck.mock.calls.length, open.mock.calls.length]).toEqual([1, 1]);
  globalThis.indexedDB = new IDBFactory();
  expect(await database.run((db) => db.getAllKeys('jobs'))).toEqual([]);
});

test('T03 a worker has the same limit, and nothing that reloads', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  neverOpens();
  const reading = createClientDatabase().run((db) => db.getAllKeys('jobs'));
  reading.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(limit);
  await expect(reading).rejects.toMatchObject({ code: 'STORAGE_STUCK' });
});

test('T03 a connection that comes too late is closed: it would hold up an upgrade', async () => {
  const close = vi.fn();
  const { promise, resolve } = Promise.withResolvers<{ close(): void }>();
  await expect(openInTime(promise, async () => undefined)).rejects.toMatchObject({ code: 'STORAGE_STUCK' });
  resolve({ close });
  await promise;
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
});

test('T03 a database that cannot be opened says why, and one that opens stops the clock', async () => {
  const refused = new DOMException('denied', 'InvalidStateError');
  await expect(openInTime(Promise.reject(refused), () => new Promise(() => undefined))).rejects.toBe(refused);
  let steps = 0;
  const wait = async () => {
    steps += 1;
  };
  const database = { close: () => undefined };
  expect(await openInTime(Promise.resolve(database), wait)).toBe(database);
  expect(steps).toBeLessThan(STORAGE_OPEN.steps);
});
