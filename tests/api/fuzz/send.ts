/** Sends a request exactly as it is, and finds the least of it that still fails. */
import { Agent, request as httpRequest } from 'node:http';
import type { FuzzRequest } from './requests.ts';

/** An answer that takes longer is a hang. */
const HANG_MS = 2_000;
/** Given up: whatever it is, it is not only the load of the machine. */
const GIVE_UP_MS = 20_000;

export interface FuzzAnswer {
  /** 0: none came. */
  readonly status: number;
  readonly ms: number;
  readonly text: string;
}

export class Sender {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });
  readonly #port: number;
  readonly #secrets: Readonly<Record<string, string>>;
  /** @param secrets texts to send in place of their names */
  constructor(url: string, secrets: Readonly<Record<string, string>>) {
    this.#port = Number(new URL(url).port);
    this.#secrets = secrets;
  }
  close(): void {
    this.#agent.destroy();
  }

  #named(text: string): string {
    return text.replace(/<[a-z]+>/g, (name) =>
      Object.hasOwn(this.#secrets, name) ? (this.#secrets[name] ?? name) : name,
    );
  }

  send({ method, path, headers, body }: FuzzRequest): Promise<FuzzAnswer> {
    const begun = performance.now();
    return new Promise((done) => {
      const end = (status: number, text: string) => done({ status, text, ms: performance.now() - begun });
      const bytes = body === null ? null : Buffer.from(this.#named(body), 'utf8');
      const sent = Object.entries(headers).map(([name, value]) => [name, this.#named(value)]);
      const request = httpRequest(
        {
          host: '127.0.0.1',
          port: this.#port,
          method,
          path,
          agent: this.#agent,
          timeout: GIVE_UP_MS,
          headers: { ...Object.fromEntries(sent), ...(bytes === null ? {} : { 'content-length': bytes.byteLength }) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => end(response.statusCode ?? 0, Buffer.concat(chunks).toString('utf8')));
          response.on('error', (error) => end(response.statusCode ?? 0, String(error)));
        },
      );
      request.on('timeout', () => request.destroy(new Error('no answer')));
      request.on('error', (error) => end(0, String(error)));
      request.end(bytes ?? undefined);
    });
  }

  /** What is wrong with the answer; null: nothing. */
  async check(request: FuzzRequest): Promise<{ readonly wrong: Wrong | null; readonly status: number }> {
    const { status, ms, text } = await this.send(request);
    if (status === 0) return { wrong: { is: 'none', text: `no answer: ${text}` }, status };
    // The object store's 'not implemented' is a refusal as 400 is one.
    const isRefused = status === 501 && request.path.startsWith('/s3/');
    if (status >= 500 && !isRefused)
      return { wrong: { is: 'failure', text: `${status} ${text.slice(0, 200)}` }, status };
    if (ms > HANG_MS) return { wrong: { is: 'slow', text: `${Math.round(ms)} ms` }, status };
    return { wrong: null, status };
  }

  /** Whether it is so each time it is sent alone: a machine that has much else to do is slow once. */
  async isAlways(request: FuzzRequest, is: Wrong['is']): Promise<boolean> {
    for (let i = 0; i < ALONE; i++) if ((await this.check(request)).wrong?.is !== is) return false;
    return true;
  }
}

export interface Wrong {
  readonly is: 'failure' | 'slow' | 'none';
  readonly text: string;
}
/** So often is sent again what was slow or not answered. */
const ALONE = 5;

/** The request without all that can be left out while it `fails`. */
export async function minimise(
  request: FuzzRequest,
  fails: (request: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> {
  let least = request;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const candidate of smaller(least)) {
      if (!(await fails(candidate))) continue;
      least = candidate;
      isSmaller = true;
      break;
    }
  }
  return least;
}

function* smaller(request: FuzzRequest): Generator<FuzzRequest> {
  const { headers, path, body } = request;
  for (const name of Object.keys(headers)) {
    const { [name]: _, ...others } = headers;
    yield { ...request, headers: others };
  }
  const [place = '', query] = path.split('?');
  const pairs = query?.split('&') ?? [];
  for (const i of pairs.keys()) {
    const others = pairs.toSpliced(i, 1);
    yield { ...request, path: others.length === 0 ? place : `${place}?${others.join('&')}` };
  }
  if (body === null) return;
  for (const smallerBody of withoutParts(body)) yield { ...request, body: smallerBody };
}

function* withoutParts(body: string): Generator<string> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (Array.isArray(value)) yield JSON.stringify(value.toSpliced(Number(name), 1));
    else {
      const { [name]: _, ...others } = value as Record<string, unknown>;
      yield JSON.stringify(others);
      if (typeof part === 'string' && part.length > 1) {
        yield JSON.stringify({ ...value, [name]: part.slice(0, part.length >> 1) });
        yield JSON.stringify({ ...value, [name]: part.slice(part.length >> 1) });
      }
    }
  }
}
