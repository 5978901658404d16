import { ApiFailure, type CallerContext } from '../handlers.ts';
import { readPicturePair } from '../photos/storedPictures.ts';

/**
 * Of keys of pictures that were not the event's before: stored by the caller, below the event, and pictures (SAF-11).
 * Throws INVALID_REQUEST.
 */
export async function requireOwnPictures(
  { objects, tenant, userId }: CallerContext,
  eventId: string,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    const isOfEvent = key.startsWith(`ugc/${tenant}/${eventId}/original/`);
    if (!isOfEvent || typeof (await readPicturePair(objects, userId, key)) === 'string')
      throw new ApiFailure('INVALID_REQUEST');
  }
}
