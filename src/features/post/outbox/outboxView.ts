/** What the outbox shows of the queue, as pure functions (QUE-03, QUE-04, QUE-05). */
import type { ErrorCode } from '../../../contract/errors.ts';
import { outbox } from '../../../messages/jaOutbox.ts';
import type { OutboxSnapshot, SendProgress } from '../../../outbox/client.ts';
import { isEditable } from '../../../outbox/edits.ts';
import type { Job, JobPhoto, JobState } from '../../../outbox/job.ts';
import { isOfPhoto } from '../../../outbox/retry.ts';
import type { SendBlockedReason } from '../../../outbox/sendRules.ts';
import { isPublic, isPublished, openOriginals, refusedOriginals } from '../../../outbox/stages.ts';
import { sendsWhenClosed } from '../../../platform/upload/syncTag.ts';
import { keptBytesOf, progressOf, stageOf } from './outboxProgress.ts';

/** Photos that will count for an event once they arrive. */
const countPending = (job: Job): number =>
  job.state === 'done' ? 0 : job.photos.filter((photo) => photo.step !== 'refused' && !isPublic(photo)).length;

/** Photos of this fan that wait for one event: they count for its post_limit already (PST-09). */
export const countWaitingFor = (jobs: readonly Job[], userId: string, eventId: string): number =>
  jobs
    .filter((job) => job.userId === userId && job.event.id === eventId)
    .reduce((sum, job) => sum + countPending(job), 0);

export interface OwnJobs {
  /** Those that ask something of the fan first, then newest first. */
  readonly open: readonly Job[];
  /** Newest first. */
  readonly sent: readonly Job[];
  /** Posts of other accounts that wait on this device. */
  readonly others: number;
}

const needsFan = ({ state }: Job): boolean => state === 'refused' || state === 'login';

export function partJobs(jobs: readonly Job[], userId: string | null): OwnJobs {
  const own = jobs.filter((job) => job.userId === userId).toReversed();
  const open = own.filter(({ state }) => state !== 'done');
  return {
    open: [...open.filter(needsFan), ...open.filter((job) => !needsFan(job))],
    sent: own.filter(({ state }) => state === 'done'),
    others: jobs.filter((job) => job.userId !== userId && job.state !== 'done').length,
  };
}

/** 'held': waits because the rules for all posts say so. The last three: it is public, its originals follow (PUB-03). */
export type ShownState = JobState | 'sending' | 'held' | 'sendingOriginals' | 'originalsHeld' | 'originals';

/** 'sending' while a photo of the post is on its way. */
export function shownState(
  job: Job,
  progress: readonly SendProgress[],
  hold: SendBlockedReason | null = null,
  holdOriginals: SendBlockedReason | null = hold,
): ShownState {
  if (job.state !== 'waiting') return job.state;
  const isFollowing = stageOf(job) === 'originals';
  if (progress.some(({ jobId }) => jobId === job.id)) return isFollowing ? 'sendingOriginals' : 'sending';
  const isHeld = (isFollowing ? holdOriginals : hold) !== null && job.forceSend !== true;
  if (isFollowing) return isHeld ? 'originalsHeld' : 'originals';
  return isHeld ? 'held' : 'waiting';
}

export type SummaryKind = keyof typeof outbox.summary;

export interface Summary {
  readonly kind: SummaryKind;
  readonly title: string;
  readonly text: string;
  /** 0–1 over all posts that go by themselves. */
  readonly share: number;
  /** Time left, in words; null: not known. */
  readonly left: string | null;
}

/** What a fan may do once a post is stored on the device. */
export const savedText = (): string => (sendsWhenClosed() ? outbox.savedMore : outbox.savedMoreOpen);

type Going = Pick<OutboxSnapshot, 'progress' | 'hold' | 'holdOriginals' | 'bytesPerSecond'>;

/** The one line that says how things stand, for all of the fan's open posts together. */
export function summaryOf({ open, sent }: OwnJobs, snapshot: Going, isOnline: boolean): Summary | null {
  if (open.length === 0 && sent.length === 0) return null;
  const { progress, bytesPerSecond } = snapshot;
  const going = open.filter(({ state }) => state === 'waiting');
  const posting = going.filter((job) => stageOf(job) === 'post');
  // What is not public yet is what the fan waits for; originals are told of when there is nothing else.
  const told = posting.length > 0 ? posting : going;
  const totals = told.map((job) => progressOf(job, progress));
  const sentBytes = totals.reduce((sum, one) => sum + one.sentBytes, 0);
  const totalBytes = totals.reduce((sum, one) => sum + one.totalBytes, 0);
  const photos =
    posting.length > 0
      ? posting.reduce((sum, job) => sum + countPending(job), 0)
      : going.reduce((sum, job) => sum + openOriginals(job).length, 0);
  const kind = kindOf(open, told, snapshot, isOnline);
  const title = outbox.summary[kind];
  return {
    kind,
    title: typeof title === 'string' ? title : title(kind === 'attention' ? open.filter(needsFan).length : photos),
    text: outbox.summaryText[kind === 'offline' && !sendsWhenClosed() ? 'offlineOpen' : kind],
    share: open.length === 0 ? 1 : totalBytes === 0 ? 0 : Math.min(1, sentBytes / totalBytes),
    left: kind === 'sending' || kind === 'sendingOriginals' ? leftText(totalBytes - sentBytes, bytesPerSecond) : null,
  };
}

