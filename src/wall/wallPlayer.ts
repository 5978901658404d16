/**
 * A wall that runs by itself (WAL-05): it asks the server and plays what it was told. Without network it goes on with what it has, for
 * hours. It says nothing of failures: the desk sees that the wall is silent.
 */
import { AppError } from '../contract/errors.ts';
import type { Wall, WallPhoto } from '../contract/wall.ts';
import { WALL_TIMES } from '../contract/wallLimits.ts';
import { WallPlaying, type WallPlayingDeps } from './wallPlaying.ts';

/** `wall` null: nothing changed since the tag that the screen knew. `stays`: photos of those that it holds that it may show. */
export interface ToldWall {
  readonly tag: string;
  readonly wall: Wall | null;
  readonly stays?: readonly string[] | undefined;
}

export interface WallPlayerDeps extends WallPlayingDeps {
  /**
   * Asks the server for what changed since the tag `known`, and about photos that the screen holds although they are not listed. Rejects with
   * AppError; NOT_FOUND: the key opens nothing.
   */
  readonly ask: (known: string, held: readonly string[]) => Promise<ToldWall>;
  /** Removes pictures of photos that are not in the list. */
  readonly keepPictures: (photos: readonly WallPhoto[]) => Promise<void>;
  /** Share of the time between two asks that the first wait lasts: screens that are switched on together do not ask at the same moments. */
  readonly phase: number;
  /** The wall as it was when the screen was last on; null: not known. */
  readonly readWall: () => Promise<Wall | null>;
  /** Stores the wall for the next start without network; null removes it. */
  readonly saveWall: (wall: Wall | null) => Promise<void>;
}

/** Between two looks at the clock. */
const STEP_MS = 250;

export interface WallPlayer extends Pick<WallPlaying, 'read' | 'subscribe'> {
  /** Stops asking and playing. */
  readonly stop: () => void;
}

/** Starts a wall: first with what is stored, then with what the server tells. */
export function startWallPlayer(deps: WallPlayerDeps): WallPlayer {
  const playing = new WallPlaying(deps);
  let tag = '';
  let isStopped = false;

  async function askOnce(): Promise<void> {
    try {
      const held = playing.reserved();
      const answer = await deps.ask(tag, held);
      if (isStopped) return;
      tag = answer.tag;
      if (held.length > 0) playing.vouch(held, answer.stays ?? []);
      if (answer.wall !== null) await accept(answer.wall);
      else if (held.length > 0) await deps.keepPictures(playing.pictured()).catch(() => undefined);
    } catch (error) {
      // The key opens nothing any more. Whatever else is wrong passes by itself, and the photos go on.
      if (error instanceof AppError && error.code === 'NOT_FOUND' && !isStopped) await accept(null);
    }
    if (!isStopped) void playing.loadPictures();
  }

  async function accept(wall: Wall | null): Promise<void> {
    if (wall === null) tag = '';
    if (wall === null && playing.read().wall === null) return;
    playing.take(wall);
    await deps.keepPictures(playing.pictured()).catch(() => undefined);
    await deps.saveWall(wall).catch(() => undefined); // a full disk: the next start needs network
  }

  async function run(): Promise<void> {
    const stored = await deps.readWall().catch(() => null);
    if (stored !== null && !isStopped) playing.take(stored);
    for (let share = deps.phase; !isStopped; share = 1) {
      await askOnce();
      await new Promise((done) => setTimeout(done, share * WALL_TIMES.ask));
    }
  }

  const steps = setInterval(() => playing.step(), STEP_MS);
  void run();
  return {
    read: playing.read,
    subscribe: playing.subscribe,
    stop() {
      isStopped = true;
      clearInterval(steps);
    },
  };
}
