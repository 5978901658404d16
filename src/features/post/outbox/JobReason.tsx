import { errorText } from '../../../messages/jaErrors.ts';
import { outbox as texts } from '../../../messages/jaOutbox.ts';
import type { Job } from '../../../outbox/job.ts';
import { Banner } from '../../../ui/Banner.tsx';
import styles from './OutboxJob.module.css';
import { adviceFor, isOld, nextTryMinutes, type ShownState } from './outboxView.ts';
import { useIsPersisted } from './useIsPersisted.ts';

interface JobReasonProps {
  readonly job: Job;
  readonly state: ShownState;
  readonly now: number;
}

/** Why a post does not go on, and what to do about it (QUE-03). */
export function JobReason({ job, state, now }: JobReasonProps) {
  const isPersisted = useIsPersisted();
  if (state === 'refused') return <Refusal job={job} />;
  if (state === 'login') return <Banner tone="warn">{texts.loginText}</Banner>;
  if (state !== 'sending' && isOld(job, now))
    return <Banner tone="warn">{isPersisted ? texts.old : texts.oldUnsafe}</Banner>;
  if (state === 'waiting' && job.error !== null)
    return (
      <p className={styles.reason}>
        {texts.failed(errorText(job.error))}
        {texts.nextTry(nextTryMinutes(job, now))}
      </p>
    );
  if (state === 'waiting' && job.photos.some(({ step }) => step === 'picked'))
    return <p className={styles.reason}>{texts.preparing}</p>;
  return null;
}

function Refusal({ job }: { readonly job: Job }) {
  const broken = job.photos.flatMap((photo, index) =>
    photo.step === 'refused' && photo.error !== null ? [{ number: index + 1, error: photo.error }] : [],
  );
  const sent = job.photos.filter(({ step }) => step === 'registered').length;
  return (
    <Banner tone="error">
      {broken.length === 0 && job.error !== null && <p>{errorText(job.error)}</p>}
      {broken.length > 0 && sent > 0 && <p>{texts.partly(broken.length, sent)}</p>}
      {broken.length > 0 && (
        <ul className={styles.problems}>
          {broken.map(({ number, error }) => (
            <li key={number}>{texts.photoProblem(number, errorText(error))}</li>
          ))}
        </ul>
      )}
      <p>{adviceFor(job.error)}</p>
    </Banner>
  );
}
