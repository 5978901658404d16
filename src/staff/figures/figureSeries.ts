/** What the charts and tables of figures show, from what the server answers. Pure. */
import type { FigureDay, FigureTotals } from '../../contract/staffFigureEndpoints.ts';
import { type DaySpan, eachDay } from '../../rules/daySpans.ts';

/** Figures by their names on the page, in its order. */
export const FIGURE_NAMES = ['photos', 'posters', 'reads', 'likes', 'members', 'wait_s', 'permitted'] as const;
export type FigureName = (typeof FIGURE_NAMES)[number];
/** Those that events have. */
export const EVENT_FIGURES = ['photos', 'posters', 'reads', 'likes', 'wait_s', 'permitted'] as const;

type Shown = Omit<FigureTotals, 'members'> & { readonly members?: number };

/** Percent of photos with permission; null: there are no photos. */
const shareOf = ({ permitted, photos }: Shown): number | null =>
  photos === 0 ? null : Math.round((100 * permitted) / photos);

/** Returns a figure: a count, seconds, or percent of photos with permission. null: not known. */
export const figureOf = (row: Shown, name: FigureName): number | null =>
  name === 'permitted' ? shareOf(row) : (row[name] ?? null);

/** Returns a figure of each day of the period; days without a row have none of what is counted, and unknown reads before `since`. */
export function seriesOf(
  { days, ...span }: DaySpan & { readonly days: readonly FigureDay[] },
  name: FigureName,
  since: string,
): (number | null)[] {
  const rows = new Map(days.map((row) => [row.day, row]));
  return eachDay(span).map((day) => {
    const row = rows.get(day);
    if (row !== undefined) return figureOf(row, name);
    return name === 'wait_s' || name === 'permitted' || (name === 'reads' && day < since) ? null : 0;
  });
}

/** Days of a chart at most; more are drawn by week. */
export const CHART_DAYS = 92;
const WEEK = 7;

/** How the days of a week become one figure: counts are added, and of fans who posted the highest day is shown. */
function weekOf(days: readonly (number | null)[], name: FigureName): number | null {
  const known = days.filter((value) => value !== null);
  if (known.length === 0) return null;
  if (name === 'posters') return Math.max(...known);
  const sum = known.reduce((all, value) => all + value, 0);
  return name === 'wait_s' || name === 'permitted' ? Math.round(sum / known.length) : sum;
}

/** Returns a figure of each week from a series of days; the last week may be shorter. */
export const byWeek = (days: readonly (number | null)[], name: FigureName): (number | null)[] =>
  everySeventh(days).map((_, index) => weekOf(days.slice(index * WEEK, (index + 1) * WEEK), name));

/** Returns the first of each seven. */
export const everySeventh = <T>(days: readonly T[]): T[] => days.filter((_, index) => index % WEEK === 0);

/** Returns by how many percent a count changed; null: that says nothing. */
export const changeOf = (now: number | null, was: number | null): number | null =>
  now === null || was === null || was === 0 ? null : Math.round((100 * (now - was)) / was);
