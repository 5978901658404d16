/** A match that goes on: fans may post to it. */
import type { Kysely } from 'kysely';
import type { Database } from '../../server/database/schema.ts';
import { formatWireDate, formatWireDateTime } from '../../src/rules/dates.ts';
import { CLUB } from '../support/tenants.ts';

export const EVENT = 'match';
const DAY_MS = 86_400_000;

export async function addEvent(db: Kysely<Database>) {
  await db
    .insertInto('event')
    .values({
      tenant: CLUB,
      event_id: EVENT,
      event_name: EVENT,
      event_type: 'official',
      post_limit: null,
      event_date: formatWireDate(Date.now()),
      crawl_period_start: formatWireDateTime(Date.now() - DAY_MS),
      crawl_period_end: formatWireDateTime(Date.now() + DAY_MS),
      thumbnail: null,
      descriptive_photo: null,
      season_id: null,
      user_id: null,
    })
    .execute();
}
