import { requireRoomForBlock } from '../access/limits.ts';
import { asMember, requireOtherMember } from '../access/membership.ts';
import { ApiFailure, done, type Handlers } from '../handlers.ts';
import { followNoticeId, postNoticeId, removeNotices } from '../notices/activityNotices.ts';
import { screenName } from '../photos/repository.ts';
import { isTenantOfficial } from '../staff/teamRepository.ts';
import { addBlock, readBlocks, removeBlock } from './repository.ts';

export const blockHandlers = {
  async getBlocks({ db, userId }) {
    const rows = await readBlocks(db, userId);
    return {
      list: rows.map((row) => ({ user_id: row.blocked_user, user_name: screenName(row), user_avatar: row.avatar })),
    };
  },
  async putBlock(context, { body: { block_user } }) {
    const { tenant, userId, now } = context;
    await asMember(context, async (trx) => {
      await requireOtherMember(trx, context, block_user);
      // The club's own posts and notices are for everybody.
      if (await isTenantOfficial(trx, tenant, block_user)) throw new ApiFailure('NOT_ALLOWED');
      await requireRoomForBlock(trx, userId, block_user);
      const ended = await addBlock(trx, userId, block_user, now());
      for (const { tenant: where, user_id, follow_user } of ended)
        await removeNotices(trx, where, [followNoticeId(user_id, follow_user), postNoticeId(follow_user, user_id)]);
    });
    return done;
  },
  async deleteBlock({ db, userId }, { body }) {
    await removeBlock(db, userId, body.block_user);
    return done;
  },
} satisfies Partial<Handlers>;
