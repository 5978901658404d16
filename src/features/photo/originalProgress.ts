import type { OutboxSnapshot } from '../../outbox/client.ts';

export interface OriginalProgress {
  /** 'sent': this device has nothing left to send of it. 'elsewhere': it never had, or does not know any more. */
  readonly kind: 'sending' | 'waiting' | 'held' | 'refused' | 'sent' | 'elsewhere';
  /** 0–1 of its bytes. */
  readonly share: number;
}

/** What this device's queue knows of the original of a public photo (PUB-03). */
export function originalProgress(
  { jobs, progress, holdOriginals }: OutboxSnapshot,
  mediaUrl: string,
): OriginalProgress {
  for (const job of jobs) {
    const photo = job.photos.find((one) => one.mediaUrl === mediaUrl);
    if (!photo) continue;
    if (photo.step === 'registered') return { kind: 'sent', share: 1 };
    if (photo.error !== null) return { kind: 'refused', share: 0 };
    const live = progress.find(
      (one) => one.jobId === job.id && one.photoName === photo.name && one.stage === 'originals',
    );
    if (live) return { kind: 'sending', share: live.total === 0 ? 0 : live.sent / live.total };
    const isHeld = job.state === 'paused' || (holdOriginals !== null && job.forceSend !== true);
    return { kind: isHeld ? 'held' : 'waiting', share: 0 };
  }
  return { kind: 'elsewhere', share: 0 };
}
