/** Spans of days as figures are asked for. Days are 'YYYY-MM-DD', Tokyo. */
import { formatWireDate, parseWireDate } from './dates.ts';

const DAY_MS = 24 * 3_600_000;

/** First and last day, both counted. */
export interface DaySpan {
  readonly from: string;
  readonly until: string;
}

/** Returns the day so many days after another one. */
export const addDays = (day: string, days: number): string => formatWireDate((parseWireDate(day) ?? 0) + days * DAY_MS);

/** Number of days of a span. */
export const daysIn = ({ from, until }: DaySpan): number =>
  Math.round(((parseWireDate(until) ?? 0) - (parseWireDate(from) ?? 0)) / DAY_MS) + 1;

/** Every day of a span, in order. */
export const eachDay = (span: DaySpan): string[] =>
  Array.from({ length: daysIn(span) }, (_, index) => addDays(span.from, index));
