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
  putOriginals: [
    later('NETWORK'),
    later('NETWORK', true),
    later('TIMEOUT', true),
    later('BAD_ANSWER', true),
    later('INTERNAL'),
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
  /** Chance per call that objects nobody registered, or proved, get lost in the store. */
  readonly lossRate: number;
  /** Chance per call that somebody else signs in on the phone. */
  readonly strangerRate: number;
  /** How the server takes posts: in two stages, in one, or in two until it is rolled back for a while. */
  readonly stages: 'two' | 'one' | 'changing';
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
    lossRate: random() < 0.2 ? 0.01 : 0,
    strangerRate: random() < 0.2 ? 0.01 : 0,
    stages: random() < 0.1 ? 'one' : random() < 0.15 ? 'changing' : 'two',
  };
}

/** Lets the day happen to the phone. Bounded, so that good weather comes in the end. */
export function impose(day: BadDay, phone: Phone): void {
  const { world, server } = phone;
  let budget = day.faultBudget;
  let turns = 40;
  server.isPreviewFirst = day.stages !== 'one';
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
      server.isPreviewFirst = day.stages !== 'one';
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
      // The device's clock jumps, as when the fan or the network sets it; or the phone lies in a drawer for a week.
      world.now += ([-2, 2, 7 * 24][Math.floor(world.random() * 3)] ?? 0) * 3_600_000;
    }
    if (world.random() < day.lossRate) {
      turns -= 5;
      loseObjects(phone);
    }
    if (world.random() < day.strangerRate) {
      turns -= 10;
      server.signIn('fan-2');
    }
    if (day.stages === 'changing' && world.random() < 0.02) {
      turns -= 5;
      server.isPreviewFirst = !server.isPreviewFirst;
    }
  };
}

/** What nobody has registered may go, as an original that nobody has proven; what shows a photo never does. */
function loseObjects({ server, world }: Phone): void {
  for (const key of [...server.objects.keys()]) {
    const photo = server.registered.get(key.replace(/\/(?:preview|thumbnail)\//, '/original/'));
    const isFree = photo === undefined || (photo.isPending && key.includes('/original/'));
    if (isFree && world.random() < 0.5) server.objects.delete(key);
  }
}
