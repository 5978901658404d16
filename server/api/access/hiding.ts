/**
 * Hiding by an operator: what is hidden leaves every list, detail and counter for everybody, and comes back as it was.
 * Nothing is deleted. The caller's transaction holds the change together.
 */
import type { Selectable, Transaction } from 'kysely';
import type { PhotoTable } from '../../database/photoTables.ts';
import type { CommentTable, Database } from '../../database/schema.ts';
import { addToCommentCount } from '../comments/repository.ts';
import { insertIntoIndex, removeFromIndex } from '../photos/photoIndex.ts';
import { addToCounters } from '../photos/photoWrites.ts';
import { renewInIndex } from '../photos/renewSearch.ts';
import { markCommentHidden, markPhotoHidden } from './repository.ts';

/** Hides a photo the caller has locked. False: it was hidden. */
export async function hidePhoto(
  trx: Transaction<Database>,
  photo: Selectable<PhotoTable>,
  now: Date,
): Promise<boolean> {
  if (photo.hidden_at !== null) return false;
  await renewInIndex(trx, [photo]);
  await markPhotoHidden(trx, photo.id, now);
  await removeFromIndex(trx, [photo]);
  await addToCounters(trx, [photo], -1);
  return true;
}

/** Shows a hidden photo again, at its old place. The caller has locked it. False: it was not hidden. */
export async function unhidePhoto(trx: Transaction<Database>, photo: Selectable<PhotoTable>): Promise<boolean> {
  if (photo.hidden_at === null) return false;
  await markPhotoHidden(trx, photo.id, null);
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
  await markCommentHidden(trx, comment, now);
  // A deleted comment is in no counter.
  if (comment.deleted_at === null) await addToCommentCount(trx, comment.media_url, now === null ? 1 : -1);
  return true;
}
