import * as v from 'valibot';
import type { WriteEndpoint } from '../contract/changedAnswers.ts';
import type { ClientConfig } from '../contract/config.ts';
import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type EndpointName,
  endpoints,
  type ParamsOf,
  type QueryInputOf,
} from '../contract/endpoints.ts';
import { AppError, type ErrorCode } from '../contract/errors.ts';
import { createOwnWrites, type OwnWrites } from './ownWrites.ts';
import { type Answer, type RequestSurroundings, request } from './request.ts';
import type { Revalidation } from './revalidation.ts';

type Part<K extends string, T> = Record<never, never> extends T ? { readonly [P in K]?: T } : { readonly [P in K]: T };

/** What a call takes: `params`, `query` and `body` as its endpoint says (optional where all of it is), and a signal. */
export type CallInput<N extends EndpointName> = Part<'params', ParamsOf<N>> &
  Part<'query', QueryInputOf<N>> &
  Part<'body', BodyOf<N>> & {
    readonly signal?: AbortSignal;
    /** It may outlive the page: for a few KB at its end. */
    readonly keepalive?: boolean;
    /** For what a write is decided by: the server's answer of now or none, never one that was kept on the device. */
    readonly isFresh?: boolean;
  };

type Args<N extends EndpointName> =
  Record<never, never> extends CallInput<N> ? [input?: CallInput<N>] : [input: CallInput<N>];

/**
 * One function per call of §7: `api.getPublicList({ params: { publicListId: 'all' }, query: { e }, signal })`.
 * Each rejects with AppError only (see `request`); calls for signed-in users without a session: UNAUTHENTICATED.
 */
export type Api = { readonly [N in EndpointName]: (...args: Args<N>) => Promise<AnswerOf<N>> };

export interface TokenRequest {
  /** Renew although the token looks fresh: the server refused it. */
  readonly force?: boolean;
  /** Without signal, rather the old token than none. */
  readonly allowExpired?: boolean;
}

export interface ApiSettings extends RequestSurroundings {
  readonly config: Pick<ClientConfig, 'api' | 'apiKey'>;
  /** Tenant id of the page, null on an unknown one. */
  readonly getTenant: () => string | null;
  /** ID token of the session, null when nobody is signed in. Rejects with AppError. */
  readonly getToken: (request?: TokenRequest) => Promise<string | null>;
  readonly revalidation?: Revalidation;
  /** Of every call the server has refused, with its code. */
  readonly onRefused?: (name: EndpointName, code: ErrorCode) => void;
  /** Of every call the server has answered from its own data, or failed to (5xx). */
  readonly onAnswered?: (name: EndpointName, isServerFault: boolean) => void;
  /** Of every write the server has taken. */
  readonly onWritten?: (name: WriteEndpoint, body: unknown) => void;
  /**
   * What the device keeps because a fan asked for it (KEP-01e), for a GET nobody answered, or the worker from its cache. `seen`: the
   * worker's answer, or null. undefined: nothing better is kept.
   */
  readonly kept?: (name: EndpointName, input: LooseInput, seen: unknown) => Promise<unknown>;
  /** Fans see what they did themselves: their calls without a token pass shared caches, too (HLF-10). */
  readonly isSignedIn?: () => boolean;
}

export interface LooseInput {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string | undefined>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
  readonly isFresh?: boolean;
}

/** Makes the client; adding an endpoint to the contract needs no code here. */
export function createApi(settings: ApiSettings): Api {
  const writes = createOwnWrites();
  const functions = Object.entries(endpoints).map(([name, endpoint]) => [
    name,
    (input?: LooseInput) => call({ ...settings, writes }, name as EndpointName, endpoint, input ?? {}),
  ]);
  return Object.freeze(Object.fromEntries(functions)) as Api;
}

interface CallSettings extends ApiSettings {
  readonly writes: OwnWrites;
}

