import { useSetAtom } from 'jotai';
import { CircleCheck, CloudUpload, Images, Share2, Smartphone } from 'lucide-react';
import { useEffect } from 'react';
import { arrival as arrivalTexts } from '../../messages/jaArrival.ts';
import { postForm } from '../../messages/jaPost.ts';
import { usePaths } from '../../navigation/paths.ts';
import type { Job } from '../../outbox/job.ts';
import { useServices } from '../../services/services.tsx';
import { useOutboxSnapshot } from '../../services/useOutboxSnapshot.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { phrased } from '../../ui/phrases/phrased.ts';
import { tapHand } from '../../ui/tapHand.ts';
import { ArrivalPhotos } from './arrival/ArrivalPhotos.tsx';
import { ArrivalWords } from './arrival/ArrivalWords.tsx';
import { arrivalSheetAtom } from './arrival/arrivalSheet.ts';
import type { Arrival } from './arrival/arrivals.ts';
import { outlinePhotos } from './arrival/outlinePhotos.ts';
import { useArrivalOf } from './arrival/useArrivalOf.ts';
import { useShareArrival } from './arrival/useShareArrival.ts';
import { progressOf } from './outbox/outboxProgress.ts';
import { savedText, shownState } from './outbox/outboxView.ts';
import styles from './PostSaved.module.css';
import { useRemembersSheet } from './toldByToast.ts';

interface PostSavedProps {
  readonly jobId: string;
  /** Number of photos another tab had posted before (SAF-22). */
  readonly posted: number;
  /** A toast told of the post before, with the sentence of PST-11c: the sheet says it, too (FAN-26a). */
  readonly wasTold: boolean;
  readonly onClose: () => void;
  readonly onLeave: (address: string) => void;
  /** The next photos of a batch, with the same words. */
  readonly onAgain: () => void;
}

/** Pictures drawn small; of the others the number. */
const SHOWN_PHOTOS = 5;

/**
 * One sheet from '保存しました' to '届きました' (PST-11, FAN-01): the photos are safe and nobody has to wait; if they arrive while it is
 * open, it says so and leads to the event.
 */
export function PostSaved({ jobId, posted, wasTold, onClose, onLeave, onAgain }: PostSavedProps) {
  const { jobs } = useOutboxSnapshot();
  const paths = usePaths();
  const job = jobs.find(({ id }) => id === jobId);
  const arrival = useArrivalOf(job);
  useTellsArrival(jobId, arrival !== null);
  useRemembersSheet();
  // Saved, and once more when everybody sees it.
  const isPublic = arrival !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tap tells of the change
  useEffect(tapHand, [isPublic]);
  const handleSee = ({ event, photos }: Arrival) => {
    const address = paths.event(event.id);
    outlinePhotos(
      photos.map(({ mediaUrl }) => mediaUrl),
      address,
    );
    onLeave(address);
  };
  const again = (
    <Button icon={<Images aria-hidden="true" size={18} />} onClick={onAgain}>
      {postForm.again}
    </Button>
  );
  return arrival === null ? (
    <Modal title={postForm.savedTitle} onClose={onClose} actions={<SavedActions onClose={onClose} />}>
      <div className={styles.saved} role="status">
        <SavedBody job={job} posted={posted} wasTold={wasTold} />
        {again}
      </div>
    </Modal>
  ) : (
    // Closed in whatever way, it leads to the event (PST-11c).
    <Modal
      title={arrivalTexts.title}
      onClose={() => handleSee(arrival)}
      actions={<ArrivedActions arrival={arrival} onSee={() => handleSee(arrival)} />}
    >
      <div className={styles.saved} role="status">
        <ArrivedBody arrival={arrival} posted={posted} />
        {again}
      </div>
    </Modal>
  );
}

/** While the sheet is open no card tells of its post; what the sheet told is told. */
function useTellsArrival(jobId: string, hasArrived: boolean): void {
  const { outbox } = useServices();
  const setSheet = useSetAtom(arrivalSheetAtom);
  useEffect(() => {
    setSheet(jobId);
    return () => setSheet(null);
  }, [setSheet, jobId]);
  useEffect(() => {
    if (hasArrived) void outbox.claimArrivals([jobId]).catch(() => undefined);
  }, [outbox, jobId, hasArrived]);
}

interface SavedBodyProps extends Pick<PostSavedProps, 'posted' | 'wasTold'> {
  readonly job: Job | undefined;
}

function SavedBody({ job, posted, wasTold }: SavedBodyProps) {
  const { progress } = useOutboxSnapshot();
  const isSending = job !== undefined && shownState(job, progress) === 'sending';
  return (
    <>
      {job && <ArrivalPhotos photos={job.photos} max={SHOWN_PHOTOS} />}
      <span className={styles.icon}>
        {isSending ? <CloudUpload aria-hidden="true" size={28} /> : <Smartphone aria-hidden="true" size={28} />}
      </span>
      <p className={styles.lead}>
        {(wasTold ? [postForm.sent, ...postForm.savedLead] : postForm.savedLead).map((text) => (
          <span key={text}>{phrased(text)}</span>
        ))}
      </p>
      {job && isSending && <ProgressBar share={progressOf(job, progress).share} label={postForm.sending} />}
      {posted > 0 && <p className={styles.text}>{postForm.savedBeside(posted)}</p>}
      <p className={styles.text}>{savedText()}</p>
    </>
  );
}

function SavedActions({ onClose }: { readonly onClose: () => void }) {
  const overlays = useOverlays();
  return (
    <>
      <Button onClick={() => overlays.replace({ mode: 'outbox' })}>{postForm.seeOutbox}</Button>
      <Button variant="primary" onClick={onClose}>
        {postForm.close}
      </Button>
    </>
  );
}

function ArrivedBody({ arrival, posted }: { readonly arrival: Arrival; readonly posted: number }) {
  return (
    <>
      <ArrivalPhotos photos={arrival.photos} max={SHOWN_PHOTOS} />
      <span className={styles.icon}>
        <CircleCheck aria-hidden="true" size={28} />
      </span>
      <p className={styles.lead}>
        {postForm.sent}
        {posted > 0 && postForm.savedBeside(posted)}
      </p>
      <p className={styles.text}>{arrival.event.name}</p>
      <ArrivalWords arrival={arrival} className={styles.word} />
    </>
  );
}

function ArrivedActions({ arrival, onSee }: { readonly arrival: Arrival; readonly onSee: () => void }) {
  const share = useShareArrival(arrival);
  return (
    <>
      <Button icon={<Share2 aria-hidden="true" size={18} />} onClick={share}>
        {arrivalTexts.share}
      </Button>
      <Button variant="primary" onClick={onSee}>
        {arrivalTexts.album}
      </Button>
    </>
  );
}
