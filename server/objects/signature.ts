/** AWS Signature Version 4 in the Authorization header, checked for temporary credentials. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { accessDenied, expiredToken, StorageError } from './storageError.ts';

const MAX_SKEW_MS = 15 * 60_000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([A-Z0-9]{16,128})\/(\d{8})\/([a-z0-9-]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
/** Headers that change what a request does: they count only when they were signed. */
const MUST_SIGN = ['host', 'x-amz-date', 'x-amz-content-sha256', 'x-amz-security-token'];
const MUST_SIGN_IF_SENT = ['if-none-match', 'if-match', 'content-type', 'content-md5'];

/** Whose credentials a session token stands for; `expiresAt` in epoch seconds. */
export interface CredentialSession {
  readonly accessKeyId: string;
  readonly sub: string;
  /** Id of the sign-in they were given for; null: the identity provider does not tell. */
  readonly session: string | null;
  readonly expiresAt: number;
}

export interface SignatureDeps {
  readonly region: string;
  readonly secretFor: (accessKeyId: string) => string;
  readonly openSession: (token: string) => CredentialSession | null;
  /** Epoch ms. */
  readonly now: () => number;
}

/**
 * The session a request was signed with.
 * Throws StorageError AccessDenied, InvalidToken, ExpiredToken, RequestTimeTooSkewed or SignatureDoesNotMatch.
 */
export function checkSignature(
  request: Request,
  { region, secretFor, openSession, now }: SignatureDeps,
): CredentialSession {
  const match = AUTHORIZATION.exec(request.headers.get('authorization') ?? '');
  if (!match) throw accessDenied('Anonymous access is forbidden');
  const [, accessKeyId = '', day = '', scopeRegion = '', signedHeaders = '', signature = ''] = match;
  const session = openSession(request.headers.get('x-amz-security-token') ?? '');
  if (session?.accessKeyId !== accessKeyId) {
    throw new StorageError('InvalidToken', 400, 'The provided token is malformed or otherwise invalid.');
  }
  const date = request.headers.get('x-amz-date') ?? '';
  checkTime(date, day, now());
  if (session.expiresAt * 1000 <= now()) throw expiredToken();
  const names = signedHeaders.split(';');
  checkSignedHeaders(request, names);
  const expected = signatureOf({
    scope: [day, scopeRegion, 's3', 'aws4_request'],
    secret: secretFor(accessKeyId),
    date,
    canonical: canonicalRequest(request, names),
  });
  if (scopeRegion !== region || !timingSafeEqual(expected, Buffer.from(signature, 'hex'))) {
    throw new StorageError(
      'SignatureDoesNotMatch',
      403,
      'The request signature we calculated does not match the signature you provided.',
    );
  }
  return session;
}

function checkTime(date: string, day: string, now: number): void {
  const iso = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const isNear = Math.abs(now - Date.parse(iso)) <= MAX_SKEW_MS;
  if (isNear && date.startsWith(day)) return;
  throw new StorageError(
    'RequestTimeTooSkewed',
    403,
    'The difference between the request time and the current time is too large.',
  );
}

function checkSignedHeaders(request: Request, names: readonly string[]): void {
  const isOrdered = names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name);
  const amazon = [...request.headers.keys()].filter((name) => name.startsWith('x-amz-'));
  const sent = MUST_SIGN_IF_SENT.filter((name) => request.headers.has(name));
  const isComplete = [...MUST_SIGN, ...amazon, ...sent].every((name) => names.includes(name));
  if (!isOrdered || !isComplete) {
    throw accessDenied('There were headers present in the request which were not signed');
  }
}

function canonicalRequest(request: Request, names: readonly string[]): string {
  const { pathname, search, host } = new URL(request.url);
  const headerOf = (name: string) => request.headers.get(name) ?? (name === 'host' ? host : '');
  return [
    request.method,
    // Keys hold unreserved characters only, so the path as sent is already in canonical form.
    pathname,
    canonicalQuery(search),
    ...names.map((name) => `${name}:${headerOf(name).trim().replace(/\s+/g, ' ')}`),
    '',
    names.join(';'),
    request.headers.get('x-amz-content-sha256') ?? '',
  ].join('\n');
}

function canonicalQuery(search: string): string {
  return [...new URLSearchParams(search)]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The signature of a canonical request. */
export function signatureOf(given: {
  scope: readonly string[];
  secret: string;
  date: string;
  canonical: string;
}): Buffer {
  const key = given.scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${given.secret}`);
  const hash = createHash('sha256').update(given.canonical).digest('hex');
  return hmac(key, ['AWS4-HMAC-SHA256', given.date, given.scope.join('/'), hash].join('\n'));
}
