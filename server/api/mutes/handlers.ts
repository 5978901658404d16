import { requireRoomForMute } from '../access/limits.ts';
import { asMember, requireOtherMember } from '../access/membership.ts';
import { done, type Handlers } from '../handlers.ts';
import { screenName } from '../photos/repository.ts';
import { addMute, readMutes, removeMute } from './repository.ts';

export const muteHandlers = {
  async getMutes({ db, userId }) {
    const rows = await readMutes(db, userId);
    return {
      list: rows.map((row) => ({ user_id: row.muted_user, user_name: screenName(row), user_avatar: row.avatar })),
    };
  },
  async putMute(context, { body: { mute_user } }) {
    const { userId, now } = context;
    await asMember(context, async (trx) => {
      await requireOtherMember(trx, context, mute_user);
      await requireRoomForMute(trx, userId, mute_user);
      await addMute(trx, userId, mute_user, now());
    });
    return done;
  },
  async deleteMute({ db, userId }, { body }) {
    await removeMute(db, userId, body.mute_user);
    return done;
  },
} satisfies Partial<Handlers>;
