/** Calls of the desk about news: texts that members are notified of, at once or at a given time (STF-18). */
import * as v from 'valibot';
import { endpoint } from './endpoints.ts';
import { DateTimeText, MediaUrl, text } from './entities.ts';
import { NOTICE_MAX, URL_MAX } from './limits.ts';
import { forRole, type StaffEndpoint } from './staffCall.ts';
import { NEWS, RECORD_INPUT } from './staffLimits.ts';

/** Whom news is for: all members, those who favour a person, those who follow an event, those who follow it or posted to it. */
export const NEWS_AUDIENCES = ['all', 'person', 'event', 'posters'] as const;
export type NewsAudience = (typeof NEWS_AUDIENCES)[number];

/** 'sending': members are being told. 'withdrawn': nobody sees it any more. */
export const NEWS_STATES = ['draft', 'scheduled', 'sending', 'sent', 'withdrawn'] as const;
export type NewsState = (typeof NEWS_STATES)[number];

/** Why a write changed nothing. Only 'changed' and 'gone' come from what somebody else did. */
export const NEWS_REFUSALS = ['changed', 'gone', 'full', 'tooMany', 'past', 'incomplete', 'noAudience'] as const;
export type NewsRefusal = (typeof NEWS_REFUSALS)[number];

const NewsId = v.pipe(v.string(), v.uuid());
const Revision = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));
/** An address of the web, or a path of the site. */
export const NEWS_LINK = /^(?:https?:\/\/[^\s/]+\S*|\/(?!\/)\S*)$/;
const Link = v.pipe(v.string(), v.maxLength(URL_MAX), v.regex(NEWS_LINK));

/** What an editor writes. */
const fields = {
  title: v.pipe(text(NOTICE_MAX.title), v.nonEmpty(), v.regex(/^[^\r\n]*$/)),
  body: text(NOTICE_MAX.body),
  url: v.nullable(Link),
  picture: v.nullable(MediaUrl),
  audience: v.picklist(NEWS_AUDIENCES),
  /** Name of the person or id of the event; empty: all members. */
  about: v.pipe(v.string(), v.maxLength(RECORD_INPUT.text)),
};

const News = v.object({
  news_id: v.string(),
  /** Grows with each change. */
  revision: v.number(),
  title: v.string(),
  body: v.string(),
  url: v.nullable(v.string()),
  picture: v.nullable(v.string()),
  audience: v.picklist(NEWS_AUDIENCES),
  about: v.string(),
  /** What people call it: the person's or the event's name. */
  about_name: v.string(),
  state: v.picklist(NEWS_STATES),
  /** When it is or was to be published; null: a draft. */
  publish_at: v.nullable(v.string()),
  published_at: v.nullable(v.string()),
  changed_at: v.string(),
  /** Members who were told, pushes that a push service took, members who saw it in their notices. */
  delivered: v.number(),
  pushed: v.number(),
  opened: v.number(),
});
export type News = v.InferOutput<typeof News>;

/** `news` is how it stands now; null: it is not there. */
const NewsWritten = v.object({ result: v.picklist(['ok', ...NEWS_REFUSALS]), news: v.nullable(News) });

export const staffNewsEndpoints = {
  /** Drafts and scheduled news, the latest change first, then the NEWS.listed latest that were published. */
  getStaffNews: forRole(
    'editor',
    endpoint({
      method: 'GET',
      path: '/staff/news',
      auth: 'user',
      cache: 'none',
      answer: v.object({ list: v.pipe(v.array(News), v.maxLength(NEWS.open + NEWS.listed)) }),
    }),
  ),
  /**
   * Adds a draft (`revision` null), or changes a draft or scheduled news. The same once more is no error. 'full': NEWS.open wait already.
   * 'noAudience': the person or event is not the tenant's. INVALID_REQUEST: a new picture that the caller did not store.
   */
  putStaffNews: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/news/item',
      auth: 'user',
      body: v.object({ news_id: NewsId, revision: v.nullable(Revision), ...fields }),
      answer: NewsWritten,
    }),
  ),
  /** Removes a draft or scheduled news; also its picture. One that is gone is no error. */
  deleteStaffNews: forRole(
    'editor',
    endpoint({
      method: 'DELETE',
      path: '/staff/news/item',
      auth: 'user',
      body: v.object({ news_id: NewsId, revision: Revision }),
      answer: NewsWritten,
    }),
  ),
  /**
   * Has a job publish it at a time in Japan. `publish_at` null: at once; `is_draft`: not at all, it is a draft again. 'past': that time is
   * over, or later than NEWS.aheadMs. 'tooMany': NEWS.perDay are published within a day of it. 'incomplete': it has no text.
   */
  putStaffNewsTime: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/news/time',
      auth: 'user',
      body: v.object({
        news_id: NewsId,
        revision: Revision,
        publish_at: v.nullable(DateTimeText),
        is_draft: v.boolean(),
      }),
      answer: NewsWritten,
    }),
  ),
  /** Takes published news from everybody's notices, and sends no further push of it. It cannot be sent again. Idempotent. */
  putStaffNewsWithdrawal: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/news/withdrawal',
      auth: 'user',
      body: v.object({ news_id: NewsId }),
      answer: NewsWritten,
    }),
  ),
} as const satisfies Record<string, StaffEndpoint>;
