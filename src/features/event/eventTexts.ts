import type { Tenant } from '../../../tenants/schema.ts';
import type { FanEvent } from '../../contract/entities.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { calendarDay, daysUntil, formatDate, formatTime, parseWireDate } from '../../rules/dates.ts';
import { type PeriodState, periodState } from '../../rules/eventPeriod.ts';

type Period = Pick<FanEvent, 'crawl_period_start' | 'crawl_period_end'>;

export const dateText = (wire: string): string => {
  const instant = parseWireDate(wire);
  return instant === null ? '' : formatDate(instant);
};

/** 'YYYY/MM/DD - YYYY/MM/DD' (EVT-06). */
export const periodText = (event: Period): string =>
  texts.period(dateText(event.crawl_period_start), dateText(event.crawl_period_end));

/** What to call an event: the club's match in the tenant's word (試合, レース), all else a 企画 (FAN-08). */
export const eventWord = (event: Pick<FanEvent, 'event_type'> | undefined, config: Tenant['config']): string =>
  event?.event_type === 'official' ? config.eventTitle : texts.word;

/** From when or until when photos are taken: 'あと5日・11/28(土)まで'. Empty: the period cannot be read. */
export function takingTime(event: Period, now: number): string {
  const state = periodState(event, now);
  const day = parseWireDate(state === 'before' ? event.crawl_period_start : event.crawl_period_end);
  if (day === null) return '';
  const time = formatTime(day);
  // Whole days say no time of day.
  const isWhole = time === (state === 'before' ? '0:00' : '23:59');
  const { year, ...of } = calendarDay(day);
  const date = texts.day({ ...of, year: year === calendarDay(now).year ? null : year, time: isWhole ? null : time });
  if (state === 'before') return texts.from(date);
  return state === 'during' ? texts.lastsUntil(daysUntil(day, now), date) : texts.until(date);
}

/** The same with whether they are: '投稿受付中 あと5日・11/28(土)まで'. */
export const takingText = (event: Period, now: number): string =>
  `${texts.taking[periodState(event, now)]} ${takingTime(event, now)}`.trim();

export const stateText = (state: PeriodState): string =>
  ({ before: texts.upcoming, during: texts.inProgress, after: texts.over })[state];
