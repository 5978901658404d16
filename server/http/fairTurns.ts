/**
 * Whose request is worked on next. The server has one thread for all: a client with twenty connections would have everybody else wait
 * behind twenty of its requests. So while others ask too, a network has so many requests worked on at once, and its others wait (HLF-14).
 * A place is for work, not for waiting: whoever sends a long body has it for a moment only, and then goes on without one.
 */
import { TURNS } from '../../src/contract/loadLimits.ts';

export interface FairTurns {
  /**
   * Runs the work when it is the network's turn, and answers as it does. Rejects with TooManyWaiting.
   * @param network who asks; null: not known, all of these are one
   * @param holdMs the place is given on after so many milliseconds, at the latest
   */
  run<T>(network: string | null, work: () => Promise<T>, holdMs?: number | null): Promise<T>;
}

/** So many requests of this network wait that a later one would not be answered in time. */
export class TooManyWaiting extends Error {
  constructor() {
    super('Too many requests of one network wait');
    this.name = 'TooManyWaiting';
  }
}

export interface FairTurnsOptions {
  /** A clock that only goes forward, in milliseconds. */
  readonly now: () => number;
  /** Requests of one network that are worked on at once. */
  readonly atOnce: number;
  /** Requests of one network that wait. */
  readonly waiting: number;
  /** Somebody who asked so long ago, in milliseconds, still counts as asking. */
  readonly activeMs: number;
}

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}
interface Seen {
  readonly network: string;
  readonly at: number;
}

export function createFairTurns({ now, atOnce, waiting, activeMs }: FairTurnsOptions): FairTurns {
  const lines = new Map<string, Line>();
  /** The two networks seen last. */
  let [latest, other]: [Seen | null, Seen | null] = [null, null];

  function see(network: string): void {
    if (latest !== null && latest.network !== network) other = latest;
    latest = { network, at: now() };
  }
  const isOtherActive = (network: string): boolean =>
    [latest, other].some((seen) => seen !== null && seen.network !== network && now() - seen.at < activeMs);

  /** Waits until the network has room. */
  async function begin(network: string): Promise<Line> {
    const line = lines.get(network) ?? { running: 0, waiting: [] };
    lines.set(network, line);
    if (line.running >= atOnce && isOtherActive(network)) {
      if (line.waiting.length >= waiting) throw new TooManyWaiting();
      // Whoever ends hands its place over.
      await new Promise<void>((resolve) => line.waiting.push(resolve));
    } else line.running += 1;
    return line;
  }
  function end(network: string, line: Line): void {
    const next = line.waiting.shift();
    // In the loop's next round: what came from others meanwhile is heard in between.
    if (next) setImmediate(next);
    else line.running -= 1;
    if (line.running === 0) lines.delete(network);
  }

  return {
    async run(given, work, holdMs = null) {
      const network = given ?? '';
      see(network);
      const line = await begin(network);
      let isHeld = true;
      const leave = () => {
        if (isHeld) end(network, line);
        isHeld = false;
      };
      const timer = holdMs === null ? undefined : setTimeout(leave, holdMs);
      try {
        return await work();
      } finally {
        clearTimeout(timer);
        leave();
      }
    },
  };
}

/** A request that may have its turn, and how long it holds its place; null: until it is answered. */
export interface ReadyRequest {
  readonly request: Request;
  readonly holdMs: number | null;
}

/**
 * A body of known and small size is awaited before the turn. Pictures, and whatever else is long or does not say how long it is, come
 * while they are worked on: they hold their place for TURNS.longBodyMs. Rejects when the sender leaves meanwhile.
 * @param isUpload its body is a picture, which is never read as a whole
 */
export async function readyForTurn(request: Request, isUpload: boolean): Promise<ReadyRequest> {
  const { method, headers, url } = request;
  if (method === 'GET' || method === 'HEAD') return { request, holdMs: null };
  const length = Number(headers.get('content-length') ?? Number.NaN);
  if (isUpload || !(length <= TURNS.bodyBytes)) return { request, holdMs: TURNS.longBodyMs };
  if (length === 0) return { request, holdMs: null };
  const body = await request.arrayBuffer();
  return { request: new Request(url, { method, headers, body }), holdMs: null };
}
