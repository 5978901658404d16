import { requireRoomForFollow } from '../access/limits.ts';
import { asMember, requireNoBlock, requireOtherMember } from '../access/membership.ts';
import { done, type Handlers } from '../handlers.ts';
import { addActivityNotice, followNoticeId, postNoticeId, removeNotices } from '../notices/activityNotices.ts';
import { addFollow, readFollowers, readFollows, removeFollow } from './repository.ts';

export const followHandlers = {
  async getFollows({ db, tenant, userId }, { params }) {
    return { follow_list: await readFollows(db, tenant, userId, params.user_id) };
  },
  async getFollowers({ db, tenant, userId }, { params }) {
    return { follower_list: await readFollowers(db, tenant, userId, params.user_id) };
  },
  async putFollow(context, { body: { follow_user } }) {
    const { tenant, userId } = context;
    const at = context.now();
    await asMember(context, async (trx) => {
      await requireOtherMember(trx, context, follow_user);
      await requireNoBlock(trx, userId, follow_user);
      await requireRoomForFollow(trx, context, follow_user);
      if (!(await addFollow(trx, { tenant, user_id: userId, follow_user }, at))) return;
      await addActivityNotice(trx, {
        tenant,
        notice_id: followNoticeId(userId, follow_user),
        kind: 'follow',
        recipient: follow_user,
        actor: userId,
        media_url: null,
        at,
      });
    });
    return done;
  },
  async deleteFollow(context, { body: { follow_user } }) {
    const { tenant, userId } = context;
    await asMember(context, async (trx) => {
      await removeFollow(trx, { tenant, user_id: userId, follow_user });
      await removeNotices(trx, tenant, [followNoticeId(userId, follow_user), postNoticeId(follow_user, userId)]);
    });
    return done;
  },
} satisfies Partial<Handlers>;
