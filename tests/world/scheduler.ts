/**
 * Discrete events under a virtual clock: one at a time, the next in time first, and none before everything real that the last one began
 * (a statement of the database, a file, a signature) has ended. So the same seed gives the same trace, whatever the machine's speed.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { createRandom } from '../fakes/world.ts';

const realImmediate = globalThis.setImmediate;
const realTimeout = globalThis.setTimeout;
const IDLE_TURNS = 3;
const SPINS = 40;
/** 2026-06-10 12:00 in Tokyo. */
export const NOON = Date.parse('2026-06-10T03:00:00Z');

/** Where code runs: a page, a service worker, the server. Its globals are what they are for it alone (`browserGlobals.ts`). */
export interface Realm {
  readonly name: string;
  /** Its clock, epoch milliseconds. */
  now(): number;
  isDead: boolean;
}
export const realms = new AsyncLocalStorage<Realm>();

/** Work within work is a part of it. */
const insideReal = new AsyncLocalStorage<boolean>();

interface Event {
  readonly at: number;
  readonly order: number;
  readonly realm: Realm | undefined;
  readonly run: () => void;
  isCancelled: boolean;
  /** Runs although its realm has died: a commit on its way, a request on the wire. */
  readonly outlives: boolean;
}
export type Planned = Pick<Event, 'isCancelled'>;

export class Scheduler {
  now = NOON;
  readonly random: () => number;
  /** Where the day's story is told: what it waits for is of the virtual clock, too. */
  readonly story: Realm = { name: 'story', now: () => this.now, isDead: false };
  /** Looks at each event before it runs. */
  onEvent: (realm: Realm | undefined) => void = () => undefined;
  readonly #heap: Event[] = [];
  readonly #hash = createHash('sha256');
  readonly #tail: string[] = [];
  /** Everything, for a day that is looked at closely. */
  isVerbose = false;
  #order = 0;
  /** Works that take real time: how many are under way, how many were begun, and which have ended and are to go on. */
  #real = 0;
  #begun = 0;
  readonly #ended = new Map<number, () => void>();
  events = 0;

  constructor(seed: number) {
    this.random = createRandom(seed);
  }

  chance = (rate: number): boolean => this.random() < rate;
  between = (low: number, high: number): number => low + Math.floor(this.random() * (high - low + 1));
  pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(this.random() * list.length)];

  plan(delay: number, run: () => void, { realm = realms.getStore(), outlives = false } = {}): Planned {
    const event = { at: this.now + Math.max(0, delay), order: this.#order++, realm, run, isCancelled: false, outlives };
    push(this.#heap, event);
    return event;
  }

  wait = (delay: number): Promise<void> => new Promise((done) => void this.plan(delay, done, { outlives: true }));

  /**
   * Something that takes real time: nothing else happens until it has ended. Of several that were begun in one event each goes on by
   * itself, in the order they began: else the faster thread would decide which is the next.
   */
  async real<T>(work: () => Promise<T>): Promise<T> {
    if (insideReal.getStore()) return work();
    const nth = this.#begun++;
    this.#real += 1;
    try {
      return await insideReal.run(true, work);
    } finally {
      this.#real -= 1;
      await new Promise<void>((goOn) => void this.#ended.set(nth, goOn));
    }
  }

  trace(what: string): void {
    const line = `${((this.now - NOON) / 1000).toFixed(3)} ${realms.getStore()?.name ?? '-'} ${what}`;
    this.#hash.update(`${line}\n`);
    if (this.isVerbose) console.log(line);
    this.#tail.push(line);
    if (this.#tail.length > 4_000) this.#tail.splice(0, 2_000);
  }
  /** The last lines of the trace. */
  tail = (lines: number): string => this.#tail.slice(-lines).join('\n');
  digest = (): string => this.#hash.copy().digest('hex').slice(0, 16);

  /** Lets events happen until the story has ended. Rejects with it, and when nothing is left that could end it. */
  async drive<T>(tell: () => Promise<T>): Promise<T> {
    const story = realms.run(this.story, tell);
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    story.then(end, end);
    for (;;) {
      await this.#quiet();
      if (isOver) return story;
      const event = pop(this.#heap);
      if (!event) throw new Error('nothing happens any more');
      if (event.isCancelled || (event.realm?.isDead && !event.outlives)) continue;
      this.now = Math.max(this.now, event.at);
      this.events += 1;
      const { realm, run } = event;
      if (realm && !realm.isDead) this.onEvent(realm);
      if (realm?.isDead && !event.outlives) continue;
      if (realm) realms.run(realm, run);
      else realms.exit(run);
    }
  }

  /** Lets the work that was begun first go on. False: none has ended. */
  #goOn(): boolean {
    if (this.#ended.size === 0) return false;
    const first = Math.min(...this.#ended.keys());
    this.#ended.get(first)?.();
    return this.#ended.delete(first);
  }

  /** Files are seen in Node's own list; what hands on from one turn of its loop to the next needs a few of them. */
  async #quiet(): Promise<void> {
    let busy = 0;
    for (let idle = 0; ; idle += 1) {
      // A disk that takes its time is not waited for at full speed.
      await new Promise<void>((done) => void (busy > SPINS ? realTimeout(done, 1) : realImmediate(done)));
      const isIdle = this.#real === 0 && !process.getActiveResourcesInfo().some((one) => one.includes('Req'));
      busy = isIdle ? 0 : busy + 1;
      if (isIdle && idle < IDLE_TURNS - 1) continue;
      if (isIdle && !this.#goOn()) return;
      idle = -1;
    }
  }
}

const isBefore = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

function push(heap: Event[], event: Event): void {
  let at = heap.length;
  for (; at > 0; ) {
    const parent = (at - 1) >> 1;
    const above = heap[parent] as Event;
    if (!isBefore(event, above)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = event;
}

function pop(heap: Event[]): Event | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1] as Event, heap[child] as Event)) child += 1;
    if (!isBefore(heap[child] as Event, last)) break;
    heap[at] = heap[child] as Event;
    at = child;
  }
  heap[at] = last;
  return first;
}
