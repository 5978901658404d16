import type { ReactionInfo } from '../../../src/contract/entities.ts';
import { LIKERS_SHOWN } from '../../../src/contract/limits.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { lockPhoto } from '../../database/rowLocks.ts';
import { asMember } from '../access/membership.ts';
import { hasBlockBetween } from '../blocks/repository.ts';
import { ApiFailure, type Context, done, type Handlers } from '../handlers.ts';
import { addActivityNotice, reactionNoticeId, renewReactionNotice } from '../notices/activityNotices.ts';
import { readListedPhotos } from '../photos/listedPhotos.ts';
import { screenName } from '../photos/repository.ts';
import {
  addToReactionCount,
  giveReaction,
  reactedBy,
  readReactionCount,
  readReactors,
  removeReaction,
} from './repository.ts';

/** Who reacted to a photo (`readReactors`); `total` counts all. */
export async function readReactions({ db, tenant, userId }: Context, media_url: string): Promise<ReactionInfo> {
  const rows = await readReactors(db, tenant, userId, media_url);
  const { total, own } = await readReactionCount(db, tenant, userId, media_url);
  const reactions = rows.map((row, at) => ({
    user_id: row.user_id,
    user_name: screenName(row),
    media_url,
    reaction: '1',
    ...(at < LIKERS_SHOWN && { user_avatar: row.avatar }),
  }));
  return { reactions, total, media_url, own_reacted: own };
}

export const reactionHandlers = {
  async getReactions(context, { query }) {
    if (query.media_url !== undefined) return readReactions(context, query.media_url);
    const by = query.u ?? context.userId;
    if (by === null) throw new ApiFailure('INVALID_REQUEST');
    if (context.userId !== null && by !== context.userId && (await hasBlockBetween(context.db, context.userId, by)))
      return { media_list: [], cursor: null, total: null };
    return readListedPhotos(context.db, context, reactedBy(context.tenant, by), query);
  },
  async putReaction(context, { body: { media_url } }) {
    const { tenant, userId, now } = context;
    await inTransaction(context.db, async (trx) => {
      const at = now();
      const { isMember, isShown, added } = await giveReaction(trx, { tenant, media_url, user_id: userId }, at);
      if (!isMember) throw new ApiFailure('NOT_A_MEMBER');
      if (!isShown) throw new ApiFailure('NOT_FOUND');
      // Told only when a row really came: the same press twice is one reaction.
      if (added === null) return;
      await addActivityNotice(trx, {
        tenant,
        notice_id: reactionNoticeId(added.id),
        kind: 'reaction',
        recipient: added.user_id,
        actor: userId,
        media_url,
        at,
      });
    });
    return done;
  },
  async deleteReaction(context, { body: { media_url } }) {
    const { tenant, userId } = context;
    await asMember(context, async (trx) => {
      // The photo before its reactions. One that is gone has taken them along.
      if (!(await lockPhoto(trx, tenant, media_url, 'count'))) return;
      if (!(await removeReaction(trx, { tenant, media_url, user_id: userId }))) return;
      await renewReactionNotice(trx, tenant, await addToReactionCount(trx, media_url, -1), userId);
    });
    return done;
  },
} satisfies Partial<Handlers>;
