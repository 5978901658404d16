import type { FanEvent } from '../../contract/entities.ts';
import type { Job } from '../../outbox/job.ts';
import { formatDate } from '../../rules/dates.ts';
import { groupEvents, isOfKind } from '../event/eventMarks.ts';
import { dateText } from '../event/eventTexts.ts';

interface Known {
  /** Events the fan may post to now. */
  readonly events: readonly FanEvent[];
  /** The fan's own posts of this tenant, oldest first. */
  readonly jobs: readonly Job[];
  /** Epoch ms. */
  readonly now: number;
}

/**
 * The event a new post most likely is for (FAN-03): the only one there is, the match held today, the one last posted to, the match going
 * on. null: the fan has to say. A form shows it as chosen, with a way to change it.
 */
export function suggestedEvent({ events, jobs, now }: Known): FanEvent | null {
  if (events.length === 1) return events[0] ?? null;
  const lastUsed = jobs.at(-1)?.event.id;
  return (
    todaysMatch(events, now) ??
    events.find(({ event_id }) => event_id === lastUsed) ??
    runningMatches(events, now)[0] ??
    null
  );
}

/** The match held today. No event of a list that is missing would come before it. */
export const todaysMatch = (events: readonly FanEvent[], now: number): FanEvent | null =>
  runningMatches(events, now).find(({ event_date }) => dateText(event_date) === formatDate(now)) ?? null;

const runningMatches = (events: readonly FanEvent[], now: number): readonly FanEvent[] =>
  groupEvents(
    events.filter((event) => isOfKind(event, 'official', null)),
    now,
  ).during;
