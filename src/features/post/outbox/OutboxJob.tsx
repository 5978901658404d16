import { findTenant } from '../../../../tenants/index.ts';
import { ageText } from '../../../messages/jaAge.ts';
import { outbox as texts } from '../../../messages/jaOutbox.ts';
import type { SendProgress } from '../../../outbox/client.ts';
import type { Job } from '../../../outbox/job.ts';
import type { SendBlockedReason } from '../../../outbox/sendRules.ts';
import { useTenant } from '../../../services/services.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { JobActions } from './JobActions.tsx';
import { JobReason } from './JobReason.tsx';
import styles from './OutboxJob.module.css';
import { OutboxPhoto } from './OutboxPhoto.tsx';
import { progressOf } from './outboxProgress.ts';
import { megabytes, shownState } from './outboxView.ts';

interface OutboxJobProps {
  readonly job: Job;
  readonly progress: readonly SendProgress[];
  readonly hold: SendBlockedReason | null;
  readonly holdOriginals: SendBlockedReason | null;
  readonly now: number;
}

/** One post: what it is, where it stands, its photos, and what can be done. */
export function OutboxJob({ job, progress, hold, holdOriginals, now }: OutboxJobProps) {
  const tenant = useTenant();
  const state = shownState(job, progress, hold, holdOriginals);
  const { stage, share, sentBytes, totalBytes, sentPhotos, photos } = progressOf(job, progress);
  const sentText = (stage === 'originals' ? texts.sentOriginals : texts.sentPhotos)(sentPhotos, photos);
  const site = job.tenant === tenant.id ? null : findTenant(job.tenant)?.name;
  const hasBegun = state === 'sending' || state === 'sendingOriginals' || share > 0;
  return (
    <article className={styles.job} data-state={state} aria-labelledby={`job-${job.id}`}>
      <header className={styles.head}>
        <div className={styles.names}>
          <h2 id={`job-${job.id}`}>{job.event.name}</h2>
          <p className={styles.meta}>
            {site && <span>{site}</span>}
            <span>{texts.photos(job.photos.length)}</span>
            <span>{texts.waitingSince(ageText(job.createdAt, now))}</span>
          </p>
        </div>
        <span className={styles.state} data-state={state} role="status">
          {texts.states[state]}
        </span>
      </header>
      <ul className={styles.photos}>
        {job.photos.map((photo, index) => (
          <OutboxPhoto key={photo.name} job={job} photo={photo} progress={progress} number={index + 1} />
        ))}
      </ul>
      {hasBegun && (
        <div className={styles.total}>
          <ProgressBar share={share} label={sentText} />
          <p className={styles.meta}>
            <span>{sentText}</span>
            {totalBytes > 0 && <span>{texts.progress(megabytes(sentBytes), megabytes(totalBytes))}</span>}
          </p>
        </div>
      )}
      <JobReason job={job} now={now} state={state} holdOriginals={holdOriginals} />
      <JobActions job={job} state={state} />
    </article>
  );
}
