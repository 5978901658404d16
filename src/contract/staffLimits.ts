/** Limits of reports and of the staff's desk, apart from `limits.ts`: that one is in the first script, which has no use for these. */

const MINUTE_MS = 60_000;
/** Independent reports that hide a photo until a moderator decides (STF-03c). */
export const REPORTS_TO_HIDE = 3;
/**
 * Reports about one subject from one network that count as independent: one. So a storm from one network never hides a photo, and so does
 * no crowd behind one stadium's address. `windowMs` in milliseconds.
 */
export const INDEPENDENT_REPORT = { count: 1, windowMs: 7 * 24 * 60 * MINUTE_MS } as const;
/** Characters a fan adds to a report. */
export const REPORT_TEXT_MAX = 500;
/** Characters of the reason of a decision, which reporter and author are told. */
export const DECISION_REASON_MAX = 200;
/** Days of a suspension at most, if it is not for good. */
export const SUSPENSION_DAYS_MAX = 365;
/** Age of a sign-in, in milliseconds, up to which staff may do what cannot be undone (STF-04a). */
export const RECENT_SIGN_IN_MS = 10 * MINUTE_MS;
/** Staff and invitations of one tenant together. */
export const STAFF_MAX = 100;
/** Cases of one list, and reports of one case that are shown. */
export const CASES_LISTED = { cases: 100, reports: 50 } as const;
/** Acts of one page of the log, and of its CSV file. */
export const LOG_LISTED = { page: 50, file: 10_000 } as const;
/** Cases that are decided by one call. */
export const DECIDED_TOGETHER_MAX = 50;
/** Characters of an appeal. */
export const APPEAL_TEXT_MAX = 500;
/** Fans of one search, and what of a fan the page of people shows at most. */
export const PEOPLE_LISTED = { found: 30, photos: 24, rows: 50 } as const;
/** Characters of a text that people are searched by. */
export const PEOPLE_SEARCH_MAX = 100;
/** Messages of one list of the inbox, characters of an answer, and how long one may wait for it, in milliseconds. */
export const INBOX = { listed: 100, answerMax: 2_000, deadlineMs: 7 * 24 * 60 * MINUTE_MS } as const;
/** Confirming the mail address of a takedown request: tries of one code, codes to one address, and how long one may wait unconfirmed. */
export const CLAIM = {
  tries: 5,
  mails: { count: 5, windowMs: 60 * MINUTE_MS },
  keptMs: 7 * 24 * 60 * MINUTE_MS,
} as const;
/** Photos of one page of the light table, and photos whose permission ended that are listed. */
export const STAFF_PHOTOS = { page: 60, ended: 200 } as const;
/** Photos of one download for the club's use: their originals are one ZIP in the browser's memory. */
export const CLUB_DOWNLOAD_MAX = 50;
/** Most stars that staff give a photo. */
export const STARS_MAX = 5;
/** The mark that the desk gives a best shot. */
export const BEST_MARK = 'best';
/** Records of one kind that the desk lists. */
export const RECORDS_LISTED = 2_000;
/** Bounds of what a form or a file of records sends, above those of every field: UTF-16 units of a text, entries of a list, faults named. */
export const RECORD_INPUT = { text: 4_000, entries: 500, problems: 200 } as const;
/** Photos that one call gives from one spelling of a player to another. */
export const MERGED_AT_ONCE = 200;
/**
 * An event that is moved (STF-08): days during which posts for its old date still arrive, characters of what the editor adds to the notice,
 * photos and bookmarks that one transaction gives to another event, and moves that the desk lists.
 */
export const EVENT_MOVES = { postsDays: 30, noteMax: 200, atOnce: 200, listed: 50 } as const;
/** Folder of the pictures of players in the store, in place of an event's id. */
export const PERSONS_FOLDER = 'staff-persons';
/** Seasons of one player. */
export const PERSON_SEASONS_MAX = 50;
/** Hidden words that the desk lists. */
export const HIDDEN_WORDS_LISTED = 500;
/** Words of a club that hold photos and comments back. */
export const HELD_WORDS_MAX = 500;
/**
 * Figures of the desk: days of one period at most, days of the shortest one, events that are listed and that a file has, and seasons to
 * choose from.
 */
export const FIGURES = { days: 400, recent: 30, events: 100, fileEvents: 2_000, seasons: 50 } as const;
/** Seconds that part the times until a photo was public; the database counts by them (`server/database/migrations/figures.ts`). */
export const FIGURE_WAITS = [5, 10, 30, 60, 120, 300, 900, 3_600, 14_400, 86_400] as const;
/**
 * News of one tenant: drafts and scheduled ones, published ones that the desk lists, publications within a day, and how far ahead one is
 * scheduled, in milliseconds.
 */
export const NEWS = { open: 100, listed: 100, perDay: 20, aheadMs: 366 * 24 * 60 * MINUTE_MS } as const;
/** Folder of the pictures of news in the store, in place of an event's id. */
export const NEWS_FOLDER = 'staff-news';
