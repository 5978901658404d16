/** Bounds of what one fan can make the server keep and others download, apart from `limits.ts`: no page needs them in its first script. */

/** Sign-ins one account can have open; the oldest ends for a new one (SAF-42). More than a fan has browsers in 30 days. */
export const SESSIONS_PER_ACCOUNT = 100;
/** A fan who follows, unfollows and follows again is told by a push at most once in this time, in milliseconds (SAF-41). */
export const PUSH_FOLLOWS_MS = 24 * 60 * 60_000;
/**
 * Bytes a stored picture may have, by its use (SAF-44): `base`, and `perPixel` for each of its pixels. The noisiest of the real pictures
 * in PHOTO_FIXTURES take 0.31 bytes a pixel as originals, 0.22 as previews, 53 KB as thumbnails and 30 KB as avatars. Pure noise takes
 * 0.53 a pixel as a preview and 141 KB as a thumbnail. Originals come as fans have them: at a camera's or editor's best quality up to 1.
 */
export const PICTURE_BYTES = {
  original: { base: 128 * 1024, perPixel: 1.5 },
  preview: { base: 64 * 1024, perPixel: 0.6 },
  thumbnail: { base: 256 * 1024, perPixel: 0 },
  avatar: { base: 512 * 1024, perPixel: 0 },
} as const;
/** Avatars one account chooses: each costs the picture process a decoding. `windowMs` in milliseconds. */
export const AVATAR_CHANGES = { count: 60, windowMs: 60 * 60_000 } as const;
/** Changes of avatar that wait for the picture process at once; beyond it a fan is asked to come again (SAF-44d). */
export const AVATARS_WAITING = 20;
/**
 * What one fan publishes within `windowMs` from the first photo on, in all tenants: originals, previews and thumbnails (SAF-45). At
 * 4 MB a photo `bytes` are 500 photos. `shareOfRoom`: where the server's own disk has the pictures, of the bytes that are still left on it,
 * also for uploads that are not registered; so what is left shrinks, and is never gone. `soonBytes`: the post form tells of less.
 */
export const PUBLISHED_PER_DAY = {
  bytes: 2_000 * 1024 * 1024,
  shareOfRoom: 0.05,
  windowMs: 24 * 60 * 60_000,
  soonBytes: 200 * 1024 * 1024,
} as const;
