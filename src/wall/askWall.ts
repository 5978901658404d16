/**
 * How a screen asks (WAL-11): with its key at first and once in a while, which tells the desk that the screen is on. In between it reads an
 * address that is the same for all screens of the event, so that a shared cache can give it to fifty.
 */
import { AppError } from '../contract/errors.ts';
import type { WallFeed } from '../contract/wall.ts';
import { WALL_TIMES } from '../contract/wallLimits.ts';
import type { ToldWall, WallPlayerDeps } from './wallPlayer.ts';

interface WallAskDeps {
  /** Asks with the key. Rejects with AppError; NOT_FOUND: the key opens nothing. */
  readonly open: (
    known: string,
    held: readonly string[],
  ) => Promise<ToldWall & { readonly feed?: WallFeed | undefined }>;
  /** Rejects with AppError; NOT_FOUND: the pass is over, whatever the key opens. */
  readonly read: (feed: WallFeed, known: string) => Promise<ToldWall>;
  /** A clock that only goes forward, in milliseconds. */
  readonly now: () => number;
}

/** Returns how a wall asks for what changed since `known`, and about photos that it holds although they are not listed. */
export function createWallAsk({ open, read, now }: WallAskDeps): WallPlayerDeps['ask'] {
  let feed: WallFeed | null = null;
  let reportedAt = 0;

  async function askWithKey(known: string, held: readonly string[]): Promise<ToldWall> {
    const told = await open(known, held);
    feed = told.feed ?? null;
    reportedAt = now();
    return told;
  }
  return async (known, held) => {
    // What one screen holds is no matter of the others.
    if (feed === null || held.length > 0 || now() - reportedAt >= WALL_TIMES.report) return askWithKey(known, held);
    return read(feed, known).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return askWithKey(known, held);
      throw error;
    });
  };
}
