/** What is stored becomes public, once. */
import { AppError } from '../contract/errors.ts';
import type { Job, JobPhoto } from './job.ts';
import type { JobRun } from './jobRun.ts';

const stored = (job: Job): readonly JobPhoto[] => job.photos.filter((photo) => photo.step === 'stored');

/**
 * Registers the stored photos of a job as one list. If an earlier registration may have landed, asks first and takes
 * what is there as done (T25). Commits only what an answer names.
 * @throws AppError of the registry, LeaseLost, or whatever the store throws
 */
export async function registerPhotos(job: Job, run: JobRun): Promise<void> {
  if (job.registering) await takeOverFound(job, run);
  // Committed before the request: a crash from here on leaves the question open, and the next round asks it. From here on no edit is
  // taken either, so what is sent is what the fan last saw. Also where it was marked before: while we asked, another context whose drain
  // we took over may have had its answer, and the fan may have edited the post since.
  const marked = await run.apply({ kind: 'registering' });
  if (marked?.state !== 'waiting' || !marked.registering) return;
  const photos = stored(marked);
  // A rule held every put back and has let go since: an answer that names none of none would close what is open.
  if (photos.length === 0) return;
  await run.renewLease();
  const named = await run.sender.registry.register(marked, photos);
  const proven = photos.map((photo) => photo.mediaUrl).filter((mediaUrl) => named.includes(mediaUrl));
  if (proven.length < photos.length) throw new AppError('BAD_ANSWER', 'later');
  const later = photos.filter(({ original }) => original === 'later').map(({ mediaUrl }) => mediaUrl);
  await commit(marked, proven, later, run);
}

async function takeOverFound(job: Job, run: JobRun): Promise<void> {
  const found: string[] = [];
  const later: string[] = [];
  for (const { mediaUrl } of stored(job)) {
    await run.renewLease();
    const state = await run.sender.registry.findRegistered(job, mediaUrl);
    if (state !== null) found.push(mediaUrl);
    if (state === 'public') later.push(mediaUrl);
  }
  if (found.length > 0) await commit(job, found, later, run);
}

async function commit(job: Job, mediaUrls: readonly string[], later: readonly string[], run: JobRun): Promise<void> {
  await run.apply({ kind: 'registered', mediaUrls, later, at: run.clock.now() });
  run.announcer.announce({ kind: 'registered', jobId: job.id, tenant: job.tenant, eventId: job.event.id });
}
