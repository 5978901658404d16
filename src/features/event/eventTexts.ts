import type { FanEvent } from '../../contract/entities.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { formatDate, parseWireDate } from '../../rules/dates.ts';
import type { PeriodState } from '../../rules/eventPeriod.ts';

export const dateText = (wire: string): string => {
  const instant = parseWireDate(wire);
  return instant === null ? '' : formatDate(instant);
};

/** 'YYYY/MM/DD - YYYY/MM/DD' (EVT-06). */
export const periodText = (event: Pick<FanEvent, 'crawl_period_start' | 'crawl_period_end'>): string =>
  texts.period(dateText(event.crawl_period_start), dateText(event.crawl_period_end));

export const stateText = (state: PeriodState): string =>
  ({ before: texts.upcoming, during: texts.inProgress, after: texts.over })[state];
