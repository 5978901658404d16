/** Which photo a wall shows next (WAL-02c, WAL-02d). */

interface Playable {
  readonly media_url: string;
  /** Whose it is. */
  readonly author: string;
}

/** What a wall has shown since it was opened. Places grow: the photo with the largest place was shown last. */
export interface PlayedPhotos {
  /** Place of each photo's last showing, by its key. A photo without one is new. */
  readonly places: ReadonlyMap<string, number>;
  /** The photo on the screen; null: none yet. */
  readonly last: Playable | null;
}

export const NOTHING_PLAYED: PlayedPhotos = { places: new Map(), last: null };

/**
 * Returns the photo that follows: a new one before those that were shown, of these the one shown longest ago. A photo by the author of
 * the last one follows only if nobody else has a photo. Null: there is none.
 * @param photos that may be shown, the newest first
 */
export function choosePhoto<P extends Playable>(photos: readonly P[], { places, last }: PlayedPhotos): P | null {
  const placeOf = ({ media_url }: P) => places.get(media_url) ?? 0;
  // The order of equal ones stays: of new photos the newest comes first.
  const inTurn = photos.toSorted((a, b) => placeOf(a) - placeOf(b));
  return inTurn.find(({ author }) => author !== last?.author) ?? inTurn[0] ?? null;
}

/** Returns what has been shown after one more photo. Photos that may not be shown any more are forgotten. */
export function notePlayed(
  { places }: PlayedPhotos,
  photo: Playable,
  photos: readonly Pick<Playable, 'media_url'>[],
): PlayedPhotos {
  const known = photos.flatMap(({ media_url }) => {
    const place = places.get(media_url);
    return place === undefined ? [] : [[media_url, place] as const];
  });
  const next = Math.max(0, ...known.map(([, place]) => place)) + 1;
  return { places: new Map([...known, [photo.media_url, next]]), last: photo };
}

/** Whether a photo waits that was not shown yet, so that the present one gives way early. */
export const hasNewPhoto = (photos: readonly Pick<Playable, 'media_url'>[], { places }: PlayedPhotos): boolean =>
  photos.some(({ media_url }) => !places.has(media_url));
