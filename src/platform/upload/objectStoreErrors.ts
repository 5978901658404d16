import { STORAGE_ERRORS } from '../../contract/errorCodes.ts';
import { AppError, type Retry, type StorageErrorCode } from '../../contract/errors.ts';
import { StoreRefusal } from './storeAnswer.ts';

/** The part of an error of the AWS SDK, or of a `StoreRefusal`, that says what happened. */
interface SdkError {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>>; readonly statusCode?: number };
}

/** Storage codes for which a later try of the same put may succeed. */
const LATER: ReadonlySet<StorageErrorCode> = new Set([
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'NoSuchBucket',
  'IncompleteBody',
  'BadDigest',
  'SlowDown',
  'InternalError',
]);

/** Codes that say the same as one of ours. */
const SAME_AS: ReadonlyMap<string, StorageErrorCode> = new Map<string, StorageErrorCode>([
  ['ServiceUnavailable', 'SlowDown'],
  ['InsufficientStorage', 'SlowDown'],
  ['TooManyRequests', 'SlowDown'],
  ['RequestTimeout', 'SlowDown'],
  // Another put of the same key is going on.
  ['ConditionalRequestConflict', 'SlowDown'],
  ['OperationAborted', 'SlowDown'],
  // Temporary credentials that are over, as some stores put it.
  ['InvalidAccessKeyId', 'ExpiredToken'],
]);

/** What the store's refusal of a HEAD means, which has no body. */
const CODE_OF_STATUS: Readonly<Record<number, StorageErrorCode>> = {
  // An expired token is refused with 400; new credentials are asked for once.
  400: 'ExpiredToken',
  401: 'ExpiredToken',
  403: 'AccessDenied',
  404: 'NotFound',
  412: 'PreconditionFailed',
};

/** HTTP status of a failed call; undefined: no answer. */
export function statusOf(error: unknown): number | undefined {
  const { $metadata, $response } = error as SdkError;
  const status = $response?.statusCode ?? $metadata?.httpStatusCode;
  return status === undefined || status === 0 ? undefined : status;
}

/** Clock of the store, in epoch milliseconds, as the refusal's Date header tells it; null where it tells none (T22). */
export function serverDateOf(error: unknown): number | null {
  const headers = (error as SdkError).$response?.headers ?? {};
  const date = Object.entries(headers).find(([name]) => name.toLowerCase() === 'date')?.[1];
  const parsed = Date.parse(date ?? '');
  return Number.isFinite(parsed) ? parsed : null;
}

/**
 * AppError of what a call threw (ERR-04). Only a `StoreRefusal` is the store's word; an answer the SDK could not read is a broken line
 * (SAF-23). Aborts and stalls are told apart by the caller.
 */
export function storageError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const status = statusOf(cause);
  if (status === undefined) return new AppError(unansweredCode(cause), 'later', { cause });
  if (!(cause instanceof StoreRefusal)) return new AppError('BAD_ANSWER', 'later', { status, cause });
  const code = codeOf(cause.code, status);
  return code === null
    ? new AppError('UNEXPECTED', 'later', { status, cause })
    : new AppError(code, retryOf(code), { status, cause });
}

function codeOf(told: string | null, status: number): StorageErrorCode | null {
  const known =
    told === null ? CODE_OF_STATUS[status] : (SAME_AS.get(told) ?? STORAGE_ERRORS.find((code) => code === told));
  return known ?? (status >= 500 ? 'InternalError' : null);
}

const retryOf = (code: StorageErrorCode): Retry => (LATER.has(code) ? 'later' : 'never');

/** Configuration faults of the SDK come without an answer, too (§8: region missing, credential missing, checksum mismatch). */
function unansweredCode(error: unknown): 'REGION_MISSING' | 'CHECKSUM_MISMATCH' | 'NETWORK' {
  const message = error instanceof Error ? error.message : '';
  if (/region is missing/i.test(message)) return 'REGION_MISSING';
  return /checksum mismatch/i.test(message) ? 'CHECKSUM_MISMATCH' : 'NETWORK';
}
