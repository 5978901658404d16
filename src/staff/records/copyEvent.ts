import type { RecordValues, StoredRecord } from '../../contract/staffContentEndpoints.ts';
import { formatWireDate, formatWireDateTime, parseWireDate } from '../../rules/dates.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

/** The official match with the latest day that is not after today, or the latest of all; null: there is none. */
export function lastMatch(events: readonly StoredRecord[], now: number): StoredRecord | null {
  const matches = events.filter(({ values }) => values.event_type === 'official');
  const byDay = matches.toSorted((a, b) => String(b.values.event_date).localeCompare(String(a.values.event_date)));
  const today = formatWireDate(now);
  return byDay.find(({ values }) => String(values.event_date) <= today) ?? byDay[0] ?? null;
}

/**
 * Returns the fields of an event's copy, without its id (STF-12e). Its day moves by whole weeks, so that it stays on its weekday, to the
 * first one after `now`. The period moves by as much. The fan's own fields do not come along.
 */
export function copyEvent(values: RecordValues, now: number): RecordValues {
  const { event_id: _, user_id: __, ...kept } = values;
  const day = parseWireDate(String(values.event_date));
  if (day === null) return kept;
  const step = Math.max(1, Math.ceil((now + 1 - day) / WEEK_MS)) * WEEK_MS;
  const moved = (name: string): string => formatWireDateTime((parseWireDate(String(values[name])) ?? day) + step);
  return {
    ...kept,
    event_date: formatWireDate(day + step),
    crawl_period_start: moved('crawl_period_start'),
    crawl_period_end: moved('crawl_period_end'),
  };
}
