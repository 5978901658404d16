/**
 * The two stages of a post (PUB-01): first it becomes public, with thumbnails and previews; then its originals follow. Pure facts about
 * jobs and photos, for the queue and for the screens.
 */
import type { Job, JobPhoto } from './job.ts';

/** 'post': until it is public. 'originals': what follows then. */
export type Stage = 'post' | 'originals';

/** Everybody can see it. */
export const isPublic = ({ step }: JobPhoto): boolean => step === 'public' || step === 'registered';

/** Is something left to do before the post is public? Refused photos wait for the fan, not for us. */
export const hasPostWork = ({ photos }: Pick<Job, 'photos'>): boolean =>
  photos.some(({ step }) => step === 'picked' || step === 'ready' || step === 'stored');

/** All of it is public, whether or not originals still follow. */
export const isPublished = ({ photos }: Pick<Job, 'photos'>): boolean => photos.every(isPublic);

/** Its original goes by itself once it may. */
export const followsLater = ({ step, error }: JobPhoto): boolean => step === 'public' && error === null;

/** Public photos whose originals still go by themselves. */
export const openOriginals = ({ photos }: Pick<Job, 'photos'>): JobPhoto[] => photos.filter(followsLater);

/** Public photos whose original cannot be sent as it is: `error` says why, the fan decides (save it, drop it, try again). */
export const refusedOriginals = ({ photos }: Pick<Job, 'photos'>): JobPhoto[] =>
  photos.filter(({ step, error }) => step === 'public' && error !== null);

/** Do originals of this post go by themselves now? Also beside photos that were refused; not after a pause or a lost login. */
export const areOriginalsDue = (job: Job): boolean =>
  (job.state === 'waiting' || job.state === 'refused') && openOriginals(job).length > 0;

/** Bytes a photo needs to become public, and those of the original that follows; 0 where nothing is (or is not known yet). */
export function stageBytes({ prepared, step, original }: JobPhoto): { readonly post: number; readonly later: number } {
  if (!prepared) return { post: 0, later: 0 };
  const { originalBytes, previewBytes, thumbnailBytes } = prepared;
  const isLater = step === 'ready' || step === 'refused' ? !!previewBytes : original === 'later';
  return isLater
    ? { post: (previewBytes ?? 0) + thumbnailBytes, later: originalBytes }
    : { post: originalBytes + thumbnailBytes, later: 0 };
}
