// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { changing, fakeServices, renderHookWith } from '../../../tests/support/render.tsx';
import type { Comment } from '../../contract/entities.ts';
import { ANONYMOUS, type SessionState } from '../../session/sessionState.ts';
import { useCommentDraft } from './commentDraft.ts';

/** A page as it is after a load. */
async function load() {
  const session = changing<SessionState>(ANONYMOUS);
  const { result, unmount } = await renderHookWith(
    () => useCommentDraft('photo'),
    undefined,
    fakeServices({ session }),
  );
  return {
    unmount,
    text: () => result.current.draft.text,
    id: () => result.current.draft.id,
    replyTo: (to: Comment) => act(() => result.current.replyTo(to)),
    write: (words: string) => act(() => result.current.write(words)),
    clear: () => act(() => result.current.clear(result.current.draft)),
    logIn: (id: string) => session.change({ status: 'signedIn', user: { id, name: id, usepermit: true } }),
    logOut: () => session.change(ANONYMOUS),
  };
}

beforeEach(() => sessionStorage.clear());

test('SOC-03b words that were kept are there after the reload a failure asks for, until they are sent', async () => {
  const before = await load();
  before.write('最高の一枚');
  before.unmount();
  const after = await load();
  expect(after.text()).toBe('最高の一枚');
  after.clear();
  after.unmount();
  expect((await load()).text()).toBe('');
});

test('SAF-15 what a window kept of comments goes with the fan', async () => {
  (await load()).write('途中');
  sessionStorage.clear();
  expect((await load()).text()).toBe('');
});

test('SAF-15 in an open window one fan’s words are not shown to the next; a visitor’s survive the login', async () => {
  const { text, write, logIn, logOut } = await load();
  write('ログインの前に');
  await logIn('aki');
  expect(text()).toBe('ログインの前に');
  write('あきの言葉');
  sessionStorage.clear();
  await logOut();
  expect(text()).toBe('');
  await logIn('ben');
  expect(text()).toBe('');
});

test('SOC-03e the same words are the same comment, also after a reload; other words and replies are not', async () => {
  const before = await load();
  before.write('最高');
  const first = before.id();
  before.unmount();
  const { id, write, replyTo, clear } = await load();
  expect([typeof first, id()]).toEqual(['string', first]);
  write('最高 ');
  expect(id()).toBe(first);
  write('最高！');
  const second = id();
  replyTo({ comment_id: 'c1' } as Comment);
  const third = id();
  clear();
  write('最高！');
  expect(new Set([first, second, third, id()]).size).toBe(4);
});
