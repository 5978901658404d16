import { ApiFailure, type Handlers } from '../handlers.ts';
import { keepPlayable, markWallSeen } from './repository.ts';
import { openSharedWall, readFeed } from './sharedWalls.ts';

export const wallHandlers = {
  async askWall({ db, tenant, now }, { body: { event_id, key: secret, known, held = [] } }) {
    const at = now();
    const opened = await openSharedWall(db, { tenant, eventId: event_id }, secret, at.getTime());
    if (!opened) throw new ApiFailure('NOT_FOUND');
    const { key, tag, wall, feed } = opened;
    if (key.isSeenDue) {
      key.isSeenDue = false;
      await markWallSeen(db, key.keyId, at);
    }
    const place = { tenant, eventId: feed.event_id };
    const stays = wall === null || held.length === 0 ? [] : await keepPlayable(db, place, wall.state, held);
    return { tag, wall: tag === known ? null : wall, feed, stays };
  },
  async getWall({ db, tenant, now }, { params: { eventId, pass }, query: { known } }) {
    const read = await readFeed(db, { tenant, eventId }, pass, now().getTime());
    if (!read) throw new ApiFailure('NOT_FOUND');
    return { tag: read.tag, wall: read.tag === known ? null : read.wall };
  },
} satisfies Partial<Handlers>;
