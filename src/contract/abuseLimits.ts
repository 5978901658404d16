/** Bounds of what one fan can make the server keep and others download, apart from `limits.ts`: no page needs them in its first script. */

/** Sign-ins one account can have open; the oldest ends for a new one (SAF-42). More than a fan has browsers in 30 days. */
export const SESSIONS_PER_ACCOUNT = 100;
/** A fan who follows, unfollows and follows again is told by a push at most once in this time, in milliseconds (SAF-41). */
export const PUSH_FOLLOWS_MS = 24 * 60 * 60_000;
