/** Picture of a link for chats and feeds: at least 1,200 pixels wide wherever there is one, and always a JPEG, since they read no AVIF (FAN-11). */
import type { Kysely } from 'kysely';
import type { Photo } from '../../src/contract/entities.ts';
import { CARD_SIZE, PREVIEW_SIDE, THUMBNAIL_SIDE } from '../../src/contract/limits.ts';
import { thumbnailKey } from '../../src/contract/pictureKeys.ts';
import { cardKey, needsCard } from '../../src/rules/objectKeys.ts';
import { openKey } from '../../src/rules/openPicture.ts';
import { needsPreview } from '../../src/rules/previewShape.ts';
import { hasCard } from '../api/photos/photoText.ts';
import type { Database } from '../database/schema.ts';

export interface LinkPicture {
  readonly key: string;
  readonly width: number;
  readonly height: number;
}

/** Of a photo that may be shown: its own card, else the JPEG it is opened with, else, while that is not made yet, its thumbnail. */
export async function linkPictureOf(db: Kysely<Database>, photo: Photo): Promise<LinkPicture> {
  if (needsCard(photo) && (await hasCard(db, photo.media_url))) return { key: cardKey(photo.media_url), ...CARD_SIZE };
  // An original that large would be megabytes in a chat.
  if (needsPreview(photo) && !photo.has_preview)
    return { key: thumbnailKey(photo.media_url), ...within(photo, THUMBNAIL_SIDE) };
  return { key: openKey(photo), ...within(photo, PREVIEW_SIDE) };
}

function within({ width, height }: Photo, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
