/** Events made by fans: create, change, delete (§4, §5, §6). */
import { randomUUID } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import type { EventDraft } from '../../src/contract/entities.ts';
import { formatWireDate, parseWireDate, startOfDay } from '../../src/rules/dates.ts';
import { hasBegun } from '../../src/rules/eventPeriod.ts';
import { stripTags } from '../../src/rules/message.ts';
import type { Database, EventTable } from '../store/schema.ts';
import { ApiFailure, done, type Handlers } from './handlers.ts';
import { requireMember } from './membership.ts';

/** Throws INVALID_REQUEST for a period that is none, or longer than one month of the calendar (§9). */
function checkPeriod(draft: EventDraft) {
  const start = parseWireDate(draft.crawl_period_start);
  const end = parseWireDate(draft.crawl_period_end);
  if (start === null || end === null || parseWireDate(draft.event_date) === null)
    throw new ApiFailure('INVALID_REQUEST');
  if (end < start || draft.crawl_period_end.slice(0, 10) > oneMonthAfter(start))
    throw new ApiFailure('INVALID_REQUEST');
}

/** Same day of the next month, or its last day where there is none. 'YYYY-MM-DD'. */
function oneMonthAfter(instant: number): string {
  const [year = 0, month = 0, day = 0] = formatWireDate(instant).split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, lastDay))).toISOString().slice(0, 10);
}

/** A picture of the event must have been stored below the tenant; another tenant's is none of ours. */
function checkPictures(tenant: string, draft: EventDraft) {
  for (const key of [draft.thumbnail, draft.descriptive_photo]) {
    if (key !== null && key.split('/')[1] !== tenant) throw new ApiFailure('INVALID_REQUEST');
  }
}

const columnsOf = (draft: EventDraft) => ({
  event_name: stripTags(draft.event_name).trim(),
  event_date: draft.event_date,
  crawl_period_start: draft.crawl_period_start,
  crawl_period_end: draft.crawl_period_end,
  public_message: stripTags(draft.public_message),
  thumbnail: draft.thumbnail,
  category: draft.category,
  sub_category: draft.subCategory,
  post_limit: draft.post_limit,
  descriptive_title: stripTags(draft.descriptive_title),
  descriptive_photo: draft.descriptive_photo,
  descriptive_text: stripTags(draft.descriptive_text),
  photo_location: draft.photo_location.map((label) => stripTags(label).trim()).filter((label) => label !== ''),
  premium_user_ids: draft.premium_user_ids,
});

/** The caller's own event, locked. Throws EVENT_NOT_FOUND or EVENT_NOT_OWNER. */
async function lockOwnEvent(
  trx: Transaction<Database>,
  tenant: string,
  userId: string,
  eventId: string,
): Promise<Selectable<EventTable>> {
  const event = await trx
    .selectFrom('event')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId)
    .forUpdate()
    .executeTakeFirst();
  if (!event) throw new ApiFailure('EVENT_NOT_FOUND');
  if (event.user_id !== userId) throw new ApiFailure('EVENT_NOT_OWNER');
  return event;
}

export const ownEventHandlers = {
  async putEvent({ db, tenant, userId, now }, { body }) {
    const columns = columnsOf(body);
    if (columns.event_name === '') throw new ApiFailure('INVALID_REQUEST');
    checkPeriod(body);
    checkPictures(tenant, body);
    const event_id = body.event_id ?? randomUUID();
    await db.transaction().execute(async (trx) => {
      await requireMember(trx, tenant, userId);
      if (body.event_id === null) {
        const start = parseWireDate(body.crawl_period_start) ?? 0;
        if (start < startOfDay(now().getTime())) throw new ApiFailure('INVALID_REQUEST');
        await trx
          .insertInto('event')
          .values({
            tenant,
            event_id,
            ...columns,
            event_type: 'memorial',
            season_id: null,
            user_id: userId,
            created_at: now(),
          })
          .execute();
        return;
      }
      const before = await lockOwnEvent(trx, tenant, userId, event_id);
      const isMoved =
        before.crawl_period_start !== body.crawl_period_start || before.crawl_period_end !== body.crawl_period_end;
      // Once begun, the dates are fixed (§4).
      if (isMoved && hasBegun(before, now().getTime())) throw new ApiFailure('INVALID_REQUEST');
      await trx
        .updateTable('event')
        .set(columns)
        .where('tenant', '=', tenant)
        .where('event_id', '=', event_id)
        .execute();
    });
    return { event_id };
  },
  async deleteEvent({ db, tenant, userId }, { body }) {
    await db.transaction().execute(async (trx) => {
      await requireMember(trx, tenant, userId);
      await lockOwnEvent(trx, tenant, userId, body.event_id);
      const photo = await trx
        .selectFrom('photo')
        .select('id')
        .where('tenant', '=', tenant)
        .where('event_id', '=', body.event_id)
        .limit(1)
        .executeTakeFirst();
      if (photo) throw new ApiFailure('EVENT_HAS_POSTS');
      await trx.deleteFrom('favorite').where('tenant', '=', tenant).where('target', '=', body.event_id).execute();
      await trx.deleteFrom('event_poster').where('tenant', '=', tenant).where('event_id', '=', body.event_id).execute();
      await trx.deleteFrom('event').where('tenant', '=', tenant).where('event_id', '=', body.event_id).execute();
    });
    return done;
  },
} satisfies Partial<Handlers>;
