import * as v from 'valibot';
import type { ClientConfig } from '../../contract/config.ts';
import { IDENTITY_ERRORS } from '../../contract/errorCodes.ts';
import { AppError, type IdentityErrorCode, type Retry } from '../../contract/errors.ts';

/** A call gives up after this long, in milliseconds. */
const TIMEOUT_MS = 20_000;

export type IdentityConfig = ClientConfig['identity'];
type Fetch = typeof globalThis.fetch;

/** Absolute endpoint of the user pool; config may name a path of our own origin. */
export const userPoolEndpoint = (
  config: IdentityConfig,
  origin: string | undefined = globalThis.location?.origin,
): string => new URL(config.userPoolEndpoint ?? `https://cognito-idp.${config.region}.amazonaws.com/`, origin).href;

export const identityPoolEndpoint = (
  config: IdentityConfig,
  origin: string | undefined = globalThis.location?.origin,
): string =>
  new URL(config.identityPoolEndpoint ?? `https://cognito-identity.${config.region}.amazonaws.com/`, origin).href;

/**
 * One call of Amazon's JSON 1.1 protocol by plain fetch: works alike in page, worker and service worker.
 * @throws AppError with §8's exception name as its code; NETWORK | TIMEOUT | BAD_ANSWER (later) when no proper answer came
 */
export async function callIdentity<S extends v.GenericSchema>(call: {
  readonly endpoint: string;
  readonly target: string;
  readonly body: unknown;
  readonly answer: S;
  readonly fetch?: Fetch;
}): Promise<v.InferOutput<S>> {
  const { fetch = globalThis.fetch.bind(globalThis) } = call;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  let status: number;
  let json: unknown;
  try {
    const response = await fetch(call.endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': call.target },
      body: JSON.stringify(call.body),
      cache: 'no-store',
      // The mark of a known device goes along to our own identity provider, and nothing to Amazon's.
      credentials: 'same-origin',
      redirect: 'error',
      signal: controller.signal,
    });
    status = response.status;
    json = isJson(response) ? parseJson(await response.text()) : undefined;
  } catch (cause) {
    throw new AppError(controller.signal.aborted ? 'TIMEOUT' : 'NETWORK', 'later', { cause });
  } finally {
    clearTimeout(timer);
  }
  if (status !== 200) throw identityError(status, json);
  const parsed = v.safeParse(call.answer, json);
  if (!parsed.success) throw new AppError('BAD_ANSWER', 'later', { status, cause: parsed.issues });
  return parsed.output;
}

const isJson = (response: Response): boolean =>
  /^application\/([\w.+-]+\+)?(x-amz-)?json/i.test(response.headers.get('content-type') ?? '');

/** Operations without a result answer with an empty body. */
function parseJson(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const ErrorBody = v.object({ __type: v.string(), message: v.optional(v.string(), '') });

function identityError(status: number, json: unknown): AppError {
  const body = v.safeParse(ErrorBody, json);
  if (!body.success) return new AppError(status >= 500 ? 'UNAVAILABLE' : 'BAD_ANSWER', 'later', { status });
  const name = body.output.__type.split('#').at(-1) ?? '';
  return namedIdentityError(name, body.output.message, status);
}

/** Message of the identity provider, kept for the cases its exception name alone cannot tell apart. */
class IdentityRefusal extends Error {
  override readonly name: string;
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** AppError of an exception name and message as Cognito sends them (ACC-12). */
export function namedIdentityError(name: string, message: string, status?: number): AppError {
  const options = { ...(status === undefined ? {} : { status }), cause: new IdentityRefusal(name, message) };
  // Cognito reports its lockout under the name of a wrong password.
  if (name === 'NotAuthorizedException' && /attempts exceeded/i.test(message)) {
    return new AppError('LimitExceededException', 'never', options);
  }
  // Amazon's firewall in front of a user pool blocks so: it is no fault of the caller's, and passes.
  if (name === 'ForbiddenException') return new AppError('TooManyRequestsException', 'later', options);
  if (name === 'ProofOfWorkException') return new AppError(name, 'later', { ...options, challenge: message });
  if (isIdentityErrorCode(name)) return new AppError(name, retryOf(name), options);
  return new AppError(status !== undefined && status < 500 ? 'UNEXPECTED' : 'UNAVAILABLE', 'later', options);
}

const isIdentityErrorCode = (name: string): name is IdentityErrorCode =>
  (IDENTITY_ERRORS as readonly string[]).includes(name);

const retryOf = (code: IdentityErrorCode): Retry => (code === 'TooManyRequestsException' ? 'later' : 'never');

/** Our access token was refused, not what the call asked for: it expired, or the login was ended elsewhere. */
export function isTokenRefused(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.code === 'NotAuthorizedException' &&
    error.cause instanceof IdentityRefusal &&
    /access token/i.test(error.cause.message)
  );
}

/** The address was confirmed before (§8: NotAuthorizedException, 'email already confirmed'). */
export function isAlreadyConfirmed(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.cause instanceof IdentityRefusal &&
    /(status is confirmed|already confirmed)/i.test(error.cause.message)
  );
}
