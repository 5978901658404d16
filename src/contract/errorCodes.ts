/**
 * Every code that can cross the wire or be made by a client adapter.
 * The server sends a code, never a sentence; `messages/ja.ts` has a sentence for each.
 */

/** Codes the server's /f answers with, and the HTTP status each goes with. */
export const API_ERRORS = {
  INVALID_REQUEST: 400,
  UNAUTHENTICATED: 401,
  TOKEN_EXPIRED: 401,
  API_KEY_INVALID: 403,
  TENANT_MISMATCH: 403,
  NOT_A_MEMBER: 403,
  NOT_ALLOWED: 403,
  /** An operator keeps the fan from making anything others see, in this tenant; why: getSuspension. */
  SUSPENDED: 403,
  /** Only the creator may delete an event (§6). */
  EVENT_NOT_OWNER: 403,
  /** What staff do for good needs a sign-in of the last minutes (RECENT_SIGN_IN_MS). */
  SIGN_IN_TOO_OLD: 403,
  NOT_FOUND: 404,
  UNKNOWN_TENANT: 404,
  EVENT_NOT_FOUND: 404,
  /** Event deletion with photos (§6). */
  EVENT_HAS_POSTS: 406,
  /** The event is not in progress (any more): a permanent refusal of a post. */
  EVENT_OVER: 409,
  EVENT_NOT_STARTED: 409,
  /** The fan has EVENTS_PER_FAN own events whose period is not over. */
  EVENT_LIMIT_REACHED: 409,
  /** The start of an own event lies more than a year ahead. */
  EVENT_TOO_FAR: 409,
  /** post_limit reached. */
  POST_LIMIT_REACHED: 409,
  /** The media_url belongs to somebody else's photo. */
  MEDIA_URL_TAKEN: 409,
  /** A registered photo's bytes are not in the object store. */
  OBJECT_MISSING: 409,
  /** Another moderator decided the case first. */
  ALREADY_DECIDED: 409,
  /** The tenant would have no owner left. */
  LAST_OWNER: 409,
  BODY_TOO_LARGE: 413,
  RATE_LIMITED: 429,
  /** The network's bound is reached. The refusal's `challenge` is a proof of work to solve (`proofOfWork.ts`, SAF-32e). */
  PROOF_NEEDED: 429,
  /** PUBLISHED_PER_DAY: passes by itself; how much is left: getPublishRoom. */
  DAY_LIMIT_REACHED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  /** More to do than the server can: it has not looked at the call, nothing was done. Retry-After says when to come again (HLF-16). */
  OVERLOADED: 503,
} as const;
export type ApiErrorCode = keyof typeof API_ERRORS;

/** Exception names of the identity provider (§8), sent as they are. */
export const IDENTITY_ERRORS = [
  'UsernameExistsException',
  'InvalidPasswordException',
  'InvalidParameterException',
  'CodeMismatchException',
  'LimitExceededException',
  'ExpiredCodeException',
  'CodeDeliveryFailureException',
  'NotAuthorizedException',
  'UserNotConfirmedException',
  'UserNotFoundException',
  'ResourceNotFoundException',
  'TooManyRequestsException',
  'UserLambdaValidationException',
  /** The new mail address belongs to another account. */
  'AliasExistsException',
  /** Ours alone: the network's bound is reached, and the message is a challenge (`proofOfWork.ts`). Shown if it could not be solved. */
  'ProofOfWorkException',
] as const;
export type IdentityErrorCode = (typeof IDENTITY_ERRORS)[number];

/** Storage error codes of §8, and those a put can meet. */
export const STORAGE_ERRORS = [
  'NoSuchUpload',
  'ObjectNotInActiveTierError',
  'BucketAlreadyExists',
  'BucketAlreadyOwnedByYou',
  'NoSuchBucket',
  'InvalidObjectState',
  'NoSuchKey',
  'NotFound',
  'ObjectAlreadyInActiveTierError',
  'AccessDenied',
  'ExpiredToken',
  'InvalidToken',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
  'PreconditionFailed',
  'EntityTooLarge',
  'IncompleteBody',
  'BadDigest',
  'SlowDown',
  'InternalError',
] as const;
export type StorageErrorCode = (typeof STORAGE_ERRORS)[number];

/** Codes made by the client itself. */
export const CLIENT_ERRORS = [
  /** No answer at all: offline, dropped, DNS. */
  'NETWORK',
  'TIMEOUT',
  /** An answer of another shape than agreed, such as a captive portal's page (T24). */
  'BAD_ANSWER',
  /** Our own abort: never shown. */
  'ABORTED',
  'QUOTA_EXCEEDED',
  'STORAGE_UNAVAILABLE',
  /** The device's storage does not answer (STORAGE_OPEN). */
  'STORAGE_STUCK',
  'BYTES_LOST',
  'CREDENTIAL_MISSING',
  'REGION_MISSING',
  'CHECKSUM_MISMATCH',
  /** The spec's upload internals (§5): 'ctx not found', 'Canvas export failed', 'image load failed'. */
  'CANVAS_CONTEXT',
  'CANVAS_EXPORT',
  'IMAGE_LOAD',
  'IMAGE_NOT_JPEG',
  'IMAGE_TOO_LARGE',
  /** Narrower than MAX_ASPECT allows. */
  'IMAGE_TOO_NARROW',
  'CANVAS_BLOCKED',
  'UNEXPECTED',
] as const;
export type ClientErrorCode = (typeof CLIENT_ERRORS)[number];

export type ErrorCode = ApiErrorCode | IdentityErrorCode | StorageErrorCode | ClientErrorCode;
