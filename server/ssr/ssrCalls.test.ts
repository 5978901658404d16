import { expect, test } from 'vitest';
import { ssrCallsOf } from './ssrCalls.ts';

const listOf = (file: string, query: string) =>
  ssrCallsOf(file, new URLSearchParams(query)).find(({ name }) => name === 'getPublicList')?.query;

test('LST-01e the server reads the first photos in the order the address names, and in no other', () => {
  expect(listOf('gallery.html', 'sort=likes&team=t1')).toEqual({ team: 't1', sort: 'likes' });
  expect(listOf('event-detail.html', 'e=e1&sort=likes')).toEqual({ e: 'e1', sort: 'likes' });
  expect(listOf('gallery.html', 'sort=name')).toEqual({});
  expect(listOf('event-detail.html', 'e=e1')).toEqual({ e: 'e1' });
  expect(listOf('index.html', 'sort=likes')).toEqual({});
});
