/** The service worker in memory: its listeners on a global scope of a test's, caches of `fakeCaches`, and a network the test decides. */
import { vi } from 'vitest';
import { fakeCaches } from './fakeCaches.ts';

export const ORIGIN = 'https://fans.example';

class FakeExtendableEvent {
  readonly waits: Promise<unknown>[] = [];
  waitUntil(promise: Promise<unknown>): void {
    this.waits.push(promise);
  }
}

class FakeFetchEvent extends FakeExtendableEvent {
  readonly request: Request;
  readonly preloadResponse = Promise.resolve(undefined);
  /** Undefined: left to the browser. */
  answer: Promise<Response> | undefined;
  constructor(request: Request) {
    super();
    this.request = request;
  }
  respondWith(answer: Promise<Response>): void {
    if (!(answer instanceof Promise)) throw new TypeError('A page would be shown a network error.');
    this.answer = answer;
  }
}

type Network = (request: Request) => Promise<Response>;
export const offline: Network = async () => {
  throw new TypeError('Failed to fetch');
};

/** A request as a page makes it; Node's own knows no navigation. */
export function requestOf(
  address: string,
  { mode = 'cors', ...init }: Omit<RequestInit, 'mode'> & { mode?: string } = {},
) {
  const isOfPages = mode === 'navigate';
  const request = new Request(new URL(address, ORIGIN), {
    ...init,
    ...(isOfPages ? {} : { mode: mode as RequestMode }),
  });
  if (!isOfPages) return request;
  const marked = Object.defineProperty(request, 'mode', { value: mode });
  return Object.defineProperty(marked, 'clone', { value: () => requestOf(request.url, { ...init, mode }) });
}

/**
 * Puts a worker's global scope in place of the test's: to be called before its script is imported. Time stands still for timers alone:
 * `settle` lets what was put off happen.
 */
function createWorkerScope() {
  const caches = fakeCaches();
  const listeners = new Map<string, (event: object) => void>();
  const world = { network: offline, asked: [] as Request[] };
  const events: FakeExtendableEvent[] = [];
  const registration = {
    scope: `${ORIGIN}/`,
    waiting: null as object | null,
    sync: {},
    pushManager: {},
    navigationPreload: { enable: vi.fn(async () => undefined) },
    showNotification: vi.fn(async (_title: string, _options: NotificationOptions) => undefined),
  };
  const clients = {
    claim: vi.fn(async () => undefined),
    openWindow: vi.fn(async (_address: string) => null),
    matchAll: vi.fn(async (): Promise<{ visibilityState: string }[]> => []),
  };
  const skipWaiting = vi.fn(async () => undefined);

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const globals = {
    self: globalThis,
    location: new URL(`${ORIGIN}/sw.js`),
    caches: caches.storage,
    registration,
    clients,
    skipWaiting,
    ExtendableEvent: FakeExtendableEvent,
    FetchEvent: FakeFetchEvent,
    addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
    fetch: async (given: Request | string | URL, init?: RequestInit) => {
      const request = given instanceof Request ? given : new Request(new URL(given, ORIGIN), init);
      world.asked.push(request);
      return world.network(request);
    },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);

  /** Whatever the worker was asked to stay alive for, and what that put off. */
  async function settle(): Promise<void> {
    let open = 0;
    const waits = () => events.flatMap((event) => event.waits.splice(0));
    const watch = (wait: Promise<unknown>) => {
      open += 1;
      const end = () => {
        open -= 1;
      };
      wait.then(end, end);
    };
    for (let round = 0; round < 200; round += 1) {
      for (const wait of waits()) watch(wait);
      // Databases answer in turns of their own.
      for (let turn = 0; turn < 5; turn += 1) await new Promise((next) => setImmediate(next));
      if (open === 0 && events.every((event) => event.waits.length === 0)) return;
      await vi.advanceTimersByTimeAsync(1_000);
    }
    throw new Error('The worker does not come to rest.');
  }
  function tell<E extends FakeExtendableEvent>(type: string, event: E): E {
    events.push(event);
    listeners.get(type)?.(event);
    return event;
  }
  return {
    world,
    caches,
    registration,
    clients,
    skipWaiting,
    settle,
    /** Tells the worker, and waits for nothing. */
    tell: (type: string, facts: object = {}) => void tell(type, Object.assign(new FakeExtendableEvent(), facts)),
    /** Tells the worker; resolves when it is done with it. */
    async fire(type: string, facts: object = {}): Promise<void> {
      tell(type, Object.assign(new FakeExtendableEvent(), facts));
      await settle();
    },
    /** What a page is answered; undefined: the browser asks the network by itself. */
    async ask(request: Request): Promise<Response | undefined> {
      return tell('fetch', new FakeFetchEvent(request)).answer;
    },
    /** Lets the worker go on until the network was asked so often. */
    async untilAsked(times: number): Promise<void> {
      for (let turn = 0; world.asked.length < times; turn += 1) {
        if (turn > 10_000) throw new Error('The network is not asked.');
        await new Promise((next) => setImmediate(next));
      }
    },
  };
}

const BUILT = ['assets/app-x.js', { url: 'shell.html', revision: 'r2' }];

/** A worker whose script `load` imports, afresh for each test. What was precached stands in a cache of its own; `built`: its list. */
export async function startWorker(load: () => Promise<unknown>, built: readonly (string | object)[] = BUILT) {
  vi.resetModules();
  const [precache, cleanupOutdatedCaches] = [vi.fn((_entries: unknown) => undefined), vi.fn(() => undefined)];
  const precached = new Map([['/shell.html', 'the shell']]);
  // Its one list of a process would outlive the test.
  vi.doMock('workbox-precaching', () => ({
    precache,
    cleanupOutdatedCaches,
    matchPrecache: async (path: string) => {
      const body = precached.get(path);
      return body === undefined ? undefined : new Response(body);
    },
  }));
  const worker = createWorkerScope();
  vi.stubGlobal('__WB_MANIFEST', built);
  vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true);
  await load();
  return { ...worker, precached, precaching: { precache, cleanupOutdatedCaches } };
}
export type StartedWorker = Awaited<ReturnType<typeof startWorker>>;

export function stopWorker(): void {
  vi.doUnmock('workbox-precaching');
  vi.resetModules();
  vi.useRealTimers();
  vi.unstubAllGlobals();
}
