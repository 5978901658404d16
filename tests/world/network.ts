/** The line between phones and server: requests and answers get lost, come late, overtake each other, as the seed has it. */
import { isAbsolute } from 'node:path';
import type { BrowserRealm } from './device.ts';
import type { Scheduler } from './scheduler.ts';

/** How bad the line is. Chances of one request. */
export interface Weather {
  /** It never arrives, and the phone is told so. */
  lost: number;
  /** It arrives, and its answer does not. */
  unanswered: number;
  /** Nothing is heard for minutes; then it arrives all the same. The phone has long given up. */
  late: number;
  /** Somebody on the way answers 503, or a page of a captive portal. */
  refused: number;
}
export const FINE: Weather = { lost: 0, unanswered: 0, late: 0, refused: 0 };

/** The server's side: answers a request that arrived. Null: it is down. */
export type Answering = (request: Request, from: string) => Promise<Response | null>;

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | null;
}

const NAMES = /media_url=[^&]*/;

export class Network {
  weather: Weather = { ...FINE };
  /** Requests on their way. */
  readonly #scheduler: Scheduler;
  readonly #answer: Answering;
  readonly #origin: string;

  constructor(scheduler: Scheduler, origin: string, answer: Answering) {
    this.#scheduler = scheduler;
    this.#origin = origin;
    this.#answer = answer;
  }

  async fetch(realm: BrowserRealm, input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    if (realm.isDead) return new Promise(() => undefined);
    const signal = init.signal ?? (input instanceof Request ? input.signal : null);
    const sent = await this.#scheduler.real(() => readRequest(input, init, this.#origin));
    if (signal?.aborted) throw signal.reason;
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      this.#send(realm, sent, { resolve, reject });
    });
  }

  /** `reply` is heard by the page only while it lives. */
  #send(realm: BrowserRealm, sent: Sent, reply: Reply): void {
    const scheduler = this.#scheduler;
    const what = `${sent.method} ${describe(sent)}`;
    const hear = (delay: number, run: () => void): void => void scheduler.plan(delay, run, { realm });
    const fail = (delay: number): void => hear(delay, () => reply.reject(new TypeError('Failed to fetch')));
    if (!realm.device.isOnline) {
      fail(1);
      return;
    }
    const { lost, unanswered, late, refused } = this.weather;
    const dice = scheduler.random();
    const way = scheduler.between(5, 300);
    if (dice < lost) {
      scheduler.trace(`lost ${what}`);
      fail(scheduler.between(50, 25_000));
      return;
    }
    if (dice < lost + refused) {
      scheduler.trace(`refused on the way ${what}`);
      hear(way, () => reply.resolve(onTheWay(scheduler.chance(0.5))));
      return;
    }
    const isUnheard = dice < lost + refused + unanswered;
    const isLate = !isUnheard && dice < lost + refused + unanswered + late;
    const arrival = isLate ? scheduler.between(20_000, 8 * 60_000) : way;
    // Long after the phone gave up, or a moment after it was told that the line broke.
    if (isUnheard || (isLate && scheduler.chance(0.5))) fail(scheduler.between(100, 30_000));
    scheduler.trace(`send ${what}${isUnheard ? ' (no answer)' : isLate ? ` (late: ${arrival})` : ''}`);
    const arrive = async (): Promise<void> => {
      const answer = await this.#answer(new Request(sent.url, requestInit(sent)), realm.device.name);
      if (answer === null) return fail(scheduler.between(5, 300));
      const { status, headers } = answer;
      const body = await scheduler.real(() => answer.arrayBuffer());
      scheduler.trace(`${status} ${what}${status >= 400 ? ` ${codeOf(body)}` : ''}`);
      if (isUnheard) return;
      const isBodiless = status === 204 || status === 304;
      hear(scheduler.between(5, 300), () => reply.resolve(new Response(isBodiless ? null : body, { status, headers })));
    };
    scheduler.plan(arrival, () => void arrive(), { realm: undefined, outlives: true });
  }
}

interface Reply {
  readonly resolve: (response: Response) => void;
  readonly reject: (reason: unknown) => void;
}

/** With what a browser adds by itself. */
function requestInit({ method, url, headers: given, body }: Sent): RequestInit {
  const headers = new Headers(given);
  headers.set('host', new URL(url).host);
  if (body) headers.set('content-length', String(body.byteLength));
  return { method, headers, ...(body && { body }) };
}

async function readRequest(input: string | URL | Request, init: RequestInit, origin: string): Promise<Sent> {
  const address = input instanceof Request ? input.url : String(input);
  const url = isAbsolute(address) ? new URL(address, origin).href : address;
  const request = input instanceof Request ? new Request(input, init) : new Request(url, { ...init, signal: null });
  const body = ['GET', 'HEAD'].includes(request.method) ? null : new Uint8Array(await request.arrayBuffer());
  return { method: request.method, url, headers: request.headers, body: body?.byteLength ? body : null };
}

/** Path, or the operation of the identity provider; nothing that is random. */
function describe({ url, headers }: Sent): string {
  const { pathname, search } = new URL(url);
  const target = headers.get('x-amz-target');
  return target ? `${pathname} ${target.split('.').at(-1)}` : `${pathname}${NAMES.exec(search)?.[0] ?? ''}`;
}
const codeOf = (body: ArrayBuffer): string =>
  /"code":"(\w+)"|"__type":"(\w+)"|<Code>(\w+)</.exec(Buffer.from(body).toString())?.slice(1).find(Boolean) ?? '';

const onTheWay = (isPortal: boolean): Response =>
  isPortal
    ? new Response('<html>Wi-Fi</html>', { status: 200, headers: { 'content-type': 'text/html' } })
    : new Response('{"code":"UNAVAILABLE"}', { status: 503, headers: { 'content-type': 'application/json' } });
