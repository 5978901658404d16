import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useServices, useSession } from '../../../services/services.tsx';
import { useOutboxSnapshot } from '../../../services/useOutboxSnapshot.ts';
import { userIdOf } from '../../../session/sessionState.ts';
import { arrivalSheetAtom } from './arrivalSheet.ts';
import { type Arrival, arrivalsOf, arrivedJobs } from './arrivals.ts';
import { sentPostAtom } from './sentPost.ts';
import { useIsVisible } from './useIsVisible.ts';

/** The sheet of a post in another window tells first: this window waits that long before it asks. Milliseconds. */
const SHEET_FIRST_MS = 400;

/**
 * What this window has to tell of posts that became public, oldest first, each once on this device: not what a post's open sheet or toast,
 * another window or a notification told (FAN-01). Of the signed-in fan only; told while the window is looked at.
 */
export function useArrivals(): { readonly next: Arrival | null; readonly dismiss: () => void } {
  const { outbox } = useServices();
  const userId = userIdOf(useSession());
  const { jobs, isLoaded } = useOutboxSnapshot();
  const sheet = useAtomValue(arrivalSheetAtom);
  const sent = useAtomValue(sentPostAtom);
  const isVisible = useIsVisible();
  const [waiting, setWaiting] = useState<{ readonly userId: string | null; readonly list: readonly Arrival[] }>();
  const arrived = arrivedJobs(jobs, userId).filter(({ id }) => id !== sheet && id !== sent?.jobId);
  const ids = arrived.map(({ id }) => id).join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: jobs are new objects with every byte sent; which have arrived say `ids`
  useEffect(() => {
    if (!isLoaded || userId === null || !isVisible) return;
    const tell = async () => {
      const news = await outbox.claimArrivals(arrived.map(({ id }) => id));
      const found = arrivalsOf(arrived.filter(({ id }) => news.includes(id)));
      if (found.length === 0) return;
      setWaiting((known) => ({ userId, list: [...(known?.userId === userId ? known.list : []), ...found] }));
    };
    const timer = setTimeout(() => void tell().catch(() => undefined), SHEET_FIRST_MS);
    return () => clearTimeout(timer);
  }, [isLoaded, userId, isVisible, ids, outbox]);

  return {
    next: (waiting?.userId === userId ? waiting?.list[0] : undefined) ?? null,
    dismiss: () => setWaiting((known) => known && { ...known, list: known.list.slice(1) }),
  };
}
