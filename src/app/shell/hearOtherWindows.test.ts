import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WriteEndpoint } from '../../contract/changedAnswers.ts';
import type { Photo } from '../../contract/entities.ts';
import { hearOtherWindows } from './hearOtherWindows.ts';

const other = new BroadcastChannel('writes');
const key = (name: string) => ['club', name];
const photo = { media_url: 'a', reactionInfo: { own_reacted: false, total: 3 } } as Photo;
let client: QueryClient;
let fan: string | null;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  client = new QueryClient();
  for (const name of ['getFollows', 'getComments', 'getTeams']) client.setQueryData(key(name), {});
  client.setQueryData(key('getPhoto'), { list: [photo] });
  fan = 'aki';
  stop = hearOtherWindows(client, () => fan);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** As another window tells it, and heard by this one; `last` is heard after all that was told before it. */
async function tell(...writes: { name: WriteEndpoint; fan?: string; mediaUrl?: string }[]): Promise<void> {
  const here = new BroadcastChannel('writes');
  for (const write of writes) {
    const heard = new Promise((resolve) => here.addEventListener('message', resolve, { once: true }));
    other.postMessage({ fan: 'aki', ...write });
    await heard;
  }
  here.close();
}
const asked = () =>
  client
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.isInvalidated })
    .map(({ queryKey }) => queryKey[1]);
const known = () => client.getQueryData<{ list: Photo[] }>(key('getPhoto'))?.list[0]?.reactionInfo;

test('KEY-03c what a write makes outdated is asked for again, once for all that come together', async () => {
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  await tell({ name: 'putFollow' }, { name: 'putFollow' }, { name: 'deleteFollow' });
  expect(asked()).toEqual([]);
  vi.runAllTimers();
  expect(asked()).toEqual(['getFollows']);
  await tell({ name: 'putComment', mediaUrl: 'a' });
  vi.runAllTimers();
  expect(asked()).toEqual(['getFollows', 'getComments', 'getPhoto']);
  expect(invalidate).toHaveBeenCalledTimes(2);
});

test('KEY-03c after a change of whom not to see every list is asked for again', async () => {
  await tell({ name: 'putMute' });
  vi.runAllTimers();
  expect(asked()).toEqual(['getFollows', 'getComments', 'getTeams', 'getPhoto']);
});

test('KEY-03a a like is taken over as it is told, once, without asking for lists', async () => {
  await tell({ name: 'putReaction', mediaUrl: 'a' }, { name: 'putReaction', mediaUrl: 'a' });
  expect(known()).toEqual({ own_reacted: true, total: 4 });
  await tell({ name: 'deleteReaction', mediaUrl: 'a' });
  expect(known()).toEqual({ own_reacted: false, total: 3 });
  vi.runAllTimers();
  expect(asked()).toEqual([]);
  await tell({ name: 'deletePhoto', mediaUrl: 'a' });
  expect(known()).toBeUndefined();
});

test('another fan’s writes, and calls of a later build, change nothing', async () => {
  await tell({ name: 'putMute', fan: 'ben' }, { name: 'putReaction', fan: 'ben', mediaUrl: 'a' });
  await tell({ name: 'putPoem' as WriteEndpoint });
  fan = null;
  await tell({ name: 'putMute' });
  vi.runAllTimers();
  expect(asked()).toEqual([]);
  expect(known()).toEqual({ own_reacted: false, total: 3 });
});

test('nothing is heard or asked for any more after the end', async () => {
  await tell({ name: 'putMute' });
  stop();
  await tell({ name: 'putReaction', mediaUrl: 'a' });
  vi.runAllTimers();
  expect(asked()).toEqual([]);
  expect(known()).toEqual({ own_reacted: false, total: 3 });
});
