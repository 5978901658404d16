/** What to do after a failure, and how long to wait (QUE-03, T29). */
import { AppError, type ErrorCode } from '../contract/errors.ts';
import type { Random } from './ports.ts';

/** 'temporary': again later by itself. 'login': after signing in. 'permanent': only if the fan decides so. */
export type FailureKind = 'temporary' | 'login' | 'permanent';

export interface Failure {
  readonly kind: FailureKind;
  readonly code: ErrorCode;
  /** The server asked to wait so many milliseconds. Absent: it did not. */
  readonly waitMs?: number;
  /** A permanent failure that concerns one photo only: the others go on. */
  readonly isOfPhoto: boolean;
}

/** Exhaustive, so that a new code needs a decision. 'told': the adapter that made the error knows better. */
const KINDS: Record<ErrorCode, FailureKind | 'told'> = {
  INVALID_REQUEST: 'permanent',
  UNAUTHENTICATED: 'login',
  TOKEN_EXPIRED: 'login',
  // A wrong key is a mistake of the deployment, not of the fan: it gets repaired.
  API_KEY_INVALID: 'temporary',
  TENANT_MISMATCH: 'permanent',
  NOT_A_MEMBER: 'permanent',
  NOT_ALLOWED: 'permanent',
  SIGN_IN_TOO_OLD: 'permanent',
  ALREADY_DECIDED: 'permanent',
  LAST_OWNER: 'permanent',
  SUSPENDED: 'permanent',
  EVENT_NOT_OWNER: 'permanent',
  NOT_FOUND: 'told',
  UNKNOWN_TENANT: 'permanent',
  EVENT_NOT_FOUND: 'permanent',
  EVENT_HAS_POSTS: 'permanent',
  EVENT_OVER: 'permanent',
  EVENT_NOT_STARTED: 'permanent',
  EVENT_LIMIT_REACHED: 'permanent',
  EVENT_TOO_FAR: 'permanent',
  POST_LIMIT_REACHED: 'permanent',
  MEDIA_URL_TAKEN: 'permanent',
  OBJECT_MISSING: 'temporary',
  BODY_TOO_LARGE: 'permanent',
  RATE_LIMITED: 'temporary',
  PROOF_NEEDED: 'temporary',
  DAY_LIMIT_REACHED: 'temporary',
  INTERNAL: 'temporary',
  UNAVAILABLE: 'temporary',
  OVERLOADED: 'temporary',
  UsernameExistsException: 'told',
  InvalidPasswordException: 'login',
  InvalidParameterException: 'told',
  CodeMismatchException: 'told',
  LimitExceededException: 'temporary',
  ExpiredCodeException: 'told',
  CodeDeliveryFailureException: 'temporary',
  NotAuthorizedException: 'login',
  UserNotConfirmedException: 'login',
  UserNotFoundException: 'login',
  ResourceNotFoundException: 'temporary',
  TooManyRequestsException: 'temporary',
  UserLambdaValidationException: 'login',
  AliasExistsException: 'permanent',
  ProofOfWorkException: 'temporary',
  NoSuchUpload: 'temporary',
  ObjectNotInActiveTierError: 'temporary',
  BucketAlreadyExists: 'temporary',
  BucketAlreadyOwnedByYou: 'temporary',
  NoSuchBucket: 'temporary',
  InvalidObjectState: 'temporary',
  NoSuchKey: 'temporary',
  NotFound: 'temporary',
  ObjectAlreadyInActiveTierError: 'temporary',
  AccessDenied: 'permanent',
  ExpiredToken: 'temporary',
  InvalidToken: 'login',
  RequestTimeTooSkewed: 'temporary',
  SignatureDoesNotMatch: 'temporary',
  PreconditionFailed: 'permanent',
  EntityTooLarge: 'permanent',
  IncompleteBody: 'temporary',
  BadDigest: 'temporary',
  SlowDown: 'temporary',
  InternalError: 'temporary',
  NETWORK: 'temporary',
  TIMEOUT: 'temporary',
  BAD_ANSWER: 'temporary',
  ABORTED: 'temporary',
  QUOTA_EXCEEDED: 'temporary',
  STORAGE_UNAVAILABLE: 'temporary',
  STORAGE_STUCK: 'temporary',
  BYTES_LOST: 'permanent',
  CREDENTIAL_MISSING: 'login',
  REGION_MISSING: 'temporary',
  CHECKSUM_MISMATCH: 'permanent',
  CANVAS_CONTEXT: 'told',
  CANVAS_EXPORT: 'told',
  IMAGE_LOAD: 'told',
  IMAGE_NOT_JPEG: 'permanent',
  IMAGE_TOO_LARGE: 'permanent',
  IMAGE_TOO_NARROW: 'permanent',
  CANVAS_BLOCKED: 'permanent',
  UNEXPECTED: 'temporary',
};

const OF_PHOTO: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'PreconditionFailed',
  'EntityTooLarge',
  'BYTES_LOST',
  'CHECKSUM_MISMATCH',
  'CANVAS_CONTEXT',
  'CANVAS_EXPORT',
  'IMAGE_LOAD',
  'IMAGE_NOT_JPEG',
  'IMAGE_TOO_LARGE',
  'IMAGE_TOO_NARROW',
  'CANVAS_BLOCKED',
]);

/** A refusal of one picture, not of the post. */
export const isOfPhoto = (code: ErrorCode): boolean => OF_PHOTO.has(code);

const TOLD = { later: 'temporary', login: 'login', never: 'permanent' } as const;

/** Anything thrown by a port → what the queue does about it. An unknown error is tried again: it may be our own fault. */
export function classifyFailure(error: unknown): Failure {
  if (!(error instanceof AppError)) return { kind: 'temporary', code: 'UNEXPECTED', isOfPhoto: false };
  const listed = KINDS[error.code];
  const kind = listed === 'told' ? TOLD[error.retry] : listed;
  const { code, retryAfterMs } = error;
  const isOfPhoto = kind === 'permanent' && OF_PHOTO.has(code);
  return { kind, code, isOfPhoto, ...(retryAfterMs === undefined ? {} : { waitMs: retryAfterMs }) };
}

/** Failures after which the line itself is in doubt: probe again before anything else. */
export const isLineFailure = (code: ErrorCode): boolean =>
  code === 'NETWORK' || code === 'TIMEOUT' || code === 'BAD_ANSWER';

export const BACKOFF = { minMs: 2_000, maxMs: 5 * 60_000 } as const;

/**
 * Milliseconds to wait after the given number of failures in a row (1 …): jittered over the whole range up to a doubling ceiling.
 * @param waitMs at least so long, as the server asked for, up to half of the longest wait: all who were told the same come apart
 */
export function backoffDelay(failures: number, random: Random, waitMs = 0): number {
  const least = Math.min(Math.max(BACKOFF.minMs, waitMs), BACKOFF.maxMs / 2);
  const doubled = BACKOFF.minMs * 2 ** Math.min(failures, 20);
  const ceiling = Math.min(BACKOFF.maxMs, Math.max(doubled, waitMs > 0 ? 2 * least : 0));
  return Math.round(least + random() * (ceiling - least));
}
