import { ApiFailure, type Handlers } from '../handlers.ts';
import { markWallSeen } from './repository.ts';
import { hashOfKey, readSharedWall } from './sharedWalls.ts';

export const wallHandlers = {
  async askWall({ db, tenant, now }, { body: { event_id, key: secret, known } }) {
    const at = now();
    const shared = await readSharedWall(db, { tenant, eventId: event_id }, at.getTime());
    const key = shared?.keys.get(hashOfKey(secret));
    if (!shared || key === undefined) throw new ApiFailure('NOT_FOUND');
    if (key.isSeenDue) {
      key.isSeenDue = false;
      await markWallSeen(db, key.keyId, at);
    }
    return { tag: shared.tag, wall: shared.tag === known ? null : shared.wall };
  },
} satisfies Partial<Handlers>;
