import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { SHARED_LIST_MAX } from '../../../src/contract/limits.ts';
import { formatDateTime } from '../../../src/rules/dates.ts';
import { isBlank } from '../../../src/rules/visibleText.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database } from '../../database/schema.ts';
import { requireMember, requirePhoto } from '../access/membership.ts';
import { ApiFailure, done, type Handlers } from '../handlers.ts';
import { isNotMuted } from '../mutes/repository.ts';
import { addActivityNotice, commentNoticeId, removeNotices } from '../notices/activityNotices.ts';
import { readListedPhotos } from '../photos/listedPhotos.ts';
import { screenName } from '../photos/repository.ts';
import { plainText } from '../storedText.ts';

/**
 * A comment that fans see, of a photo they see. Throws NOT_FOUND.
 * @param mode 'keep': it is not deleted until the transaction ends
 */
async function requireComment(db: Kysely<Database>, tenant: string, commentId: string, mode?: 'keep') {
  const comment = await db
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
  if (!comment) throw new ApiFailure('NOT_FOUND');
  return comment;
}

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

/** Gives the photo's author. */
async function addToCommentCount(trx: Transaction<Database>, mediaUrl: string, step: 1 | -1): Promise<string> {
  const photo = await trx
    .updateTable('photo')
    .set((eb) => ({ comment_count: eb('comment_count', '+', step) }))
    .where('media_url', '=', mediaUrl)
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return photo.user_id;
}

const noticeOf = (kind: 'comment' | 'reply', commentId: string) => ({
  kind,
  notice_id: commentNoticeId(kind, commentId),
});

