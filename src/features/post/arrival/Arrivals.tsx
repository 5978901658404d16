import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { ARRIVED_PARAM, arrivedPath } from '../../../contract/workerPaths.ts';
import { usePaths } from '../../../navigation/paths.ts';
import { isPublic } from '../../../outbox/stages.ts';
import { useTenant } from '../../../services/services.tsx';
import { useOutboxSnapshot } from '../../../services/useOutboxSnapshot.ts';
import { useOverlayStack, useOverlays } from '../../../ui/overlays.ts';
import { ArrivalCard } from './ArrivalCard.tsx';
import type { Arrival } from './arrivals.ts';
import { outlinePhotos } from './outlinePhotos.ts';
import { useArrivals } from './useArrivals.ts';

/** Tells wherever the fan is that queued photos became public, and leads to them (FAN-01). */
export function Arrivals() {
  const tenant = useTenant();
  const paths = usePaths();
  const [, navigate] = useLocation();
  const overlays = useOverlays();
  const hasOverlay = useOverlayStack().length > 0;
  const { next, dismiss } = useArrivals();
  useOutlineFromAddress();

  const handleSee = ({ tenant: of, event, photos, jobIds }: Arrival) => {
    dismiss();
    if (of !== tenant.id) return location.assign(arrivedPath(of, event.id, jobIds[0] ?? ''));
    // In place of the overlays' own history entry: back leads to where the fan was.
    const address = paths.event(event.id);
    outlinePhotos(
      photos.map(({ mediaUrl }) => mediaUrl),
      address,
    );
    navigate(address, { replace: hasOverlay });
    overlays.closeAll();
  };
  if (next === null) return null;
  return <ArrivalCard key={next.jobIds.join(' ')} arrival={next} onSee={() => handleSee(next)} onClose={dismiss} />;
}

/** A notification led here: the photos it told of are outlined. The address forgets it. */
function useOutlineFromAddress(): void {
  const { jobs, isLoaded } = useOutboxSnapshot();
  const isDone = useRef(false);
  useEffect(() => {
    if (!isLoaded || isDone.current) return;
    isDone.current = true;
    const url = new URL(location.href);
    const jobId = url.searchParams.get(ARRIVED_PARAM);
    if (jobId === null) return;
    url.searchParams.delete(ARRIVED_PARAM);
    history.replaceState(history.state, '', url);
    const job = jobs.find(({ id }) => id === jobId);
    const keys = job?.photos.filter(isPublic).map(({ mediaUrl }) => mediaUrl) ?? [];
    outlinePhotos(keys, url.pathname + url.search);
  }, [jobs, isLoaded]);
}
