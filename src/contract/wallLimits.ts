/** Limits of the wall: a match's photos on a stadium screen (WAL). Apart from `limits.ts`: that one is in the first script. */

/** Seconds for which shared caches keep what walls are told. nginx counts whole seconds, so up to twice as long. */
export const WALL_EDGE_S = 1;
/** Bounds of what a club sets up. `key`: characters of a key, 256 random bits as base64url. `name`, `message`: characters. */
export const WALL_BOUNDS = { keysPerEvent: 20, name: 40, message: 40, key: 43 } as const;
/**
 * Photos that a wall plays, and waiting photos that the desk lists. `reserve`: while pictures cannot be had, a wall goes on with so many that
 * it has, although newer ones have taken their places in the list.
 */
export const WALL_PHOTOS = { played: 60, waiting: 30, reserve: 12 } as const;
/**
 * Times of a wall, in milliseconds. `ask`: between two calls. `shared`: so long the server gives one answer to all walls of an event.
 * `report`: between two calls with the key, which tell the desk that the screen is on.
 * `show`: a photo's time on the screen. `showAtLeast`: its time while a new photo waits. `seenEvery`: the server notes a key's use at
 * most so often. `silentAfter`: the desk calls a wall silent. A photo's way from the desk to the screen is below 10 s (WAL-02b). `build`:
 * between two looks for a new build. `takeOver`: a new build must have drawn its wall by then. `fade`: a new build's way in.
 */
export const WALL_TIMES = {
  ask: 2_500,
  report: 60_000,
  shared: 1_000,
  show: 8_000,
  showAtLeast: 3_000,
  seenEvery: 10_000,
  silentAfter: 150_000,
  build: 10 * 60_000,
  takeOver: 60_000,
  fade: 900,
} as const;
