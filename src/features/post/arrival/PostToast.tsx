import { useEffect, useState } from 'react';
import { arrival as texts } from '../../../messages/jaArrival.ts';
import { postForm } from '../../../messages/jaPost.ts';
import { useServices } from '../../../services/services.tsx';
import { useIsOnline } from '../../../services/useIsOnline.ts';
import { useOutboxSnapshot } from '../../../services/useOutboxSnapshot.ts';
import { Button } from '../../../ui/Button.tsx';
import { useOverlays } from '../../../ui/overlays.ts';
import { phrased } from '../../../ui/phrases/phrased.ts';
import { tapHand } from '../../../ui/tapHand.ts';
import { useOwnJob } from '../outbox/useOwnJob.ts';
import type { QueuedPost } from '../useSubmitPost.ts';
import { PublicActions, PublicWords } from './ArrivalCard.tsx';
import type { Arrival } from './arrivals.ts';
import styles from './FloatingCard.module.css';
import { FloatingCard } from './FloatingCard.tsx';
import { type SentState, sentStateOf } from './sentState.ts';
import { useArrivalOf } from './useArrivalOf.ts';
import { useIsVisible } from './useIsVisible.ts';
import { useSeeArrival } from './useSeeArrival.ts';

interface PostToastProps {
  readonly sent: QueuedPost;
  /** Shows the sheet of the post instead. */
  readonly onDetails: () => void;
  readonly onClose: () => void;
}

/**
 * In place of the sheet of a post that was made with signal (FAN-26a, FAN-26b): that it is complete, then that it is public. If the line
 * drops or the fan is needed, it tells so and leads to the sheet or to the queue.
 */
export function PostToast({ sent, onDetails, onClose }: PostToastProps) {
  const { job, isOthers } = useOwnJob(sent.jobId);
  const { hold } = useOutboxSnapshot();
  const isOnline = useIsOnline();
  const overlays = useOverlays();
  const see = useSeeArrival(true);
  const arrival = useArrivalOf(isOthers ? undefined : job);
  const isGone = useIsGone(job !== undefined) || isOthers;
  useTellsArrivalOnce(sent.jobId, arrival !== null);
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (isGone) return null;
  const count = sent.form.photos.length;
  const state = arrival !== null ? 'public' : job === undefined ? 'sending' : sentStateOf(job, hold, isOnline);
  const handleSee = (arrived: Arrival) => {
    onClose();
    see(arrived);
  };
  const handleOutbox = () => {
    onClose();
    overlays.replace({ mode: 'outbox' });
  };
  return (
    <FloatingCard
      photos={arrival?.photos ?? job?.photos ?? []}
      topic={state}
      isKept={state === 'problem'}
      words={arrival === null ? <SentWords state={state} count={count} /> : <PublicWords arrival={arrival} />}
      actions={
        arrival !== null ? (
          <PublicActions
            arrival={arrival}
            label={arrival.photos.length === 1 ? texts.seePhoto : texts.seeLabel(arrival.event.name)}
            onSee={() => handleSee(arrival)}
          />
        ) : state === 'problem' ? (
          <Button variant="primary" onClick={handleOutbox}>
            {postForm.seeOutbox}
          </Button>
        ) : (
          <Button onClick={onDetails}>{texts.details}</Button>
        )
      }
      onClose={onClose}
    />
  );
}

/** The post was in the queue and is there no more: the fan took it back, here or in another window. */
function useIsGone(isThere: boolean): boolean {
  const [wasThere, setWasThere] = useState(isThere);
  if (isThere && !wasThere) setWasThere(true);
  return wasThere && !isThere;
}

/** The hand feels that the post is saved and, once it is public, that too; then it counts as told, if the fan looks at the window. */
function useTellsArrivalOnce(jobId: string, isPublic: boolean): void {
  const { outbox } = useServices();
  const isVisible = useIsVisible();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tap tells of the change
  useEffect(tapHand, [isPublic]);
  useEffect(() => {
    if (isPublic && isVisible) void outbox.claimArrivals([jobId]).catch(() => undefined);
  }, [outbox, jobId, isPublic, isVisible]);
}

/** What is said before all of it is public. */
function SentWords({ state, count }: { readonly state: SentState; readonly count: number }) {
  const said = texts.sent[state === 'public' ? 'sending' : state];
  return (
    <>
      <strong>{phrased(said.lead)}</strong>
      <span className={styles.text}>{phrased(said.text(count))}</span>
    </>
  );
}
