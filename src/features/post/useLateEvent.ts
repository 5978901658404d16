import { useEffect, useRef } from 'react';
import type { PhotoFormStore } from './photoFormStore.ts';
import type { OpeningEvent } from './useOpeningEvent.ts';

interface OpenedEarly {
  readonly store: PhotoFormStore;
  /** Lists that may change its event had not come when it opened. */
  readonly isEarly: boolean;
}

/**
 * A form that opened before its event could be known gets it once the lists have come (FAN-03f): a choice that the fan has made
 * meanwhile stays, also the choice of none.
 */
export function useLateEvent(opened: OpenedEarly | null, event: OpeningEvent): void {
  const early = opened?.isEarly === true ? opened.store : null;
  const decided = useRef<PhotoFormStore | null>(null);
  useEffect(() => {
    if (early === null) return;
    const { eventId } = early.getSnapshot().form;
    return early.subscribe(() => {
      if (early.getSnapshot().form.eventId !== eventId) decided.current = early;
    });
  }, [early]);
  // After each render: the lists come one by one, and today's match is known by its own.
  useEffect(() => {
    if (early === null || decided.current === early) return;
    const { form } = early.getSnapshot();
    const late = event.of(form);
    if (event.isFinal || late !== null) decided.current = early;
    if (late === null || late.event_id === form.eventId) return;
    early.dispatch({ type: 'eventChosen', eventId: late.event_id, locations: late.photo_location });
  });
}
