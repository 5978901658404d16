import { afterEach, expect, test, vi } from 'vitest';

const NAMES = ['drainOutbox', 'receivePush', 'receiveShare', 'receiveSystemFetch', 'renewPush'];

afterEach(() => {
  for (const name of NAMES) Reflect.deleteProperty(globalThis, name);
  vi.unstubAllGlobals();
});

test('QUE-02a KEP-04a the sender’s script leaves in the worker all that its listeners call', async () => {
  vi.stubGlobal('self', globalThis);
  await import('./senderScript.ts');
  expect(NAMES.filter((name) => typeof Reflect.get(globalThis, name) !== 'function')).toEqual([]);
});
