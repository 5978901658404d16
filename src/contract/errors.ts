/** The one error that crosses layers. Its codes stand in `errorCodes.ts`: most pages need none of the tables. */
import type { ErrorCode } from './errorCodes.ts';

export type { ApiErrorCode, ClientErrorCode, ErrorCode, IdentityErrorCode, StorageErrorCode } from './errorCodes.ts';

/**
 * What to do about it: `later` = the same call may succeed by itself, `login` = after signing in,
 * `never` = only if something about the call changes.
 */
export type Retry = 'later' | 'login' | 'never';

/** The one error that crosses layers. Made only in `api/request`, the object store and identity adapters. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retry: Retry;
  /** HTTP status, where there was one. */
  readonly status: number | undefined;

  /** Path of the field in the request's body that the server refused, such as 'media_list.2.comment', where it named one. */
  readonly at: string | undefined;

  /** A proof of work the server asks for (`proofOfWork.ts`); undefined: it asks for none. */
  readonly challenge: string | undefined;

  /** Milliseconds the server asks to wait before the call is made again; undefined: it named none. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ErrorCode,
    retry: Retry,
    options: {
      status?: number;
      cause?: unknown;
      at?: string | undefined;
      challenge?: string | undefined;
      retryAfterMs?: number | undefined;
    } = {},
  ) {
    super(code, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retry = retry;
    this.status = options.status;
    this.at = options.at;
    this.challenge = options.challenge;
    this.retryAfterMs = options.retryAfterMs;
  }
}
