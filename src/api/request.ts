import * as v from 'valibot';
import { type Endpoint, pathOf } from '../contract/endpoints.ts';
import { API_ERRORS } from '../contract/errorCodes.ts';
import { type ApiErrorCode, AppError, type Retry } from '../contract/errors.ts';
import { watchProgress } from './watchProgress.ts';

/** A call gives up when nothing has arrived for this long, in milliseconds. */
const STALL_MS = 20_000;

/** One call, ready to be sent. */
export interface RequestInput {
  /** Base of the calls, without a trailing slash: '/f' or an absolute address. */
  readonly base: string;
  readonly apiKey: string;
  readonly tenant: string | null;
  readonly token: string | null;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** It may outlive the page. */
  readonly keepalive?: boolean | undefined;
  /** 'no-store' goes past every cache, the worker's too. */
  readonly cache?: RequestCache;
  /** Goes past the caches between here and the server, not past the worker's. */
  readonly isPastEdge?: boolean;
}

/** What the surroundings give a call; defaults are the browser's own. */
export interface RequestSurroundings {
  readonly fetch?: typeof globalThis.fetch;
  readonly now?: () => number;
  readonly stallMs?: number;
  /** The server's clock as an answer told it, all in epoch milliseconds of the clock they name (T22). */
  readonly onServerDate?: (seen: { serverDate: number; sentAt: number; receivedAt: number }) => void;
}

export interface Answer<T> {
  readonly value: T;
  /** The worker answered from its cache: header `x-stale`. */
  readonly isStale: boolean;
  /** It came from the cache because the server failed. */
  readonly hasServerFailed: boolean;
  /** When the server gave it, epoch ms of its clock; NaN: it did not say. */
  readonly date: number;
}

/**
 * Sends one call of `contract/endpoints` and gives the answer, validated by its schema.
 *
 * Rejects with AppError only: the server's own code; NETWORK (no answer, also what Safari reports as an abort, T23);
 * TIMEOUT (stalled); ABORTED (the caller's signal); BAD_ANSWER (another status, type or shape than agreed, T24).
 */
export async function request<E extends Endpoint>(
  endpoint: E,
  input: RequestInput,
  surroundings: RequestSurroundings = {},
): Promise<Answer<v.InferOutput<E['answer']>>> {
  const { fetch = globalThis.fetch.bind(globalThis), now = Date.now, stallMs = STALL_MS } = surroundings;
  const watch = watchProgress(input.signal, stallMs);
  try {
    const sentAt = now();
    const response = await fetch(addressOf(endpoint, input, sentAt), {
      method: endpoint.method,
      headers: headersOf(endpoint, input),
      ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
      cache: input.cache ?? 'default',
      credentials: 'omit',
      redirect: 'error',
      keepalive: input.keepalive ?? false,
      signal: watch.signal,
    });
    watch.progress();
    const isStale = response.headers.has('x-stale');
    const hasServerFailed = Number(response.headers.get('x-stale')) >= 500;
    const date = Date.parse(response.headers.get('date') ?? '');
    // An answer kept on the way (`Age`) tells what the clock was.
    if (!isStale && !response.headers.has('age') && Number.isFinite(date))
      surroundings.onServerDate?.({ serverDate: date, sentAt, receivedAt: now() });
    const json = await readJson(response);
    if (response.status !== 200) throw refusal(response, json);
    const parsed = v.safeParse(endpoint.answer, json);
    if (!parsed.success) throw new AppError('BAD_ANSWER', 'later', { status: 200, cause: parsed.issues });
    return { value: parsed.output, isStale, hasServerFailed, date };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (input.signal?.aborted) throw new AppError('ABORTED', 'later', { cause });
    throw new AppError(watch.isStalled() ? 'TIMEOUT' : 'NETWORK', 'later', { cause });
  } finally {
    watch.end();
  }
}

function addressOf(endpoint: Endpoint, input: RequestInput, now: number): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(name, value);
  if (endpoint.method === 'GET') query.set('timestamp', String(now));
  const text = query.toString();
  return input.base + pathOf(endpoint, input.params ?? {}) + (text === '' ? '' : `?${text}`);
}

function headersOf(endpoint: Endpoint, input: RequestInput): Record<string, string> {
  return {
    accept: 'application/json',
    'x-api-key': input.apiKey,
    ...(input.tenant === null ? {} : { 'x-api-tenant': input.tenant }),
    ...(input.token === null ? {} : { 'x-api-authorization': `Bearer ${input.token}` }),
    ...(endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    ...(input.isPastEdge ? { 'cache-control': 'no-cache' } : {}),
  };
}

/** Undefined: not JSON, hence not our server's answer. */
async function readJson(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  const text = await response.text();
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const ErrorBody = v.object({ code: v.string(), at: v.optional(v.string()), challenge: v.optional(v.string()) });

/** Only a JSON refusal is the server's own word; anything else may be a proxy's or a captive portal's and is tried again. */
function refusal({ status, headers }: Response, json: unknown): AppError {
  const retryAfterMs = retryAfterOf(headers);
  if (json === undefined)
    return new AppError(status >= 500 ? 'UNAVAILABLE' : 'BAD_ANSWER', 'later', { status, retryAfterMs });
  const body = v.safeParse(ErrorBody, json);
  const code = body.success && isApiErrorCode(body.output.code) ? body.output.code : codeOfStatus(status);
  const { at, challenge } = body.success ? body.output : {};
  return new AppError(code, retryOf(code), { status, at, challenge, retryAfterMs });
}

/** Seconds only: a date would be one of another clock. */
function retryAfterOf(headers: Headers): number | undefined {
  const given = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(given) ? Number(given) * 1000 : undefined;
}

const isApiErrorCode = (code: string): code is ApiErrorCode => Object.hasOwn(API_ERRORS, code);

/** For refusals made before our handlers, such as a gateway's `{"message": "Forbidden"}`. */
function codeOfStatus(status: number): ApiErrorCode {
  switch (status) {
    case 401:
      return 'UNAUTHENTICATED';
    case 403:
      return 'NOT_ALLOWED';
    case 404:
      return 'NOT_FOUND';
    case 413:
      return 'BODY_TOO_LARGE';
    case 408:
    case 425:
      return 'UNAVAILABLE';
    case 429:
      return 'RATE_LIMITED';
    default:
      return status >= 500 ? 'UNAVAILABLE' : 'INVALID_REQUEST';
  }
}

function retryOf(code: ApiErrorCode): Retry {
  switch (code) {
    case 'UNAUTHENTICATED':
    case 'TOKEN_EXPIRED':
      return 'login';
    case 'RATE_LIMITED':
    case 'PROOF_NEEDED':
    case 'DAY_LIMIT_REACHED':
    case 'INTERNAL':
    case 'UNAVAILABLE':
    case 'OVERLOADED':
      return 'later';
    default:
      return 'never';
  }
}
