import { sql, type Transaction } from 'kysely';
import type { ReactionInfo } from '../../../src/contract/entities.ts';
import { LIST_PAGE_MAX } from '../../../src/contract/limits.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { lockPhoto } from '../../database/rowLocks.ts';
import type { Database } from '../../database/schema.ts';
import { requireMember, requirePhoto } from '../access/membership.ts';
import { ApiFailure, type Context, done, type Handlers } from '../handlers.ts';
import { isNotMuted } from '../mutes/repository.ts';
import { addActivityNotice, reactionNoticeId, renewReactionNotice } from '../notices/activityNotices.ts';
import { readListedPhotos } from '../photos/listedPhotos.ts';
import { screenName } from '../photos/repository.ts';

/** Who reacted to a photo, ambassadors first (§6), then the newest, at most LIST_PAGE_MAX of them; `total` counts all. */
export async function readReactions({ db, tenant, userId }: Context, mediaUrl: string): Promise<ReactionInfo> {
  const rows = await db
    .selectFrom('reaction as r')
    .leftJoin('profile as f', 'f.user_id', 'r.user_id')
    .innerJoin('photo as p', 'p.media_url', 'r.media_url')
    .select(['r.user_id', 'f.nickname'])
    .where('p.hidden_at', 'is', null)
    .where('r.tenant', '=', tenant)
    .where('r.media_url', '=', mediaUrl)
    .where(isNotMuted(userId, 'r.user_id'))
    .orderBy(sql`exists (select 1 from ambassador b where b.tenant = r.tenant and b.user_id = r.user_id)`, 'desc')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.user_id')
    .limit(LIST_PAGE_MAX)
    .execute();
  const photo = await db
    .selectFrom('photo as p')
    .select('p.reaction_count')
    .select(
      sql<boolean>`exists (select 1 from reaction r where r.media_url = p.media_url and r.user_id = ${userId ?? ''})`.as(
        'own',
      ),
    )
    .where('p.tenant', '=', tenant)
    .where('p.media_url', '=', mediaUrl)
    .where('p.hidden_at', 'is', null)
    .executeTakeFirst();
  return {
    reactions: rows.map((row) => ({
      user_id: row.user_id,
      user_name: screenName(row),
      media_url: mediaUrl,
      reaction: '1',
    })),
    total: photo?.reaction_count ?? 0,
    media_url: mediaUrl,
    own_reacted: photo?.own ?? false,
  };
}

const addToReactionCount = (trx: Transaction<Database>, mediaUrl: string, step: 1 | -1) =>
  trx
    .updateTable('photo')
    .set((eb) => ({ reaction_count: eb('reaction_count', '+', step) }))
    .where('media_url', '=', mediaUrl)
    .returning(['id', 'media_url', 'user_id'])
    .executeTakeFirstOrThrow();

export const reactionHandlers = {
  async getReactions(context, { query }) {
    if (query.media_url !== undefined) return readReactions(context, query.media_url);
    const by = query.u ?? context.userId;
    if (by === null) throw new ApiFailure('INVALID_REQUEST');
    const actions = sql`select media_url, created_at as at from reaction where tenant = ${context.tenant} and user_id = ${by}`;
    return readListedPhotos(context.db, context, actions, query);
  },
  async putReaction({ db, tenant, userId, now }, { body }) {
    await inTransaction(db, async (trx) => {
      await requireMember(trx, tenant, userId);
      await requirePhoto(trx, tenant, body.media_url, 'count');
      const at = now();
      // Counted only when a row really came: the same press twice is one reaction.
      const added = await trx
        .insertInto('reaction')
        .values({ tenant, media_url: body.media_url, user_id: userId, created_at: at })
        .onConflict((c) => c.doNothing())
        .returning('user_id')
        .executeTakeFirst();
      if (!added) return;
      const photo = await addToReactionCount(trx, body.media_url, 1);
      await addActivityNotice(trx, {
        tenant,
        notice_id: reactionNoticeId(photo.id),
        kind: 'reaction',
        recipient: photo.user_id,
        actor: userId,
        media_url: body.media_url,
        at,
      });
    });
    return done;
  },
  async deleteReaction({ db, tenant, userId }, { body }) {
    await inTransaction(db, async (trx) => {
      await requireMember(trx, tenant, userId);
      // The photo before its reactions. One that is gone has taken them along.
      if (!(await lockPhoto(trx, tenant, body.media_url, 'count'))) return;
      const removed = await trx
        .deleteFrom('reaction')
        .where('tenant', '=', tenant)
        .where('media_url', '=', body.media_url)
        .where('user_id', '=', userId)
        .returning('user_id')
        .executeTakeFirst();
      if (!removed) return;
      await renewReactionNotice(trx, tenant, await addToReactionCount(trx, body.media_url, -1), userId);
    });
    return done;
  },
} satisfies Partial<Handlers>;
