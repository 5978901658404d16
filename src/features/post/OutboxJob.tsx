import { Download, Pause, Play, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { findTenant } from '../../../tenants/index.ts';
import { thumbnailKey } from '../../contract/config.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { outbox as texts } from '../../messages/jaPost.ts';
import type { SendProgress } from '../../outbox/client.ts';
import type { Job, JobPhoto } from '../../outbox/job.ts';
import { usePaths } from '../../session/paths.ts';
import { useServices, useTenant } from '../../session/services.tsx';
import { useKeptPicture } from '../../session/useKeptPicture.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { useToast } from '../../ui/toasts.tsx';
import styles from './OutboxPanel.module.css';
import {
  adviceFor,
  ageText,
  isOld,
  keptPhotos,
  megabytes,
  nextTryMinutes,
  photoShare,
  progressOf,
  shownState,
} from './outboxView.ts';
import { ProgressBar } from './ProgressBar.tsx';
import { savePhotos } from './savePhotos.ts';

interface OutboxJobProps {
  readonly job: Job;
  readonly progress: readonly SendProgress[];
  readonly now: number;
}

/** One post: what it is, where it stands, its photos, and what can be done. */
export function OutboxJob({ job, progress, now }: OutboxJobProps) {
  const tenant = useTenant();
  const state = shownState(job, progress);
  const { share, sentBytes, totalBytes, sentPhotos } = progressOf(job, progress);
  const site = job.tenant === tenant.id ? null : findTenant(job.tenant)?.name;
  return (
    <article className={styles.job} data-state={state}>
      <header className={styles.head}>
        <div>
          <h3>{job.event.name}</h3>
          <p className={styles.meta}>
            {site && <span>{site}</span>}
            <span>{texts.photos(job.photos.length)}</span>
            <span>
              {job.state === 'done' ? ageText(job.createdAt, now) : texts.waitingSince(ageText(job.createdAt, now))}
            </span>
          </p>
        </div>
        <span className={styles.state} data-state={state} role="status">
          {texts.states[state]}
        </span>
      </header>
      <ul className={styles.photos}>
        {job.photos.map((photo, index) => (
          <OutboxPhoto key={photo.name} {...{ job, photo, progress }} number={index + 1} />
        ))}
      </ul>
      {job.state !== 'done' && (
        <div className={styles.total}>
          <ProgressBar share={share} label={texts.sentPhotos(sentPhotos, job.photos.length)} />
          <p className={styles.meta}>
            <span>{texts.sentPhotos(sentPhotos, job.photos.length)}</span>
            {totalBytes > 0 && <span>{texts.progress(megabytes(sentBytes), megabytes(totalBytes))}</span>}
          </p>
        </div>
      )}
      <JobReason {...{ job, now }} isSending={state === 'sending'} />
      {job.state !== 'done' && <JobActions job={job} />}
    </article>
  );
}

function JobReason({ job, now, isSending }: { readonly job: Job; readonly now: number; readonly isSending: boolean }) {
  const paths = usePaths();
  const overlays = useOverlays();
  if (job.state === 'refused')
    return (
      <Banner
        tone="error"
        action={
          job.error === 'NOT_A_MEMBER' && (
            <Link href={paths.common('rule-agreement')} replace className={styles.link} onClick={overlays.closeAll}>
              {texts.agree}
            </Link>
          )
        }
      >
        {job.error !== null && errorText(job.error)}
        <br />
        {adviceFor(job)}
      </Banner>
    );
  if (job.state === 'login')
    return (
      <Banner
        tone="warn"
        action={
          <Button variant="quiet" onClick={() => overlays.open({ mode: 'login' })}>
            {texts.login}
          </Button>
        }
      >
        {texts.loginText}
      </Banner>
    );
  if (isOld(job, now)) return <Banner tone="warn">{texts.old}</Banner>;
  if (job.state === 'waiting' && job.error !== null && !isSending)
    return (
      <p className={styles.reason}>
        {texts.failed(errorText(job.error))}
        {texts.nextTry(nextTryMinutes(job, now))}
      </p>
    );
  return null;
}

function JobActions({ job }: { readonly job: Job }) {
  const { outbox } = useServices();
  const overlays = useOverlays();
  const toast = useToast();
  const [isSaving, setSaving] = useState(false);
  const handleSave = async () => {
    setSaving(true);
    try {
      const count = await savePhotos(outbox, job);
      if (count > 0) toast(texts.saved(count));
    } catch {
      toast(texts.saveFailed, 'error');
    } finally {
      setSaving(false);
    }
  };
  const handleCancel = () =>
    overlays.open({
      mode: 'confirm',
      text: texts.cancelAsk,
      actionLabel: texts.cancelAction,
      isDangerous: true,
      onConfirm: () => void outbox.cancel(job.id),
    });
  const isPaused = job.state === 'paused';
  const canSend = job.state === 'waiting' || job.state === 'refused';
  return (
    <div className={styles.actions}>
      {canSend && (
        <Button variant="primary" icon={<Send aria-hidden="true" size={18} />} onClick={() => outbox.sendNow(job.id)}>
          {texts.sendNow}
        </Button>
      )}
      {isPaused && (
        <Button variant="primary" icon={<Play aria-hidden="true" size={18} />} onClick={() => outbox.resume(job.id)}>
          {texts.resume}
        </Button>
      )}
      {job.state === 'waiting' && (
        <Button icon={<Pause aria-hidden="true" size={18} />} onClick={() => outbox.pause(job.id)}>
          {texts.pause}
        </Button>
      )}
      {keptPhotos(job).length > 0 && (
        <Button isBusy={isSaving} icon={<Download aria-hidden="true" size={18} />} onClick={handleSave}>
          {texts.save}
        </Button>
      )}
      <Button
        variant="quiet"
        className={styles.cancel}
        icon={<Trash2 aria-hidden="true" size={18} />}
        onClick={handleCancel}
      >
        {texts.cancel}
      </Button>
    </div>
  );
}

interface OutboxPhotoProps {
  readonly job: Job;
  readonly photo: JobPhoto;
  readonly progress: readonly SendProgress[];
  readonly number: number;
}

function OutboxPhoto({ job, photo, progress, number }: OutboxPhotoProps) {
  const { config } = useServices();
  const isPublished = job.state === 'done' || photo.step === 'registered';
  const kept = useKeptPicture(photo.name, !isPublished && photo.prepared !== null);
  const url = isPublished ? `${config.objects.publicBase}/${thumbnailKey(photo.mediaUrl)}` : kept;
  const share = photoShare(job, photo, progress);
  const isSending = share > 0 && share < 1;
  const state = texts.photoStates[isPublished ? 'registered' : isSending ? 'sending' : photo.step];
  return (
    <li
      className={styles.photo}
      style={{ backgroundColor: photo.prepared?.color ?? undefined }}
      data-step={photo.step}
      title={photo.error === null ? undefined : errorText(photo.error)}
    >
      {url !== null && (
        <img src={url} alt="" decoding="async" {...(isPublished && { crossOrigin: 'anonymous', loading: 'lazy' })} />
      )}
      <span className={styles.photoShare} style={{ transform: `scaleX(${share})` }} />
      <span className="visually-hidden">{texts.photoLabel(number, state)}</span>
      {photo.step === 'refused' && <span className={styles.photoError}>{state}</span>}
    </li>
  );
}
