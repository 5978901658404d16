/**
 * Asks the server for its own trouble once a call or a post has failed by the server's fault, or a page takes long (FAN-22c). A healthy
 * start makes no request. While a trouble is shown, the server is asked again in SERVER_STATUS.askEveryMs.
 */
import type { QueryClient } from '@tanstack/react-query';
import { getDefaultStore } from 'jotai';
import type { ErrorCode } from '../../contract/errors.ts';
import { SERVER_STATUS } from '../../contract/loadLimits.ts';
import type { ServerTrouble } from '../../contract/serverStatus.ts';
import type { OutboxSnapshot } from '../../outbox/client.ts';
import { watchLongWaits } from '../../queries/longWaits.ts';
import { serverTroubleAtom } from '../shell/serverTrouble.ts';

/** Faults that are no calls: posts that wait because of the server, and a page that takes long. */
const POSTS = '(posts)';
const LONG_WAIT = '(long wait)';
const SERVER_FAULTS: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  'INTERNAL',
  'UNAVAILABLE',
  'OVERLOADED',
  'SlowDown',
  'InternalError',
]);

export interface TroubleDeps {
  readonly queryClient: QueryClient;
  /** See `askServerTroubles`. */
  readonly ask: () => Promise<readonly ServerTrouble[] | null>;
  /** A clock that only goes forward, in milliseconds. */
  readonly clock?: () => number;
}

export interface ServerTroubleWatch {
  /** Notes how a call ended. What failed by the server's fault is over when it succeeds. */
  readonly noteCall: (name: string, isServerFault: boolean) => void;
  /** Notes from now on which posts wait because of the server. */
  readonly followPosts: (outbox: { subscribe(listener: () => void): () => void; read(): OutboxSnapshot }) => void;
}

const waitsForServer = ({ jobs }: OutboxSnapshot): boolean =>
  jobs.some(
    ({ state, error, originals }) =>
      state === 'waiting' && (SERVER_FAULTS.has(error ?? undefined) || SERVER_FAULTS.has(originals?.error)),
  );

export function watchServerTrouble({
  queryClient,
  ask,
  clock = () => performance.now(),
}: TroubleDeps): ServerTroubleWatch {
  const faults = new Set<string>();
  let askedAt = Number.NEGATIVE_INFINITY;
  let isAsking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const shown = () => getDefaultStore().get(serverTroubleAtom);
  const show = (trouble: ServerTrouble | null) => getDefaultStore().set(serverTroubleAtom, trouble);

  async function look(): Promise<void> {
    if (faults.size === 0 || isAsking || document.hidden) return;
    clearTimeout(timer);
    const waitMs = askedAt + SERVER_STATUS.askEveryMs - clock();
    if (waitMs > 0) {
      timer = setTimeout(() => void look(), waitMs);
      return;
    }
    askedAt = clock();
    isAsking = true;
    const troubles = await ask();
    isAsking = false;
    // The calls that failed have succeeded meanwhile.
    if (faults.size === 0) return;
    if (troubles !== null) show(troubles[0] ?? null);
    if (troubles?.length === 0) faults.clear();
    else if (shown() !== null) void look();
  }
  function note(name: string, isServerFault: boolean): void {
    if (isServerFault) {
      faults.add(name);
      void look();
    } else if (faults.delete(name) && faults.size === 0) {
      clearTimeout(timer);
      show(null);
    }
  }
  watchLongWaits(queryClient, (isLong) => note(LONG_WAIT, isLong));
  document.addEventListener('visibilitychange', () => void look());
  return {
    noteCall: note,
    followPosts: ({ subscribe, read }) => {
      const follow = () => note(POSTS, waitsForServer(read()));
      subscribe(follow);
      follow();
    },
  };
}
