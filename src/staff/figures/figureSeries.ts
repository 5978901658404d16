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

/** Returns by how many percent a count changed; null: that says nothing. */
export const changeOf = (now: number | null, was: number | null): number | null =>
  now === null || was === null || was === 0 ? null : Math.round((100 * (now - was)) / was);
