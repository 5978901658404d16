import { CalendarX2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { FanEvent } from '../../../contract/entities.ts';
import { outboxEdit, outbox as outboxTexts, outboxMove as texts } from '../../../messages/jaOutbox.ts';
import { postForm } from '../../../messages/jaPost.ts';
import { isEditable } from '../../../outbox/edits.ts';
import type { Job } from '../../../outbox/job.ts';
import { ReferenceFailures } from '../../../queries/ReferenceFailures.tsx';
import { ownCount } from '../../../rules/remainingPhotos.ts';
import { useServices, useTenant } from '../../../services/services.tsx';
import { useOutboxSnapshot } from '../../../services/useOutboxSnapshot.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { Phrases } from '../../../ui/phrases/Phrases.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { CHOICE_LISTS, usePostableEvents } from '../queries.ts';
import styles from './MoveJobModal.module.css';
import { NoJobModal } from './NoJobModal.tsx';
import { OtherSite } from './OtherSite.tsx';
import { countWaitingFor } from './outboxView.ts';
import { useOwnJob } from './useOwnJob.ts';

interface MoveJobModalProps {
  readonly jobId: string;
  readonly onClose: () => void;
}

/** Another event for a post whose own is over, full or gone (QUE-03). */
export function MoveJobModal({ jobId, onClose }: MoveJobModalProps) {
  const tenant = useTenant();
  const { jobs } = useOutboxSnapshot();
  const { status, events, retry } = usePostableEvents();
  const [chosen, setChosen] = useState<string | null>(null);
  const { isSaving, move } = useJobMove(onClose);
  const { job, isOthers } = useOwnJob(jobId);
  if (isOthers || job === undefined || job.state === 'done')
    return <NoJobModal title={texts.title} isOthers={isOthers} onClose={onClose} />;
  if (job.tenant !== tenant.id) return <OtherSite title={texts.title} tenantId={job.tenant} onClose={onClose} />;

  const others = events.filter(({ event_id }) => event_id !== job.event.id);
  const target = others.find(({ event_id }) => event_id === chosen);
  const isOpen = isEditable(job);
  return (
    <Modal
      title={texts.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{postForm.cancel}</Button>
          {others.length > 0 && (
            <Button
              variant="primary"
              isBusy={isSaving}
              disabled={target === undefined || !isOpen}
              onClick={() => target && move(job.id, target)}
            >
              {texts.submit}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.move}>
        {!isOpen && <Banner tone="warn">{outboxEdit.tooLate}</Banner>}
        <p className={styles.from}>{texts.from(job.event.name)}</p>
        {others.length > 0 ? (
          <>
            <ReferenceFailures of={CHOICE_LISTS} note={{ of: CHOICE_LISTS, text: postForm.limitedMissing }} />
            <EventChoice job={job} jobs={jobs} chosen={chosen} events={others} onChoose={setChosen} />
          </>
        ) : (
          <NoChoice status={status} onRetry={retry} />
        )}
      </div>
    </Modal>
  );
}

/** Gives a post another event. `onMoved`: when it has it. */
function useJobMove(onMoved: () => void) {
  const { outbox } = useServices();
  const toast = useToast();
  const [isSaving, setSaving] = useState(false);
  const move = async (jobId: string, target: FanEvent) => {
    const { event_id: id, event_name: name, season_id: seasonId, photo_location: locations } = target;
    setSaving(true);
    try {
      if (!(await outbox.move(jobId, { event: { id, name, seasonId }, locations }))) return;
      toast(texts.moved(name));
      onMoved();
    } catch {
      toast(outboxTexts.actionFailed, 'error');
    } finally {
      setSaving(false);
    }
  };
  return { isSaving, move };
}

interface EventChoiceProps {
  readonly job: Job;
  readonly jobs: readonly Job[];
  readonly events: readonly FanEvent[];
  readonly chosen: string | null;
  readonly onChoose: (eventId: string) => void;
}

function EventChoice({ job, jobs, events, chosen, onChoose }: EventChoiceProps) {
  const name = useId();
  const photos = job.photos.filter(({ step }) => step !== 'registered').length;
  return (
    <fieldset className={styles.choice}>
      <legend>{texts.choose}</legend>
      {events.map((event) => {
        const room =
          event.post_limit === null
            ? null
            : Math.max(
                0,
                event.post_limit - ownCount(event, job.userId) - countWaitingFor(jobs, job.userId, event.event_id),
              );
        const isTooSmall = room !== null && room < photos;
        return (
          <label key={event.event_id} className={styles.event} data-off={isTooSmall || undefined}>
            <input
              type="radio"
              name={name}
              checked={chosen === event.event_id}
              disabled={isTooSmall}
              onChange={() => onChoose(event.event_id)}
            />
            <span>
              <span className={styles.name}>
                <Phrases text={event.event_name} />
              </span>
              {room !== null && (
                <span className={styles.room}>
                  {room === 0
                    ? texts.full
                    : isTooSmall
                      ? `${texts.room(room)}・${texts.tooMany(photos)}`
                      : texts.room(room)}
                </span>
              )}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface NoChoiceProps {
  readonly status: 'loading' | 'failed' | 'ready';
  readonly onRetry: () => void;
}

function NoChoice({ status, onRetry }: NoChoiceProps) {
  if (status === 'loading') return <div className={styles.loading} role="status" aria-label={texts.loading} />;
  const isFailed = status === 'failed';
  return (
    <EmptyState
      icon={<CalendarX2 aria-hidden="true" size={32} />}
      title={isFailed ? texts.failed : texts.none}
      action={isFailed && <Button onClick={onRetry}>{postForm.reload}</Button>}
    >
      {isFailed ? texts.failedText : texts.noneText}
    </EmptyState>
  );
}
