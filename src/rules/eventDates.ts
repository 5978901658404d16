/** Days of an event as its form and the server count them (§5, §9): 'YYYY-MM-DD' of Asia/Tokyo, which sorts as text. */
import { formatWireDate, parseWireDate } from './dates.ts';

/** Why an event cannot have this period. */
export type PeriodProblem = 'missing' | 'past' | 'tooFar' | 'reversed' | 'tooLong';

/** The same day of a later month, or its last day where there is none. */
function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month + months - 1, Math.min(date, lastDate))).toISOString().slice(0, 10);
}

/** The last day an event that starts on this day may have. */
export const oneMonthAfter = (day: string): string => monthsAfter(day, 1);

/** The last day an event that is made on this day may start. */
export const oneYearAfter = (day: string): string => monthsAfter(day, 12);

/**
 * Checks a period of days (EVT-02). A day that is none of the calendar is missing. Only a start that is new must not lie in the past,
 * nor more than a year ahead: `today` is null for one that stood already.
 */
export function periodProblem(period: {
  readonly start: string;
  readonly end: string;
  readonly today: string | null;
}): PeriodProblem | null {
  const { start, end, today } = period;
  if (parseWireDate(start) === null || parseWireDate(end) === null) return 'missing';
  if (today !== null && start < today) return 'past';
  if (start > oneYearAfter(today ?? start)) return 'tooFar';
  if (end < start) return 'reversed';
  return end > oneMonthAfter(start) ? 'tooLong' : null;
}

/** Days a period counts, its first and last included. */
export function daysOf(start: string, end: string): number {
  const from = parseWireDate(start) ?? Number.NaN;
  const to = parseWireDate(end) ?? Number.NaN;
  return Math.round((to - from) / 86_400_000) + 1;
}

/** The day an instant lies in, in Tokyo. */
export const dayOf = (instant: number): string => formatWireDate(instant);

/** First and last second of a period of days, as the wire carries them. */
export const periodStart = (day: string): string => `${day} 00:00:00`;
export const periodEnd = (day: string): string => `${day} 23:59:59`;
