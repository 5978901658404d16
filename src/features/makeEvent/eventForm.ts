/**
 * The logic of the event form (EVT-01, EVT-02) as a pure reducer. The state is plain data, kept as a draft on every change;
 * the pictures' bytes stand in the drafts' bytes store.
 */
import { countBytes } from '../../contract/characters.ts';
import { EventDraft, type FanEvent } from '../../contract/entities.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { EVENT_LOCATIONS, EVENT_NAME_MAX, EVENT_TEXT_MAX, LOCATION_MAX, POST_LIMIT } from '../../contract/limits.ts';
import { type PeriodProblem, periodEnd, periodProblem, periodStart } from '../../rules/eventDates.ts';
import { hasBegun } from '../../rules/eventPeriod.ts';
import { cleanMessage } from '../../rules/message.ts';

/** A picture chosen on this device. */
export interface PickedPicture {
  /** The 20 alphanumerics of its object keys, fixed when picked (T25). */
  readonly name: string;
  readonly fileName: string;
  readonly state: 'preparing' | 'ready' | 'refused';
  readonly error: ErrorCode | null;
}

export type PictureSlot = 'thumbnail' | 'photo';
export type TypedField = 'name' | 'overview' | 'postLimit' | 'descriptiveTitle' | 'descriptiveText' | 'locations';
export type DayField = 'start' | 'end';

export interface EventForm {
  /** null: a new event. */
  readonly eventId: string | null;
  /** Record made by a try whose rest failed and that could not be taken back: the next try goes on with it. */
  readonly createdId: string | null;
  /** A create call whose answer never came: there may be a record already (T25). */
  readonly isCreateUncertain: boolean;
  readonly name: string;
  /** 'YYYY-MM-DD', or '' while none is chosen. */
  readonly start: string;
  readonly end: string;
  readonly overview: string;
  /** As typed. */
  readonly postLimit: string;
  readonly descriptiveTitle: string;
  readonly descriptiveText: string;
  /** One a line. */
  readonly locations: string;
  /** Pictures the event has already: object keys. */
  readonly kept: Readonly<Record<PictureSlot, string | null>>;
  readonly picked: Readonly<Record<PictureSlot, PickedPicture | null>>;
}

export type EventFormAction =
  | { readonly type: 'typed'; readonly field: TypedField; readonly text: string }
  | { readonly type: 'dayChosen'; readonly field: DayField; readonly day: string }
  | { readonly type: 'picked'; readonly slot: PictureSlot; readonly picture: PickedPicture }
  | { readonly type: 'prepared'; readonly slot: PictureSlot; readonly name: string }
  | { readonly type: 'refused'; readonly slot: PictureSlot; readonly name: string; readonly error: ErrorCode }
  | { readonly type: 'pictureRemoved'; readonly slot: PictureSlot }
  | { readonly type: 'createFailed'; readonly isUncertain: boolean }
  | { readonly type: 'created'; readonly eventId: string | null };

const NO_PICTURES = { thumbnail: null, photo: null };

export const newEventForm: EventForm = {
  eventId: null,
  createdId: null,
  isCreateUncertain: false,
  name: '',
  start: '',
  end: '',
  overview: '',
  postLimit: '',
  descriptiveTitle: '',
  descriptiveText: '',
  locations: '',
  kept: NO_PICTURES,
  picked: NO_PICTURES,
};

export const formOfEvent = (event: FanEvent): EventForm => ({
  ...newEventForm,
  eventId: event.event_id,
  name: event.event_name,
  start: event.crawl_period_start.slice(0, 10),
  end: event.crawl_period_end.slice(0, 10),
  overview: event.public_message,
  postLimit: event.post_limit === null ? '' : String(event.post_limit),
  descriptiveTitle: event.descriptive_title,
  descriptiveText: event.descriptive_text,
  locations: event.photo_location.join('\n'),
  kept: { thumbnail: event.thumbnail, photo: event.descriptive_photo },
});

export function eventFormReducer(form: EventForm, action: EventFormAction): EventForm {
  switch (action.type) {
    case 'typed':
      return { ...form, [action.field]: action.text };
    case 'dayChosen':
      return { ...form, [action.field]: action.day };
    case 'picked':
      return { ...form, picked: { ...form.picked, [action.slot]: action.picture } };
    case 'prepared':
      return changePicture(form, action, { state: 'ready' });
    case 'refused':
      return changePicture(form, action, { state: 'refused', error: action.error });
    case 'pictureRemoved':
      return removePicture(form, action.slot);
    case 'createFailed':
      return { ...form, isCreateUncertain: action.isUncertain };
    case 'created':
      return { ...form, createdId: action.eventId, isCreateUncertain: false };
  }
}

