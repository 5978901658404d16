import type { OutboxClient } from '../../../outbox/client.ts';
import type { Job } from '../../../outbox/job.ts';
import { keptPhotos } from './outboxView.ts';

/** An object URL must outlive the start of its download. */
const REVOKE_MS = 60_000;

export interface SavedPhotos {
  /** Handed to the device; 0: the fan closed the sheet. */
  readonly saved: number;
  /** Photos whose bytes are gone. */
  readonly lost: number;
}

/**
 * Gives the kept photos of a post back to the device: by the share sheet on phones, which can put them into the photo library,
 * else as downloads one by one. A photo that cannot be read does not hold the others up.
 */
export async function savePhotos(outbox: OutboxClient, job: Job): Promise<SavedPhotos> {
  const files: File[] = [];
  let lost = 0;
  for (const { name, fileName } of keptPhotos(job)) {
    const blob = await outbox.readPhoto(job.id, name).catch(() => null);
    if (blob === null) lost += 1;
    else files.push(new File([blob], fileName, { type: blob.type }));
  }
  const isPhone = matchMedia('(pointer: coarse)').matches;
  if (isPhone && files.length > 0 && navigator.canShare?.({ files })) {
    try {
      await navigator.share({ files });
      return { saved: files.length, lost };
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') return { saved: 0, lost };
    }
  }
  for (const file of files) download(file);
  return { saved: files.length, lost };
}

function download(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
}
