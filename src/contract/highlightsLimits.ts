/** Limits of the highlights of an event (WAL-07, WAL-08). Apart from `limits.ts`: that one is in the first script. */

/**
 * Bounds of what a club publishes. `title`, `text`: characters. `published`: pages of a tenant that are public at once, and so have
 * pictures. `players`: players that a page names.
 */
export const HIGHLIGHTS = { title: 40, text: 300, published: 200, players: 12 } as const;
/** `photos`: photos of one picture. `bytes`: most bytes of one picture. `maxAgeS`: so long a browser keeps a picture, in seconds. */
export const HIGHLIGHTS_PICTURE = { photos: 3, bytes: 600_000, maxAgeS: 30 } as const;
/**
 * Times of the pictures, in milliseconds. `shared`: so long one answer serves all who ask for a picture. `lookFirst`, `lookLast`: a page
 * that changed lately is looked at again so soon, an old one so late. `retries`: pauses after drawings that failed.
 */
export const HIGHLIGHTS_TIMES = {
  shared: 2_000,
  lookFirst: 10 * 60_000,
  lookLast: 6 * 3_600_000,
  retries: [60_000, 5 * 60_000, 30 * 60_000],
} as const;
