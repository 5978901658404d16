import { SHARED_LIST_MAX } from '../../src/contract/limits.ts';
import { ApiFailure, done, type Handlers } from './handlers.ts';
import { requireMember } from './membership.ts';

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
    await requireMember(db, tenant, userId);
    // Nobody follows oneself (§2); a fan of another tenant only is nobody here.
    if (body.follow_user === userId) throw new ApiFailure('NOT_FOUND');
    const target = await db
      .selectFrom('membership')
      .select('user_id')
      .where('tenant', '=', tenant)
      .where('user_id', '=', body.follow_user)
      .executeTakeFirst();
    if (!target) throw new ApiFailure('NOT_FOUND');
    await db
      .insertInto('follow')
      .values({ tenant, user_id: userId, follow_user: body.follow_user, created_at: now() })
      .onConflict((c) => c.doNothing())
      .execute();
    return done;
  },
  async deleteFollow({ db, tenant, userId }, { body }) {
    await requireMember(db, tenant, userId);
    await db
      .deleteFrom('follow')
      .where('tenant', '=', tenant)
      .where('user_id', '=', userId)
      .where('follow_user', '=', body.follow_user)
      .execute();
    return done;
  },
} satisfies Partial<Handlers>;
