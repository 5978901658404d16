import { MUTES_MAX } from '../../../src/contract/limits.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { requireMember } from '../access/membership.ts';
import { ApiFailure, done, type Handlers } from '../handlers.ts';
import { screenName } from '../photos/repository.ts';

export const muteHandlers = {
  async getMutes({ db, userId }) {
    const rows = await db
      .selectFrom('mute as m')
      .leftJoin('profile as f', 'f.user_id', 'm.muted_user')
      .select(['m.muted_user', 'f.nickname', 'f.avatar'])
      .where('m.user_id', '=', userId)
      .orderBy('m.created_at', 'desc')
      .orderBy('m.muted_user')
      .limit(MUTES_MAX)
      .execute();
    return {
      list: rows.map((row) => ({ user_id: row.muted_user, user_name: screenName(row), user_avatar: row.avatar })),
    };
  },
  async putMute({ db, tenant, userId, now }, { body }) {
    await inTransaction(db, async (trx) => {
      await requireMember(trx, tenant, userId);
      if (body.mute_user === userId) throw new ApiFailure('NOT_FOUND');
      const target = await trx
        .selectFrom('membership')
        .select('user_id')
        .where('tenant', '=', tenant)
        .where('user_id', '=', body.mute_user)
        .executeTakeFirst();
      if (!target) throw new ApiFailure('NOT_FOUND');
      const { n } = await trx
        .selectFrom('mute')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('user_id', '=', userId)
        .where('muted_user', '<>', body.mute_user)
        .executeTakeFirstOrThrow();
      if (n >= MUTES_MAX) throw new ApiFailure('NOT_ALLOWED');
      await trx
        .insertInto('mute')
        .values({ user_id: userId, muted_user: body.mute_user, created_at: now() })
        .onConflict((c) => c.doNothing())
        .execute();
    });
    return done;
  },
  async deleteMute({ db, userId }, { body }) {
    await db.deleteFrom('mute').where('user_id', '=', userId).where('muted_user', '=', body.mute_user).execute();
    return done;
  },
} satisfies Partial<Handlers>;
