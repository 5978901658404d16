/**
 * The globals of pages, workers and server, each as the code that asks for it should see it: by the realm it runs in (`scheduler.ts`).
 * Code outside any realm, such as the test runner, keeps Node's own.
 */
import 'fake-indexeddb/auto';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { IDBDatabase as FakeDatabase } from 'fake-indexeddb';
import { BrowserRealm } from './device.ts';
import type { Network } from './network.ts';
import { createWorkerClass } from './preparingWorker.ts';
import { type Planned, realms, type Scheduler } from './scheduler.ts';
import { createXhr } from './xhr.ts';

export const ORIGIN = 'https://fans.example';
const RealDate = Date;
const own = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  setImmediate: globalThis.setImmediate,
  fetch: globalThis.fetch,
  random: Math.random,
  performanceNow: performance.now.bind(performance),
  randomUUID: crypto.randomUUID.bind(crypto),
  getRandomValues: crypto.getRandomValues.bind(crypto),
  addEventListener: Reflect.get(globalThis, 'addEventListener') as unknown,
};

/** What the present day is made of; null between days. */
let world: { readonly scheduler: Scheduler; readonly network: Network } | null = null;
export function enterWorld(next: typeof world): void {
  world = next;
}
const here = () => {
  const realm = realms.getStore();
  return realm && world ? { realm, ...world } : null;
};
const page = (): BrowserRealm | null => {
  const realm = realms.getStore();
  return realm instanceof BrowserRealm ? realm : null;
};

class RealmDate extends RealDate {
  constructor(...given: []) {
    if (given.length === 0) super(RealmDate.now());
    else super(...given);
  }
  static override now(): number {
    return realms.getStore()?.now() ?? RealDate.now();
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.prototype.toString.call(value) === '[object Date]';
  }
}

/** A timer as Node's callers know it. */
type Timer = Planned & { unref(): Timer; ref(): Timer };
function startTimer(run: () => void, delay: number, isRepeated: boolean): Timer {
  const { scheduler } = here() as NonNullable<ReturnType<typeof here>>;
  let planned: Planned;
  const timer: Timer = {
    get isCancelled() {
      return planned.isCancelled;
    },
    set isCancelled(is) {
      planned.isCancelled = is;
      isRepeated = false;
    },
    unref: () => timer,
    ref: () => timer,
  };
  const tick = (): void => {
    planned = scheduler.plan(Math.max(1, delay), () => {
      if (isRepeated) tick();
      run();
    });
  };
  tick();
  return timer;
}

function timers() {
  return {
    setTimeout: Object.assign((run: () => void, delay = 0, ...given: []) => {
      return here() ? startTimer(() => run(...given), delay, false) : own.setTimeout(run, delay, ...given);
    }, own.setTimeout),
    setInterval: (run: () => void, delay = 0) => (here() ? startTimer(run, delay, true) : own.setInterval(run, delay)),
    // Storage works through it: what was begun there comes to its end, also when who began it has died.
    setImmediate: Object.assign((run: (...given: unknown[]) => void, ...given: unknown[]) => {
      const now = here();
      if (!now) return own.setImmediate(run, ...given);
      return now.scheduler.plan(now.scheduler.between(0, 1), () => run(...given), { outlives: true });
    }, own.setImmediate),
    clearTimeout: (timer: unknown) => clear(timer),
    clearInterval: (timer: unknown) => clear(timer),
    requestAnimationFrame: (run: () => void) => startTimer(run, 16, false),
  };
}
function clear(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'isCancelled' in timer)
    Object.assign(timer, { isCancelled: true });
  else own.clearTimeout(timer as never);
}

/** A getter for what pages and workers have and Node has not, or has otherwise. */
function put(name: string, read: (realm: BrowserRealm) => unknown): void {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  const outside = (): unknown => (before?.get ? before.get.call(globalThis) : before?.value);
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get() {
      const realm = page();
      return realm ? read(realm) : outside();
    },
    set(value: unknown) {
      Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
    },
  });
}

const navigators = new WeakMap<BrowserRealm, object>();
function navigatorOf(realm: BrowserRealm): object {
  const { device } = realm;
  const registration = {
    active: {
      postMessage: (message: { readonly type?: string; readonly userId?: string }) => {
        if (!realm.isDead && message.userId) device.wipes.push(message.userId);
      },
    },
    get waiting() {
      return device.hasUpdate ? {} : null;
    },
    sync: {
      register: async () => {
        if (realm.isDead) return;
        device.isSyncWanted = true;
        device.onSync();
      },
    },
    showNotification: async () => undefined,
    getNotifications: async () => [],
  };
  const known = navigators.get(realm) ?? {
    userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
    maxTouchPoints: 5,
    language: 'ja',
    globalPrivacyControl: true,
    get onLine() {
      return device.isOnline;
    },
    locks: device.locks,
    serviceWorker: {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
      addEventListener: () => undefined,
    },
  };
  navigators.set(realm, known);
  if (realm.self === globalThis)
    realm.self = { registration, clients: { matchAll: async () => [] }, location: new URL(ORIGIN) };
  return known;
}

