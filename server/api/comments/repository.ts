/** Comments of photos, what fans say to them (`comment_reaction`), and reports of them. */
import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { UNPAGED_LIST_MAX } from '../../../src/contract/limits.ts';
import type { CommentReactionTable, CommentReportTable, CommentTable, Database } from '../../database/schema.ts';
import { isBlocked, isNotBlocked, isSeen } from '../blocks/repository.ts';

export type ShownComment = Pick<CommentTable, 'comment_id' | 'media_url' | 'user_id' | 'comment'>;

/**
 * A comment that fans see, of a photo they see.
 * @param mode 'keep': it is not deleted until the transaction ends
 */
export const readShownComment = (
  db: Kysely<Database>,
  tenant: string,
  commentId: string,
  mode?: 'keep',
): Promise<ShownComment | undefined> =>
  db
    .selectFrom('comment as c')
    .innerJoin('photo as p', 'p.media_url', 'c.media_url')
    .select(['c.comment_id', 'c.media_url', 'c.user_id', 'c.comment'])
    .where('c.tenant', '=', tenant)
    .where('c.comment_id', '=', commentId)
    .where('c.deleted_at', 'is', null)
    .where('c.hidden_at', 'is', null)
    .where('p.hidden_at', 'is', null)
    .$if(mode === 'keep', (query) => query.forShare('c'))
    .executeTakeFirst();

/** All comments of a photo that is shown, oldest first: those deleted, hidden or muted (`is_wanted` false), too. */
export const readComments = (db: Kysely<Database>, tenant: string, viewer: string | null, mediaUrl: string) =>
  db
    .selectFrom('comment as c')
    .innerJoin('photo as p', 'p.media_url', 'c.media_url')
    .leftJoin('profile as f', 'f.user_id', 'c.user_id')
    .select(['c.comment_id', 'c.comment', 'c.media_url', 'c.user_id', 'c.parent_id', 'c.created_at', 'c.deleted_at'])
    .select(['c.hidden_at', 'f.nickname'])
    .select([isSeen(viewer, 'c.user_id').as('is_wanted'), isBlocked(viewer, 'c.user_id').as('is_blocked')])
    .where('p.hidden_at', 'is', null)
    .where(isNotBlocked(viewer, 'p.user_id'))
    .where('c.tenant', '=', tenant)
    .where('c.media_url', '=', mediaUrl)
    .orderBy('c.created_at')
    .orderBy('c.comment_id')
    .limit(UNPAGED_LIST_MAX)
    .execute();

/** Returns the whole comment, hidden or not, locked until the transaction ends. The caller holds its photo. Undefined: it is gone. */
export const lockCommentRow = (
  trx: Transaction<Database>,
  tenant: string,
  commentId: string,
): Promise<Selectable<CommentTable> | undefined> =>
  trx
    .selectFrom('comment')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('comment_id', '=', commentId)
    .forUpdate()
    .executeTakeFirst();

/** Closes the reports of a comment that are open (a moment), or opens those again that were closed then (null). */
export async function closeCommentReports(
  trx: Transaction<Database>,
  tenant: string,
  commentId: string,
  { from, to }: { readonly from: Date | null; readonly to: Date | null },
): Promise<void> {
  await trx
    .updateTable('comment_report')
    .set({ closed_at: to })
    .where('tenant', '=', tenant)
    .where('comment_id', '=', commentId)
    .where('closed_at', from === null ? 'is' : '=', from)
    .execute();
}

/** Whose comment has this id, and to which photo: deleted and hidden ones, too. */
export const readCommentOwner = (
  db: Kysely<Database>,
  tenant: string,
  commentId: string,
): Promise<Pick<CommentTable, 'user_id' | 'media_url'> | undefined> =>
  db
    .selectFrom('comment')
    .select(['user_id', 'media_url'])
    .where('tenant', '=', tenant)
    .where('comment_id', '=', commentId)
    .executeTakeFirst();

/** The photo's counter is `addToCommentCount`. */
export async function insertComment(trx: Transaction<Database>, comment: Insertable<CommentTable>): Promise<void> {
  await trx.insertInto('comment').values(comment).execute();
}

/** Takes the words and the reactions of a comment. Its row stays, for its replies. False: it was gone or hidden. */
export async function blankComment(
  trx: Transaction<Database>,
  tenant: string,
  commentId: string,
  deleted_at: Date,
): Promise<boolean> {
  const deleted = await trx
    .updateTable('comment')
    .set({ comment: '', deleted_at })
    .where('tenant', '=', tenant)
    .where('comment_id', '=', commentId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning('comment_id')
    .executeTakeFirst();
  if (!deleted) return false;
  await trx.deleteFrom('comment_reaction').where('tenant', '=', tenant).where('comment_id', '=', commentId).execute();
  return true;
}

/** Gives the photo's author. */
export async function addToCommentCount(trx: Transaction<Database>, mediaUrl: string, step: 1 | -1): Promise<string> {
  const photo = await trx
    .updateTable('photo')
    .set((eb) => ({ comment_count: eb('comment_count', '+', step) }))
    .where('media_url', '=', mediaUrl)
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return photo.user_id;
}

/** Idempotent. */
export async function addReport(trx: Transaction<Database>, report: Insertable<CommentReportTable>): Promise<void> {
  await trx
    .insertInto('comment_report')
    .values(report)
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Who reacted to which comment of a photo, of those that are shown; nobody whom a block keeps from the viewer. */
export const readCommentReactions = (db: Kysely<Database>, tenant: string, viewer: string | null, mediaUrl: string) =>
  db
    .selectFrom('comment_reaction as r')
    .innerJoin('comment as c', (join) =>
      join.onRef('c.tenant', '=', 'r.tenant').onRef('c.comment_id', '=', 'r.comment_id'),
    )
    .innerJoin('photo as p', 'p.media_url', 'r.media_url')
    .select(['r.comment_id', 'r.user_id'])
    .where('r.tenant', '=', tenant)
    .where('r.media_url', '=', mediaUrl)
    .where(isNotBlocked(viewer, 'r.user_id'))
    .where(isNotBlocked(viewer, 'p.user_id'))
    .where('c.deleted_at', 'is', null)
    .where('c.hidden_at', 'is', null)
    .where('p.hidden_at', 'is', null)
    .orderBy('r.comment_id')
    .orderBy('r.user_id')
    .limit(UNPAGED_LIST_MAX)
    .execute();

/** Idempotent. */
export async function addCommentReaction(trx: Transaction<Database>, reaction: CommentReactionTable): Promise<void> {
  await trx
    .insertInto('comment_reaction')
    .values(reaction)
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Idempotent. */
export async function removeCommentReaction(
  trx: Transaction<Database>,
  { tenant, comment_id, user_id }: Omit<CommentReactionTable, 'media_url'>,
): Promise<void> {
  await trx
    .deleteFrom('comment_reaction')
    .where('tenant', '=', tenant)
    .where('comment_id', '=', comment_id)
    .where('user_id', '=', user_id)
    .execute();
}

/** For `readListedPhotos`: photos a fan commented, and when last. */
export const commentedBy = (tenant: string, userId: string): RawBuilder<unknown> =>
  sql`select media_url, max(created_at) as at from comment
    where tenant = ${tenant} and user_id = ${userId} and deleted_at is null and hidden_at is null group by media_url`;
