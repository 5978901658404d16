import { expect, test, vi } from 'vitest';
import { createDeferredStore, createLazyProxy } from './lazyProxy.ts';

test('a front loads its part with the first call and passes arguments and answers on', async () => {
  const part = { double: async (n: number) => n * 2, name: () => 'real' };
  const load = vi.fn(async () => part);
  const front = createLazyProxy(load, { name: () => 'front' });
  expect(front.name()).toBe('front');
  expect(load).not.toHaveBeenCalled();
  expect(await front.double(21)).toBe(42);
});

test('T28 a front whose part cannot be loaded rejects and may be asked again', async () => {
  const load = vi
    .fn<() => Promise<{ go(): Promise<string> }>>()
    .mockRejectedValueOnce(new Error('no signal'))
    .mockResolvedValueOnce({ go: async () => 'went' });
  const front = createLazyProxy(load, {});
  await expect(front.go()).rejects.toThrow('no signal');
  expect(await front.go()).toBe('went');
});

test('a relay shows its first value, then the source’s, and tells of the change', () => {
  const relay = createDeferredStore('first');
  const listener = vi.fn();
  const stop = relay.subscribe(listener);
  let value = 'second';
  const told: (() => void)[] = [];
  const subscribe = (given: () => void) => {
    told.push(given);
    return () => undefined;
  };
  const tell = () => {
    for (const given of told) given();
  };
  relay.attach({ subscribe }, () => value);
  expect(relay.read()).toBe('second');
  value = 'third';
  tell();
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  tell();
  expect(listener).toHaveBeenCalledTimes(2);
});
