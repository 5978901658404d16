import { ApiFailure, type Handlers } from '../handlers.ts';
import { markWallSeen } from './repository.ts';
import { openSharedWall } from './sharedWalls.ts';

export const wallHandlers = {
  async askWall({ db, tenant, now }, { body: { event_id, key: secret, known } }) {
    const at = now();
    const opened = await openSharedWall(db, { tenant, eventId: event_id }, secret, at.getTime());
    if (!opened) throw new ApiFailure('NOT_FOUND');
    const { key, tag, wall } = opened;
    if (key.isSeenDue) {
      key.isSeenDue = false;
      await markWallSeen(db, key.keyId, at);
    }
    return { tag, wall: tag === known ? null : wall };
  },
} satisfies Partial<Handlers>;
