/** What a full stand's radio does to requests, by chance. */
import { createRandom } from '../../fakes/world.ts';
import { captivePortal, type Fault, type Line, serverError } from '../../journeys/support/line.ts';

/** Share of the requests, and what becomes of them. */
const MISHAPS: readonly (readonly [share: number, fault: (random: () => number) => Fault])[] = [
  // Dropped.
  [0.08, () => 'reset'],
  // The timeout that landed.
  [0.06, () => 'lostAnswer'],
  // Nothing comes back until the line is released.
  [0.02, () => 'hang'],
  // Slow.
  [0.12, (random) => ({ delayMs: 300 + random() * 3_000 })],
  // The stadium's Wi-Fi wants its form filled in.
  [0.04, () => captivePortal],
  [0.02, () => serverError],
];
/** Silent connections break after about this long. */
const RELEASE_MS = 15_000;

export interface BadLink {
  /** Counts by kind. */
  readonly mishaps: Map<string, number>;
  /** From now on all is well. */
  calm(): void;
}

export function spoil(line: Line, seed = 7): BadLink {
  const random = createRandom(seed);
  const mishaps = new Map<string, number>();
  const releasing = setInterval(() => line.release(), RELEASE_MS);
  line.decide = () => {
    // What was asked is of no interest here, and half an hour of it is much.
    line.asked.length = 0;
    let dice = random();
    for (const [share, faultOf] of MISHAPS) {
      dice -= share;
      if (dice >= 0) continue;
      const fault = faultOf(random);
      const kind = typeof fault === 'string' ? fault : 'status' in fault ? `answered ${fault.status}` : 'slow';
      mishaps.set(kind, (mishaps.get(kind) ?? 0) + 1);
      return fault;
    }
    return 'pass';
  };
  return {
    mishaps,
    calm() {
      clearInterval(releasing);
      line.decide = () => {
        line.asked.length = 0;
        return 'pass';
      };
      line.release();
    },
  };
}
