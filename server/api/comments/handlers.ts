import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { formatDateTime } from '../../../src/rules/dates.ts';
import { isBlank } from '../../../src/rules/visibleText.ts';
import type { CommentTable, Database } from '../../database/schema.ts';
import { readHeldKeys } from '../../operations/heldWords.ts';
import { asMember, requireNoBlock, requirePhoto, requireSeenPhoto } from '../access/membership.ts';
import { requireComment, requireOwnComment } from '../access/ownership.ts';
import { ApiFailure, done, type Handlers } from '../handlers.ts';
import { addActivityNotice, commentNoticeId, removeNotices } from '../notices/activityNotices.ts';
import { readListedPhotos } from '../photos/listedPhotos.ts';
import { screenName } from '../photos/repository.ts';
import { holdComment } from '../reports/holding.ts';
import { plainText } from '../storedText.ts';
import {
  addCommentReaction,
  addToCommentCount,
  blankComment,
  commentedBy,
  insertComment,
  readCommentOwner,
  readCommentReactions,
  readComments,
  removeCommentReaction,
} from './repository.ts';

/** Comments without those an operator hid or the reader muted; one that has replies stays for them, as a deleted one does. */
function withoutHidden<
  T extends { comment_id: string; parent_id: string | null; hidden_at: Date | null; is_wanted: boolean },
>(comments: readonly T[]): T[] {
  const byId = new Map(comments.map((comment) => [comment.comment_id, comment]));
  const kept = new Set<string>();
  for (const shown of comments.filter((comment) => comment.hidden_at === null && comment.is_wanted)) {
    for (let at: T | undefined = shown; at && !kept.has(at.comment_id); at = byId.get(at.parent_id ?? '')) {
      kept.add(at.comment_id);
    }
  }
  return comments.filter((comment) => kept.has(comment.comment_id));
}

/** Each with the ids of those that answer it, in their order (§3). */
function withChildren<T extends { comment_id: string; parent_id: string | null }>(comments: readonly T[]) {
  const answers = Map.groupBy(comments, (comment) => comment.parent_id);
  return comments.map((comment) => ({
    ...comment,
    children: (answers.get(comment.comment_id) ?? []).map(({ comment_id }) => comment_id),
  }));
}

const noticeOf = (kind: 'comment' | 'reply', commentId: string) => ({
  kind,
  notice_id: commentNoticeId(kind, commentId),
});

/** Whether it was written before: the answer was lost, and it is sent again. Throws NOT_FOUND where the id is of another comment. */
async function isRepetition(
  trx: Transaction<Database>,
  { tenant, comment_id, user_id, media_url }: Pick<CommentTable, 'tenant' | 'comment_id' | 'user_id' | 'media_url'>,
): Promise<boolean> {
  const known = await readCommentOwner(trx, tenant, comment_id);
  if (known && (known.user_id !== user_id || known.media_url !== media_url)) throw new ApiFailure('NOT_FOUND');
  return known !== undefined;
}

export const commentHandlers = {
  async getComments({ db, tenant, userId }, { params }) {
    const rows = await readComments(db, tenant, userId, params.media_url);
    const comments = withoutHidden(rows).map((row) => {
      const { created_at, deleted_at, hidden_at, is_wanted, is_blocked, nickname, ...comment } = row;
      // What was deleted, hidden or muted keeps its place for its replies, not its words.
      const isDeleted = deleted_at !== null || hidden_at !== null || !is_wanted;
      return {
        ...comment,
        comment: isDeleted ? '' : comment.comment,
        // Of whom a block keeps apart not even the name is told.
        ...(is_blocked && { user_id: '' }),
        screen_name: is_blocked ? '' : screenName({ nickname }),
        timestamp: formatDateTime(created_at.getTime()),
        isDeleted,
        ...(is_wanted ? {} : { isMuted: true }),
      };
    });
    return { comments: withChildren(comments), count: comments.filter((comment) => !comment.isDeleted).length };
  },
  async putComment(context, { body }) {
    const { tenant, userId, now } = context;
    const { media_url, parent_id } = body;
    const comment = plainText(body.comment).trim();
    if (isBlank(comment)) throw new ApiFailure('INVALID_REQUEST');
    const comment_id = body.comment_id ?? randomUUID();
    await asMember(context, async (trx) => {
      await requireSeenPhoto(trx, context, media_url, 'count');
      // Before the parent is looked at: it may have been deleted since the first time.
      if (await isRepetition(trx, { tenant, comment_id, user_id: userId, media_url })) return;
      const parent = parent_id === null ? null : await requireComment(trx, tenant, parent_id);
      if (parent && parent.media_url !== media_url) throw new ApiFailure('NOT_FOUND');
      if (parent) await requireNoBlock(trx, userId, parent.user_id);
      const at = now();
      const said = { tenant, comment_id, media_url, parent_id, user_id: userId, comment };
      await insertComment(trx, { ...said, created_at: at, deleted_at: null });
      const author = await addToCommentCount(trx, media_url, 1);
      // Nobody is told of what nobody may read yet.
      if (await holdComment(trx, said, await readHeldKeys(trx, tenant), at)) return;
      const action = { tenant, actor: userId, media_url, at };
      if (parent)
        await addActivityNotice(trx, { ...action, ...noticeOf('reply', comment_id), recipient: parent.user_id });
      // Who is answered on the own photo hears of it once.
      if (parent?.user_id === author) return;
      await addActivityNotice(trx, { ...action, ...noticeOf('comment', comment_id), recipient: author });
    });
    return { comment_id };
  },
  async deleteComment(context, { body: { comment_id } }) {
    const { tenant, userId, now } = context;
    await asMember(context, async (trx) => {
      const { media_url } = await requireOwnComment(trx, tenant, userId, comment_id);
      await requirePhoto(trx, tenant, media_url, 'count');
      if (!(await blankComment(trx, tenant, comment_id, now()))) throw new ApiFailure('NOT_FOUND');
      await addToCommentCount(trx, media_url, -1);
      const about = (['comment', 'reply'] as const).map((kind) => commentNoticeId(kind, comment_id));
      await removeNotices(trx, tenant, about);
    });
    return done;
  },
  async getCommentReactions({ db, tenant, userId }, { params }) {
    return { list: await readCommentReactions(db, tenant, userId, params.media_url) };
  },
  async putCommentReaction(context, { body }) {
    const { tenant, userId } = context;
    await asMember(context, async (trx) => {
      await requireSeenPhoto(trx, context, body.media_url);
      const { comment_id, media_url, user_id } = await requireComment(trx, tenant, body.comment_id, 'keep');
      if (media_url !== body.media_url) throw new ApiFailure('NOT_FOUND');
      await requireNoBlock(trx, userId, user_id);
      await addCommentReaction(trx, { tenant, comment_id, media_url, user_id: userId });
    });
    return done;
  },
  async deleteCommentReaction(context, { body: { comment_id } }) {
    const { tenant, userId: user_id } = context;
    await asMember(context, (trx) => removeCommentReaction(trx, { tenant, comment_id, user_id }));
    return done;
  },
  async getCommentedPhotos(context, { query }) {
    return readListedPhotos(context.db, context, commentedBy(context.tenant, context.userId), query);
  },
} satisfies Partial<Handlers>;
