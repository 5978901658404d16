import type { FanEvent } from '../contract/entities.ts';
import { parseWireDate } from './dates.ts';

/** '開催前', in progress, after the event (§4). */
export type PeriodState = 'before' | 'during' | 'after';

type Period = Pick<FanEvent, 'crawl_period_start' | 'crawl_period_end'>;

/**
 * Where an event stands at `now` (epoch milliseconds). The last second of the period still belongs to it.
 * A period that cannot be read is over: nobody posts to it.
 */
export function periodState(event: Period, now: number): PeriodState {
  const start = parseWireDate(event.crawl_period_start);
  const end = parseWireDate(event.crawl_period_end);
  if (start === null || end === null) return 'after';
  if (now < start) return 'before';
  return now < end + 1000 ? 'during' : 'after';
}

export const isInProgress = (event: Period, now: number): boolean => periodState(event, now) === 'during';

/** Once begun, start and end dates cannot change (§4). */
export const hasBegun = (event: Period, now: number): boolean => periodState(event, now) !== 'before';
