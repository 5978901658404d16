import type { FanEvent } from '../contract/entities.ts';
import { PHOTOS_PER_POST } from '../contract/limits.ts';

/** Photos the user has in the event. */
export const ownCount = (event: Pick<FanEvent, 'postUser_list'>, userId: string): number =>
  event.postUser_list.find((one) => one.user_id === userId)?.count ?? 0;

/** What one post may hold at the most (§9). */
export const photosPerPost = (isMobile: boolean): number =>
  isMobile ? PHOTOS_PER_POST.mobile : PHOTOS_PER_POST.desktop;

/**
 * How many photos one post may hold (PST-09): 15, on phones and tablets 5, less where the event's post_limit leaves less
 * after the user's own photos and those that still wait to be sent. 0 disables posting.
 */
export function maxPhotos(given: {
  readonly isMobile: boolean;
  readonly postLimit: number | null;
  readonly ownCount: number;
  /** Photos of the user for this event in the outbox. */
  readonly waiting: number;
}): number {
  const perPost = photosPerPost(given.isMobile);
  if (given.postLimit === null) return perPost;
  return Math.max(0, Math.min(perPost, given.postLimit - given.ownCount - given.waiting));
}

/** The number of 'あと N 枚投稿できます'. */
export const remainingPhotos = (max: number, chosen: number): number => Math.max(0, max - chosen);
