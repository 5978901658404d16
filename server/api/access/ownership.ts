/** What a fan made only that fan changes (ROL-03): no standing lends a hand. */
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Database, EventTable } from '../../database/schema.ts';
import { readShownComment, type ShownComment } from '../comments/repository.ts';
import { ApiFailure } from '../handlers.ts';
import { readAuthors, readEvent } from './repository.ts';

/** The caller's own event, locked. Throws EVENT_NOT_FOUND or EVENT_NOT_OWNER. */
export async function lockOwnEvent(
  trx: Transaction<Database>,
  tenant: string,
  userId: string,
  eventId: string,
): Promise<Selectable<EventTable>> {
  const event = await readEvent(trx, tenant, eventId, 'change');
  if (!event) throw new ApiFailure('EVENT_NOT_FOUND');
  if (event.user_id !== userId) throw new ApiFailure('EVENT_NOT_OWNER');
  return event;
}

/**
 * A comment that fans see, of a photo they see. Throws NOT_FOUND.
 * @param mode 'keep': it is not deleted until the transaction ends
 */
export async function requireComment(
  db: Kysely<Database>,
  tenant: string,
  commentId: string,
  mode?: 'keep',
): Promise<ShownComment> {
  const comment = await readShownComment(db, tenant, commentId, mode);
  if (!comment) throw new ApiFailure('NOT_FOUND');
  return comment;
}

/** A comment of the caller: own ones are deleted. Throws NOT_FOUND, or NOT_ALLOWED for somebody else's. */
export async function requireOwnComment(
  db: Kysely<Database>,
  tenant: string,
  userId: string,
  commentId: string,
): Promise<ShownComment> {
  const comment = await requireComment(db, tenant, commentId);
  if (comment.user_id !== userId) throw new ApiFailure('NOT_ALLOWED');
  return comment;
}

/** A comment of somebody else to this photo: others' are reported (§6). Throws NOT_FOUND, or NOT_ALLOWED for an own one. */
export async function requireOthersComment(
  db: Kysely<Database>,
  { tenant, userId, mediaUrl }: { readonly tenant: string; readonly userId: string; readonly mediaUrl: string },
  commentId: string,
): Promise<ShownComment> {
  const comment = await requireComment(db, tenant, commentId);
  if (comment.media_url !== mediaUrl) throw new ApiFailure('NOT_FOUND');
  if (comment.user_id === userId) throw new ApiFailure('NOT_ALLOWED');
  return comment;
}

/**
 * A posted photo is published, so others know its name: only its author may show it as an event's picture (SAF-21), and nobody while
 * an operator hides it (OPR-02f). Throws INVALID_REQUEST.
 */
export async function refuseOthersPhotos(
  trx: Transaction<Database>,
  userId: string,
  keys: readonly string[],
): Promise<void> {
  const photos = await readAuthors(trx, keys);
  if (photos.some((photo) => photo.user_id !== userId || photo.hidden_at !== null))
    throw new ApiFailure('INVALID_REQUEST');
}
