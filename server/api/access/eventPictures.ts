import { ApiFailure, type CallerContext } from '../handlers.ts';
import { readPicturePair } from '../photos/storedPictures.ts';

/**
 * Checks keys that are new to the event: each must be a picture, stored by the caller, below the event (SAF-11).
 * Returns the bytes of all of them. Throws INVALID_REQUEST.
 */
export async function requireOwnPictureBytes(
  { objects, tenant, userId }: CallerContext,
  eventId: string,
  keys: readonly string[],
): Promise<number> {
  let bytes = 0;
  for (const key of keys) {
    const isOfEvent = key.startsWith(`ugc/${tenant}/${eventId}/original/`);
    const found = isOfEvent ? await readPicturePair(objects, userId, key) : 'bad';
    if (typeof found === 'string') throw new ApiFailure('INVALID_REQUEST');
    bytes += found.bytes + found.thumbnailBytes;
  }
  return bytes;
}
