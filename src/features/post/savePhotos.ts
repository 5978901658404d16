import type { OutboxClient } from '../../outbox/client.ts';
import type { Job } from '../../outbox/job.ts';
import { keptPhotos } from './outboxView.ts';

/** An object URL must outlive the start of its download. */
const REVOKE_MS = 60_000;

/**
 * Gives the kept photos of a post back to the device: by the share sheet on phones, which can put them into the photo library,
 * else as downloads one by one. Resolves with how many were handed over; 0: the fan closed the sheet.
 */
export async function savePhotos(outbox: OutboxClient, job: Job): Promise<number> {
  const photos = keptPhotos(job);
  const files: File[] = [];
  for (const { name, fileName } of photos) {
    const blob = await outbox.readPhoto(job.id, name);
    files.push(new File([blob], fileName, { type: blob.type }));
  }
  const isPhone = matchMedia('(pointer: coarse)').matches;
  if (isPhone && navigator.canShare?.({ files })) {
    try {
      await navigator.share({ files });
      return files.length;
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') return 0;
    }
  }
  for (const file of files) download(file);
  return files.length;
}

function download(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
}
