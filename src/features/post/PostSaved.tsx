import { CloudUpload, Images, Smartphone } from 'lucide-react';
import { useEffect } from 'react';
import { postForm } from '../../messages/jaPost.ts';
import { usePaths } from '../../navigation/paths.ts';
import { isPublished } from '../../outbox/stages.ts';
import { useOutboxSnapshot } from '../../services/useOutboxSnapshot.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { progressOf } from './outbox/outboxProgress.ts';
import { savedText, shownState } from './outbox/outboxView.ts';
import { ProgressBar } from './outbox/ProgressBar.tsx';
import styles from './PostSaved.module.css';

interface PostSavedProps {
  readonly jobId: string;
  readonly eventId: string;
  /** Number of photos another tab had posted before (SAF-22). */
  readonly posted: number;
  readonly onClose: () => void;
  /** The next photos of a batch, with the same words. */
  readonly onAgain: () => void;
}

/** The photos are safe; nobody has to wait. If they arrive while this is open, it says so (PST-11). */
export function PostSaved({ jobId, eventId, posted, onClose, onAgain }: PostSavedProps) {
  const { jobs, progress } = useOutboxSnapshot();
  const overlays = useOverlays();
  const paths = usePaths();
  const job = jobs.find(({ id }) => id === jobId);
  // The post is complete once everybody sees it; full quality follows by itself.
  const isDone = job !== undefined && (job.state === 'done' || isPublished(job));

  useEffect(() => {
    const text = posted > 0 ? postForm.sent + postForm.savedBeside(posted) : postForm.sent;
    if (isDone) overlays.replace({ mode: 'result', text, to: paths.event(eventId) });
  }, [isDone, overlays, paths, eventId, posted]);

  const isSending = job !== undefined && shownState(job, progress) === 'sending';
  return (
    <Modal
      title={postForm.savedTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => overlays.replace({ mode: 'outbox' })}>{postForm.seeOutbox}</Button>
          <Button variant="primary" onClick={onClose}>
            {postForm.close}
          </Button>
        </>
      }
    >
      <div className={styles.saved} role="status">
        <span className={styles.icon}>
          {isSending ? <CloudUpload aria-hidden="true" size={36} /> : <Smartphone aria-hidden="true" size={36} />}
        </span>
        <p className={styles.lead}>
          {postForm.savedLead.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </p>
        {job && isSending && <ProgressBar share={progressOf(job, progress).share} label={postForm.sending} />}
        {posted > 0 && <p className={styles.text}>{postForm.savedBeside(posted)}</p>}
        <p className={styles.text}>{savedText()}</p>
        <Button icon={<Images aria-hidden="true" size={18} />} onClick={onAgain}>
          {postForm.again}
        </Button>
      </div>
    </Modal>
  );
}
