import { Check, Hourglass, TriangleAlert } from 'lucide-react';
import { thumbnailKey } from '../../../contract/config.ts';
import { useDraftThumbnail } from '../../../drafts/useDraftThumbnail.ts';
import { outbox as texts } from '../../../messages/jaOutbox.ts';
import type { SendProgress } from '../../../outbox/client.ts';
import type { Job, JobPhoto } from '../../../outbox/job.ts';
import { isPublic } from '../../../outbox/stages.ts';
import { useServices, useTenant } from '../../../services/services.tsx';
import styles from './OutboxJob.module.css';
import { photoShare, stageOf } from './outboxProgress.ts';
import { photoProblem } from './photoProblem.ts';

interface OutboxPhotoProps {
  readonly job: Job;
  readonly photo: JobPhoto;
  readonly progress: readonly SendProgress[];
  readonly number: number;
}

/** One photo of a post: its small picture, brighter with every byte that arrived. */
export function OutboxPhoto({ job, photo, progress, number }: OutboxPhotoProps) {
  const { config } = useServices();
  const tenant = useTenant();
  const isPublished = isPublic(photo);
  const kept = useDraftThumbnail(photo.name, !isPublished && photo.prepared !== null);
  const url = isPublished ? `${config.objects.publicBase}/${thumbnailKey(photo.mediaUrl)}` : kept;
  const share = photoShare(job, photo, progress);
  const isSending = share > 0 && share < 1;
  const isUnderWay = progress.some(({ jobId }) => jobId === job.id);
  const state = isSending ? 'sending' : photo.step;
  const problem = photoProblem(photo, tenant.config);
  const label =
    problem === null ? texts.photoLabel(number, texts.photoStates[state]) : texts.photoProblem(number, problem);
  return (
    <li className={styles.photo} style={{ backgroundColor: photo.prepared?.color }} data-state={state}>
      {url !== null && (
        <img src={url} alt="" decoding="async" {...(isPublished && { crossOrigin: 'anonymous', loading: 'lazy' })} />
      )}
      {photo.step === 'picked' && <Hourglass aria-hidden="true" size={20} className={styles.picking} />}
      {isUnderWay && share < 1 && photo.step !== 'refused' && (
        <span
          className={styles.veil}
          data-stage={stageOf(job)}
          style={{ transform: `scaleY(${1 - share})` }}
          {...(isSending && {
            role: 'progressbar',
            'aria-label': texts.photoProgress(number),
            'aria-valuemin': 0,
            'aria-valuemax': 100,
            'aria-valuenow': Math.round(share * 100),
          })}
        />
      )}
      {share === 1 && (
        <span className={styles.mark}>
          <Check aria-hidden="true" size={14} />
        </span>
      )}
      {photo.step === 'refused' && (
        <span className={styles.mark}>
          <TriangleAlert aria-hidden="true" size={12} />
        </span>
      )}
      <span className="visually-hidden">{label}</span>
    </li>
  );
}
