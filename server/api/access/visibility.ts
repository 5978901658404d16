/**
 * Hiding by an operator: what is hidden leaves every list, detail and counter for everybody, and comes back as it was.
 * Nothing is deleted. The caller's transaction holds the change together.
 */
import type { Selectable, Transaction } from 'kysely';
import type { CommentTable, Database, PhotoTable } from '../../database/schema.ts';
import { insertIntoIndex, removeFromIndex } from '../photos/photoIndex.ts';
import { addToCounters } from '../photos/photoWrites.ts';

/** Hides a photo the caller has locked. False: it was hidden. */
export async function hidePhoto(
  trx: Transaction<Database>,
  photo: Selectable<PhotoTable>,
  now: Date,
): Promise<boolean> {
  if (photo.hidden_at !== null) return false;
  await trx.updateTable('photo').set({ hidden_at: now }).where('id', '=', photo.id).execute();
  await removeFromIndex(trx, photo);
  await addToCounters(trx, [photo], -1);
  return true;
}

/** Shows a hidden photo again, at its old place. The caller has locked it. False: it was not hidden. */
export async function unhidePhoto(trx: Transaction<Database>, photo: Selectable<PhotoTable>): Promise<boolean> {
  if (photo.hidden_at === null) return false;
  await trx.updateTable('photo').set({ hidden_at: null }).where('id', '=', photo.id).execute();
  await insertIntoIndex(trx, [photo]);
  await addToCounters(trx, [photo], 1);
  return true;
}

/** Hides a comment (`now`) or shows it again (null). The caller has locked it. False: it was so already. */
export async function setCommentHidden(
  trx: Transaction<Database>,
  comment: Selectable<CommentTable>,
  now: Date | null,
): Promise<boolean> {
  if ((comment.hidden_at !== null) === (now !== null)) return false;
  await trx
    .updateTable('comment')
    .set({ hidden_at: now })
    .where('tenant', '=', comment.tenant)
    .where('comment_id', '=', comment.comment_id)
    .execute();
  // A deleted comment is in no counter.
  if (comment.deleted_at !== null) return true;
  await trx
    .updateTable('photo')
    .set((eb) => ({ comment_count: eb('comment_count', now === null ? '+' : '-', 1) }))
    .where('media_url', '=', comment.media_url)
    .execute();
  return true;
}
