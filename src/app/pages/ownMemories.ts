import type { Memories } from '../../contract/entities.ts';
import { myPhoto as texts } from '../../messages/jaMyPhoto.ts';
import { callerOf, endpointQuery, type UserQuerySource } from '../../queries/endpointQuery.ts';
import { calendarDay, formatWireDate, parseWireDate } from '../../rules/dates.ts';

/** The caller's photos to look back on (FAN-23a). */
export const memoriesQuery = (source: UserQuerySource) => endpointQuery(source, 'getMemories', {}, callerOf(source));

interface MemoryHead {
  readonly title: string;
  /** How many years ago, or the match. */
  readonly note: string | undefined;
}

/**
 * Returns the heading of the memories' strip, or null if there is nothing to show. An answer of another day, such as one kept for times
 * without signal, is not shown as this day's.
 * @param now epoch ms
 * @param match the tenant's word for a match
 */
export function memoryHead({ of, day, list }: Memories, now: number, match: string): MemoryHead | null {
  if (list.length === 0) return null;
  if (of === 'match') return { title: texts.lastMatch(match), note: list[0]?.event_name ?? undefined };
  if (day !== formatWireDate(now)) return null;
  const { year } = calendarDay(now);
  const years = list.map(({ created_at }) => year - calendarDay(parseWireDate(created_at) ?? now).year);
  return { title: texts.thisDay, note: texts.yearsAgo([...new Set(years)]) };
}
