import { Strategy, type StrategyHandler, type StrategyOptions } from 'workbox-strategies';
import { NETWORK_DEADLINE_MS } from '../src/contract/limits.ts';

interface Options extends StrategyOptions {
  /** Is this what the fan asked for? Otherwise what was kept is shown. */
  readonly isGood: (response: Response) => boolean;
  /** Does not use up the body. */
  readonly isKept: (response: Response) => boolean | Promise<boolean>;
  /**
   * Says on a kept response that it is old. A page stays as it is, so that it reaches the screen without passing the worker. `status`: of
   * the network's answer, where there was one.
   */
  readonly markStale?: (response: Response, status: number | undefined) => Response;
  /** Where to keep it; default: the address. */
  readonly keyOf?: (request: Request) => string;
  /** What to show instead of waiting on when nothing was kept. */
  readonly fallback?: (request: Request) => Promise<Response | undefined>;
  /** Is the line known to be so thin that what was kept goes first? What it shows asks for newer answers itself. */
  readonly isThin?: () => boolean;
}

/** The network for a short while, then what was kept, else whatever the network brings in the end. */
export class NetworkFirstWithDeadline extends Strategy {
  readonly #options: Options;

  constructor(options: Options) {
    super({ ...options, matchOptions: { ignoreVary: true } });
    this.#options = options;
  }

  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const { isGood, keyOf = ({ url }) => url, markStale = (same) => same, isThin = () => false } = this.#options;
    const key = keyOf(request);
    const network = handler.fetch(request).then((response) => {
      // Firefox gives a navigation preload that failed as an answer; shown, it would cost the worker its registration.
      if (response.type === 'error') throw new TypeError('The preload failed');
      // Where the device is full, workbox has made room by now; this one goes without a copy.
      void handler.waitUntil(this.#keep(key, response.clone(), handler).catch(() => undefined));
      return response;
    });
    void handler.waitUntil(network.catch(() => undefined));
    const first = await inTime(
      network.catch(() => null),
      isThin(),
    );
    if (first && isGood(first)) return first;
    const kept = await handler.cacheMatch(key);
    if (kept) return markStale(kept, first?.status);
    return (await this.#options.fallback?.(request)) ?? first ?? network;
  }

  async #keep(key: string, copy: Response, handler: StrategyHandler): Promise<void> {
    if (await this.#options.isKept(copy)) await handler.cachePut(key, copy);
  }
}

/** A line that missed the deadline is not waited for as long again soon: a page and its calls would add their waits up. */
const SLOW_MS = 10_000;
const SLOW_DEADLINE_MS = 300;
let slowUntil = 0;

async function inTime(network: Promise<Response | null>, isThin: boolean): Promise<Response | null> {
  const isSlow = isThin || Date.now() < slowUntil;
  const late = Symbol('late');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<typeof late>((resolve) => {
    timer = setTimeout(resolve, isSlow ? SLOW_DEADLINE_MS : NETWORK_DEADLINE_MS, late);
  });
  const first = await Promise.race([network, deadline]);
  clearTimeout(timer);
  if (first !== late) {
    slowUntil = 0;
    return first;
  }
  if (!isSlow) slowUntil = Date.now() + SLOW_MS;
  return null;
}

/** A copy that says it came from the cache (DAT-02), and with which status the server failed, if it did (FAN-22c). */
export function withStaleHeader(response: Response, status = 0): Response {
  const headers = new Headers(response.headers);
  headers.set('x-stale', String(status >= 500 ? status : 1));
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
