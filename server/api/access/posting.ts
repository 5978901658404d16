import type { Kysely, Selectable } from 'kysely';
import { canPostTo, posterOf } from '../../../src/rules/eventAccess.ts';
import { periodState } from '../../../src/rules/eventPeriod.ts';
import type { Database, EventTable } from '../../database/schema.ts';
import { ApiFailure, type Context } from '../handlers.ts';
import { screenName } from '../photos/repository.ts';
import { readEvent, readStanding } from './repository.ts';

/**
 * The event a post is for, if the caller may post to it now.
 * Throws EVENT_NOT_FOUND, EVENT_NOT_STARTED, EVENT_OVER or NOT_ALLOWED (§4).
 */
export async function requirePostableEvent(
  db: Kysely<Database>,
  { tenant, now }: Context,
  userId: string,
  eventId: string,
): Promise<Selectable<EventTable>> {
  const event = await readEvent(db, tenant, eventId);
  if (!event) throw new ApiFailure('EVENT_NOT_FOUND');
  const state = periodState(event, now().getTime());
  if (state === 'before') throw new ApiFailure('EVENT_NOT_STARTED');
  if (state === 'after') throw new ApiFailure('EVENT_OVER');
  const restrictions = {
    event_type: event.event_type,
    ambassadorLimited: event.ambassador_limited,
    officialLimited: event.official_limited,
    personLimited: event.person_limited,
    userLimited: event.user_limited,
    user_limited_ids: event.user_limited_ids,
  };
  const { profile, ...standing } = await readStanding(db, tenant, userId);
  const poster = posterOf({ id: userId, name: profile ? screenName(profile) : '' }, standing);
  if (!canPostTo(restrictions, poster)) throw new ApiFailure('NOT_ALLOWED');
  return event;
}
