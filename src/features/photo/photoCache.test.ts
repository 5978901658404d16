import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Photo } from '../../contract/entities.ts';
import { cacheReaction, countCachedComments, removeCachedPhoto } from './photoCache.ts';

const photo = (media_url: string, comment_count: number) => ({ media_url, comment_count }) as Photo;

test('an own comment counts in every copy of the photo, from the newest one’s number', () => {
  const client = new QueryClient();
  client.setQueryData(
    ['club', 'getPublicList'],
    { pages: [{ media_list: [photo('a', 3), photo('b', 0)] }] },
    { updatedAt: 1 },
  );
  client.setQueryData(['club', 'getPhoto'], { list: [photo('a', 11)] });
  const counts = () => [
    client.getQueryData<{ pages: { media_list: Photo[] }[] }>(['club', 'getPublicList'])?.pages[0]?.media_list[0],
    client.getQueryData<{ list: Photo[] }>(['club', 'getPhoto'])?.list[0],
  ];
  countCachedComments(client, 'a', 1);
  expect(counts().map((one) => one?.comment_count)).toEqual([12, 12]);
  countCachedComments(client, 'a', -1);
  expect(counts().map((one) => one?.comment_count)).toEqual([11, 11]);
  countCachedComments(client, 'unknown', 1);
  removeCachedPhoto(client, 'a');
  expect(counts().map((one) => one?.media_url)).toEqual(['b', undefined]);
});

test('SOC-01c a like counts once however often it is told, and a number never falls below nothing', () => {
  const client = new QueryClient();
  const reactionInfo = { reactions: [], total: 0, media_url: 'a', own_reacted: true };
  client.setQueryData(['club', 'getPhoto'], { list: [{ ...photo('a', 0), reactionInfo }] });
  const shown = () => client.getQueryData<{ list: Photo[] }>(['club', 'getPhoto'])?.list[0]?.reactionInfo;
  // Its number lagged behind the own like.
  cacheReaction(client, 'a', false);
  expect(shown()).toMatchObject({ total: 0, own_reacted: false });
  for (let i = 0; i < 2; i += 1) cacheReaction(client, 'a', true);
  expect(shown()).toMatchObject({ total: 1, own_reacted: true });
});
