import type { PutObjectCommandInput, S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { watchProgress } from '../../api/watchProgress.ts';
import type { ClientConfig } from '../../contract/config.ts';
import { AppError } from '../../contract/errors.ts';
import type { ObjectCallOptions, ObjectStore, PutResult } from '../../outbox/ports.ts';
import type { ClockOffset } from '../device/clockOffset.ts';
import type { CredentialSource } from '../identity/identityPool.ts';
import { crc32Base64 } from './crc32.ts';
import { serverDateOf, statusOf, storageError } from './objectStoreErrors.ts';
import { watchAnswers } from './storeAnswer.ts';

/** A put or question without any progress for this long is given up, in milliseconds. */
const STALL_MS = 30_000;
/** The slowest line we wait for where progress cannot be seen, in workers and behind the socket, in bytes a millisecond. */
const SLOWEST_BYTES_PER_MS = 16;

/**
 * How long until the slowest line has taken what was handed to the system, in ms. A socket takes megabytes at once and says nothing
 * while they leave: an upload given up then would be sent again, and on a slow line again and again.
 * @returns to be told the bytes handed over so far, at each progress event
 */
export function createLeavingTime(now = () => performance.now()): (handed: number) => number {
  let before = 0;
  let leftAt = 0;
  return (handed) => {
    leftAt = Math.max(leftAt, now()) + (handed - before) / SLOWEST_BYTES_PER_MS;
    before = handed;
    return leftAt - now();
  };
}

export interface ObjectStoreSettings {
  readonly config: ClientConfig['objects'];
  readonly credentials: CredentialSource;
  readonly clock: ClockOffset;
  /** Progress through XMLHttpRequest, which only pages have. */
  readonly hasProgress?: boolean;
  /** How requests are sent, where it is not the browser's way. */
  readonly requestHandler?: NonNullable<S3ClientConfig['requestHandler']>;
}

/** S3 or what speaks like it, by Amazon's SDK, which is loaded with the first call. */
export function createObjectStore(settings: ObjectStoreSettings): ObjectStore {
  const { config } = settings;
  const call = createCall(settings);

  return {
    async put(key, bytes, { onProgress, ...options }) {
      // T01: some engines lose the body on the way from storage; nobody must see an empty photo.
      if (bytes.byteLength === 0) throw new AppError('BYTES_LOST', 'never');
      const crc = crc32Base64(new Uint8Array(bytes));
      const stallMs = settings.hasProgress ? STALL_MS : STALL_MS + bytes.byteLength / SLOWEST_BYTES_PER_MS;
      return call(options, stallMs, async ({ sdk, putter, watchKey }, watch) => {
        const leavingTime = createLeavingTime();
        const unwatch = watchKey(key, (sent) => {
          watch.progress(leavingTime(sent));
          onProgress?.(sent);
        });
        try {
          const command = new sdk.PutObjectCommand(putInput(config.bucket, key, bytes, crc));
          const answer = await putter.send(command, { abortSignal: watch.signal });
          requireOk(answer.$metadata.httpStatusCode);
          return putResult(answer.ETag, answer.ChecksumCRC32 === crc ? bytes.byteLength : null);
        } finally {
          unwatch();
        }
      });
    },
    async head(key, options) {
      try {
        return await call(options, STALL_MS, async ({ sdk, asker }, watch) => {
          const command = new sdk.HeadObjectCommand({ Bucket: config.bucket, Key: key });
          const answer = await asker.send(command, { abortSignal: watch.signal });
          requireOk(answer.$metadata.httpStatusCode);
          const isOurs = answer.ETag !== undefined && answer.ContentType === 'image/jpeg';
          if (answer.ContentLength === undefined || !isOurs) throw new AppError('BAD_ANSWER', 'later');
          return { size: answer.ContentLength };
        });
      } catch (error) {
        if (error instanceof AppError && error.code === 'NotFound') return null;
        throw error;
      }
    },
  };
}

const putInput = (bucket: string, key: string, bytes: ArrayBuffer, crc: string): PutObjectCommandInput => ({
  Bucket: bucket,
  Key: key,
  // T01, T21: a fresh Blob is sent whole, with a checksum in a header.
  Body: new Blob([bytes], { type: 'image/jpeg' }),
  ContentType: 'image/jpeg',
  ChecksumCRC32: crc,
  IfNoneMatch: '*',
});

/** Sends calls to the store, with one correction each for credentials that were refused and for a wrong clock (T22). */
function createCall(settings: ObjectStoreSettings) {
  const { clock } = settings;
  const clients = createClients(settings);

  return async function call<T>(
    { userId, signal }: ObjectCallOptions,
    stallMs: number,
    send: (client: Clients, watch: Pick<ReturnType<typeof watchProgress>, 'signal' | 'progress'>) => Promise<T>,
  ): Promise<T> {
    let hasRenewed = false;
    let hasCorrected = false;
    for (;;) {
      const watch = watchProgress(signal, stallMs);
      try {
        return await send(await clients.of(userId), watch);
      } catch (cause) {
        if (signal.aborted) throw new AppError('ABORTED', 'later', { cause });
        if (watch.isStalled()) throw new AppError('TIMEOUT', 'later', { cause });
        const error = storageError(cause);
        if (isSkewed(error, cause, clock) && !hasCorrected) {
          hasCorrected = true;
          correct(clock, cause);
        } else if (isLoginRefused(error) && !hasRenewed) {
          hasRenewed = true;
          await clients.renew(userId);
        } else {
          throw error;
        }
      } finally {
        watch.end();
      }
    }
  };
}

/** A dropped connection reaches the SDK's XHR handler as status 0, which it would take for success. */
function requireOk(status: number | undefined): void {
  if (status === undefined || status === 0) throw new AppError('NETWORK', 'later');
  if (status !== 200) throw new AppError('BAD_ANSWER', 'later', { status });
}

/** An answer that names neither tag nor checksum is no object store's: a captive portal says 200 to anything (T24). */
function putResult(etag: string | undefined, size: number | null): PutResult {
  return { etag: etag ?? null, size: etag === undefined ? null : size };
}

/** The store itself refuses the credentials; what somebody else says with 401 or 403 is none of its word (SAF-23). */
function isLoginRefused({ code, status }: AppError): boolean {
  if (code === 'BAD_ANSWER') return false;
  return status === 401 || status === 403 || code === 'ExpiredToken' || code === 'InvalidToken';
}

/** The store says so, or refuses without a reason (HEAD has no body) while its clock is far from ours. */
function isSkewed(error: AppError, cause: unknown, clock: ClockOffset): boolean {
  if (error.code === 'RequestTimeTooSkewed') return true;
  if (error.code === 'BAD_ANSWER') return false;
  const serverDate = serverDateOf(cause);
  return statusOf(cause) === 403 && serverDate !== null && Math.abs(serverDate - Date.now() - clock.get()) > 5 * 60_000;
}

function correct(clock: ClockOffset, cause: unknown): void {
  const serverDate = serverDateOf(cause);
  const now = Date.now();
  if (serverDate !== null) clock.observe({ serverDate, sentAt: now, receivedAt: now });
}

type Sdk = Pick<typeof import('@aws-sdk/client-s3'), 'PutObjectCommand' | 'HeadObjectCommand'>;

interface Clients {
  readonly sdk: Sdk;
  readonly putter: S3Client;
  /** Past every cache. */
  readonly asker: S3Client;
  /** Tells how many bytes of this key's put were sent. */
  watchKey(key: string, onProgress: (sentBytes: number) => void): () => void;
}

interface ClientMaker {
  make(userId: string): Clients;
}

/** Loads the SDK. */
async function loadClientMaker({
  config,
  credentials,
  hasProgress = false,
  requestHandler,
}: ObjectStoreSettings): Promise<ClientMaker> {
  const { S3Client, PutObjectCommand, HeadObjectCommand } = await import('./storageSdk.ts');
  const sdk: Sdk = { PutObjectCommand, HeadObjectCommand };
  const watched = new Map<string, (sentBytes: number) => void>();
  const { XhrHttpHandler } = hasProgress ? await import('@aws-sdk/xhr-http-handler') : { XhrHttpHandler: null };
  const handler = XhrHttpHandler === null ? null : new XhrHttpHandler({});
  handler?.on('xhr.upload.progress', (event: ProgressEvent, request: { path: string }) => {
    for (const [key, onProgress] of watched) if (request.path.endsWith(key)) onProgress(event.loaded);
  });
  const make = (userId: string): Clients => {
    const common = {
      region: config.region,
      forcePathStyle: true,
      maxAttempts: 1,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // An expiry in the past makes the SDK ask each time; the source keeps them.
      credentials: async () => ({ ...(await credentials.get(userId)), expiration: new Date(0) }),
      ...(config.endpoint === null ? {} : { endpoint: new URL(config.endpoint, globalThis.location?.origin).href }),
    } as const;
    const putter = new S3Client({ ...common, requestHandler: requestHandler ?? handler ?? {} });
    const asker = new S3Client({ ...common, requestHandler: requestHandler ?? { cache: 'no-store' } });
    for (const client of [putter, asker]) watchAnswers(client);
    return {
      sdk,
      putter,
      asker,
      watchKey(key, onProgress) {
        watched.set(key, onProgress);
        return () => watched.delete(key);
      },
    };
  };
  return { make };
}

function createClients(settings: ObjectStoreSettings) {
  const { credentials, clock } = settings;
  let loading: Promise<ClientMaker> | null = null;
  const made = new Map<string, Clients>();

  return {
    async of(userId: string): Promise<Clients> {
      // Before anything is loaded or signed: the session may be another's.
      await credentials.get(userId);
      loading ??= loadClientMaker(settings);
      const { make } = await loading.catch((cause: unknown) => {
        loading = null;
        throw new AppError('NETWORK', 'later', { cause });
      });
      const clients = made.get(userId) ?? make(userId);
      made.set(userId, clients);
      for (const client of [clients.putter, clients.asker]) client.config.systemClockOffset = clock.get();
      return clients;
    },
    renew: (userId: string) => credentials.get(userId, true),
  };
}
