/** Requests of one process to another, timed. */
import { Agent, request } from 'node:http';
import { CLUB } from '../../support/tenants.ts';

export interface Call {
  readonly method?: 'GET' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly tenant?: string;
  /** A fan's sub, or a token. */
  readonly as?: string;
  readonly body?: unknown;
  /** As a browser asks: the answer comes compressed. */
  readonly isCompressed?: boolean;
}
export interface Timing {
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  /** Requests per second. */
  readonly rate: number;
  /** Of an answer as it travels, the mean. */
  readonly bytes: number;
}

/** The server leaves what fits a packet anyway. */
const SMALLEST_COMPRESSED = 1024;

export interface Caller {
  /** Body of the answer, as it travels. Throws unless its status is 200, and where it is not compressed though it was to be. */
  call(call: Call): Promise<Buffer>;
  close(): void;
}

export function createCaller(port: number, connections: number): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    call({ method = 'GET', path, tenant = CLUB, as, body, isCompressed = false }) {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        'x-api-key': 'fan-web',
        'x-api-tenant': tenant,
        ...(as === undefined ? {} : { 'x-api-authorization': `Bearer ${as.includes('.') ? as : `of.${as}`}` }),
        ...(isCompressed ? { 'accept-encoding': 'br' } : {}),
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      };
      return new Promise((done, fail) => {
        const sent = request({ host: '127.0.0.1', port, path, method, headers, agent }, (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', fail);
          answer.on('end', () => {
            const whole = Buffer.concat(parts);
            const isPlain = answer.headers['content-encoding'] === undefined;
            if (isCompressed && isPlain && whole.length > SMALLEST_COMPRESSED)
              fail(new Error(`${method} ${path}: ${whole.length} bytes are not compressed`));
            else if (answer.statusCode === 200) done(whole);
            else fail(new Error(`${method} ${path}: ${answer.statusCode} ${whole.toString().slice(0, 200)}`));
          });
        });
        sent.on('error', fail);
        sent.end(text);
      });
    },
    close: () => agent.destroy(),
  };
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** `calls` requests, `connections` of them at a time. @param before made before each, and not timed */
export async function measure(
  port: number,
  next: () => Call,
  calls: number,
  connections: number,
  before?: () => Call,
): Promise<Timing> {
  const caller = createCaller(port, connections);
  const times: number[] = [];
  let left = calls;
  let bytes = 0;
  const work = async () => {
    while (left-- > 0) {
      if (before) await caller.call(before());
      const start = performance.now();
      const { byteLength } = await caller.call(next());
      bytes += byteLength;
      times.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - start) / 1000;
  caller.close();
  times.sort((a, b) => a - b);
  return { p50: at(times, 0.5), p95: at(times, 0.95), rate: calls / seconds, bytes: bytes / calls };
}
