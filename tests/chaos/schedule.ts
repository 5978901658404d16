/** Bad days by seed: which call fails how, when a process is killed, what the fan does meanwhile. */
import type { Phone } from '../fakes/fakePhone.ts';
import type { Fault, Kill } from '../fakes/world.ts';

const later = (code: Fault['code'], hasLanded = false): Fault => ({ code, retry: 'later', hasLanded });

/** What each call can meet. */
const MISHAPS: Readonly<Record<string, readonly Fault[]>> = {
  put: [
    later('NETWORK'),
    later('NETWORK', true),
    later('TIMEOUT'),
    later('TIMEOUT', true),
    later('BAD_ANSWER'),
    later('InternalError'),
    later('SlowDown'),
    later('RequestTimeTooSkewed'),
    later('IncompleteBody'),
    later('ExpiredToken'),
  ],
  head: [later('NETWORK'), later('TIMEOUT'), later('BAD_ANSWER'), later('InternalError')],
  register: [
    later('NETWORK'),
    later('NETWORK', true),
    later('TIMEOUT', true),
    later('BAD_ANSWER'),
    later('BAD_ANSWER', true),
    later('INTERNAL'),
    later('INTERNAL', true),
    later('UNAVAILABLE'),
    later('RATE_LIMITED'),
  ],
  findRegistered: [later('NETWORK'), later('TIMEOUT'), later('BAD_ANSWER'), later('INTERNAL')],
  current: [later('NETWORK')],
  probe: [later('NETWORK')],
  prepare: [later('IMAGE_LOAD'), later('CANVAS_CONTEXT')],
  update: [later('QUOTA_EXCEEDED'), later('STORAGE_UNAVAILABLE')],
  loadAll: [later('STORAGE_UNAVAILABLE')],
  readBytes: [later('STORAGE_UNAVAILABLE')],
};

export interface BadDay {
  readonly faultRate: number;
  readonly faultBudget: number;
  readonly kills: readonly Kill[];
  /** Chance per call that the server throws the sign-in out. */
  readonly revokeRate: number;
  /** Chance per call that the signal goes or comes back. */
  readonly flapRate: number;
  /** Chance that a registration is answered 200 with a list that names nothing. */
  readonly emptyRate: number;
  readonly tabs: number;
  readonly stealChance: number;
}

export function rollBadDay(random: () => number): BadDay {
  const kills = Array.from(
    { length: Math.floor(random() * 6) },
    (): Kill => ({
      at: Math.floor(random() * 60),
      moment: random() < 0.5 ? 'before' : 'after',
    }),
  );
  const tabs = random() < 0.4 ? 2 : 1;
  return {
    faultRate: random() * 0.35,
    faultBudget: Math.floor(random() * 80),
    kills,
    revokeRate: random() < 0.3 ? 0.01 : 0,
    flapRate: random() < 0.3 ? 0.03 : 0,
    emptyRate: random() < 0.3 ? 0.3 : 0,
    tabs,
    stealChance: tabs > 1 && random() < 0.5 ? 0.5 : 0,
  };
}

/** Lets the day happen to the phone. Bounded, so that good weather comes in the end. */
export function impose(day: BadDay, phone: Phone): void {
  const { world, server } = phone;
  let budget = day.faultBudget;
  let turns = 40;
  world.faults = (call) => {
    const mishaps = MISHAPS[call];
    if (!mishaps || budget <= 0 || world.random() >= day.faultRate) return null;
    budget -= 1;
    return mishaps[Math.floor(world.random() * mishaps.length)] ?? null;
  };
  phone.stealChance = day.stealChance;
  world.freezeRate = day.stealChance > 0 ? 0.05 : 0;
  server.isEmptyAnswer = () => turns > 0 && world.random() < day.emptyRate && turns-- > 0;
  world.onCall = () => {
    if (turns <= 0) {
      server.isReachable = true;
      return;
    }
    if (world.random() < day.revokeRate) {
      turns -= 10;
      server.revoke();
    }
    if (world.random() < day.flapRate) {
      turns -= 1;
      server.isReachable = !server.isReachable;
    }
    if (world.random() < 0.002) {
      turns -= 10;
      // The device's clock jumps, as when the fan or the network sets it.
      world.now += (world.random() < 0.5 ? -2 : 2) * 3_600_000;
    }
  };
}
