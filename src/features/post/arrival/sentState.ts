/** How a post stands that a toast tells of (FAN-26). Pure. */
import type { OutboxSnapshot } from '../../../outbox/client.ts';
import type { Job } from '../../../outbox/job.ts';
import { isPublished } from '../../../outbox/stages.ts';

/**
 * - `sending`: it goes by itself now
 * - `public`: everybody sees all of it
 * - `offline`: the device has no line
 * - `waiting`: a try failed, or the fan's rules hold it back; it goes later
 * - `problem`: it waits for the fan
 */
export type SentState = 'sending' | 'public' | 'offline' | 'waiting' | 'problem';

/** @param isOnline what the browser says of the line */
export function sentStateOf(job: Job, hold: OutboxSnapshot['hold'], isOnline: boolean): SentState {
  if (job.state === 'done' || isPublished(job)) return 'public';
  if (asksFan(job)) return 'problem';
  if (!isOnline) return 'offline';
  return job.error !== null || job.state === 'paused' || (hold !== null && job.forceSend !== true)
    ? 'waiting'
    : 'sending';
}

/** Does the post, or a photo of it, wait for its fan? */
export const asksFan = ({ state, photos }: Job): boolean =>
  state === 'refused' || state === 'login' || photos.some(({ step }) => step === 'refused');
