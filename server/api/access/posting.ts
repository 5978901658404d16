import type { Kysely, Selectable } from 'kysely';
import { EVENT_MOVES } from '../../../src/contract/staffLimits.ts';
import { parseWireDate } from '../../../src/rules/dates.ts';
import { canPostTo, isLimited, posterOf } from '../../../src/rules/eventAccess.ts';
import { periodState } from '../../../src/rules/eventPeriod.ts';
import type { Database, EventTable } from '../../database/schema.ts';
import { ApiFailure, type Context } from '../handlers.ts';
import { screenName } from '../photos/repository.ts';
import { readStanding } from './repository.ts';

type JudgedEvent = Pick<
  Selectable<EventTable>,
  | 'event_type'
  | 'crawl_period_start'
  | 'crawl_period_end'
  | 'ambassador_limited'
  | 'official_limited'
  | 'person_limited'
  | 'user_limited'
  | 'user_limited_ids'
> & {
  /** As of `PostedEvent`. */
  readonly movedAt: number | null;
  readonly openedAt: string | null;
  /** Seconds that the post waited on the phone; null: not known. */
  readonly waitedS: number | null;
};

const DAY_MS = 24 * 3_600_000;

/**
 * Whether a post was made for the date that its event had before it was moved (STF-08b). Such posts wait on phones without signal, and
 * arrive for EVENT_MOVES.postsDays. The phone says how long a post waited; older builds do not say it.
 */
function isForOldDate({ movedAt, openedAt, waitedS }: JudgedEvent, now: number): boolean {
  if (movedAt === null || openedAt === null || now > movedAt + EVENT_MOVES.postsDays * DAY_MS) return false;
  const madeAt = waitedS === null ? movedAt : now - waitedS * 1000;
  return madeAt <= movedAt && madeAt >= (parseWireDate(openedAt) ?? Number.POSITIVE_INFINITY);
}

/** Throws EVENT_NOT_STARTED, EVENT_OVER or NOT_ALLOWED unless the caller may post to the event now (§4). */
export async function requirePostable(
  db: Kysely<Database>,
  { tenant, now }: Context,
  userId: string,
  event: JudgedEvent,
): Promise<void> {
  const state = periodState(event, now().getTime());
  if (!isForOldDate(event, now().getTime())) {
    if (state === 'before') throw new ApiFailure('EVENT_NOT_STARTED');
    if (state === 'after') throw new ApiFailure('EVENT_OVER');
  }
  const restrictions = {
    event_type: event.event_type,
    ambassadorLimited: event.ambassador_limited,
    officialLimited: event.official_limited,
    personLimited: event.person_limited,
    userLimited: event.user_limited,
    user_limited_ids: event.user_limited_ids,
  };
  // Who somebody is to the tenant is asked only where it decides.
  if (event.event_type !== 'ambassador' && !isLimited(restrictions)) return;
  const { profile, ...standing } = await readStanding(db, tenant, userId);
  const poster = posterOf({ id: userId, name: profile ? screenName(profile) : '' }, standing);
  if (!canPostTo(restrictions, poster)) throw new ApiFailure('NOT_ALLOWED');
}