export const commentHandlers = {
  async getComments({ db, tenant, userId }, { params }) {
    const rows = await db
      .selectFrom('comment as c')
      .innerJoin('photo as p', 'p.media_url', 'c.media_url')
      .leftJoin('profile as f', 'f.user_id', 'c.user_id')
      .select(['c.comment_id', 'c.comment', 'c.media_url', 'c.user_id', 'c.parent_id', 'c.created_at', 'c.deleted_at'])
      .select(['c.hidden_at', 'f.nickname'])
      .select(isNotMuted(userId, 'c.user_id').as('is_wanted'))
      .where('p.hidden_at', 'is', null)
      .where('c.tenant', '=', tenant)
      .where('c.media_url', '=', params.media_url)
      .orderBy('c.created_at')
      .orderBy('c.comment_id')
      .limit(SHARED_LIST_MAX)
      .execute();
    const comments = withoutHidden(rows).map((row) => {
      const { created_at, deleted_at, hidden_at, is_wanted, nickname, ...comment } = row;
      // What was deleted, hidden or muted keeps its place for its replies, not its words.
      const isDeleted = deleted_at !== null || hidden_at !== null || !is_wanted;
      return {
        ...comment,
        comment: isDeleted ? '' : comment.comment,
        screen_name: screenName({ nickname }),
        timestamp: formatDateTime(created_at.getTime()),
        isDeleted,
        ...(is_wanted ? {} : { isMuted: true }),
      };
    });
    return { comments: withChildren(comments), count: comments.filter((comment) => !comment.isDeleted).length };
  },
  async putComment({ db, tenant, userId, now }, { body }) {
    const comment = plainText(body.comment).trim();
    if (isBlank(comment)) throw new ApiFailure('INVALID_REQUEST');
    const comment_id = randomUUID();
    await inTransaction(db, async (trx) => {
      await requireMember(trx, tenant, userId);
      await requirePhoto(trx, tenant, body.media_url, 'count');
      const { media_url, parent_id } = body;
      const parent = parent_id === null ? null : await requireComment(trx, tenant, parent_id);
      if (parent && parent.media_url !== media_url) throw new ApiFailure('NOT_FOUND');
      const at = now();
      await trx
        .insertInto('comment')
        .values({
          tenant,
          comment_id,
          media_url,
          parent_id,
          user_id: userId,
          comment,
          created_at: at,
          deleted_at: null,
        })
        .execute();
      const author = await addToCommentCount(trx, media_url, 1);
      const action = { tenant, actor: userId, media_url, at };
      if (parent)
        await addActivityNotice(trx, { ...action, ...noticeOf('reply', comment_id), recipient: parent.user_id });
      // Who is answered on the own photo hears of it once.
      if (parent?.user_id === author) return;
      await addActivityNotice(trx, { ...action, ...noticeOf('comment', comment_id), recipient: author });
    });
    return { comment_id };
  },
  async deleteComment({ db, tenant, userId, now }, { body }) {
    await inTransaction(db, async (trx) => {
      await requireMember(trx, tenant, userId);
      const comment = await requireComment(trx, tenant, body.comment_id);
      if (comment.user_id !== userId) throw new ApiFailure('NOT_ALLOWED');
      await requirePhoto(trx, tenant, comment.media_url, 'count');
      const deleted = await trx
        .updateTable('comment')
        .set({ comment: '', deleted_at: now() })
        .where('tenant', '=', tenant)
        .where('comment_id', '=', body.comment_id)
        .where('deleted_at', 'is', null)
        .where('hidden_at', 'is', null)
        .returning('comment_id')
        .executeTakeFirst();
      if (!deleted) throw new ApiFailure('NOT_FOUND');
      await trx
        .deleteFrom('comment_reaction')
        .where('tenant', '=', tenant)
        .where('comment_id', '=', body.comment_id)
        .execute();
      await addToCommentCount(trx, comment.media_url, -1);
      const about = (['comment', 'reply'] as const).map((kind) => commentNoticeId(kind, body.comment_id));
      await removeNotices(trx, tenant, about);
    });
    return done;
  },
  async putCommentReport({ db, tenant, userId, now }, { body }) {
    await inTransaction(db, async (trx) => {
      await requireMember(trx, tenant, userId);
      // Kept as it stands in our own store: what the reporter sends could be anything.
      const { comment_id, comment, media_url, user_id } = await requireComment(trx, tenant, body.comment_id);
      if (media_url !== body.media_url) throw new ApiFailure('NOT_FOUND');
      // Others' comments are reported, own ones deleted (§6).
      if (user_id === userId) throw new ApiFailure('NOT_ALLOWED');
      await trx
        .insertInto('comment_report')
        .values({ tenant, comment_id, user_id: userId, comment, created_at: now() })
        .onConflict((c) => c.doNothing())
        .execute();
    });
    return done;
  },
  async getCommentReactions({ db, tenant }, { params }) {
    const rows = await db
      .selectFrom('comment_reaction as r')
      .innerJoin('comment as c', (join) =>
        join.onRef('c.tenant', '=', 'r.tenant').onRef('c.comment_id', '=', 'r.comment_id'),
      )
      .innerJoin('photo as p', 'p.media_url', 'r.media_url')
      .select(['r.comment_id', 'r.user_id'])
      .where('r.tenant', '=', tenant)
      .where('r.media_url', '=', params.media_url)
      .where('c.deleted_at', 'is', null)
      .where('c.hidden_at', 'is', null)
      .where('p.hidden_at', 'is', null)
      .orderBy('r.comment_id')
      .orderBy('r.user_id')
      .limit(SHARED_LIST_MAX)
      .execute();
    return { list: rows };
  },
  async putCommentReaction({ db, tenant, userId }, { body }) {
    await inTransaction(db, async (trx) => {
      await requireMember(trx, tenant, userId);
      await requirePhoto(trx, tenant, body.media_url);
      const { comment_id, media_url } = await requireComment(trx, tenant, body.comment_id, 'keep');
      if (media_url !== body.media_url) throw new ApiFailure('NOT_FOUND');
      await trx
        .insertInto('comment_reaction')
        .values({ tenant, comment_id, media_url, user_id: userId })
        .onConflict((c) => c.doNothing())
        .execute();
    });
    return done;
  },
  async deleteCommentReaction({ db, tenant, userId }, { body }) {
    await inTransaction(db, async (trx) => {
      await requireMember(trx, tenant, userId);
      await trx
        .deleteFrom('comment_reaction')
        .where('tenant', '=', tenant)
        .where('comment_id', '=', body.comment_id)
        .where('user_id', '=', userId)
        .execute();
    });
    return done;
  },
  async getCommentedPhotos(context, { query }) {
    const actions = sql`select media_url, max(created_at) as at from comment
      where tenant = ${context.tenant} and user_id = ${context.userId} and deleted_at is null and hidden_at is null group by media_url`;
    return readListedPhotos(context.db, context, actions, query);
  },
} satisfies Partial<Handlers>;