/** @param told posts that go by themselves, all in one stage */
function kindOf(open: readonly Job[], told: readonly Job[], going: Going, isOnline: boolean): SummaryKind {
  if (open.length === 0) return 'done';
  const { progress } = going;
  const states = told.map((job) => shownState(job, progress, going.hold, going.holdOriginals));
  if (states.includes('sending')) return 'sending';
  const isFollowing = told.length > 0 && told.every((job) => stageOf(job) === 'originals');
  const hold = isFollowing ? going.holdOriginals : going.hold;
  const isHeld = told.some(({ forceSend }) => forceSend !== true);
  if (hold === 'paused' && isHeld) return 'paused';
  if (open.some(needsFan)) return 'attention';
  if (states.includes('sendingOriginals')) return 'sendingOriginals';
  if (hold !== null && isHeld) return isFollowing ? 'originalsMetered' : hold;
  if (told.length === 0) return 'paused';
  if (isFollowing) return 'originals';
  return isOnline ? 'waiting' : 'offline';
}

/** Time for the bytes that are left; null without a measure. */
export function leftText(bytes: number, bytesPerSecond: number | null): string | null {
  if (bytesPerSecond === null || bytes <= 0) return null;
  const minutes = bytes / bytesPerSecond / 60;
  if (minutes < 1) return outbox.left.seconds;
  return minutes < 90 ? outbox.left.minutes(Math.round(minutes)) : outbox.left.hours(Math.round(minutes / 60));
}

/** A post that waits this long is shown as a warning (T09). */
const OLD_MS = 3 * 86_400_000;
export const isOld = (job: Job, now: number): boolean => job.state !== 'done' && now - job.createdAt >= OLD_MS;

/** '1.2 MB' */
export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;

/** Bytes of all photos that wait on this device, as far as they are known. */
export const keptBytes = (jobs: readonly Job[]): number =>
  jobs.flatMap(keptPhotos).reduce((sum, photo) => sum + keptBytesOf(photo), 0);

/** What a permanent refusal asks of the fan (QUE-03). */
export function adviceFor(error: ErrorCode | null): string {
  const { advice } = outbox;
  if (error !== null && Object.hasOwn(advice, error)) return advice[error as keyof typeof advice];
  return error !== null && isOfPhoto(error) ? advice.OF_PHOTO : advice.OTHER;
}

/** Refusals that another event heals. */
const OF_EVENT: ReadonlySet<ErrorCode | null> = new Set<ErrorCode>([
  'EVENT_OVER',
  'EVENT_NOT_FOUND',
  'POST_LIMIT_REACHED',
  'NOT_ALLOWED',
  'EVENT_NOT_STARTED',
]);

export type JobAction =
  | 'sendNow'
  | 'retry'
  | 'resume'
  | 'login'
  | 'agree'
  | 'move'
  | 'edit'
  | 'pause'
  | 'save'
  | 'drop'
  | 'cancel';

export interface PossibleActions {
  /** The one thing to do, if there is one. */
  readonly main: JobAction | null;
  /** Beside it. */
  readonly side: readonly JobAction[];
  /** Behind 'more'. */
  readonly more: readonly JobAction[];
}

/** What can be done about a post in its state: one main action, the likely one beside it, the rest out of the way. */
export function actionsOf(job: Job, state: ShownState): PossibleActions {
  const isOpen = isEditable(job);
  const edit: JobAction[] = isOpen && countPending(job) > 0 ? ['edit'] : [];
  const move: JobAction[] = isOpen ? ['move'] : [];
  const save: JobAction[] = keptPhotos(job).length > 0 ? ['save'] : [];
  const drop: JobAction[] = openOriginals(job).length + refusedOriginals(job).length > 0 ? ['drop'] : [];
  // Of a post that is public there is nothing to cancel but its originals.
  const end: JobAction[] = isPublished(job) ? drop : [...drop, 'cancel'];
  switch (state) {
    case 'done':
      return { main: null, side: [], more: [] };
    case 'sending':
      return { main: null, side: ['pause', ...edit], more: [...save, ...move, ...end] };
    case 'waiting':
    case 'held':
      return { main: 'sendNow', side: edit, more: ['pause', ...save, ...move, ...end] };
    case 'sendingOriginals':
      return { main: null, side: ['pause'], more: [...save, ...drop] };
    case 'originals':
    case 'originalsHeld':
      return { main: 'sendNow', side: [], more: ['pause', ...save, ...drop] };
    case 'paused':
      return { main: 'resume', side: edit, more: [...save, ...move, ...end] };
    case 'login':
      return { main: 'login', side: save, more: [...edit, ...move, ...end] };
    case 'refused':
      if (isPublished(job)) return { main: save[0] ?? null, side: drop, more: ['retry'] };
      if (isOpen && job.error !== 'EVENT_NOT_STARTED' && OF_EVENT.has(job.error))
        return { main: 'move', side: save, more: ['retry', ...edit, ...end] };
      if (job.error === 'NOT_A_MEMBER') return { main: 'agree', side: ['retry'], more: [...save, ...edit, ...end] };
      if (job.error !== null && isOfPhoto(job.error))
        return { main: save[0] ?? null, side: ['cancel'], more: ['retry', ...edit, ...drop] };
      return { main: 'retry', side: save, more: [...edit, ...move, ...end] };
  }
}

/** Photos whose bytes are still on the device: they can be saved back. */
export const keptPhotos = (job: Job): JobPhoto[] =>
  job.state === 'done' ? [] : job.photos.filter(({ step }) => step !== 'registered');

/** Minutes until the next automatic try. */
export const nextTryMinutes = ({ notBefore }: Pick<Job, 'notBefore'>, now: number): number =>
  Math.max(0, Math.round((notBefore - now) / 60_000));
