import { expect, test } from 'vitest';
import type { Photo } from '../../contract/entities.ts';
import { bestCovers, type EventFigures, postedSeasons, totalsOf, wordFor } from './seasonFigures.ts';

const figures = (event_id: string, change: Partial<EventFigures> = {}, likes = 0): EventFigures => ({
  event_id,
  event_name: event_id,
  event_type: 'official',
  event_date: '2026-06-01',
  season_id: 's26',
  season_name: '2026シーズン',
  photos: 2,
  likes,
  cover: { media_url: event_id, reactionInfo: { total: likes } } as Photo,
  ...change,
});

test('FAN-06g a season has its own events; events of none are in no season, but in the totals', () => {
  const events = [
    figures('c', {}, 5),
    figures('b', { season_id: 's25', season_name: '2025シーズン', photos: 3 }, 1),
    figures('a', { season_id: null, season_name: '' }),
    figures('d', {}, 9),
  ];
  expect(postedSeasons(events).map(({ id, events: own }) => [id, own.map(({ event_id }) => event_id)])).toEqual([
    ['s26', ['c', 'd']],
    ['s25', ['b']],
  ]);
  expect(totalsOf(events)).toEqual({ photos: 9, likes: 15, events: 4 });
  expect(bestCovers(events, 2).map(({ media_url }) => media_url)).toEqual(['d', 'c']);
  expect(totalsOf([])).toEqual({ photos: 0, likes: 0, events: 0 });
});

test('FAN-06f matches have the tenant’s word, matches and projects of fans the word for both', () => {
  expect(wordFor([figures('a')], '試合', '企画')).toBe('試合');
  expect(wordFor([figures('a'), figures('b', { event_type: 'memorial' })], '試合', '企画')).toBe('企画');
});
