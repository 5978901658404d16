import type { EventDraft } from '../../../src/contract/entities.ts';
import { dayOf, periodEnd, periodStart } from '../../../src/rules/eventDates.ts';

/** A valid event from 12 June to 12 July 2026. */
export const draftOf = (fields: Partial<EventDraft>): EventDraft => ({
  event_id: null,
  event_name: '夕焼け',
  event_date: '2026-06-12',
  crawl_period_start: '2026-06-12 00:00:00',
  crawl_period_end: '2026-07-12 23:59:59',
  public_message: '',
  thumbnail: null,
  category: 'その他',
  subCategory: 'イベント',
  post_limit: null,
  descriptive_title: '',
  descriptive_photo: null,
  descriptive_text: '',
  photo_location: [],
  premium_user_ids: [],
  ...fields,
});

const day = dayOf(Date.now() + 30 * 24 * 3_600_000);
/** A day a month ahead by this machine's clock: an event of it may be made, and has not begun. */
export const COMING_DAY = {
  event_date: day,
  crawl_period_start: periodStart(day),
  crawl_period_end: periodEnd(day),
} as const;
