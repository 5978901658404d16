/** Periods of the rankings, as addresses and calls name them (FAN-19, FAN-30). */
import type { PageParams } from '../../navigation/pageParams.ts';
import { calendarDay } from '../../rules/dates.ts';

/** The three kinds: a match (`e`), a season (`s`), a month in Japan. */
export const RANKING_PERIODS = ['month', 's', 'e'] as const;
type PeriodParam = (typeof RANKING_PERIODS)[number];
export interface RankingPeriod<P extends PeriodParam = PeriodParam> {
  readonly param: P;
  /** An id, or '2026-11'. */
  readonly value: string;
}
/** Nobody counts the photos of a player by month. */
export type PlayerPeriod = RankingPeriod<'s' | 'e'>;

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

/** Returns the first period that an address names. null: none, or a month that does not exist. */
function namedPeriod<P extends PeriodParam>(params: PageParams, kinds: readonly P[]): RankingPeriod<P> | null {
  for (const param of kinds) {
    const value = params.get(param) ?? '';
    const isKnown = param === 'month' ? /^20\d\d-(?:0[1-9]|1[0-2])$/.test(value) : value !== '';
    if (isKnown) return { param, value };
  }
  return null;
}

/** Days after which a month has a ranking of its own to show. */
const FIRST_DAYS = 7;

/**
 * The period of the ranking of fans. An address that names none means this month, and in its first seven days the one before
 * (FAN-19c): until then hardly anybody has likes. @param now epoch ms
 */
export function fanPeriodOf(params: PageParams, now: number): RankingPeriod {
  const [latest = '', before = ''] = latestMonths(now);
  const value = calendarDay(now).date > FIRST_DAYS ? latest : before;
  return namedPeriod(params, RANKING_PERIODS) ?? { param: 'month', value };
}

/** The period of the ranking of players. null: all time. */
export const playerPeriodOf = (params: PageParams): PlayerPeriod | null => namedPeriod(params, ['s', 'e']);
