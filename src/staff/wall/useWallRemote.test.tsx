// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServices, renderHookWith, signedInFan } from '../../../tests/support/render.tsx';
import type { Photo } from '../../contract/entities.ts';
import { NEW_WALL } from '../../contract/wall.ts';
import { useWallRemote } from './useWallRemote.ts';

const photoOf = (media_url: string): Photo => ({
  media_url,
  user_id: 'u',
  user_name: '',
  user_screen_name: '',
  user_avatar: null,
  comment: '',
  htag: [],
  player: '',
  photo_location: '',
  team_id: null,
  usepermit: true,
  event_id: null,
  event_name: null,
  season_id: null,
  public_list_id: '',
  created_at: '2026-06-10 12:00:00',
  option: null,
  exif: null,
  face_info: [],
  comment_count: 0,
  reactionInfo: { reactions: [], total: 0, media_url, own_reacted: false },
  width: 4,
  height: 3,
  color: '#000000',
});

/** A desk with waiting photos. A decision is stored at once, and answered when the test says so. */
function desk(names: readonly string[]) {
  const states = new Map(names.map((name) => [name, 'waiting']));
  const answers: (() => void)[] = [];
  const json = (body: object) =>
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method === 'GET') {
      const waiting = names.filter((name) => states.get(name) === 'waiting');
      const queue = waiting.map((name) => ({ photo: photoOf(name), decision: 'waiting' }));
      const rest = { version: 0, keys: [], played: [], now: '2026-06-10 12:00:00' };
      return json(Object.assign(rest, { state: NEW_WALL, waiting: queue.length, queue }));
    }
    const { media_url, decision } = JSON.parse(String(body)) as { media_url: string; decision: string };
    states.set(media_url, decision);
    await new Promise<void>((done) => answers.push(done));
    return json({ result: 'ok' });
  });
  return { answerAll: () => act(async () => answers.splice(0).forEach((answer) => void answer())) };
}

test('WAL-04c decisions in a row each leave the queue at once, and the number waiting stays right', async () => {
  const { answerAll } = desk(['a', 'b', 'c']);
  const config = { api: 'http://localhost/f', apiKey: 'fan-web' };
  const session = { getIdToken: async () => 'token' };
  const services = fakeServices({ state: signedInFan, session, others: { config } });
  const { result } = await renderHookWith(() => useWallRemote('e1'), {}, services);
  const shown = () => [result.current.waiting, result.current.queue.map(({ photo }) => photo.media_url)];
  const approveFirst = () =>
    act(async () => {
      const [first] = result.current.queue;
      if (first) result.current.decide(first, 'approved');
    });
  await waitFor(() => expect(shown()).toEqual([3, ['a', 'b', 'c']]));
  await approveFirst();
  await approveFirst();
  expect(shown()).toEqual([1, ['c']]);
  await answerAll();
  await waitFor(() => expect(result.current.query.data?.waiting).toBe(1));
  expect(shown()).toEqual([1, ['c']]);
  await act(async () => result.current.undo?.());
  await answerAll();
  await waitFor(() => expect(shown()).toEqual([2, ['b', 'c']]));
});
