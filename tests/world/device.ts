/** A phone: storage, locks and channels all its pages and its worker share, and what is left when one of them is killed. */
import { IDBFactory } from 'fake-indexeddb';
import { type Realm, realms, type Scheduler } from './scheduler.ts';

/** A page or a worker of a phone. */
export class BrowserRealm implements Realm {
  isDead = false;
  readonly name: string;
  readonly device: Device;
  readonly kind: 'page' | 'worker';
  /** What `globalThis` hears in it. */
  readonly target = new EventTarget();
  readonly document: EventTarget & { visibilityState: 'visible' | 'hidden' };
  readonly transactions = new Set<IDBTransaction>();
  readonly sessionStorage = memoryStorage();
  /** What ends with it: requests that wait for their answer. */
  readonly onDeath = new Set<() => void>();
  /** `self` of a worker. */
  self: unknown = globalThis;

  constructor(device: Device, kind: 'page' | 'worker', name: string) {
    this.device = device;
    this.kind = kind;
    this.name = name;
    this.document = Object.assign(new EventTarget(), {
      visibilityState: 'visible' as const,
      querySelector: () => null,
      documentElement: { dataset: {}, lang: 'ja' },
      cookie: '',
    });
  }
  now = (): number => this.device.scheduler.now + this.device.skewMs;
  run = <T>(work: () => T): T => realms.run(this, work);

  /** At this instant. What it wrote is there or not, a transaction at a time. */
  die(): void {
    if (this.isDead) return;
    this.isDead = true;
    const { scheduler } = this.device;
    scheduler.trace(`killed: ${this.name}`);
    // Else the commit came through just before.
    if (scheduler.chance(0.5))
      for (const transaction of this.transactions) {
        try {
          transaction.abort();
        } catch {
          // It has ended.
        }
      }
    this.device.locks.forget(this);
    this.device.channels.forget(this);
    for (const tell of this.onDeath) tell();
  }
}

export class Device {
  readonly name: string;
  readonly scheduler: Scheduler;
  /** How far its clock is off. */
  skewMs = 0;
  isOnline = true;
  readonly idb = new IDBFactory();
  readonly localStorage = memoryStorage();
  readonly locks: LockTable;
  readonly channels: ChannelTable;
  worker: BrowserRealm | null = null;
  /** A new build's worker waits for the old one to end. */
  hasUpdate = false;
  /** Asked for by a page, kept by the browser. */
  isSyncWanted = false;
  onSync: () => void = () => undefined;
  readonly wipes: string[] = [];

  constructor(name: string, scheduler: Scheduler) {
    this.name = name;
    this.scheduler = scheduler;
    this.locks = new LockTable();
    this.channels = new ChannelTable(scheduler);
  }
}

/** `dump`: all that stands in it. */
export type MemoryStorage = Storage & { dump(): [string, string][] };

export function memoryStorage(): MemoryStorage {
  const items = new Map<string, string>();
  const isGone = (): boolean => realms.getStore()?.isDead === true;
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void (isGone() || items.set(key, String(value))),
    removeItem: (key: string) => void (isGone() || items.delete(key)),
    clear: () => void (isGone() || items.clear()),
    key: (index: number) => [...items.keys()][index] ?? null,
    dump: () => [...items],
    get length() {
      return items.size;
    },
  };
}

interface Request {
  readonly realm: BrowserRealm;
  readonly grant: () => void;
  readonly lose: (reason: unknown) => void;
}

/** Web Locks, exclusive ones. */
class LockTable {
  readonly #held = new Map<string, Request>();
  readonly #queues = new Map<string, Request[]>();

  request = async (name: string, ...given: unknown[]): Promise<unknown> => {
    const realm = realms.getStore() as BrowserRealm;
    const work = given.at(-1) as (lock: { name: string } | null) => unknown;
    const options = (given.length > 1 ? given[0] : {}) as { ifAvailable?: boolean; steal?: boolean };
    if (realm.isDead) return new Promise(() => undefined);
    if (options.ifAvailable && this.#held.has(name)) return work(null);
    return new Promise((resolve, reject) => {
      const request: Request = {
        realm,
        lose: reject,
        grant: () => {
          this.#held.set(name, request);
          const run = async () => work({ name });
          const end = () => this.#release(name, request);
          realm.run(run).then(
            (value) => {
              end();
              resolve(value);
            },
            (error) => {
              end();
              reject(error);
            },
          );
        },
      };
      const holder = this.#held.get(name);
      if (options.steal && holder) {
        this.#held.delete(name);
        holder.lose(new DOMException('The lock was stolen.', 'AbortError'));
      }
      if (this.#held.has(name)) this.#queues.set(name, [...(this.#queues.get(name) ?? []), request]);
      else request.grant();
    });
  };

  #release(name: string, request: Request): void {
    if (this.#held.get(name) !== request) return;
    this.#held.delete(name);
    this.#queues.get(name)?.shift()?.grant();
  }

  forget(realm: BrowserRealm): void {
    for (const [name, queue] of this.#queues)
      this.#queues.set(
        name,
        queue.filter((one) => one.realm !== realm),
      );
    for (const [name, request] of [...this.#held]) if (request.realm === realm) this.#release(name, request);
  }
}

type Listener = (event: { readonly data: unknown }) => void;
interface Channel {
  readonly realm: BrowserRealm;
  readonly name: string;
  readonly listeners: Set<Listener>;
}

class ChannelTable {
  readonly #channels = new Set<Channel>();
  readonly #scheduler: Scheduler;
  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }
  open(name: string): Channel {
    const channel = { realm: realms.getStore() as BrowserRealm, name, listeners: new Set<Listener>() };
    this.#channels.add(channel);
    return channel;
  }
  close = (channel: Channel): boolean => this.#channels.delete(channel);
  post(from: Channel, message: unknown): void {
    if (from.realm.isDead) return;
    for (const channel of this.#channels) {
      if (channel === from || channel.name !== from.name) continue;
      const data: unknown = structuredClone(message);
      const deliver = () => {
        for (const listener of channel.listeners) listener({ data });
      };
      this.#scheduler.plan(this.#scheduler.between(0, 15), deliver, { realm: channel.realm });
    }
  }
  forget(realm: BrowserRealm): void {
    for (const channel of this.#channels) if (channel.realm === realm) this.#channels.delete(channel);
  }
}
