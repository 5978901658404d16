/**
 * How much is worked on side by side, in whose turn, and how long others wait for it (HLF-14, HLF-16). The server has one thread for all:
 * with everything begun at once each call waits for every other, past its knee it answers ever fewer, and one client with twenty connections
 * has everybody wait behind twenty of its calls. So new posts have a room of their own, and reads another one. Networks take turns for a
 * place that is free; within a network the order is that of asking. A network whose first waiting call has waited too long is refused
 * more of them, unread. Queues send a post again by themselves, so posts wait least; then come reads of fans, then reads of visitors.
 */
import { type Endpoint, endpoints } from '../../src/contract/endpoints.ts';
import { ApiFailure } from '../api/handlers.ts';

export type AdmittedKind = 'newPost' | 'fansRead' | 'visitorsRead';

/** null: such calls have no room of their own, and are never refused. */
export function admittedKindOf(endpoint: Endpoint, isSignedIn: boolean): AdmittedKind | null {
  if (endpoint === (endpoints.putMediaList as Endpoint)) return 'newPost';
  if (endpoint.method !== 'GET') return null;
  return isSignedIn ? 'fansRead' : 'visitorsRead';
}

/** A call that wants a place. */
export interface Asking {
  readonly kind: AdmittedKind;
  /** Who asks; null: not known, all of these are one. */
  readonly network: string | null;
}

export interface Admission {
  /** Throws OVERLOADED while too much waits for calls of this kind: before anything is spent on one. */
  requireRoom(asking: Asking): void;
  /** Runs the work when it is its turn, and answers as it does. */
  run<T>(asking: Asking, work: () => Promise<T>): Promise<T>;
}

type RoomName = 'posts' | 'reads';
export interface AdmissionOptions {
  /** A clock that only goes forward, in milliseconds. */
  readonly now: () => number;
  /** Worked on side by side. */
  readonly atOnce: Readonly<Record<RoomName, number>>;
  /** Milliseconds the first waiting call of a network may have waited. */
  readonly patienceMs: Readonly<Record<AdmittedKind, number>>;
  /** Networks that may wait in one room. */
  readonly networks: number;
}

interface Waiting {
  readonly since: number;
  readonly begin: () => void;
}
interface Room {
  running: number;
  /** Networks that wait, in the order of their turns. None has an empty line. */
  readonly lines: Map<string, Waiting[]>;
}
const ROOM_OF = { newPost: 'posts', fansRead: 'reads', visitorsRead: 'reads' } as const satisfies Record<
  AdmittedKind,
  RoomName
>;

export function createAdmission({ now, atOnce, patienceMs, networks }: AdmissionOptions): Admission {
  const rooms: Readonly<Record<RoomName, Room>> = {
    posts: { running: 0, lines: new Map() },
    reads: { running: 0, lines: new Map() },
  };

  async function begin({ kind, network }: Asking): Promise<void> {
    const room = rooms[ROOM_OF[kind]];
    if (room.running < atOnce[ROOM_OF[kind]]) {
      room.running += 1;
      return;
    }
    const line = room.lines.get(network ?? '') ?? [];
    room.lines.set(network ?? '', line);
    // Whoever ends hands the place over.
    await new Promise<void>((resolve) => line.push({ since: now(), begin: resolve }));
  }
  function end({ kind }: Asking): void {
    const room = rooms[ROOM_OF[kind]];
    const [turn] = room.lines;
    if (turn === undefined) {
      room.running -= 1;
      return;
    }
    const [network, line] = turn;
    const next = line.shift();
    room.lines.delete(network);
    if (line.length > 0) room.lines.set(network, line);
    next?.begin();
  }

  return {
    requireRoom({ kind, network }) {
      const { lines } = rooms[ROOM_OF[kind]];
      const first = lines.get(network ?? '')?.[0];
      const isFull = first === undefined ? lines.size >= networks : now() - first.since > patienceMs[kind];
      if (isFull) throw new ApiFailure('OVERLOADED');
    },
    async run(asking, work) {
      await begin(asking);
      try {
        return await work();
      } finally {
        end(asking);
      }
    },
  };
}
