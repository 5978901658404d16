/**
 * Dates as the wire and the screens write them. All are of Asia/Tokyo (§9), which has had no summer time since 1951,
 * so a fixed offset is exact. Instants are epoch milliseconds.
 */
const TOKYO_MS = 9 * 3_600_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const two = (n: number) => String(n).padStart(2, '0');

function partsOf(instant: number) {
  const date = new Date(instant + TOKYO_MS);
  return {
    year: String(date.getUTCFullYear()).padStart(4, '0'),
    month: two(date.getUTCMonth() + 1),
    day: two(date.getUTCDate()),
    hour: two(date.getUTCHours()),
    minute: two(date.getUTCMinutes()),
    second: two(date.getUTCSeconds()),
  };
}

/** Instant of 'YYYY-MM-DD HH:mm:ss' or 'YYYY-MM-DD' (midnight), or null when it is neither or no day of the calendar. */
export function parseWireDate(text: string): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d))?$/.exec(text);
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as number[];
  const instant = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second) - TOKYO_MS;
  const back = text.length === 10 ? formatWireDate(instant) : formatWireDateTime(instant);
  return back === text ? instant : null;
}

/** 'YYYY-MM-DD HH:mm:ss'. */
export function formatWireDateTime(instant: number): string {
  const { year, month, day, hour, minute, second } = partsOf(instant);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** 'YYYY-MM-DD'. */
export function formatWireDate(instant: number): string {
  const { year, month, day } = partsOf(instant);
  return `${year}-${month}-${day}`;
}

/** 'YYYY/MM/DD', the default of the screens (§9). */
export function formatDate(instant: number): string {
  const { year, month, day } = partsOf(instant);
  return `${year}/${month}/${day}`;
}

/** 'YYYY.MM.DD HH:mm', as comments carry it (§9). */
export function formatDateTime(instant: number): string {
  const { year, month, day, hour, minute } = partsOf(instant);
  return `${year}.${month}.${day} ${hour}:${minute}`;
}

/** A wire date as `formatDate` shows it; '' for what is none. */
export function showWireDate(wire: string): string {
  const instant = parseWireDate(wire);
  return instant === null ? '' : formatDate(instant);
}

/** A wire date as `formatDateTime` shows it; '' for what is none. */
export function showWireTime(wire: string): string {
  const instant = parseWireDate(wire);
  return instant === null ? '' : formatDateTime(instant);
}

/** Midnight in Tokyo of the day the instant lies in. */
export const startOfDay = (instant: number): number => Math.floor((instant + TOKYO_MS) / DAY) * DAY - TOKYO_MS;

/** The last second of that day. */
export const endOfDay = (instant: number): number => startOfDay(instant) + DAY - 1000;

/** Days from the day `now` lies in to that of the instant, by the calendar of Tokyo: 0 is today, 1 tomorrow. */
export const daysUntil = (instant: number, now: number): number =>
  Math.round((startOfDay(instant) - startOfDay(now)) / DAY);

export interface CalendarDay {
  readonly year: number;
  /** 1–12. */
  readonly month: number;
  readonly date: number;
  /** 0: Sunday. */
  readonly weekday: number;
}

/** The day an instant lies in, in Tokyo, for the screens to word. */
export function calendarDay(instant: number): CalendarDay {
  const date = new Date(instant + TOKYO_MS);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    date: date.getUTCDate(),
    weekday: date.getUTCDay(),
  };
}

/** 'H:mm'. */
export function formatTime(instant: number): string {
  const { hour, minute } = partsOf(instant);
  return `${Number(hour)}:${minute}`;
}

export type Age =
  | { readonly unit: 'now' }
  | { readonly unit: 'minutes' | 'hours' | 'days'; readonly count: number }
  /** A week and more: the date says it better. */
  | { readonly unit: 'date' };

/** How long ago, for the screens to word. A clock that runs ahead gives 'now'. */
export function ageOf(instant: number, now: number): Age {
  const passed = now - instant;
  if (passed < MINUTE) return { unit: 'now' };
  if (passed < HOUR) return { unit: 'minutes', count: Math.floor(passed / MINUTE) };
  if (passed < DAY) return { unit: 'hours', count: Math.floor(passed / HOUR) };
  if (passed < 7 * DAY) return { unit: 'days', count: Math.floor(passed / DAY) };
  return { unit: 'date' };
}
