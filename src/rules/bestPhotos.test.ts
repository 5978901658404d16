import { expect, test } from 'vitest';
import { BEST_OF_EVENT } from '../contract/limits.ts';
import { type BestCandidate, chooseBest, chooseBestOrNewest } from './bestPhotos.ts';

const START = Date.UTC(2026, 10, 28, 5);
const { halfLifeMs, min, shown } = BEST_OF_EVENT;
/** A photo of a fan of its own, posted at the start. */
const photo = (media_url: string, given: Partial<BestCandidate> = {}): BestCandidate => ({
  media_url,
  user_id: `fan of ${media_url}`,
  likes: 1,
  at: START,
  isMarked: false,
  ...given,
});
const order = (photos: readonly BestCandidate[]) => chooseBest(photos).map(({ media_url }) => media_url);

test('FAN-18a likes lose half of their value with each half-life, to the photo', () => {
  const old = photo('old', { likes: 8 });
  const young = (likes: number, age = 2) => photo('young', { likes, at: START + age * halfLifeMs });
  const rest = [photo('x', { at: START - 1 }), photo('y', { at: START - 2 })];
  // Two half-lives: eight likes count as two.
  expect(order([old, young(3), ...rest])).toEqual(['young', 'old', 'x', 'y']);
  expect(order([old, young(1), ...rest])).toEqual(['old', 'young', 'x', 'y']);
  // As much: the newer one.
  expect(order([old, young(2), ...rest])).toEqual(['young', 'old', 'x', 'y']);
  expect(order([old, young(1, 4), ...rest])).toEqual(['young', 'old', 'x', 'y']);
});

test('FAN-18a best shots of the club stand first, the newest of them first, whatever is liked', () => {
  const marked = photo('marked', { isMarked: true, likes: 0 });
  const newer = photo('newer', { isMarked: true, likes: 0, at: START + 1 });
  expect(order([photo('liked', { likes: 900 }), marked, newer, photo('x')])).toEqual(['newer', 'marked', 'liked', 'x']);
});

test('FAN-18a each fan has one photo, photos nobody likes have no place, and eight are shown', () => {
  const many = Array.from({ length: shown + 3 }, (_, i) => photo(`p${i}`, { likes: 20 - i }));
  const second = photo('second', { user_id: 'fan of p0', likes: 19 });
  const found = order([...many, second, photo('plain', { likes: 0 })]);
  expect(found).toEqual(many.slice(0, shown).map(({ media_url }) => media_url));
});

test('FAN-18b too few photos are none', () => {
  const few = Array.from({ length: min - 1 }, (_, i) => photo(`p${i}`));
  expect(order([...few, photo('again', { user_id: 'fan of p0' })])).toEqual([]);
  expect(order([...few, photo('one more')])).toHaveLength(min);
});

test('WAL-07c however few there are: marked ones, liked ones, then the newest, one of each fan', () => {
  const photos = [
    photo('old', { likes: 0 }),
    photo('new', { likes: 0, at: START + 1 }),
    photo('liked', { at: START - 1 }),
    photo('marked', { likes: 0, at: START - 2, isMarked: true }),
    photo('second', { likes: 0, at: START + 2, user_id: 'fan of liked' }),
  ];
  expect(chooseBestOrNewest(photos).map(({ media_url }) => media_url)).toEqual(['marked', 'liked', 'new', 'old']);
  const many = Array.from({ length: shown + 1 }, (_, n) => photo(`p${n}`, { likes: 0 }));
  expect([chooseBestOrNewest([]), chooseBestOrNewest(many).length]).toEqual([[], shown]);
});
