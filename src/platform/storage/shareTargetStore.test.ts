import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { MAX_SOURCE_BYTES, SHARED_PHOTOS_MAX } from '../../contract/limits.ts';
import { createClientDatabase } from './clientDatabase.ts';
import { createShareTargetStore } from './shareTargetStore.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
const file = (name: string, content = name) => new File([content], name, { type: 'image/jpeg', lastModified: 7 });
const open = () => createShareTargetStore(createClientDatabase());

test('QUE-06b T01 what was shared is there after a restart, for its tenant only, until it is forgotten', async () => {
  await open().keep('club', null, [file('a.jpg'), file('b.jpg')]);
  await open().keep('club-2', null, [file('x.jpg')]);
  await open().keep('club', null, [file('c.jpg')]);
  const taken = await open().take('club', 'fan');
  expect(taken.files.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
  expect(await taken.files[1]?.text()).toBe('b.jpg');
  expect(taken.files[0]).toMatchObject({ type: 'image/jpeg', lastModified: 7 });
  await open().keep('club', null, [file('late.jpg')]);
  await taken.forget();
  expect((await open().take('club', 'fan')).files.map(({ name }) => name)).toEqual(['late.jpg']);
  expect((await open().take('club-2', 'fan')).files).toHaveLength(1);
});

test('QUE-06b SAF-15 what a fan shared waits for that fan; what nobody shared is for whoever signs in', async () => {
  await open().keep('club', 'a', [file('of-a.jpg')]);
  await open().keep('club', null, [file('of-nobody.jpg')]);
  const namesFor = async (userId: string | null) => (await open().take('club', userId)).files.map(({ name }) => name);
  expect(await namesFor('a')).toEqual(['of-a.jpg', 'of-nobody.jpg']);
  expect(await namesFor(null)).toEqual(['of-nobody.jpg']);
  const taken = await open().take('club', 'b');
  expect(taken.files.map(({ name }) => name)).toEqual(['of-nobody.jpg']);
  await taken.forget();
  expect(await namesFor('b')).toEqual([]);
  expect(await namesFor('a')).toEqual(['of-a.jpg']);
});

test('QUE-06a no more than any post takes, and nothing of what is too large', async () => {
  const many = Array.from({ length: SHARED_PHOTOS_MAX + 3 }, (_, index) => file(`${index}.jpg`));
  expect(await open().keep('club', null, many)).toBe(SHARED_PHOTOS_MAX);
  const huge = file('huge.jpg');
  Object.defineProperty(huge, 'size', { value: MAX_SOURCE_BYTES + 1 });
  await open().keep('other', null, [huge]);
  expect((await open().take('other', 'fan')).files[0]).toMatchObject({ name: 'huge.jpg', size: 0 });
});

test('QUE-06b a file that cannot be read any more is told', async () => {
  const gone = file('a.jpg');
  gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  await expect(open().keep('club', null, [gone])).rejects.toMatchObject({ code: 'BYTES_LOST' });
});
