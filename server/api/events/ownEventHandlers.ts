import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { EventDraft } from '../../../src/contract/entities.ts';
import { thumbnailKey } from '../../../src/contract/pictureKeys.ts';
import { parseWireDate, startOfDay } from '../../../src/rules/dates.ts';
import { dayOf, oneMonthAfter, oneYearAfter } from '../../../src/rules/eventDates.ts';
import { hasBegun } from '../../../src/rules/eventPeriod.ts';
import { photoKeys } from '../../../src/rules/objectKeys.ts';
import { isBlank } from '../../../src/rules/visibleText.ts';
import type { Database } from '../../database/schema.ts';
import { forgetUploads } from '../../objects/unregisteredUploads.ts';
import { requireOwnPictureBytes } from '../access/eventPictures.ts';
import { requireRoomForEvent } from '../access/limits.ts';
import { asMember } from '../access/membership.ts';
import { lockOwnEvent, refuseOthersPhotos } from '../access/ownership.ts';
import { publishLimit, requireRoomToPublish } from '../access/publishing.ts';
import { readAuthors, readEvent } from '../access/repository.ts';
import { removeBookmarkCounts, removeBookmarksTo } from '../bookmarks/repository.ts';
import { ApiFailure, type CallerContext, done, type Handlers } from '../handlers.ts';
import { plainText } from '../storedText.ts';
import { mayNameEvent } from '../users/reservedNames.ts';
import { deleteEventRows, hasPhotos, insertEvent, updateEventRow } from './repository.ts';

/** Throws INVALID_REQUEST for a period that is none, or longer than one month of the calendar (§9), and for a day behind it. */
function checkPeriod(draft: EventDraft) {
  const start = parseWireDate(draft.crawl_period_start);
  const end = parseWireDate(draft.crawl_period_end);
  if (start === null || end === null || parseWireDate(draft.event_date) === null)
    throw new ApiFailure('INVALID_REQUEST');
  const [firstDay, lastDay] = [draft.crawl_period_start.slice(0, 10), draft.crawl_period_end.slice(0, 10)];
  if (end < start || lastDay > oneMonthAfter(firstDay) || draft.event_date > lastDay)
    throw new ApiFailure('INVALID_REQUEST');
}

/** A start that is new must not lie before today, nor more than a year ahead: the newest come first in every list (EVT-02e). */
function checkStart(draft: EventDraft, now: Date) {
  if ((parseWireDate(draft.crawl_period_start) ?? 0) < startOfDay(now.getTime()))
    throw new ApiFailure('INVALID_REQUEST');
  if (draft.crawl_period_start.slice(0, 10) > oneYearAfter(dayOf(now.getTime()))) throw new ApiFailure('EVENT_TOO_FAR');
}

type Pictures = Pick<EventDraft, 'thumbnail' | 'descriptive_photo'>;
const picturesOf = ({ thumbnail, descriptive_photo }: Pictures): string[] =>
  [thumbnail, descriptive_photo].filter((key) => key !== null);

/** Pictures the fan was not shown, since they are hidden photos, and so did not take out: they stay, and come back with the photo. */
async function unseenPictures(trx: Transaction<Database>, own: Pictures, draft: Pictures): Promise<Partial<Pictures>> {
  const posted = await readAuthors(trx, picturesOf(own));
  const isUnseen = (name: keyof Pictures) =>
    draft[name] === null && posted.some(({ media_url, hidden_at }) => media_url === own[name] && hidden_at !== null);
  return {
    ...(isUnseen('thumbnail') && { thumbnail: own.thumbnail }),
    ...(isUnseen('descriptive_photo') && { descriptive_photo: own.descriptive_photo }),
  };
}

/** Removes pictures of the event that nothing names any more; a posted photo that was shown as its picture stays. */
async function removePictures({ db, objects, tenant }: CallerContext, eventId: string, keys: readonly string[]) {
  const ofEvent = keys.filter((key) => key.startsWith(`ugc/${tenant}/${eventId}/original/`));
  if (ofEvent.length === 0) return;
  const posted = await readAuthors(db, ofEvent);
  const free = ofEvent.filter((key) => !posted.some(({ media_url }) => media_url === key));
  await objects.remove(free.flatMap(photoKeys));
}

/** Pictures of an event are stored when it is there, and named by a second call. */
const noteUploads = ({ objects, tenant }: CallerContext, eventId: string) =>
  objects.noteUploads?.(`ugc/${tenant}/${eventId}/`);

