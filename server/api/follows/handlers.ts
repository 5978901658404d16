import { SHARED_LIST_MAX } from '../../../src/contract/limits.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { requireMember } from '../access/membership.ts';
import { ApiFailure, done, type Handlers } from '../handlers.ts';
import { addActivityNotice, followNoticeId, removeNotices } from '../notices/activityNotices.ts';

export const followHandlers = {
  async getFollows({ db, tenant }, { params }) {
    const rows = await db
      .selectFrom('follow')
      .select('follow_user')
      .where('tenant', '=', tenant)
      .where('user_id', '=', params.user_id)
      .orderBy('created_at', 'desc')
      .orderBy('follow_user')
      .limit(SHARED_LIST_MAX)
      .execute();
    return { follow_list: rows };
  },
  async getFollowers({ db, tenant }, { params }) {
    const rows = await db
      .selectFrom('follow')
      .select('user_id')
      .where('tenant', '=', tenant)
      .where('follow_user', '=', params.user_id)
      .orderBy('created_at', 'desc')
      .orderBy('user_id')
      .limit(SHARED_LIST_MAX)
      .execute();
    return { follower_list: rows };
  },
  async putFollow({ db, tenant, userId, now }, { body }) {
    const at = now();
    await inTransaction(db, async (trx) => {
      await requireMember(trx, tenant, userId);
      // Nobody follows oneself (§2); a fan of another tenant only is nobody here.
      if (body.follow_user === userId) throw new ApiFailure('NOT_FOUND');
      const target = await trx
        .selectFrom('membership')
        .select('user_id')
        .where('tenant', '=', tenant)
        .where('user_id', '=', body.follow_user)
        .executeTakeFirst();
      if (!target) throw new ApiFailure('NOT_FOUND');
      const added = await trx
        .insertInto('follow')
        .values({ tenant, user_id: userId, follow_user: body.follow_user, created_at: at })
        .onConflict((c) => c.doNothing())
        .returning('user_id')
        .executeTakeFirst();
      if (!added) return;
      await addActivityNotice(trx, {
        tenant,
        notice_id: followNoticeId(userId, body.follow_user),
        kind: 'follow',
        recipient: body.follow_user,
        actor: userId,
        media_url: null,
        at,
      });
    });
    return done;
  },
  async deleteFollow({ db, tenant, userId }, { body }) {
    await inTransaction(db, async (trx) => {
      await requireMember(trx, tenant, userId);
      await trx
        .deleteFrom('follow')
        .where('tenant', '=', tenant)
        .where('user_id', '=', userId)
        .where('follow_user', '=', body.follow_user)
        .execute();
      await removeNotices(trx, tenant, [followNoticeId(userId, body.follow_user)]);
    });
    return done;
  },
} satisfies Partial<Handlers>;
