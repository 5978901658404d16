import { STORAGE_ERRORS } from '../contract/errorCodes.ts';
import { AppError, type Retry, type StorageErrorCode } from '../contract/errors.ts';

/** The part of an error of the AWS SDK that says what happened; it needs no XML parser, which a worker has not (T20). */
interface SdkError {
  readonly name?: string;
  readonly Code?: string;
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

const CODE_OF_STATUS: Readonly<Record<number, StorageErrorCode>> = {
  401: 'InvalidToken',
  403: 'AccessDenied',
  404: 'NotFound',
  408: 'SlowDown',
  // S3: another put of the same key is going on.
  409: 'SlowDown',
  412: 'PreconditionFailed',
  413: 'EntityTooLarge',
  429: 'SlowDown',
  503: 'SlowDown',
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

/** AppError of what the SDK threw (ERR-04). Aborts and stalls are told apart by the caller. */
export function storageError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { name, Code } = error as SdkError;
  const status = statusOf(error);
  const code = [Code, name].find(isStorageCode) ?? codeOfStatus(status);
  if (code !== null) return new AppError(code, retryOf(code), withStatus(status, error));
  if (status === undefined) return new AppError(unansweredCode(error), 'later', { cause: error });
  return new AppError('UNEXPECTED', 'never', withStatus(status, error));
}

const withStatus = (status: number | undefined, cause: unknown) =>
  status === undefined ? { cause } : { status, cause };

const isStorageCode = (code: string | undefined): code is StorageErrorCode =>
  (STORAGE_ERRORS as readonly (string | undefined)[]).includes(code);

function codeOfStatus(status: number | undefined): StorageErrorCode | null {
  if (status === undefined) return null;
  return CODE_OF_STATUS[status] ?? (status >= 500 ? 'InternalError' : null);
}

const retryOf = (code: StorageErrorCode): Retry => (LATER.has(code) ? 'later' : 'never');

/** Configuration faults of the SDK come without an answer, too (§8: region missing, credential missing, checksum mismatch). */
function unansweredCode(error: unknown): 'REGION_MISSING' | 'CHECKSUM_MISMATCH' | 'NETWORK' {
  const message = error instanceof Error ? error.message : '';
  if (/region is missing/i.test(message)) return 'REGION_MISSING';
  return /checksum mismatch/i.test(message) ? 'CHECKSUM_MISMATCH' : 'NETWORK';
}
