import { lazy, Suspense } from 'react';
import { useSession, useTenant } from '../../session/services.tsx';
import { useOutboxSnapshot } from '../../session/useOutboxSnapshot.ts';
import { pendingPhotos } from './pendingList.ts';

const PendingCards = lazy(async () => ({ default: (await import('./PendingCards.tsx')).PendingCards }));

/** Own queued photos at the top of the gallery or event they go to. Mostly there are none: the cards' code waits for some. */
export function PendingPhotos({ eventId }: { readonly eventId?: string }) {
  const tenant = useTenant();
  const session = useSession();
  const snapshot = useOutboxSnapshot();
  const userId = session.status === 'anonymous' ? null : session.user.id;
  const photos = pendingPhotos(snapshot, { tenant: tenant.id, userId, eventId: eventId ?? null });
  if (photos.length === 0) return null;
  return (
    <Suspense>
      <PendingCards photos={photos} />
    </Suspense>
  );
}