class RealmChannel {
  readonly #channel: ReturnType<BrowserRealm['device']['channels']['open']>;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    this.#channel = (page() as BrowserRealm).device.channels.open(name);
  }
  postMessage(message: unknown): void {
    const { realm } = this.#channel;
    realm.device.channels.post(this.#channel, message);
  }
  addEventListener(_type: string, listener: (event: { readonly data: unknown }) => void): void {
    this.#channel.listeners.add(listener);
  }
  close(): void {
    this.#channel.realm.device.channels.close(this.#channel);
  }
}

/** Seen only where it is asked for: a random number of the day's seed. */
function seeded(): void {
  Math.random = () => here()?.scheduler.random() ?? own.random();
  performance.now = () => (here() ? realms.getStore()?.now() : undefined) ?? own.performanceNow();
  const bytes = (array: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
    const now = here();
    if (!now || !page()) return own.getRandomValues(array);
    for (let at = 0; at < array.length; at += 1) array[at] = Math.floor(now.scheduler.random() * 256);
    return array;
  };
  Object.defineProperty(crypto, 'getRandomValues', {
    configurable: true,
    value: (array: ArrayBufferView<ArrayBuffer>) => {
      bytes(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
      return array;
    },
  });
  Object.defineProperty(crypto, 'randomUUID', {
    configurable: true,
    value: () => {
      if (!page()) return own.randomUUID();
      const hex = Buffer.from(bytes(new Uint8Array(16))).toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  });
  // Done in threads of their own.
  const { subtle } = crypto;
  for (const name of [
    'digest',
    'sign',
    'verify',
    'importKey',
    'encrypt',
    'decrypt',
    'deriveBits',
    'generateKey',
  ] as const) {
    const method = Reflect.get(subtle, name) as (...given: unknown[]) => Promise<unknown>;
    Object.defineProperty(subtle, name, {
      configurable: true,
      value: (...given: unknown[]) =>
        world ? world.scheduler.real(() => method.apply(subtle, given)) : method.apply(subtle, given),
    });
  }
}

const FILE_CALLS = ['link', 'mkdir', 'open', 'readdir', 'rm', 'stat', 'statfs', 'writeFile'] as const;
const HANDLE_CALLS = ['close', 'read', 'stat', 'sync', 'write'] as const;

/** Of the server: done in threads, too. */
async function watchFiles(): Promise<void> {
  const handle = await fs.open(import.meta.filename);
  const handles: object = Object.getPrototypeOf(handle);
  await handle.close();
  const wrap = (owner: object, name: string): void => {
    const call = Reflect.get(owner, name) as (...given: unknown[]) => Promise<unknown>;
    Reflect.set(owner, name, function (this: unknown, ...given: unknown[]) {
      const now = here();
      return now ? now.scheduler.real(() => call.apply(this, given)) : call.apply(this, given);
    });
  };
  for (const name of FILE_CALLS) wrap(fs, name);
  for (const name of HANDLE_CALLS) wrap(handles, name);
  syncBuiltinESMExports();
}

/** A dead page begins nothing any more. */
function watchStorage(): void {
  const begin = FakeDatabase.prototype.transaction as (...given: unknown[]) => IDBTransaction;
  FakeDatabase.prototype.transaction = function (this: unknown, ...given: unknown[]) {
    const realm = page();
    if (realm?.isDead) throw new DOMException('The page is gone.', 'AbortError');
    const transaction = begin.apply(this, given);
    realm?.transactions.add(transaction);
    for (const end of ['complete', 'abort'])
      transaction.addEventListener(end, () => realm?.transactions.delete(transaction));
    return transaction;
  } as never;
}

/** Once a process. */
export async function installGlobals(): Promise<void> {
  await watchFiles();
  Object.assign(globalThis, timers(), { Date: RealmDate });
  seeded();
  watchStorage();
  globalThis.fetch = ((input: string, init?: RequestInit) => {
    const realm = page();
    return realm && world ? world.network.fetch(realm, input, init) : own.fetch(input, init);
  }) as typeof globalThis.fetch;
  put('navigator', navigatorOf);
  put('indexedDB', ({ device }) => device.idb);
  put('localStorage', ({ device }) => device.localStorage);
  put('sessionStorage', ({ sessionStorage }) => sessionStorage);
  put('document', (realm) => realm.document);
  put('location', () => new URL(ORIGIN));
  put('BroadcastChannel', () => RealmChannel);
  put('Worker', () => world && createWorkerClass(world.scheduler));
  put('XMLHttpRequest', () => createXhr((input, init) => globalThis.fetch(input, init)));
  put('self', (realm) => {
    navigatorOf(realm);
    return realm.self;
  });
  put('addEventListener', ({ target }) => target.addEventListener.bind(target));
  put('removeEventListener', ({ target }) => target.removeEventListener.bind(target));
  put('dispatchEvent', ({ target }) => target.dispatchEvent.bind(target));
}