const columnsOf = (draft: EventDraft) => ({
  event_name: plainText(draft.event_name).trim(),
  event_date: draft.event_date,
  crawl_period_start: draft.crawl_period_start,
  crawl_period_end: draft.crawl_period_end,
  public_message: plainText(draft.public_message),
  thumbnail: draft.thumbnail,
  category: draft.category,
  sub_category: draft.subCategory,
  post_limit: draft.post_limit,
  descriptive_title: plainText(draft.descriptive_title),
  descriptive_photo: draft.descriptive_photo,
  descriptive_text: plainText(draft.descriptive_text),
  photo_location: draft.photo_location.map((label) => plainText(label).trim()).filter((label) => !isBlank(label)),
  premium_user_ids: draft.premium_user_ids,
});

/** Changes the caller's own event; pictures it no longer has are removed afterwards. */
async function changeEvent(context: CallerContext, event_id: string, body: EventDraft) {
  const { db, tenant, userId, now } = context;
  const pictures = picturesOf(body);
  await noteUploads(context, event_id);
  // Looked at before the event is locked: the store may be far away. What is looked at stays as it is.
  const seen = await readEvent(db, tenant, event_id);
  const shown = seen ? picturesOf(seen) : [];
  const limit = await publishLimit(context.objects);
  const bytes = await requireOwnPictureBytes(
    context,
    event_id,
    pictures.filter((key) => !shown.includes(key)),
  );
  const before = await asMember(context, async (trx) => {
    const own = await lockOwnEvent(trx, tenant, userId, event_id);
    await requireRoomToPublish(trx, context, { bytes, limit });
    const { event_name } = columnsOf(body);
    if (event_name !== own.event_name && !(await mayNameEvent(trx, tenant, event_name, userId)))
      throw new ApiFailure('INVALID_REQUEST');
    const isStartMoved = own.crawl_period_start !== body.crawl_period_start;
    const isEndMoved = own.crawl_period_end !== body.crawl_period_end;
    if (isStartMoved || isEndMoved || own.event_date !== body.event_date) {
      // Once begun, the dates are fixed (§4), and nothing is moved into the past (§5).
      if (hasBegun(own, now().getTime())) throw new ApiFailure('INVALID_REQUEST');
      checkPeriod(body);
      if (isStartMoved) checkStart(body, now());
    }
    const known = picturesOf(own);
    // Taken out meanwhile, from another device, and removed.
    if (pictures.some((key) => shown.includes(key) && !known.includes(key))) throw new ApiFailure('INVALID_REQUEST');
    const added = pictures.filter((key) => !known.includes(key));
    await refuseOthersPhotos(trx, userId, added);
    await forgetUploads(
      trx,
      added.flatMap((key) => [key, thumbnailKey(key)]),
    );
    const unseen = await unseenPictures(trx, own, body);
    await updateEventRow(trx, tenant, event_id, { ...columnsOf(body), ...unseen });
    return own;
  });
  await removePictures(
    context,
    event_id,
    picturesOf(before).filter((key) => !pictures.includes(key)),
  );
  return { event_id };
}

export const ownEventHandlers = {
  async putEvent(context, { body }) {
    const { db, tenant, userId, now } = context;
    const columns = columnsOf(body);
    if (isBlank(columns.event_name)) throw new ApiFailure('INVALID_REQUEST');
    if (body.event_id !== null) return changeEvent(context, body.event_id, body);
    const event_id = randomUUID();
    if (!(await mayNameEvent(db, tenant, columns.event_name, userId))) throw new ApiFailure('INVALID_REQUEST');
    checkPeriod(body);
    checkStart(body, now());
    await requireOwnPictureBytes(context, event_id, picturesOf(body));
    const fixed = { tenant, event_id, event_type: 'memorial', season_id: null, user_id: userId } as const;
    const insert = async (trx: Transaction<Database>) => {
      await requireRoomForEvent(trx, context);
      await insertEvent(trx, { ...fixed, ...columns, created_at: now() });
    };
    await asMember(context, insert);
    await noteUploads(context, event_id);
    return { event_id };
  },
  async deleteEvent(context, { body }) {
    const { objects, tenant, userId } = context;
    await noteUploads(context, body.event_id);
    const event = await asMember(context, async (trx) => {
      const own = await lockOwnEvent(trx, tenant, userId, body.event_id);
      if (await hasPhotos(trx, tenant, body.event_id)) throw new ApiFailure('EVENT_HAS_POSTS');
      await removeBookmarksTo(trx, tenant, [body.event_id]);
      await removeBookmarkCounts(trx, tenant, [body.event_id]);
      await deleteEventRows(trx, tenant, body.event_id);
      return own;
    });
    await removePictures(context, body.event_id, picturesOf(event));
    // Pictures of a creation that was taken back (EVT-03), and of posts that came too late.
    await objects.removeBelow(`ugc/${tenant}/${body.event_id}/`);
    return done;
  },
} satisfies Partial<Handlers>;
