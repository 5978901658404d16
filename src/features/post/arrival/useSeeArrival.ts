import { useLocation } from 'wouter';
import { arrivedPath, eventPath } from '../../../contract/workerPaths.ts';
import { useTenant } from '../../../services/services.tsx';
import { useOverlayStack, useOverlays } from '../../../ui/overlays.ts';
import type { Arrival } from './arrivals.ts';
import { outlinePhotos } from './outlinePhotos.ts';

/**
 * Gives a function that leads to what arrived (FAN-01a): to the page of its event, which outlines the photos.
 * @param opensOnly a single photo is opened over that page (FAN-26b)
 */
export function useSeeArrival(opensOnly: boolean): (arrival: Arrival) => void {
  const tenant = useTenant();
  const [, navigate] = useLocation();
  const overlays = useOverlays();
  const hasOverlay = useOverlayStack().length > 0;
  return ({ tenant: of, event, photos, jobIds }) => {
    if (of !== tenant.id) return location.assign(arrivedPath(of, event.id, jobIds[0] ?? ''));
    const page = eventPath(of, event.id);
    const [only, ...others] = photos;
    const opened = opensOnly && others.length === 0 ? only : undefined;
    if (opened === undefined)
      outlinePhotos(
        photos.map(({ mediaUrl }) => mediaUrl),
        page,
      );
    const isHere = location.pathname + location.search === page;
    // In place of the overlays' own history entry: back leads to where the fan was.
    const entry = { replace: hasOverlay, state: opened && isHere && !hasOverlay ? { isPhotoPushed: true } : null };
    navigate(opened === undefined ? page : `${page}&${new URLSearchParams({ q: opened.mediaUrl })}`, entry);
    overlays.closeAll();
  };
}
