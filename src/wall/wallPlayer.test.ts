import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../contract/errors.ts';
import { NEW_WALL, type Wall, type WallPhoto, type WallState } from '../contract/wall.ts';
import { WALL_TIMES } from '../contract/wallLimits.ts';
import { startWallPlayer, type WallPlayer } from './wallPlayer.ts';

beforeEach(() => void vi.useFakeTimers());
let player: WallPlayer | null = null;
afterEach(() => {
  player?.stop();
  vi.useRealTimers();
});

const photo = (media_url: string, author = media_url): WallPhoto => ({
  media_url,
  author,
  width: 4,
  height: 3,
  color: '#000000',
  variants: [],
  has_preview: false,
  original_pending: false,
  faces: [],
  credit: '',
  message: '',
  players: [],
});
const wallOf = (photos: WallPhoto[], state: Partial<WallState> = {}): Wall => ({
  event_name: 'x',
  state: { ...NEW_WALL, ...state },
  today: photos.length,
  photos,
});

/** A wall whose server says what `tell` was last given: a wall, or the code of a failure. */
function open({ stored = null, strips = 3 }: { stored?: Wall | null; strips?: number } = {}) {
  let told: Wall | 'NETWORK' | 'NOT_FOUND' = 'NETWORK';
  let saved: Wall | null = stored;
  let count = 0;
  let tries = 0;
  let isStoreDown = false;
  let playable: readonly string[] = [];
  let held: readonly string[] = [];
  const kept: string[][] = [];
  const running = startWallPlayer({
    async ask(known, asked) {
      held = asked;
      if (typeof told === 'string') throw new AppError(told, 'later');
      count += 1;
      const tag = JSON.stringify(told);
      return { tag, wall: tag === known ? null : told, stays: asked.filter((key) => playable.includes(key)) };
    },
    async loadPicture({ media_url }) {
      tries += 1;
      return isStoreDown || media_url.startsWith('broken') ? null : `blob:${media_url}`;
    },
    keepPictures: async (photos) => void kept.push(photos.map(({ media_url }) => media_url)),
    readWall: async () => stored,
    saveWall: async (wall) => {
      saved = wall;
    },
    countStrips: () => strips,
    phase: 1,
    now: () => Date.now(),
  });
  player = running;
  return {
    shown: () => running.read().slots.map(({ shown }) => shown.photo.media_url),
    view: running.read,
    async tell(next: Wall | 'NETWORK' | 'NOT_FOUND') {
      told = next;
      await vi.advanceTimersByTimeAsync(WALL_TIMES.ask + 1);
    },
    asked: () => count,
    /** The picture store fails, or answers again. */
    failStore(isDown: boolean) {
      isStoreDown = isDown;
    },
    /** The server vouches for these photos, whatever it lists. */
    vouchFor(keys: readonly string[]) {
      playable = keys;
    },
    /** Photos that the wall last asked about. */
    held: () => held,
    /** Pictures that the wall tried to load. */
    tried: () => tries,
    saved: () => saved,
    kept,
  };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('WAL-02b a photo that leaves the answer leaves the screen at once, and nothing fades over it', async () => {
  const wall = open();
  await wall.tell(wallOf([photo('b'), photo('a')]));
  expect(wall.shown()).toEqual(['b']);
  while (wall.shown()[0] === 'b') await pass(100);
  expect([wall.shown(), wall.view().slots[0]?.under?.photo.media_url]).toEqual([['a'], 'b']);
  await wall.tell(wallOf([photo('a')]));
  expect([wall.shown(), wall.view().slots[0]?.under]).toEqual([['a'], null]);
  await wall.tell(wallOf([photo('c')]));
  expect(wall.shown()).toEqual(['c']);
  expect(wall.kept.at(-1)).toEqual(['c']);
  await wall.tell(wallOf([]));
  expect(wall.shown()).toEqual([]);
});

test('WAL-02b a new photo does not wait for the end of the one that is shown', async () => {
  const wall = open();
  await wall.tell(wallOf([photo('b'), photo('a')]));
  await pass(WALL_TIMES.show);
  const [before] = wall.shown();
  // Just after a change: the whole time of a showing is left.
  while (wall.shown()[0] === before) await pass(100);
  await wall.tell(wallOf([photo('n'), photo('b'), photo('a')]));
  await pass(WALL_TIMES.showAtLeast - WALL_TIMES.ask + 300);
  expect(wall.shown()).toEqual(['n']);
});

test('WAL-04a the wall pauses, skips while it is paused, and stays at a pinned photo', async () => {
  const wall = open();
  const photos = [photo('c'), photo('b'), photo('a')];
  await wall.tell(wallOf(photos, { is_paused: true }));
  await pass(WALL_TIMES.show * 3);
  expect(wall.shown()).toEqual(['c']);
  await wall.tell(wallOf(photos, { is_paused: true, skips: 1 }));
  expect(wall.shown()).toEqual(['b']);
  await wall.tell(wallOf(photos, { skips: 1, pinned: 'a' }));
  await pass(WALL_TIMES.show * 3);
  expect(wall.shown()).toEqual(['a']);
  await wall.tell(wallOf(photos, { skips: 1 }));
  expect(wall.shown()).toEqual(['c']);
});

test('WAL-03c a mosaic fills its strips with different photos and changes the oldest', async () => {
  const wall = open();
  const photos = ['e', 'd', 'c', 'b', 'a'].map((key) => photo(key));
  await wall.tell(wallOf(photos, { layout: 'mosaic' }));
  await pass(WALL_TIMES.show);
  expect(new Set(wall.shown()).size).toBe(3);
  const before = wall.shown();
  await pass(WALL_TIMES.show);
  const after = wall.shown();
  expect([new Set(after).size, after.filter((key, i) => key !== before[i]).length]).toEqual([3, 1]);
  await wall.tell(wallOf(photos.slice(0, 2), { layout: 'mosaic' }));
  expect(wall.shown().toSorted()).toEqual(['d', 'e']);
  await wall.tell(wallOf(photos.slice(0, 2)));
  expect(wall.shown()).toHaveLength(1);
});

test('WAL-05a without network it plays on for hours, and goes on by itself', async () => {
  const wall = open();
  await wall.tell(wallOf([photo('broken'), photo('b'), photo('a')]));
  await wall.tell('NETWORK');
  const seen = new Set<string>();
  for (let i = 0; i < 3 * 60; i++) {
    await pass(60_000 + 1_000);
    expect(wall.shown()).toHaveLength(1);
    for (const key of wall.shown()) seen.add(key);
  }
  expect([...seen].toSorted()).toEqual(['a', 'b']);
  await wall.tell(wallOf([photo('z')]));
  expect(wall.shown()).toEqual(['z']);
});

test('WAL-05e while pictures cannot be had, it goes on with those it has, whatever new photos come', async () => {
  const wall = open();
  const all = Array.from({ length: 400 }, (_, i) => photo(`p${i}`)).toReversed();
  const newest = (count: number) => wallOf(all.slice(all.length - count, all.length - count + 60));
  await wall.tell(newest(60));
  await pass(1_000);
  const first = newest(60).photos.map(({ media_url }) => media_url);
  wall.failStore(true);
  wall.vouchFor(first);
  // Forty minutes with ten new photos a minute: no listed photo has its picture any more.
  const seen = new Set<string>();
  for (let count = 61; count <= 400; count++) {
    await wall.tell(newest(count));
    await pass(3_500);
    expect(wall.shown().length, `after ${count - 60} new photos`).toBeLessThanOrEqual(1);
    if (count < 200) continue;
    expect(wall.shown()).toHaveLength(1);
    for (const key of wall.shown()) seen.add(key);
  }
  expect(seen.size).toBeGreaterThan(8);
  expect([...seen].filter((key) => !first.includes(key))).toEqual([]);
  expect(wall.kept.at(-1)?.filter((key) => seen.has(key))).toHaveLength(seen.size);

  // Staff hide one of them: it is not shown again. The others go on.
  const [hidden = ''] = wall.shown();
  wall.vouchFor(first.filter((key) => key !== hidden));
  await pass(WALL_TIMES.ask + 1);
  for (let i = 0; i < 40; i++) {
    expect(wall.shown()).not.toContain(hidden);
    expect(wall.shown()).toHaveLength(1);
    await pass(WALL_TIMES.show);
  }
  // The store answers again: the list is played, and nothing else is asked about.
  wall.failStore(false);
  await pass(60_000);
  expect(wall.held()).toEqual([]);
  const listed = newest(400).photos.map(({ media_url }) => media_url);
  expect(wall.shown().filter((key) => !listed.includes(key))).toEqual([]);
});

test('WAL-05e a photo that was hidden while the picture store fails is not shown, not for a moment', async () => {
  const wall = open();
  await wall.tell(wallOf([photo('b'), photo('a')]));
  wall.failStore(true);
  await wall.tell(wallOf([photo('c'), photo('b'), photo('a')]));
  await pass(1_000);
  await wall.tell(wallOf([photo('c'), photo('b')]));
  for (let i = 0; i < 100; i++) {
    expect(wall.shown()).toEqual(['b']);
    await pass(250);
  }
  expect(wall.held()).toEqual([]);
});

test('WAL-11b while pictures cannot be had, one photo is tried after an ask', async () => {
  const wall = open();
  const broken = Array.from({ length: 30 }, (_, i) => photo(`broken-${i}`));
  await wall.tell(wallOf([...broken, photo('a')]));
  const before = wall.tried();
  await pass(60_000);
  const asks = Math.ceil(60_000 / WALL_TIMES.ask);
  expect(wall.tried() - before).toBeLessThanOrEqual(asks);
  expect(wall.tried() - before).toBeGreaterThan(asks / 2);
  await pass(60_000);
  expect(wall.shown()).toEqual(['a']);
});

test('WAL-05b a wall that starts without network shows what it showed before', async () => {
  const wall = open({ stored: wallOf([photo('b'), photo('a')]) });
  await pass(1);
  expect(wall.shown()).toEqual(['b']);
});

test('WAL-01c a revoked key empties the screen and what is stored, and the wall asks on', async () => {
  const wall = open();
  await wall.tell(wallOf([photo('a')]));
  expect([wall.shown(), wall.saved()?.photos.length]).toEqual([['a'], 1]);
  await wall.tell('NOT_FOUND');
  expect([wall.view(), wall.saved(), wall.kept.at(-1)]).toEqual([{ wall: null, slots: [] }, null, []]);
  await wall.tell(wallOf([photo('a')]));
  expect(wall.shown()).toEqual(['a']);
});
