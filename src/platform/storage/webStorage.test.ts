import { expect, test } from 'vitest';
import { readJson, writeJson } from './storedJson.ts';
import { createWebStorage } from './webStorage.ts';

function inMemory(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, text) => void items.set(key, text),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

test('texts and JSON come back as they were written', () => {
  const storage = inMemory();
  const web = createWebStorage(() => storage);
  expect([web.setItem('a', 'x'), writeJson(web, 'b', { c: [1] })]).toEqual([true, true]);
  expect([web.getItem('a'), readJson(web, 'b')]).toEqual(['x', { c: [1] }]);
  web.removeItem('a');
  expect([web.getItem('a'), web.getItem('a', 'denied')]).toEqual([null, null]);
  web.clear();
  expect([readJson(web, 'b'), storage.length]).toEqual([null, 0]);
});

test('broken JSON is nothing', () => {
  const storage = inMemory();
  storage.setItem('a', '{');
  expect(
    readJson(
      createWebStorage(() => storage),
      'a',
    ),
  ).toBeNull();
});

test('a full storage says that nothing was written', () => {
  const full: Storage = {
    ...inMemory(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  const web = createWebStorage(() => full);
  expect([web.setItem('a', 'x'), writeJson(web, 'a', [])]).toEqual([false, false]);
});

test('denied storage holds nothing and throws nothing', () => {
  const web = createWebStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect([web.getItem('a'), web.getItem('a', 'denied'), readJson(web, 'a')]).toEqual([null, 'denied', null]);
  expect(web.setItem('a', 'x')).toBe(false);
  expect([web.removeItem('a'), web.clear()]).toEqual([undefined, undefined]);
});
