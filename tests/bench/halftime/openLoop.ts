/** Requests that come at their time whether or not earlier ones have ended, as a crowd's do. */
import { Agent, request } from 'node:http';

export interface FanCall {
  readonly method: 'GET' | 'PUT' | 'DELETE' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}
export interface FanAnswer {
  /** 0: the connection broke, or nobody answered in time, as `body` says. */
  readonly status: number;
  readonly body: Buffer;
}
export type Send = (call: FanCall) => Promise<FanAnswer>;

/** As long as a browser's fan would wait, in milliseconds. */
const PATIENCE_MS = 30_000;

/** @param port of the proxy. Every request may have a connection of its own. */
export function createSender(port: number, patienceMs = PATIENCE_MS): { send: Send; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 4000, maxFreeSockets: 400, scheduling: 'fifo' });
  const send: Send = ({ method, path, headers, body }) =>
    new Promise((done) => {
      const failed = ({ message }: Error) => done({ status: 0, body: Buffer.from(message) });
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const given = { host: '127.0.0.1', port, path, method, headers: { ...headers, ...length }, agent };
      const sent = request({ ...given, timeout: patienceMs }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', failed);
        answer.on('end', () => done({ status: answer.statusCode ?? 0, body: Buffer.concat(parts) }));
      });
      sent.on('error', failed);
      sent.on('timeout', () => sent.destroy(new Error(`no answer in ${patienceMs} ms`)));
      sent.end(body);
    });
  return { send, close: () => agent.destroy() };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** What came of one kind of request. */
export class Tally {
  readonly #latencies: number[] = [];
  /** When each was meant to start. */
  readonly #starts: number[] = [];
  intended = 0;
  /** Answered as a fan would want. */
  good = 0;
  /** An honest fan was told to wait. */
  refused = 0;
  errors = 0;
  readonly examples = new Map<string, number>();

  /** @param at when it was meant to start, as `performance.now` */
  note(at: number, outcome: 'good' | 'refused' | 'error', what = ''): void {
    this.#latencies.push(performance.now() - at);
    this.#starts.push(at);
    if (outcome === 'good') this.good += 1;
    else if (outcome === 'refused') this.refused += 1;
    else this.errors += 1;
    if (what !== '') this.examples.set(what, (this.examples.get(what) ?? 0) + 1);
  }
  at(share: number): number {
    return quantile(this.#latencies, share);
  }
  /** The same of each period of so many seconds since `begun`. */
  byPeriod(share: number, begun: number, seconds: number): number[] {
    const periodOf = (i: number) => Math.floor(((this.#starts[i] ?? 0) - begun) / (seconds * 1000));
    const periods = Map.groupBy(this.#latencies.keys(), periodOf);
    return [...periods]
      .toSorted(([a], [b]) => a - b)
      .map(([, places]) =>
        quantile(
          places.map((i) => this.#latencies[i] ?? 0),
          share,
        ),
      );
  }
}

export interface Stream {
  readonly perSecond: number;
  /** One of them, meant to start at `at`. */
  begin(at: number): void;
}

interface Due {
  at: number;
  readonly stream: Stream;
}

/** Starts what is due for `seconds`. Chance spreads each stream's starts, so that they do not come in step. */
export function runStreams(streams: readonly Stream[], seconds: number, chance: () => number): Promise<void> {
  const gap = ({ perSecond }: Stream) => (-Math.log(1 - chance()) * 1000) / perSecond;
  const begun = performance.now();
  const dues: Due[] = streams
    .filter(({ perSecond }) => perSecond > 0)
    .map((stream) => ({ at: begun + gap(stream), stream }));
  const end = begun + seconds * 1000;
  return new Promise((done) => {
    const turn = () => {
      const now = performance.now();
      for (const due of dues) {
        while (due.at <= now && due.at < end) {
          due.stream.begin(due.at);
          due.at += gap(due.stream);
        }
      }
      if (now >= end) done();
      else setTimeout(turn, 2);
    };
    turn();
  });
}
