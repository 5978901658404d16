import { expect, test } from 'vitest';
import { choosePhoto, hasNewPhoto, NOTHING_PLAYED, notePlayed, type PlayedPhotos } from './wallOrder.ts';

const photo = (media_url: string, author: string) => ({ media_url, author });
type Shown = ReturnType<typeof photo>;

/** Plays so many photos of a list that stays as it is. */
function play(photos: readonly Shown[], count: number, from: PlayedPhotos = NOTHING_PLAYED) {
  let played = from;
  const shown: Shown[] = [];
  for (let i = 0; i < count; i++) {
    const next = choosePhoto(photos, played);
    if (next === null) throw new Error('nothing to show');
    played = notePlayed(played, next, photos);
    shown.push(next);
  }
  return { shown, played };
}
const keysOf = (shown: readonly Shown[]) => shown.map(({ media_url }) => media_url);

test('WAL-02c the newest photo comes first, then older ones, then those shown longest ago', () => {
  const photos = [photo('c', 'aki'), photo('b', 'ben'), photo('a', 'chi')];
  expect(keysOf(play(photos, 7).shown)).toEqual(['c', 'b', 'a', 'c', 'b', 'a', 'c']);
  expect(choosePhoto([], NOTHING_PLAYED)).toBeNull();
});

test('WAL-02c a photo that arrives is shown before those that were shown already', () => {
  const old = [photo('b', 'ben'), photo('a', 'aki')];
  const { played } = play(old, 3);
  const all = [photo('n', 'chi'), ...old];
  expect([hasNewPhoto(old, played), hasNewPhoto(all, played)]).toEqual([false, true]);
  expect(keysOf(play(all, 2, played).shown)).toEqual(['n', 'a']);
});

test('WAL-02d no author follows themselves while others have a photo', () => {
  const photos = [photo('e', 'aki'), photo('d', 'aki'), photo('c', 'aki'), photo('b', 'ben')];
  expect(keysOf(play(photos, 6).shown)).toEqual(['e', 'b', 'd', 'b', 'c', 'b']);
  expect(keysOf(play([photo('b', 'aki'), photo('a', 'aki')], 3).shown)).toEqual(['b', 'a', 'b']);
  expect(keysOf(play([photo('a', 'aki')], 2).shown)).toEqual(['a', 'a']);
});

/** A generator of numbers that a seed repeats: mulberry32. */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('WAL-02c WAL-02d hold for random evenings of arriving and disappearing photos', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = numbers(seed);
    let photos: Shown[] = [];
    let played = NOTHING_PLAYED;
    let made = 0;
    for (let step = 0; step < 60; step++) {
      const author = `fan-${Math.floor(random() * 4)}`;
      if (random() < 0.4) photos = [photo(`p${made++}`, author), ...photos];
      if (random() < 0.15) photos = photos.filter(() => random() < 0.8);
      const next = choosePhoto(photos, played);
      expect([seed, step, next === null]).toEqual([seed, step, photos.length === 0]);
      if (next === null) continue;
      const others = photos.filter((one) => one.author !== played.last?.author);
      if (others.length > 0) expect([seed, step, next.author]).not.toEqual([seed, step, played.last?.author]);
      const [newest] = (others.length > 0 ? others : photos).filter(({ media_url }) => !played.places.has(media_url));
      if (newest !== undefined) expect([seed, step, next.media_url]).toEqual([seed, step, newest.media_url]);
      played = notePlayed(played, next, photos);
      expect(played.places.size).toBeLessThanOrEqual(photos.length);
    }
    expect([seed, played.places.size > 0]).toEqual([seed, true]);
  }
});
