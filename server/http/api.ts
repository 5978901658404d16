import { Hono, type Context as HonoContext } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import { type Endpoint, type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { CALL_LIMITS, type CallLimit, MAX_BODY_BYTES, RATE_LIMITS } from '../../src/contract/limits.ts';
import { OVERLOADED_RETRY_AFTER } from '../../src/contract/loadLimits.ts';
import type { StaffEndpoint } from '../../src/contract/staffCall.ts';
import { type StaffEndpointName, staffEndpoints } from '../../src/contract/staffEndpoints.ts';
import { withoutHalfPairs } from '../../src/rules/wellFormedJson.ts';
import { requireStaff } from '../api/access/staff.ts';
import { requireNotSuspended } from '../api/access/suspensions.ts';
import { ApiFailure, type Context, type HandlerDeps, type Handlers, type RequestMetadata } from '../api/handlers.ts';
import { createViewedPages, type ReadViewedPage, type SharedPhotoPage } from '../api/photos/viewedPages.ts';
import type { StaffContext, StaffHandlers } from '../api/staff/staffHandlers.ts';
import { isTemporary, RETRY_AFTER_SECONDS } from '../database/databaseFailure.ts';
import type { ReadState } from '../database/databaseState.ts';
import { JsonText } from '../database/jsonText.ts';
import type { ReadForAll } from '../database/readReplica.ts';
import type { AttemptLimit } from '../identity/attemptLimit.ts';
import { ServiceFailure } from '../identity/awsFailure.ts';
import { BucketFailure } from '../objects/bucketFailure.ts';
import { type Admission, admittedKindOf } from './admission.ts';
import { CALL_VARY, cachingOfCall } from './edgeCaching.ts';
import { answerBody, type EncodedBody, type Encoding, encodeBytes, encodeText, encodingOf } from './encodeBody.ts';
import { pageOriginOf } from './originOf.ts';
import { createResponseCache, type ResponseCache } from './responseCache.ts';

/** Tells whose ID token it is. Rejects only when it cannot tell (keys not reachable). */
export type VerifyToken = (token: string) => Promise<Caller | 'expired' | 'invalid'>;
interface Caller {
  readonly sub: string;
  /** Id of the sign-in the token comes from, where the token tells. */
  readonly session?: string | null;
  /** Confirmed mail address; null or left out: the token names none. */
  readonly email?: string | null;
  /** When the fan signed in, epoch ms; null or left out: the token does not say. */
  readonly signedInAt?: number | null;
}

/** What the server says about a request besides the request: see `clientAddress`. */
export interface CallerBindings {
  readonly address: string | null;
  /** See `isDirectCaller`. */
  readonly isDirect: boolean;
}
type ApiContext = HonoContext<{ Bindings: CallerBindings }>;

export interface ApiDeps extends HandlerDeps {
  readonly apiKey: string;
  readonly handlers: Handlers;
  readonly staffHandlers: StaffHandlers;
  readonly verifyToken: VerifyToken;
  readonly limit: AttemptLimit;
  /** Of networks, which many fans share. */
  readonly networks: Pick<AttemptLimit, 'take'>;
  /** As `createStateReader` gives it. */
  readonly readState: ReadState;
  readonly admission: Admission;
  /** For what everybody is told, after the state was read. */
  readonly readForAll: ReadForAll;
  /** Told of failures that are nobody's input. */
  readonly onError: (error: unknown) => void;
}

interface SharingDeps extends ApiDeps {
  readonly share: ResponseCache<EncodedBody>;
  readonly readViewedPage: ReadViewedPage;
}

/** What all handlers have in common, once the endpoint's own types are of no more use. */
type AnyStaffHandler = (
  context: StaffContext,
  input: { params: unknown; query: unknown; body: unknown },
) => Promise<unknown>;
type AnyHandler = (context: Context, input: { params: unknown; query: unknown; body: unknown }) => Promise<unknown>;

/** Of answers to pages of another origin. */
const EXPOSED_HEADERS = 'Date, Retry-After';

/** Passes by itself: whoever called comes again. */
const isPassing = (error: unknown): boolean =>
  isTemporary(error) || error instanceof BucketFailure || (error instanceof ServiceFailure && error.isPassing);

/** The calls of spec §7, to be mounted at `/f`. Refusals are `{code, at?, challenge?}` with the status of API_ERRORS. */
export function createApiRoutes(deps: ApiDeps): Hono<{ Bindings: CallerBindings }> {
  const app = new Hono<{ Bindings: CallerBindings }>();
  const state = { readState: deps.readState, now: () => deps.now().getTime() };
  const share = createResponseCache<EncodedBody>({ ...state, bytesOf: ({ bytes }) => bytes.byteLength });
  const sharePages = createResponseCache<SharedPhotoPage>({ ...state, bytesOf: ({ bytes }) => bytes });
  const shareViewed: Parameters<typeof createViewedPages>[1] = (page, read) =>
    sharePages({ ...page, mayLag: true }, () => deps.readForAll(page.tenant, read));
  const readViewedPage = createViewedPages(deps.db, shareViewed);
  const sharing: SharingDeps = { ...deps, share, readViewedPage };
  app.onError((error) => {
    if (error instanceof ApiFailure) return refusal(error);
    deps.onError(error);
    return refusal(new ApiFailure(isPassing(error) ? 'UNAVAILABLE' : 'INTERNAL'));
  });
  const limitBody = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => refusal(new ApiFailure('BODY_TOO_LARGE')),
  });
  // A GET's body is never read. To look for one would make a whole web request of it, a sixth of what a kept answer costs.
  app.use((c, next) => (c.req.method === 'GET' ? next() : limitBody(c, next)));
  // Fixed paths before those with parameters: '/user/attributes/anonymous_user_id' is no user.
  const entries = Object.entries(endpoints) as [EndpointName, Endpoint][];
  const byFixedness = entries.toSorted(([, a], [, b]) => Number(a.path.includes('{')) - Number(b.path.includes('{')));
  for (const [name, endpoint] of byFixedness) {
    app.on(endpoint.method, routeOf(endpoint), (c) => answer(c, sharing, endpoint, deps.handlers[name] as AnyHandler));
  }
  for (const [name, endpoint] of Object.entries(staffEndpoints) as [StaffEndpointName, StaffEndpoint][]) {
    const handler = deps.staffHandlers[name] as AnyStaffHandler;
    app.on(endpoint.method, routeOf(endpoint), (c) => answerStaff(c, deps, endpoint, handler));
  }
  app.all('*', () => refusal(new ApiFailure('NOT_FOUND')));
  return app;
}

