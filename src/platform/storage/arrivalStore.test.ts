import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { createArrivalStore } from './arrivalStore.ts';
import { createClientDatabase } from './clientDatabase.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
const open = () => createArrivalStore(createClientDatabase());

test('FAN-01b an arrival is given to one asker only, also of two tabs at once and after a restart', async () => {
  await open().claim([]);
  const answers = await Promise.all([open().claim(['a', 'b']), open().claim(['a', 'b'])]);
  expect(answers.flat().toSorted()).toEqual(['a', 'b']);
  expect(await open().claim(['a', 'c'])).toEqual(['c']);
});

test('FAN-01b what arrived before a device ever asked is no news', async () => {
  expect(await open().claim(['old'])).toEqual([]);
  expect(await open().claim(['old', 'new'])).toEqual(['new']);
});

test('FAN-01b SAF-15 a logout leaves no id of what is gone, and what arrives next is news', async () => {
  await open().claim([]);
  await open().claim(['gone']);
  await open().forgetGone();
  expect(await open().claim(['gone', 'next'])).toEqual(['gone', 'next']);
});

test('FAN-01b a post whose originals still follow is not told again after the next login', async () => {
  const database = createClientDatabase();
  await open().claim([]);
  await open().claim(['a', 'gone']);
  await database.run(async (db) => void (await db.put('jobs', { id: 'a' } as never)));
  await open().forgetGone();
  expect(await open().claim(['a', 'gone'])).toEqual(['gone']);
});
