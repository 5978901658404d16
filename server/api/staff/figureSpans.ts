/** Which days the desk's figures are of, and which they are compared with (STF-17b). Days are 'YYYY-MM-DD', Tokyo. Pure. */
import { FIGURES } from '../../../src/contract/staffLimits.ts';
import { addDays, type DaySpan, daysIn } from '../../../src/rules/daySpans.ts';
import type { FigureSeason } from './figureRepository.ts';

const earlier = (a: string, b: string): string => (a < b ? a : b);
const later = (a: string, b: string): string => (a < b ? b : a);

interface ChosenSpan {
  /** null: the last days. */
  readonly season: FigureSeason | null;
  readonly span: DaySpan;
  /** null: there was no season before. */
  readonly before: { readonly season: FigureSeason | null; readonly span: DaySpan } | null;
}

/** The last FIGURES.recent days, and as many before them. */
export function recentSpan(today: string): ChosenSpan {
  const from = addDays(today, 1 - FIGURES.recent);
  return {
    season: null,
    span: { from, until: today },
    before: { season: null, span: { from: addDays(from, -FIGURES.recent), until: addDays(from, -1) } },
  };
}

/** A season until today, at most its last FIGURES.days days, and the same days of the season before. */
export function seasonSpan(season: FigureSeason, seasons: readonly FigureSeason[], today: string): ChosenSpan {
  const until = later(season.from, earlier(season.until, today));
  const span = { from: later(season.from, addDays(until, 1 - FIGURES.days)), until };
  const former = seasons
    .filter(({ from }) => from < season.from)
    .reduce<FigureSeason | null>((last, one) => (last === null || one.from > last.from ? one : last), null);
  if (former === null) return { season, span, before: null };
  const from = addDays(former.from, daysIn({ from: season.from, until: span.from }) - 1);
  const end = earlier(former.until, addDays(from, daysIn(span) - 1));
  return { season, span, before: end < from ? null : { season: former, span: { from, until: end } } };
}

/** The season that is running, else the latest one that has begun; null: there is none. */
export const presentSeason = (seasons: readonly FigureSeason[], today: string): FigureSeason | null =>
  seasons
    .filter(({ from }) => from <= today)
    .toSorted((a, b) => Number(b.until >= today) - Number(a.until >= today) || (a.from < b.from ? 1 : -1))[0] ?? null;
