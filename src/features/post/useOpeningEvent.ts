import { useEffect, useState } from 'react';
import type { FanEvent } from '../../contract/entities.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import type { PhotoForm } from './photoForm.ts';
import type { PostableEvents } from './queries.ts';
import { suggestedEvent, todaysMatch } from './suggestedEvent.ts';

/** A fan at a thin line is not kept waiting for the last of the lists: the form opens without an event, and gets it when they have come. */
const LISTS_PATIENCE_MS = 3_000;

export interface OpeningEvent {
  /** False while the form waits for a list that may change the answer. */
  readonly isKnown: boolean;
  /** Nothing that comes later changes the answer. */
  readonly isFinal: boolean;
  /** The event a form opens with (FAN-03a). null: the one the form names already, or one the fan has to choose. */
  readonly of: (form: PhotoForm) => FanEvent | null;
}

/**
 * The event a new post is for: that of the page the fan came from, else the one it most likely is for. The lists of events come one by
 * one: by a part of them a photo of the match would go to the only contest there is.
 * @param eventId event of the page the fan came from
 */
export function useOpeningEvent(
  { events, isSettled, isWhole }: Pick<PostableEvents, 'events' | 'isSettled' | 'isWhole'>,
  eventId: string | undefined,
  userId: string | null,
): OpeningEvent {
  const { outbox } = useServices();
  const { id } = useTenant();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LISTS_PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  const asked = events.find(({ event_id }) => event_id === eventId) ?? null;
  return {
    isKnown: asked !== null || isSettled || isLate,
    isFinal: asked !== null || isWhole,
    of: (form) => {
      if (asked !== null || form.eventId !== null) return asked;
      if (!isWhole) return eventId === undefined ? todaysMatch(events, Date.now()) : null;
      const jobs = outbox.getSnapshot().jobs.filter((job) => job.userId === userId && job.tenant === id);
      return suggestedEvent({ events, jobs, now: Date.now() });
    },
  };
}
