/** What went wrong between us and the database, as opposed to what the database refused: told apart here, for all callers. */

/**
 * The database cannot be used at this moment: no connection, a broken one, no answer in time, or a server that only reads.
 * Callers answer 503 with Retry-After (SAF-18). `cause`: what the driver met.
 */
export class DatabaseUnavailable extends Error {
  /**
   * Whether the same work may succeed at once on another connection. False after every wait there is was waited.
   * Says nothing of whether a statement that was sent has run: of a COMMIT or a single write nobody knows.
   */
  readonly isWorthRepeating: boolean;
  constructor(reason: string, { isWorthRepeating, cause }: { readonly isWorthRepeating: boolean; cause?: unknown }) {
    super(reason, cause === undefined ? {} : { cause });
    this.name = 'DatabaseUnavailable';
    this.isWorthRepeating = isWorthRepeating;
  }
}

/** Seconds after which a client may ask again: a failover takes about so long. */
export const RETRY_AFTER_SECONDS = 2;

/** SQLSTATE of an error of the database; null: the error has none. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  // Codes of the operating system, such as EPERM and EPIPE, may have five letters too.
  if ('syscall' in error) return null;
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

/**
 * serialization_failure, deadlock_detected, and lock_not_available, where somebody set a lock_timeout: the transaction was rolled back, and
 * will succeed when repeated.
 */
const ROLLED_BACK = new Set(['40001', '40P01', '55P03']);

/** The database took the work back because of somebody else's: whatever was sent, COMMIT included, has not happened (SAF-19). */
export const isRolledBack = (error: unknown): boolean => ROLLED_BACK.has(sqlState(error) ?? '');

/** Class 53, insufficient resources: too little memory, disk or connections. The database is alive and refuses for now (SAF-18e). */
export const hasNoResources = (error: unknown): boolean => /^53...$/.test(sqlState(error) ?? '');

/** foreign_key_violation and unique_violation. */
const OVERTAKEN = new Set(['23503', '23505']);

/**
 * Somebody removed or wrote the same row between our look at it and our write: the transaction's next look will see it, and
 * answer what it answers when the row is gone or there (SAF-20).
 */
export const isOvertaken = (error: unknown): boolean => OVERTAKEN.has(sqlState(error) ?? '');

const DISK_FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
/** Whether the operating system says that a disk has no room, or none for this user. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && DISK_FULL.has(error.code);

/** A failure that passes by itself: to be answered with 503 and Retry-After, not as a fault of ours. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || isRolledBack(error) || hasNoResources(error) || isDiskFull(error);
