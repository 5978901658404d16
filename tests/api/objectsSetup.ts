/** The embedded object store in a folder of its own, reached by Amazon's own SDK. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { createIdentityPool } from '../../server/identity/identityPool.ts';
import {
  createEmbeddedObjectStore,
  type EmbeddedObjectStoreDeps,
  type KeyParts,
} from '../../server/objects/embeddedObjectStore.ts';
import { CLUB } from '../support/tenants.ts';

export const BUCKET = 'photos';
export const MAX_BYTES = 1_000_000;
const ENDPOINT = 'http://localhost:3000/s3';
const LOGIN = `cognito-idp.${EMBEDDED_POOL.region}.amazonaws.com/${EMBEDDED_POOL.userPoolId}`;

/** The sign-in that the credentials of a fan come from. */
export const sessionOf = (sub: string): string => `session of ${sub}`;
/** Room for every upload. */
const anyUpload: EmbeddedObjectStoreDeps['uploads'] = { reserve: async () => '', release: async () => {} };

export async function startStore(
  mayWrite: (sub: string, parts: KeyParts) => boolean = () => true,
  given: Partial<Pick<EmbeddedObjectStoreDeps, 'uploads' | 'freeBytes' | 'isEnded'>> = {},
) {
  const dir = await mkdtemp(join(tmpdir(), 'objects-'));
  const clock = { ms: Date.now() };
  const errors: unknown[] = [];
  const now = () => clock.ms;
  const onError = (error: unknown) => void errors.push(error);
  // In these tests a fan's token is simply the fan's sub.
  const pool = createIdentityPool({
    ids: EMBEDDED_POOL,
    keys: {
      jwks: { keys: [] },
      sign: () => Promise.reject(new Error('not used')),
      derive: (purpose) => createHash('sha256').update(purpose).digest(),
    },
    verifyToken: async (sub) => ({
      sub,
      email: '',
      isEmailVerified: false,
      signedInAt: null,
      name: null,
      nickname: null,
      originJti: sessionOf(sub),
      expiresAt: 0,
    }),
    now,
    onError,
  });
  const { secretFor, openSession } = pool;
  const open = () =>
    createEmbeddedObjectStore({
      dir,
      bucket: BUCKET,
      region: EMBEDDED_POOL.region,
      secretFor,
      openSession,
      isEnded: async () => false,
      mayWrite,
      uploads: anyUpload,
      maxBytes: MAX_BYTES,
      now,
      onError,
      ...given,
    });
  return {
    dir,
    clock,
    errors,
    open,
    store: await open(),
    credentialsOf: (sub: string) => fetchCredentials(pool, sub),
    remove: () => rm(dir, { recursive: true }),
  };
}
export type TestStore = Awaited<ReturnType<typeof startStore>>;
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

export async function fetchCredentials(pool: ReturnType<typeof createIdentityPool>, sub: string): Promise<Credentials> {
  const ask = async (operation: string, body: object) => {
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityService.${operation}`,
    };
    const init = { method: 'POST', headers, body: JSON.stringify({ ...body, Logins: { [LOGIN]: sub } }) };
    return (await pool.fetch(new Request('http://localhost:3000/identity', init))).json();
  };
  const { IdentityId } = await ask('GetId', { IdentityPoolId: EMBEDDED_POOL.identityPoolId });
  const { Credentials: given } = await ask('GetCredentialsForIdentity', { IdentityId });
  return {
    accessKeyId: given.AccessKeyId,
    secretAccessKey: given.SecretKey,
    sessionToken: given.SessionToken,
  };
}

/** A request as the SDK signed it, before it leaves. */
export interface SignedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body?: unknown;
}

/** The SDK, wired to the store in process. `tamper` changes what was signed. */
export function clientOf(
  { store }: Pick<TestStore, 'store'>,
  credentials: Credentials,
  tamper: (request: SignedRequest) => SignedRequest = (request) => request,
): S3Client {
  return new S3Client({
    region: EMBEDDED_POOL.region,
    endpoint: ENDPOINT,
    forcePathStyle: true,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    credentials,
    requestHandler: {
      async handle(signed: unknown) {
        const response = await store.fetch(toWebRequest(tamper(signed as SignedRequest)));
        const body = response.body ? Readable.fromWeb(response.body as never) : Readable.from([]);
        return {
          response: { statusCode: response.status, headers: Object.fromEntries(response.headers), body },
        };
      },
    } as never,
  });
}

function toWebRequest({ method, path, query, headers, body }: SignedRequest): Request {
  const init = { method, headers, duplex: 'half', ...(body === undefined ? {} : { body: body as BodyInit }) };
  return new Request(`http://localhost:3000${path}?${new URLSearchParams(query)}`, init as RequestInit);
}

let serial = 0;
/** A key nobody has used yet. */
export const newKey = (part = 'original'): string =>
  `ugc/${CLUB}/event1/${part}/${String(++serial).padStart(20, 'A')}.jpg`;

/** A put of these bytes, as the client sends it. */
export const put = (Key: string, Body: Uint8Array, more: object = {}): PutObjectCommand =>
  new PutObjectCommand({ Bucket: BUCKET, Key, Body, ContentType: 'image/jpeg', ...more });

/** Bytes that begin as a JPEG does. */
export const jpegOf = (size: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(randomBytes(size));
  bytes.set([0xff, 0xd8, 0xff]);
  return bytes;
};

/** A picture of one colour, as an encoder makes it. */
export const pictureOf = async (width: number, height: number, more: { progressive?: boolean } = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#284' } })
    .jpeg(more)
    .toBuffer();

/** 176 bytes that claim 11,000 × 11,000 pixels. */
export const wall = Buffer.concat([
  Buffer.from('ffd8ffc0000b082af82af801011100', 'hex'),
  Buffer.from('ffda0008010100003f00', 'hex'),
  Buffer.alloc(149, 7),
  Buffer.from('ffd9', 'hex'),
]);

/** Error code and status a command is refused with. */
export const storageRefusal = (sent: Promise<unknown>): Promise<string> =>
  sent.then(
    () => 'no refusal',
    (error: { name: string; $metadata?: { httpStatusCode?: number } }) =>
      `${error.name} ${error.$metadata?.httpStatusCode}`,
  );

export const stagedFiles = (dir: string): Promise<string[]> => readdir(join(dir, 'staging'));
