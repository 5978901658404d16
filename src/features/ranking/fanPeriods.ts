/** Periods of the ranking of fans, as the address and the call name them (FAN-19). */
import type { PageParams } from '../../navigation/pageParams.ts';
import { calendarDay } from '../../rules/dates.ts';

/** The three kinds: a match (`e`), a season (`s`), a month in Japan. */
export const FAN_PERIODS = ['month', 's', 'e'] as const;
export interface FanPeriod {
  readonly param: (typeof FAN_PERIODS)[number];
  /** An id, or '2026-11'. */
  readonly value: string;
}

/** Months that are offered. */
const MONTHS = 12;
const monthOf = (year: number, month: number): string => `${year}-${String(month).padStart(2, '0')}`;

/** Returns this month and those before it by the calendar of Tokyo, the latest first. @param now epoch ms */
export function latestMonths(now: number): string[] {
  const { year, month } = calendarDay(now);
  return Array.from({ length: MONTHS }, (_, back) => {
    const months = year * 12 + month - 1 - back;
    return monthOf(Math.floor(months / 12), (months % 12) + 1);
  });
}

/** The period that an address names: the first of several. None, or a month that is none: this month. @param now epoch ms */
export function fanPeriodOf(params: PageParams, now: number): FanPeriod {
  const { year, month } = calendarDay(now);
  for (const param of FAN_PERIODS) {
    const value = params.get(param) ?? '';
    const isKnown = param === 'month' ? /^20\d\d-(?:0[1-9]|1[0-2])$/.test(value) : value !== '';
    if (isKnown) return { param, value };
  }
  return { param: 'month', value: monthOf(year, month) };
}