const routeOf = ({ path }: Endpoint): string => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * A call of the staff's desk. Nothing tells whoever may not make it that it is there (STF-01b). An expired token is told: its owner
 * renews it and comes again.
 */
async function answerStaff(
  c: ApiContext,
  deps: ApiDeps,
  endpoint: StaffEndpoint,
  handler: AnyStaffHandler,
): Promise<Response> {
  const { tenant, caller } = await identify(c, deps, endpoint).catch((error: unknown) => {
    throw error instanceof ApiFailure && error.code !== 'TOKEN_EXPIRED' ? new ApiFailure('NOT_FOUND') : error;
  });
  if (caller === null) throw new ApiFailure('NOT_FOUND');
  const { sub: userId, email = null, signedInAt = null } = caller;
  const role = await requireStaff(endpoint, { db: deps.db, tenant, userId, email }, { signedInAt, now: deps.now() });
  await countCall(deps, endpoint, { userId, address: c.env.address });
  const input = await readInput(c, endpoint);
  const context = { ...deps, tenant, userId, role, request: requestMetadataOf(c, deps, caller) };
  const body = await encodeText(JSON.stringify(await handler(context, input)), encodingOf(c.req.raw));
  return answerBody(body, { headers: headersOfAnswer(c, endpoint) });
}

/**
 * The tenant and whoever calls. Throws what a call without key, tenant or token is refused with.
 * @param requireRoom throws if there is no room for the call; runs before its token is looked at
 */
