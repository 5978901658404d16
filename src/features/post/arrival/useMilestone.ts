import { useEffect, useState } from 'react';
import { arrival as texts } from '../../../messages/jaArrival.ts';
import { useServices, useSession } from '../../../services/services.tsx';
import { userIdOf } from '../../../session/sessionState.ts';
import { type Arrival, milestoneOf } from './arrivals.ts';

/** A sentence where these photos are the fan's first, tenth or hundredth, or the first of their event; null: not known, or nothing of it. */
export function useMilestone(arrival: Arrival | null): string | null {
  const { api, tenant } = useServices();
  const userId = userIdOf(useSession());
  const [found, setFound] = useState<{ readonly of: Arrival; readonly text: string } | null>(null);
  useEffect(() => {
    // Calls are those of the page's own tenant.
    if (arrival === null || userId === null || arrival.tenant !== tenant?.id) return;
    const { signal, abort } = abortable();
    const countOf = async (publicListId: 'all' | 'event', query: { readonly u?: string; readonly e?: string }) =>
      (await api.getPublicList({ params: { publicListId }, query, signal })).total;
    Promise.all([countOf('all', { u: userId }), countOf('event', { e: arrival.event.id })]).then(
      ([own, ofEvent]) => {
        if (signal.aborted || own === null || ofEvent === null) return;
        const text = textOf(arrival, milestoneOf(arrival.photos.length, own, ofEvent));
        if (text !== null) setFound({ of: arrival, text });
      },
      () => undefined, // a line too bad for a word beside
    );
    return abort;
  }, [api, tenant, userId, arrival]);
  return found !== null && found.of === arrival ? found.text : null;
}

function abortable() {
  const control = new AbortController();
  return { signal: control.signal, abort: () => control.abort() };
}

function textOf({ event }: Arrival, milestone: ReturnType<typeof milestoneOf>): string | null {
  if (milestone === null) return null;
  if (milestone === 'first') return texts.first;
  return milestone === 'firstOfEvent' ? texts.firstOfEvent(event.name) : texts.count(milestone);
}
