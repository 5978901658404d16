/**
 * A world in memory for the upload queue: virtual clock, seeded chance, processes that can be killed at any port call.
 * What a kill leaves behind is what was committed; requests on the wire at that instant land or don't, by chance.
 */
import { AppError, type ErrorCode, type Retry } from '../../src/contract/errors.ts';

/** mulberry32. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Kill {
  /** Index of the port call, counted over the whole life of the process. */
  readonly at: number;
  /** Before the call took effect, or after it but before its answer arrived. */
  readonly moment: 'before' | 'after';
}

/** What may go wrong with a call: an error, with or without the effect having happened. */
export interface Fault {
  readonly code: ErrorCode;
  readonly retry: Retry;
  readonly hasLanded: boolean;
  /** The server asks to wait so long. */
  readonly retryAfterMs?: number;
}

/** Decides the fate of a call by its name, such as 'put' or 'register'; null: all goes well. */
export type FaultPlan = (call: string, detail: string) => Fault | null;

export class World {
  now = 1_800_000_000_000;
  readonly random: () => number;
  faults: FaultPlan = () => null;
  /** Sees every call of every process just before it takes effect. */
  onCall: (call: string, detail: string) => void = () => undefined;
  readonly calls: string[] = [];
  /** Chance that a call takes so long that others overtake it, as in a frozen tab. */
  freezeRate = 0;

  constructor(seed: number, random = createRandom(seed)) {
    this.random = random;
  }
}

const failureOf = ({ code, retry, retryAfterMs }: Fault) => new AppError(code, retry, { retryAfterMs });

/** One each time: what waits for it goes with it. */
const never = () => new Promise<never>(() => undefined);

/** A tab or a worker. Once dead, none of its calls ever answers. */
export class Process {
  isDead = false;
  count = 0;
  readonly died: Promise<'died'>;
  #die: () => void = () => undefined;
  readonly world: World;
  readonly kill: Kill | null;

  constructor(world: World, kill: Kill | null = null) {
    this.world = world;
    this.kill = kill;
    this.died = new Promise((resolve) => {
      this.#die = () => resolve('died');
    });
  }

  die(): void {
    this.isDead = true;
    this.#die();
  }

  /** One port call: chance, faults, kill, effect. */
  async call<T>(name: string, detail: string, effect: () => T): Promise<T> {
    if (this.isDead) return never();
    const index = this.count++;
    const { world } = this;
    if (this.kill?.at === index && this.kill.moment === 'before') {
      this.die();
      return never();
    }
    // A few turns of the loop, so that parallel calls interleave differently by seed.
    const turns = Math.floor(world.random() * (world.random() < world.freezeRate ? 600 : 4));
    for (let turn = 0; turn < turns; turn += 1) await null;
    world.now += Math.floor(world.random() * 400);
    if (this.isDead && world.random() < 0.5) return never();
    world.calls.push(`${name} ${detail}`);
    world.onCall(name, detail);
    const fault = this.isDead ? null : world.faults(name, detail);
    if (fault && !fault.hasLanded) {
      await null;
      throw failureOf(fault);
    }
    const answer = effect();
    if (this.kill?.at === index && this.kill.moment === 'after') this.die();
    if (this.isDead) return never();
    await null;
    if (fault) throw failureOf(fault);
    return answer;
  }
}
