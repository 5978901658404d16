import type { FanEvent } from '../../contract/entities.ts';
import { daysUntil, endOfDay, parseWireDate } from '../../rules/dates.ts';
import { isLimited } from '../../rules/eventAccess.ts';
import { type PeriodState, periodState } from '../../rules/eventPeriod.ts';

export type EventLabel = 'seeOfficial' | 'notYetHeld' | 'seeCollected';
export type EventBadge = 'memorial' | 'limited' | 'official' | 'own';

/** Label of an event card (EVT-06): photo contests lead to official content; during the period nothing extra is said. */
export function eventLabel(event: Pick<FanEvent, 'event_type'>, state: PeriodState): EventLabel | null {
  if (event.event_type === 'photocon') return 'seeOfficial';
  if (state === 'before') return 'notYetHeld';
  return state === 'after' ? 'seeCollected' : null;
}

const isFanMade = ({ event_type }: Pick<FanEvent, 'event_type'>) =>
  event_type === 'memorial' || event_type === 'ambassador';

/** Events of the club or league, limited or not: their cards name category and subcategory (EVT-06). */
export const isOfficial = (event: Pick<FanEvent, 'event_type'>): boolean => !isFanMade(event);

/** Badge of an event card (EVT-06). A fan's own project is neither another fan's nor official: it is marked as their own. */
export function eventBadge(event: FanEvent, userId: string | null): EventBadge {
  if (isFanMade(event)) {
    if (event.user_id === null || event.user_id !== userId) return isLimited(event) ? 'limited' : 'memorial';
    return 'own';
  }
  return isLimited(event) ? 'limited' : 'official';
}

export interface EventGroups {
  /** What ends first comes first. */
  readonly during: readonly FanEvent[];
  /** What starts first comes first. */
  readonly before: readonly FanEvent[];
  /** What ended last comes first. */
  readonly after: readonly FanEvent[];
}

/** Dates of the wire and ids, by their characters: a page's first `localeCompare` costs a slow phone 60 ms. */
const compare = (a: string, b: string) => Number(a > b) - Number(a < b);

/** Sorts events into the groups of the event list (RTE-03). The wire's dates sort as text. */
export function groupEvents(events: readonly FanEvent[], now: number): EventGroups {
  const groups: Record<PeriodState, FanEvent[]> = { during: [], before: [], after: [] };
  for (const event of events) groups[periodState(event, now)].push(event);
  const by = (key: 'crawl_period_start' | 'crawl_period_end', direction: 1 | -1) => (a: FanEvent, b: FanEvent) =>
    direction * compare(a[key], b[key]) || compare(a.event_id, b.event_id);
  return {
    during: groups.during.sort(by('crawl_period_end', 1)),
    before: groups.before.sort(by('crawl_period_start', 1)),
    after: groups.after.sort(by('crawl_period_end', -1)),
  };
}

/** Recommended events (EVT-07): at most `max` fan-made ones in their period, newest first. */
export function recommendedEvents(memorialEvents: readonly FanEvent[], now: number, max: number): FanEvent[] {
  return memorialEvents
    .filter((event) => periodState(event, now) === 'during')
    .sort((a, b) => compare(b.crawl_period_start, a.crawl_period_start))
    .slice(0, max);
}

/** The match of the home page: the one going on, else the next one, else the last. */
export function leadingEvent(officialEvents: readonly FanEvent[], now: number): FanEvent | null {
  const { during, before, after } = groupEvents(officialEvents, now);
  return during[0] ?? before[0] ?? after[0] ?? null;
}

/** A match that is over, and since how many days by the calendar of Tokyo. */
export interface OverMatch {
  readonly event: FanEvent;
  readonly daysAgo: 0 | 1;
}

/** When a match is over: with the day it was played on at the latest, however long its photos are taken. null: its dates cannot be read. */
function endOfMatch({ event_date, crawl_period_end }: FanEvent): number | null {
  const day = parseWireDate(event_date);
  const end = parseWireDate(crawl_period_end);
  return day === null || end === null ? null : Math.min(end, endOfDay(day));
}

/** The match with photos that ended last, on this day or the day before (FAN-09d); null: none did. */
export function matchOver(officialEvents: readonly FanEvent[], now: number): OverMatch | null {
  const past = officialEvents.flatMap((event) => {
    const end = endOfMatch(event);
    const daysAgo = end === null || now <= end ? -1 : daysUntil(now, end);
    const isMatch = event.event_type === 'official' && event.count > 0;
    return isMatch && (daysAgo === 0 || daysAgo === 1) ? [{ event, daysAgo, end: end ?? 0 } as const] : [];
  });
  const [last] = past.sort((a, b) => b.end - a.end || b.event.count - a.event.count);
  return last ? { event: last.event, daysAgo: last.daysAgo } : null;
}

export type EventKind = 'official' | 'memorial' | 'photocon' | 'own';
const KINDS: readonly EventKind[] = ['official', 'memorial', 'photocon', 'own'];

/** Does the list of one kind show the event? One's own events are among the fans', too. */
export function isOfKind(event: FanEvent, kind: EventKind, userId: string | null): boolean {
  if (kind === 'photocon') return event.event_type === 'photocon';
  if (kind === 'memorial') return isFanMade(event);
  if (kind === 'own') return userId !== null && event.user_id === userId;
  return isOfficial(event) && event.event_type !== 'photocon';
}

/** Kinds there are any events of. */
export const kindsOf = (events: readonly FanEvent[], userId: string | null): EventKind[] =>
  KINDS.filter((kind) => events.some((event) => isOfKind(event, kind, userId)));
