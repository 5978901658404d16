/** A ZIP whose photos the browser fetches by itself (KEP-03). */
import { expect, test, vi } from 'vitest';
import { addressOf, bodyOf, createDevice, recordOf, until } from '../../../../tests/fakes/fakeZipDevice.ts';
import type { ZipRecord } from '../../../platform/storage/unfinishedZip.ts';
import { SystemCancelled } from '../../../platform/systemFetch/watchSystemFetch.ts';
import { type ZipPorts, ZipSaving } from './zipSaving.ts';

/** A browser that fetches by itself, as a test has it go on. */
function createSystem(pictures: Map<string, Blob>) {
  const system = {
    isAtIt: false,
    ended: 0,
    asked: [] as ZipRecord[],
    finish: (_error?: Error) => {},
    bring: (_names: string) => {},
  };
  const bySystem: ZipPorts['bySystem'] = {
    isAtIt: async () => system.isAtIt,
    fetch: (order) => {
      system.asked.push(order.record);
      return new Promise((done, refuse) => {
        order.onKept(pictures.size);
        order.signal.addEventListener('abort', () => refuse(order.signal.reason));
        system.finish = (error) => (error ? refuse(error) : done());
        system.bring = (names) => {
          for (const name of names) pictures.set(addressOf(name), new Blob([bodyOf(name)]));
          order.onKept(pictures.size);
        };
      });
    },
    end: async () => {
      system.ended += 1;
    },
  };
  return { system, bySystem };
}

test('KEP-03e for parts the browser fetches by itself, and the page only what is missing then', async () => {
  const { device, ports, pictures } = createDevice();
  const { system, bySystem } = createSystem(pictures);
  const saving = new ZipSaving({ ...ports, bySystem });
  void saving.start(recordOf('abcde'));
  await until(saving, 'fetching');
  await vi.waitFor(() => expect(system.asked).toHaveLength(1));
  system.bring('abc');
  expect(saving.getState()).toMatchObject({ done: 3, all: 5, isBySystem: true });
  expect(device.fetched).toEqual([]);
  system.finish();
  await until(saving, 'parts');
  expect(device.fetched).toEqual(['d', 'e']);
});

test('KEP-03e straight into a file the page fetches, as nothing could write it later', async () => {
  const { ports, toDisk, pictures } = createDevice();
  const { system, bySystem } = createSystem(pictures);
  const saving = new ZipSaving({ ...ports, bySystem, isInParts: false, pickTarget: toDisk });
  await saving.start(recordOf('abc'));
  expect([saving.getState().kind, system.asked]).toEqual(['done', []]);
});

test.each([
  ['is still at it', 'ab', true, true],
  ['has brought all of it', 'abc', false, true],
  ['has broken off', 'ab', false, false],
])('KEP-03e opened again while the browser %s', async (_, names, isAtIt, isGoneOnWith) => {
  const { device, ports, pictures } = createDevice();
  const { system, bySystem } = createSystem(pictures);
  for (const name of names) pictures.set(addressOf(name), new Blob([bodyOf(name)]));
  await ports.store.begin(recordOf('abc'));
  system.isAtIt = isAtIt;
  const saving = new ZipSaving({ ...ports, bySystem });
  void saving.look('club', 'me');
  await until(saving, isGoneOnWith ? 'fetching' : 'unfinished');
  if (!isGoneOnWith) return;
  await vi.waitFor(() => expect(system.asked).toHaveLength(1));
  system.bring('abc');
  system.finish();
  await until(saving, 'parts');
  expect(device.fetched).toEqual([]);
});

test('KEP-03f ended in the notification it is unfinished and can be gone on with', async () => {
  const { ports, pictures } = createDevice();
  const { system, bySystem } = createSystem(pictures);
  const saving = new ZipSaving({ ...ports, bySystem });
  void saving.start(recordOf('abcd'));
  await vi.waitFor(() => expect(system.asked).toHaveLength(1));
  system.bring('ab');
  system.finish(new SystemCancelled());
  await until(saving, 'unfinished');
  expect(saving.getState()).toMatchObject({ done: 2, all: 4 });
  void saving.resume();
  await vi.waitFor(() => expect(system.asked).toHaveLength(2));
  system.finish();
  await until(saving, 'parts');
});

test('KEP-03f given up, the browser is told and nothing stays', async () => {
  const { device, ports, pictures } = createDevice();
  const { system, bySystem } = createSystem(pictures);
  const saving = new ZipSaving({ ...ports, bySystem });
  void saving.start(recordOf('abcd'));
  await vi.waitFor(() => expect(system.asked).toHaveLength(1));
  system.bring('ab');
  await saving.cancel();
  expect([saving.getState().kind, system.ended, pictures.size]).toEqual(['none', 1, 0]);
  expect([await ports.store.load(), device.fetched]).toEqual([null, []]);
});

test('KEP-03f another fan on the device ends what the browser fetches for the one before', async () => {
  const { ports, pictures } = createDevice();
  const { system, bySystem } = createSystem(pictures);
  await ports.store.begin(recordOf('abc'));
  system.isAtIt = true;
  const saving = new ZipSaving({ ...ports, bySystem });
  await saving.look('club', 'somebody else');
  expect([saving.getState().kind, system.ended, await ports.store.load()]).toEqual(['none', 1, null]);
});
