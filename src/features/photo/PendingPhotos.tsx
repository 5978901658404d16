import { useOutboxSnapshot } from '../../services/useOutboxSnapshot.ts';
import { OptionalBoundary } from '../../ui/DeferredBoundary.tsx';
import { lazyNamed } from '../../ui/lazyNamed.ts';

const PendingCards = lazyNamed(() => import('./PendingCards.tsx'), 'PendingCards');

/** Own queued photos at the top of the gallery or event they go to. Mostly there are none: the cards' code waits for some. */
export function PendingPhotos({ eventId }: { readonly eventId?: string }) {
  const { jobs } = useOutboxSnapshot();
  if (jobs.length === 0) return null;
  return (
    <OptionalBoundary>
      <PendingCards eventId={eventId ?? null} />
    </OptionalBoundary>
  );
}
