/**
 * Whose request is worked on next. The server has one thread for all: a client with twenty connections would have everybody else wait
 * behind twenty of its requests. So while others ask too, a network has so many requests worked on at once, and its others wait (HLF-14).
 */

export interface FairTurns {
  /**
   * Runs the work when it is the network's turn, and answers as it does. Rejects with TooManyWaiting.
   * @param network who asks; null: not known, all of these are one
   */
  run<T>(network: string | null, work: () => Promise<T>): Promise<T>;
}

/** So many requests of this network wait, or for so long, that a later one would not be answered in time. */
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
  /** Milliseconds the first of them may have waited; then others are refused, so that no line gets longer than anybody would wait. */
  readonly patienceMs: number;
  /** Somebody who asked so long ago, in milliseconds, still counts as asking. */
  readonly activeMs: number;
}

interface Waiting {
  readonly since: number;
  readonly begin: () => void;
}
interface Line {
  running: number;
  readonly waiting: Waiting[];
}
interface Seen {
  readonly network: string;
  readonly at: number;
}

export function createFairTurns({ now, atOnce, waiting, patienceMs, activeMs }: FairTurnsOptions): FairTurns {
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
      const [first] = line.waiting;
      const isSlow = first !== undefined && now() - first.since > patienceMs;
      if (isSlow || line.waiting.length >= waiting) throw new TooManyWaiting();
      // Whoever ends hands its place over.
      await new Promise<void>((resolve) => line.waiting.push({ since: now(), begin: resolve }));
    } else line.running += 1;
    return line;
  }
  function end(network: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) next.begin();
    else line.running -= 1;
    if (line.running === 0) lines.delete(network);
  }

  return {
    async run(given, work) {
      const network = given ?? '';
      see(network);
      const line = await begin(network);
      try {
        return await work();
      } finally {
        end(network, line);
      }
    },
  };
}
