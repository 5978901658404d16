import { expect, test } from 'vitest';
import { AppError } from '../contract/errors.ts';
import type { WallFeed } from '../contract/wall.ts';
import { WALL_TIMES } from '../contract/wallLimits.ts';
import { createWallAsk } from './askWall.ts';

/** A server with one wall, and what it was asked. `feed` null: an older server, which has none. */
function server(feed: WallFeed | null = { event_id: 'e1', pass: 'first' }) {
  const asked: string[] = [];
  const state = { feed, isRevoked: false, now: 0 };
  const ask = createWallAsk({
    async open(known, held) {
      asked.push(`key ${known}${held.join()}`);
      if (state.isRevoked) throw new AppError('NOT_FOUND', 'never');
      return { tag: 't', wall: null, ...(state.feed && { feed: state.feed }) };
    },
    async read({ event_id, pass }, known) {
      asked.push(`${event_id}/${pass} ${known}`);
      if (state.isRevoked || pass !== state.feed?.pass) throw new AppError('NOT_FOUND', 'never');
      return { tag: 't', wall: null };
    },
    now: () => state.now,
  });
  return { ask: (known: string, held: readonly string[] = []) => ask(known, held), asked, state };
}

test('WAL-11a a screen tells its key once a minute, and reads what all screens read in between', async () => {
  const { ask, asked, state } = server();
  for (; state.now < WALL_TIMES.report; state.now += WALL_TIMES.ask) await ask(state.now === 0 ? '' : 't');
  expect([asked[0], asked[1], new Set(asked.slice(1)).size, asked.length]).toEqual(['key ', 'e1/first t', 1, 24]);
  await ask('t');
  expect(asked.at(-1)).toBe('key t');
});

test('WAL-11a when the pass is over, the key opens the wall again, also at another event', async () => {
  const { ask, asked, state } = server();
  await ask('');
  state.feed = { event_id: 'e2', pass: 'second' };
  expect(await ask('t')).toMatchObject({ tag: 't' });
  await ask('t');
  expect(asked).toEqual(['key ', 'e1/first t', 'key t', 'e2/second t']);
});

test('WAL-05e what a screen holds is asked about with its key', async () => {
  const { ask, asked } = server();
  await ask('');
  await ask('t', ['a', 'b']);
  expect(asked).toEqual(['key ', 'key ta,b']);
});

test('WAL-01c a revoked key is told at the next ask, and opens nothing after that', async () => {
  const { ask, asked, state } = server();
  await ask('');
  state.isRevoked = true;
  await expect(ask('t')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(asked).toEqual(['key ', 'e1/first t', 'key t']);
});

test('WAL-11a a server of the release before is asked with the key each time', async () => {
  const { ask, asked } = server(null);
  await ask('');
  await ask('t');
  expect(asked).toEqual(['key ', 'key t']);
});