async function call(settings: CallSettings, name: EndpointName, endpoint: Endpoint, input: LooseInput) {
  const { writes } = settings;
  const given: Answer<unknown> & { isKept?: boolean } = await askedAnswer(settings, endpoint, input).catch(
    async (error: unknown) => {
      if (error instanceof AppError && (error.status ?? 0) >= 500) settings.onAnswered?.(name, true);
      const value = isUnanswered(error) ? await keptValue(settings, name, endpoint, input, null) : undefined;
      if (value === undefined) {
        if (error instanceof AppError) settings.onRefused?.(name, error.code);
        throw error;
      }
      return { value, isStale: true, hasServerFailed: false, isKept: true, date: Number.NaN };
    },
  );
  const answer: typeof given =
    given.isStale && writes.areLater(name, given.date)
      ? await askedAnswer(settings, endpoint, input, true).catch(() => given)
      : given;
  if (!answer.isStale || answer.hasServerFailed) settings.onAnswered?.(name, answer.hasServerFailed);
  if (endpoint.method === 'GET') settings.revalidation?.report(name, answer.isStale);
  else {
    writes.note(name as WriteEndpoint, answer.date);
    settings.onWritten?.(name as WriteEndpoint, input.body);
  }
  if (!answer.isStale || answer.isKept) return answer.value;
  return (await keptValue(settings, name, endpoint, input, answer.value)) ?? answer.value;
}

/** @param isPastWorker what the worker keeps is not wanted, however slow the line */
async function askedAnswer(
  settings: ApiSettings,
  endpoint: Endpoint,
  input: LooseInput,
  isPastWorker = input.isFresh ?? false,
): Promise<Answer<unknown>> {
  const token = await tokenFor(settings, endpoint);
  try {
    return await send(settings, endpoint, { ...input, isPastWorker }, token);
  } catch (error) {
    if (token === null || !(error instanceof AppError) || error.status !== 401) throw error;
    return send(settings, endpoint, { ...input, isPastWorker }, await renewedToken(settings, endpoint));
  }
}

/** Nobody said a word about the call itself: it is the line, or a server that fails. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof AppError && error.retry === 'later' && error.code !== 'ABORTED' && error.code !== 'RATE_LIMITED';

/** Of another build it may be of another shape. */
async function keptValue(
  { kept }: ApiSettings,
  name: EndpointName,
  endpoint: Endpoint,
  input: LooseInput,
  seen: unknown,
): Promise<unknown> {
  if (kept === undefined || input.isFresh || endpoint.method !== 'GET' || endpoint.cache === 'none') return undefined;
  const parsed = v.safeParse(v.optional(endpoint.answer), await kept(name, input, seen).catch(() => undefined));
  return parsed.success ? parsed.output : undefined;
}

async function tokenFor(settings: ApiSettings, endpoint: Endpoint): Promise<string | null> {
  if (endpoint.auth === 'anonymous') return null;
  if (endpoint.auth === 'either') return settings.getToken({ allowExpired: true });
  // A list that was seen before opens without signal too: the worker's cache knows its user by the old token.
  const token = await settings.getToken({ allowExpired: endpoint.method === 'GET' });
  if (token === null) throw new AppError('UNAUTHENTICATED', 'login');
  return token;
}

/** What anybody may read goes on without a token when the login was revoked. */
function renewedToken({ getToken }: ApiSettings, endpoint: Endpoint): Promise<string | null> {
  const renewed = getToken({ force: true });
  return endpoint.auth === 'either' ? renewed.catch(() => null) : renewed;
}

function send(
  settings: ApiSettings,
  endpoint: Endpoint,
  { isPastWorker, ...input }: LooseInput & { readonly isPastWorker: boolean },
  token: string | null,
) {
  const { api, apiKey } = settings.config;
  // 'no-store' also tells the worker to keep out of it.
  const cache = endpoint.cache === 'none' || isPastWorker ? 'no-store' : 'default';
  const isPastEdge = settings.isSignedIn?.() ?? false;
  const from = { base: api, apiKey, tenant: settings.getTenant(), token };
  return request(endpoint, { ...input, ...from, cache, isPastEdge }, settings);
}
