import type { Kysely, Selectable } from 'kysely';
import { canPostTo, posterOf } from '../../../src/rules/eventAccess.ts';
import { periodState } from '../../../src/rules/eventPeriod.ts';
import type { Database, EventTable } from '../../database/schema.ts';
import { ApiFailure, type Context } from '../handlers.ts';
import { screenName } from '../photos/repository.ts';

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
  const event = await db
    .selectFrom('event')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
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
  if (!canPostTo(restrictions, await readPoster(db, tenant, userId))) throw new ApiFailure('NOT_ALLOWED');
  return event;
}

async function readPoster(db: Kysely<Database>, tenant: string, userId: string) {
  const [profile, ambassadors, officials, reserved, persons] = await Promise.all([
    db.selectFrom('profile').selectAll().where('user_id', '=', userId).executeTakeFirst(),
    db.selectFrom('ambassador').select('user_id as ambassador_user_id').where('tenant', '=', tenant).execute(),
    db.selectFrom('official_user').select('user_id').where('tenant', '=', tenant).execute(),
    db.selectFrom('reserved_name').select('name').where('tenant', '=', tenant).execute(),
    db.selectFrom('person').select('name').where('tenant', '=', tenant).execute(),
  ]);
  return posterOf(
    { id: userId, name: profile ? screenName(profile) : '' },
    {
      ambassadors,
      officialUserIds: officials.map((row) => row.user_id),
      reservedNames: reserved.map((row) => row.name),
      personNames: persons.map((row) => row.name),
    },
  );
}