async function identify(
  c: ApiContext,
  deps: ApiDeps,
  endpoint: Endpoint,
  requireRoom: () => void = () => {},
): Promise<{ tenant: string; caller: Caller | null }> {
  if (c.req.header('x-api-key') !== deps.apiKey) throw new ApiFailure('API_KEY_INVALID');
  const tenant = c.req.header('x-api-tenant') ?? '';
  if (!deps.isTenant(tenant)) throw new ApiFailure('UNKNOWN_TENANT');
  requireRoom();
  const caller = endpoint.auth === 'anonymous' ? null : await readCaller(c, deps.verifyToken);
  if (endpoint.auth === 'user' && caller === null) throw new ApiFailure('UNAUTHENTICATED');
  return { tenant, caller };
}

const readInput = async (c: ApiContext, endpoint: Endpoint) => ({
  params: parse(endpoint.params, c.req.param()),
  query: parse(endpoint.query, c.req.query()),
  body: endpoint.method === 'GET' ? {} : await readBody(c, endpoint),
});

const headersOfAnswer = (c: ApiContext, endpoint: Endpoint) => ({
  'content-type': 'application/json',
  'cache-control': cachingOfCall(endpoint, c.req.raw),
  'access-control-expose-headers': EXPOSED_HEADERS,
  vary: CALL_VARY,
});

async function answer(c: ApiContext, deps: SharingDeps, endpoint: Endpoint, handler: AnyHandler): Promise<Response> {
  const isSignedIn = endpoint.auth !== 'anonymous' && c.req.header('x-api-authorization') !== undefined;
  const kind = admittedKindOf(endpoint, isSignedIn);
  const asking = kind && { kind, network: c.env.address };
  const { tenant, caller } = await identify(c, deps, endpoint, () => asking && deps.admission.requireRoom(asking));
  const userId = caller?.sub ?? null;
  await countCall(deps, endpoint, { userId, address: c.env.address });
  await requireNotSuspended(endpoint, { db: deps.db, tenant, userId }, deps.now());
  const encoding = encodingOf(c.req.raw);
  try {
    const input = await readInput(c, endpoint);
    const context = { ...deps, tenant, userId, request: requestMetadataOf(c, deps, caller) };
    const run = async (read: () => Promise<unknown>) => {
      const result = await read();
      return result instanceof JsonText ? encodeOnce(result, encoding) : encodeText(JSON.stringify(result), encoding);
    };
    // What everybody is told alike is read and compressed once for all who ask at the same moment. Handlers of calls with seconds of
    // their own share by themselves: kept here too, an answer would be older than that.
    const isShared = userId === null && endpoint.method === 'GET' && endpoint.edgeS === null;
    const key = JSON.stringify([endpoint.path, input, encoding]);
    const question = { tenant, key, mayLag: endpoint.mayLag, fan: null };
    const headers = headersOfAnswer(c, endpoint);
    const { readViewedPage: _, ...visitor } = context;
    // What is kept to be given again needs no room: only who asks the database does.
    const admit = <T>(work: () => Promise<T>) => (asking ? deps.admission.run(asking, work) : work());
    const forAll = () => admit(() => run(() => deps.readForAll(tenant, (db) => handler({ ...visitor, db }, input))));
    const forOne = () => admit(() => run(() => handler(context, input)));
    return answerBody(await (isShared ? deps.share(question, forAll) : forOne()), { headers });
  } catch (error) {
    // Nothing was done, and a fan who corrects a form must not run out of tries. The network's count stays: it bounds what this costs.
    if (endpoint.limit !== null && userId !== null && error instanceof ApiFailure && error.code === 'INVALID_REQUEST')
      await deps.limit.giveBack(fanKey(endpoint.limit, userId));
    throw error;
  }
}

const encoded = new WeakMap<object, Map<Encoding, Promise<EncodedBody>>>();
/** An answer that is given to many is compressed once. */
function encodeOnce(answer: JsonText<unknown>, encoding: Encoding): Promise<EncodedBody> {
  const bodies = encoded.get(answer) ?? new Map<Encoding, Promise<EncodedBody>>();
  encoded.set(answer, bodies);
  const body = bodies.get(encoding) ?? encodeBytes(answer.bytes, encoding);
  bodies.set(encoding, body);
  return body;
}

const requestMetadataOf = (c: ApiContext, { limit }: ApiDeps, caller: Caller | null): RequestMetadata => ({
  address: c.env.address,
  userAgent: c.req.header('user-agent') ?? '',
  sessionId: caller?.session ?? null,
  email: caller?.email ?? null,
  signedInAt: caller?.signedInAt ?? null,
  origin: pageOriginOf(c.req.raw),
  count: limit.take,
});

