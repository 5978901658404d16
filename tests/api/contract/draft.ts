import type { EventDraft } from '../../../src/contract/entities.ts';

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
