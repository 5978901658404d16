/** AWS Signature Version 4 in the Authorization header, checked for temporary credentials. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
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
 * @throws StorageError AccessDenied, InvalidToken, ExpiredToken, RequestTimeTooSkewed or SignatureDoesNotMatch.
 */
export async function checkSignature(
  request: Request,
  { region, secretFor, openSession, now }: SignatureDeps,
): Promise<CredentialSession> {
  const match = AUTHORIZATION.exec(request.headers.get('authorization') ?? '');
  if (!match) throw accessDenied('Anonymous access is forbidden');
  const [, accessKeyId = '', day = '', scopeRegion = '', signedHeaders = '', signature = ''] = match;
  const session = openSession(request.headers.get('x-amz-security-token') ?? '');
  if (session?.accessKeyId !== accessKeyId) {
    throw new StorageError('InvalidToken', 400, 'The provided token is malformed or otherwise invalid.');
  }
  const date = request.headers.get('x-amz-date') ?? '';
  const signedAt = checkTime(date, day, now());
  if (session.expiresAt * 1000 <= now()) throw expiredToken();
  const names = signedHeaders.split(';');
  checkSignedHeaders(request, names);
  const given = { accessKeyId, secret: secretFor(accessKeyId), region: scopeRegion, date: signedAt };
  const expected = await signatureOf(request, names, given);
  if (scopeRegion !== region || !timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(signature, 'hex'))) {
    throw new StorageError(
      'SignatureDoesNotMatch',
      403,
      'The request signature we calculated does not match the signature you provided.',
    );
  }
  return session;
}

function checkTime(date: string, day: string, now: number): Date {
  const iso = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const isNear = Math.abs(now - Date.parse(iso)) <= MAX_SKEW_MS;
  if (isNear && date.startsWith(day)) return new Date(iso);
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

/** The signature Amazon's own signer gives the request with these headers, as hexadecimal digits. */
async function signatureOf(
  request: Request,
  names: readonly string[],
  { accessKeyId, secret, region, date }: Record<'accessKeyId' | 'secret' | 'region', string> & { readonly date: Date },
): Promise<string> {
  const { protocol, hostname, host, pathname, searchParams } = new URL(request.url);
  const headers = names.map((name) => [name, request.headers.get(name) ?? (name === 'host' ? host : '')]);
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials: { accessKeyId, secretAccessKey: secret },
    sha256: NodeSha256,
    // Keys hold unreserved characters only, so the path as sent is already in canonical form.
    uriEscapePath: false,
    applyChecksum: false,
  });
  const signed = await signer.sign(
    {
      method: request.method,
      protocol,
      hostname,
      path: pathname,
      query: Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)])),
      headers: Object.fromEntries(headers),
    },
    { signingDate: date, signableHeaders: new Set(names) },
  );
  return signed.headers.authorization?.split('Signature=')[1] ?? '';
}

type HashInput = string | ArrayBuffer | ArrayBufferView;

/** Node's SHA-256 as Amazon's signer wants it: with a secret an HMAC. */
export class NodeSha256 {
  readonly #hash;
  constructor(secret?: HashInput) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }
  update(chunk: HashInput): void {
    this.#hash.update(bytesOf(chunk));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {}
}

const bytesOf = (data: HashInput): Buffer => {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);
};