const fanKey = (limit: CallLimit, userId: string): string => `${limit}:fan:${userId}`;

/**
 * Bounds of RATE_LIMITS and CALL_LIMITS. Nobody's account stands for an anonymous write, so its network does;
 * calls of a signed-in fan count for the fan and for the network. Counted before the input is judged; what is refused as
 * INVALID_REQUEST is given back to the fan.
 */
async function countCall(
  { limit, networks }: Pick<ApiDeps, 'limit' | 'networks'>,
  endpoint: Endpoint,
  { userId, address }: { readonly userId: string | null; readonly address: string | null },
): Promise<void> {
  const take = async (by: Pick<AttemptLimit, 'take'>, key: string, bound: Parameters<AttemptLimit['take']>[1]) => {
    if (!(await by.take(key, bound))) throw new ApiFailure('RATE_LIMITED');
  };
  if (endpoint.dropsExcess) return;
  if (userId === null) {
    if (endpoint.method !== 'GET' && address !== null)
      await take(networks, `write:${address}`, RATE_LIMITS.anonymousWrites);
    return;
  }
  if (endpoint.limit === null) return;
  const { fan, network } = CALL_LIMITS[endpoint.limit];
  await take(limit, fanKey(endpoint.limit, userId), fan);
  if (address !== null) await take(networks, `${endpoint.limit}:network:${address}`, network);
}

async function readCaller(c: ApiContext, verifyToken: VerifyToken): Promise<Caller | null> {
  const header = c.req.header('x-api-authorization');
  if (header === undefined) return null;
  const token = /^Bearer ([\w.~+/=-]{1,8192})$/.exec(header)?.[1];
  const caller = token === undefined ? 'invalid' : await verifyToken(token);
  if (caller === 'expired') throw new ApiFailure('TOKEN_EXPIRED');
  if (caller === 'invalid') throw new ApiFailure('UNAUTHENTICATED');
  return caller;
}

/** 'media_list.2.comment', and 'media_list.2.exif' for what is below it: the names there are the sender's own. */
const PHOTO_PLACE = /^media_list\.\d{1,3}(?:\.[A-Za-z_]{1,32})?(?![^.])/;

/** Says which photo of a post is wrong: a client can set it aside and send the others (QUE-03c). */
function placeOf([issue]: readonly v.BaseIssue<unknown>[]): { readonly at?: string } {
  const path = issue === undefined ? null : v.getDotPath(issue);
  const at = path === null ? undefined : PHOTO_PLACE.exec(path)?.[0];
  return at === undefined ? {} : { at };
}

function parse(schema: v.GenericSchema, given: unknown): unknown {
  const result = v.safeParse(schema, given, { abortEarly: true });
  if (!result.success) throw new ApiFailure('INVALID_REQUEST', placeOf(result.issues));
  return result.output;
}

/** The checked body: only what the call takes is looked through, since a reviver would visit whatever somebody sends. */
async function readBody(c: ApiContext, { body: schema, maxBytes }: Endpoint): Promise<unknown> {
  // A plain form of another site can send text, but never this type without asking first.
  if (!/^application\/json\b/.test(c.req.header('content-type') ?? '')) throw new ApiFailure('INVALID_REQUEST');
  const text = await c.req.text();
  if (maxBytes !== null && Buffer.byteLength(text) > maxBytes) throw new ApiFailure('BODY_TOO_LARGE');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ApiFailure('INVALID_REQUEST', { cause });
  }
  return withoutHalfPairs(parse(schema, value), text);
}

const refusal = ({ code, status, at, challenge }: ApiFailure): Response => {
  const headers = new Headers({ 'cache-control': 'no-store', 'access-control-expose-headers': EXPOSED_HEADERS });
  if (code === 'UNAVAILABLE') headers.set('retry-after', String(RETRY_AFTER_SECONDS));
  const { from, to } = OVERLOADED_RETRY_AFTER;
  if (code === 'OVERLOADED') headers.set('retry-after', String(Math.round(from + Math.random() * (to - from))));
  return Response.json({ code, at, challenge }, { status, headers });
};
