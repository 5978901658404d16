import { useAtom, useSetAtom } from 'jotai';
import { useCallback, useEffect, useRef } from 'react';
import { ARRIVED_PARAM } from '../../../contract/workerPaths.ts';
import { isPublic } from '../../../outbox/stages.ts';
import { useOutboxSnapshot } from '../../../services/useOutboxSnapshot.ts';
import { useOverlays } from '../../../ui/overlays.ts';
import { ArrivalCard } from './ArrivalCard.tsx';
import { outlinePhotos } from './outlinePhotos.ts';
import { PostToast } from './PostToast.tsx';
import { hasToastHostAtom, sentPostAtom } from './sentPost.ts';
import { useArrivals } from './useArrivals.ts';
import { useSeeArrival } from './useSeeArrival.ts';

/** Tells wherever the fan is that queued photos became public, and leads to them (FAN-01). What was just posted goes first (FAN-26). */
export function Arrivals() {
  const { next, dismiss } = useArrivals();
  const see = useSeeArrival(false);
  const toast = useSentPost();
  useOutlineFromAddress();

  if (toast !== null) return <PostToast key={toast.sent.jobId} {...toast} />;
  if (next === null) return null;
  const handleSee = () => {
    dismiss();
    see(next);
  };
  return <ArrivalCard key={next.jobIds.join(' ')} arrival={next} onSee={handleSee} onClose={dismiss} />;
}

/** The post that the toast tells of; null: none. Its sheet takes it from the toast when it opens (`PhotoPostOverlay`). */
function useSentPost() {
  const [sent, setSent] = useAtom(sentPostAtom);
  const setHost = useSetAtom(hasToastHostAtom);
  const overlays = useOverlays();
  useEffect(() => {
    setHost(true);
    return () => setHost(false);
  }, [setHost]);
  const close = useCallback(() => setSent(null), [setSent]);
  if (sent === null) return null;
  return { sent, onClose: close, onDetails: () => overlays.open({ mode: 'post-photo', isSent: true }) };
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
