// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changing, fakeServices, renderHookWith, signedInFan } from '../../../../tests/support/render.tsx';
import { photo as known } from '../../../../tests/support/socialScreen.tsx';
import { SHARED_AT_ONCE } from '../../../contract/limits.ts';
import type { SessionState } from '../../../session/sessionState.ts';
import { useSelectedActions } from './useSelectedActions.ts';
import { type SelectionMoves, useSelection } from './useSelection.ts';
import { useShareSelected } from './useShareSelected.ts';

const photosOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...known,
    media_url: known.media_url.replace('aaaaaaaaaaaaaaaaaaaa', String(i).padStart(20, '0')),
    reactionInfo: { reactions: [], total: 0, media_url: '', own_reacted: false },
    event_name: '第1節',
    created_at: '2026-11-20 10:00:00',
    player: '',
    option: null,
  }));
const moves = { takeOut: () => undefined, keepOnly: () => undefined } as Partial<SelectionMoves> as SelectionMoves;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Likes that are on their way until `answer`. */
async function likeThree(session = changing<SessionState>(signedInFan)) {
  const ends: (() => void)[] = [];
  const putReaction = vi.fn(() => new Promise((done) => ends.push(() => done({ result: 'ok' }))));
  const hook = await renderHookWith(
    () => useSelectedActions(photosOf(3), moves),
    undefined,
    fakeServices({ session, api: { putReaction } }),
  );
  await act(async () => hook.result.current.like());
  return { ...hook, putReaction, answer: () => act(async () => ends.at(-1)?.()) };
}

test('KEP-02g who leaves the list has no more done behind the own back', async () => {
  const { putReaction, answer, unmount } = await likeThree();
  unmount();
  await answer();
  expect(putReaction).toHaveBeenCalledTimes(1);
});

test('KEP-02g nothing more is liked once another fan has signed in', async () => {
  const session = changing<SessionState>(signedInFan);
  const { putReaction, answer, result } = await likeThree(session);
  await session.change({ status: 'signedIn', user: { id: 'other', name: '別の人', usepermit: false } });
  await answer();
  expect(putReaction).toHaveBeenCalledTimes(1);
  expect(result.current.running).toBe(null);
});

test('KEP-02g a second press while photos are liked begins nothing', async () => {
  const { putReaction, answer, result } = await likeThree();
  await act(async () => result.current.like());
  expect(putReaction).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 3; i += 1) await answer();
  expect(putReaction).toHaveBeenCalledTimes(3);
  expect(result.current.running).toBe(null);
});

test('KEP-02a presses before the next drawing all count', async () => {
  const photos = photosOf(3);
  const [a = '', b = '', c = ''] = photos.map(({ media_url }) => media_url);
  const { result } = await renderHookWith(() => useSelection(photos, null), undefined);
  act(() => {
    for (const key of [a, b, c, b]) result.current.moves.toggle(key);
  });
  expect([...result.current.keys]).toEqual([a, c]);
});

describe('shares', () => {
  let pictures: ((answer: Response) => void)[];
  const share = vi.fn(async (_: ShareData) => undefined);
  beforeEach(() => {
    pictures = [];
    share.mockClear();
    Object.assign(navigator, { canShare: () => true, share });
    vi.stubGlobal('fetch', () => new Promise<Response>((done) => pictures.push(done)));
  });
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'canShare');
    Reflect.deleteProperty(navigator, 'share');
  });
  const draw = (count: number) => renderHookWith(() => useShareSelected(photosOf(count)), undefined);

  test('KEP-02h as many photos as one sheet takes are prepared, one more is not', async () => {
    for (const [count, kind] of [
      [SHARED_AT_ONCE.photos, 'preparing'],
      [SHARED_AT_ONCE.photos + 1, undefined],
    ] as const) {
      const { result, unmount } = await draw(count);
      await act(async () => result.current.share());
      expect([count, result.current.sharing?.kind]).toEqual([count, kind]);
      unmount();
    }
  });

  test('KEP-02h pictures that come after the fan stopped offer no sheet', async () => {
    const { result } = await draw(1);
    await act(async () => result.current.share());
    await act(async () => result.current.stop());
    await act(async () => pictures[0]?.(new Response(new Blob(['x'], { type: 'image/jpeg' }))));
    await act(async () => new Promise((done) => setTimeout(done)));
    expect([result.current.sharing, share.mock.calls.length]).toEqual([null, 0]);
  });
});
