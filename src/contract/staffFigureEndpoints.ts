/** Calls of the desk's page of figures (STF-17). They read counters of days; no photo is looked at. */
import * as v from 'valibot';
import { endpoint } from './endpoints.ts';
import { Id } from './entities.ts';
import { forRole, type StaffEndpoint } from './staffCall.ts';
import { FIGURES } from './staffLimits.ts';

/** What a figure counts. `null`: it is not known there. */
const figures = {
  /** Shown photos that were posted. */
  photos: v.number(),
  /** Of these, photos whose permission the club has now. */
  permitted: v.number(),
  /** Likes that were given and not taken back. */
  likes: v.number(),
  /** Opened photos. */
  reads: v.nullable(v.number()),
  /** Fans who posted, each once. */
  posters: v.nullable(v.number()),
  /** Median of the seconds from the press of the button until a photo was public. */
  wait_s: v.nullable(v.number()),
};
/** Members who joined and are still there. */
const members = v.number();

const Day = v.object({ day: v.string(), ...figures, members });
export type FigureDay = v.InferOutput<typeof Day>;
const Totals = v.object({ ...figures, members });
export type FigureTotals = v.InferOutput<typeof Totals>;

const Period = v.object({
  /** First and last day, Tokyo. */
  from: v.string(),
  until: v.string(),
  totals: Totals,
  /** Days on which something was counted, in their order. */
  days: v.pipe(v.array(Day), v.maxLength(FIGURES.days)),
});
export type FigurePeriod = v.InferOutput<typeof Period>;

const FigureEvent = v.object({
  event_id: v.string(),
  /** null: the event is gone. */
  event_name: v.nullable(v.string()),
  event_date: v.nullable(v.string()),
  ...figures,
});

/** A season of the tenant. Left out: the running one, or the last days if there is none. */
const season = v.optional(Id);

export const staffFigureEndpoints = {
  /**
   * Figures of a season until today, or of the last FIGURES.recent days (`span` 'recent'): in all, by day and by event. `before`: the
   * same number of days of the season before it, or the days before. NOT_FOUND: no such season.
   */
  getStaffFigures: forRole(
    'viewer',
    endpoint({
      method: 'GET',
      path: '/staff/figures',
      auth: 'user',
      cache: 'none',
      query: v.object({ season, span: v.optional(v.literal('recent')) }),
      answer: v.object({
        /** The day since which reads and times are recorded. */
        since: v.string(),
        /** Older photos are still being counted: figures of days before `since` grow. */
        is_counting: v.boolean(),
        seasons: v.array(v.object({ season_id: v.string(), season_name: v.string() })),
        /** The season that is shown; null: the last days. */
        season_id: v.nullable(v.string()),
        period: Period,
        before: v.nullable(v.object({ season_name: v.nullable(v.string()), ...Period.entries })),
        /** Those with the most photos, at most FIGURES.events. */
        events: v.array(FigureEvent),
        /** Events beyond that. */
        more_events: v.number(),
      }),
    }),
  ),
  /** The same as a CSV file, a line for each day or event. An empty cell is not known. No cell is a formula. */
  getStaffFiguresFile: forRole(
    'viewer',
    endpoint({
      method: 'GET',
      path: '/staff/figures/file',
      auth: 'user',
      cache: 'none',
      query: v.object({ season, span: v.optional(v.literal('recent')), by: v.picklist(['day', 'event']) }),
      answer: v.object({ csv: v.string() }),
    }),
  ),
} as const satisfies Record<string, StaffEndpoint>;