function changePicture(
  form: EventForm,
  { slot, name }: { readonly slot: PictureSlot; readonly name: string },
  change: Partial<PickedPicture>,
): EventForm {
  const picture = form.picked[slot];
  // Another one was picked meanwhile.
  if (picture?.name !== name) return form;
  return { ...form, picked: { ...form.picked, [slot]: { ...picture, ...change } } };
}

/** First the new picture goes, and the event's own is back; then that one, where the event can be without. */
function removePicture(form: EventForm, slot: PictureSlot): EventForm {
  if (form.picked[slot] !== null) return { ...form, picked: { ...form.picked, [slot]: null } };
  return slot === 'photo' ? { ...form, kept: { ...form.kept, photo: null } } : form;
}

/** What the fan entered or changed: the draft is worth keeping, and closing asks. */
export function isChanged(form: EventForm, base: EventForm): boolean {
  const contentOf = ({ createdId: _, isCreateUncertain: __, ...content }: EventForm) => JSON.stringify(content);
  return contentOf(form) !== contentOf(base);
}

export interface EventFormProblems {
  readonly name: boolean;
  readonly period: PeriodProblem | null;
  readonly postLimit: boolean;
  readonly thumbnail: 'thumbnail' | 'refused' | 'preparing' | null;
  readonly photo: 'refused' | 'preparing' | null;
}

/** Everything that keeps the form from being sent (EVT-02), by field; null: nothing does. `before`: the event as it stands, when changing one. */
export function problemsOf(
  form: EventForm,
  { today, before, now }: { readonly today: string; readonly before: FanEvent | null; readonly now: number },
): EventFormProblems | null {
  const isStartNew = before === null || before.crawl_period_start.slice(0, 10) !== form.start;
  const isFixed = before !== null && hasBegun(before, now);
  const problems: EventFormProblems = {
    name: cleanLine(form.name, EVENT_NAME_MAX) === '',
    period: isFixed ? null : periodProblem({ start: form.start, end: form.end, today: isStartNew ? today : null }),
    postLimit: before === null && readPostLimit(form.postLimit) === undefined,
    thumbnail:
      form.kept.thumbnail === null && form.picked.thumbnail === null && before === null
        ? 'thumbnail'
        : pictureProblem(form.picked.thumbnail),
    photo: pictureProblem(form.picked.photo),
  };
  return Object.values(problems).some(Boolean) ? problems : null;
}

function pictureProblem(picture: PickedPicture | null): 'refused' | 'preparing' | null {
  return picture === null || picture.state === 'ready' ? null : picture.state;
}

/** Number of the field, null when it is empty, undefined when it is no number within the bounds. Full-width digits are digits. */
export function readPostLimit(typed: string): number | null | undefined {
  const text = typed.normalize('NFKC').trim();
  if (text === '') return null;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  return limit >= POST_LIMIT.min && limit <= POST_LIMIT.max ? limit : undefined;
}

/** One line: no tags, no line breaks. */
const cleanLine = (text: string, max: number): string => cleanMessage(text.replace(/\s+/gu, ' '), max).trim();

/** Places a poster may choose from: one a line, none twice. Those that are too many are left out. */
export function readLocations(typed: string): string[] {
  const lines = typed.split('\n').map((line) => cleanLine(line, LOCATION_MAX));
  const places = [...new Set(lines.filter((line) => line !== ''))].slice(0, EVENT_LOCATIONS.count);
  while (countBytes(places.join('')) > EVENT_LOCATIONS.bytes) places.pop();
  return places;
}

/** The call's body. What stands already is sent as it stands, so that fixed dates stay the same to the second. */
export function draftOf(
  form: EventForm,
  eventId: string | null,
  pictures: Readonly<Record<PictureSlot, string | null>>,
  before: FanEvent | null,
): EventDraft {
  const isSameStart = before?.crawl_period_start.slice(0, 10) === form.start;
  const isSameEnd = before?.crawl_period_end.slice(0, 10) === form.end;
  return {
    event_id: eventId,
    event_name: cleanLine(form.name, EVENT_NAME_MAX),
    event_date: before !== null && isSameStart ? before.event_date : form.start,
    crawl_period_start: before !== null && isSameStart ? before.crawl_period_start : periodStart(form.start),
    crawl_period_end: before !== null && isSameEnd ? before.crawl_period_end : periodEnd(form.end),
    public_message: cleanMessage(form.overview, EVENT_TEXT_MAX),
    thumbnail: pictures.thumbnail,
    category: EventDraft.entries.category.literal,
    subCategory: EventDraft.entries.subCategory.literal,
    post_limit: before === null ? (readPostLimit(form.postLimit) ?? null) : before.post_limit,
    descriptive_title: cleanLine(form.descriptiveTitle, EVENT_NAME_MAX),
    descriptive_photo: pictures.photo,
    descriptive_text: cleanMessage(form.descriptiveText, EVENT_TEXT_MAX),
    photo_location: readLocations(form.locations),
    premium_user_ids: before?.premium_user_ids ?? [],
  };
}
