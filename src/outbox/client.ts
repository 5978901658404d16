/** What the screens see of the outbox. Implemented in `platform/upload/pageOutbox.ts`; the worker has no need of it. */
import type { CancelEnd } from './cancel.ts';
import { DEFAULT_RULES } from './defaultRules.ts';
import type { JobEdit, MoveTarget } from './edits.ts';
import type { Job } from './job.ts';
import type { Enqueued } from './newPost.ts';
import type { SendBlockedReason, SendRules } from './sendRules.ts';

/** Live progress of the photo being sent now; not stored. Bytes. */
export interface SendProgress {
  readonly jobId: string;
  readonly photoName: string;
  readonly sent: number;
  readonly total: number;
  /** An original that follows its public photo: `sent` and `total` are of it alone. Absent: what the post needs to become public. */
  readonly stage?: 'originals';
}

/**
 * Everything the outbox panel and badge show. A new object on every change. How far each photo is says its `step`: 'public' is shown to
 * everybody while its original follows. `stages.ts` has the facts about both stages of a job: `isPublished`, `openOriginals`,
 * `refusedOriginals`, `stageBytes`. A job that is public and waits for nothing but originals is 'waiting', or 'paused' …; its own
 * `error`, `attempts` and `notBefore` are of the post, those of the originals stand in `originals`.
 */
export interface OutboxSnapshot {
  /** Oldest first. */
  readonly jobs: readonly Job[];
  readonly progress: readonly SendProgress[];
  readonly isDraining: boolean;
  readonly isLoaded: boolean;
  readonly rules: SendRules;
  /** Why no post leaves by itself now; null: it may. */
  readonly hold: SendBlockedReason | null;
  /** Why no original that follows leaves by itself now; null: it may. Set wherever `hold` is. */
  readonly holdOriginals: SendBlockedReason | null;
  /** What the line carried lately; null: not known. */
  readonly bytesPerSecond: number | null;
}

/** Before anything is read from the device. */
export const NOTHING_KNOWN: OutboxSnapshot = {
  jobs: [],
  progress: [],
  isDraining: false,
  isLoaded: false,
  rules: DEFAULT_RULES,
  hold: null,
  holdOriginals: null,
  bytesPerSecond: null,
};

/** A post as the form hands it over: photos were picked (and perhaps prepared) into the bytes store before. */
export type NewJob = Pick<Job, 'userId' | 'tenant' | 'event' | 'teamId' | 'photos'>;

export interface OutboxClient {
  getSnapshot(): OutboxSnapshot;
  subscribe(listener: () => void): () => void;
  /**
   * Writes the job and removes the form's draft in one transaction, reads it back, then starts a drain without waiting for it.
   * Resolves only when the post is safe on the device; says which photos another tab had posted before (SAF-22). Rejects with AppError QUOTA_EXCEEDED | STORAGE_UNAVAILABLE | BYTES_LOST.
   */
  enqueue(job: NewJob): Promise<Enqueued>;
  /**
   * Tries at once, back-off or not, whatever the rules say: for a post until it is public; said once more after that, for its originals.
   */
  sendNow(jobId?: string): Promise<void>;
  pause(jobId: string): Promise<void>;
  resume(jobId: string): Promise<void>;
  /** New words for what is not public of a post. False: too late, it is being registered, public (the photo's own edit call) or gone. */
  edit(jobId: string, edit: JobEdit): Promise<boolean>;
  /** Sends what is not public of a post to another event. False: too late. */
  move(jobId: string, target: MoveTarget): Promise<boolean>;
  /** The fan's rules for all posts; every tab and the worker follow them at once. */
  setRules(change: Partial<SendRules>): Promise<void>;
  /**
   * Drops what is still to be sent, with its bytes. Photos that are public stay public: a post all of which is gives up its originals and
   * becomes 'done'; otherwise the job is gone. `told`: photos the fan was told are public. Where more are by now, and while the post is being
   * registered, nothing is changed. Without `told` it goes in whatever state it is.
   */
  cancel(jobId: string, told?: number): Promise<CancelEnd>;
  /** Gives up the originals of what is public, refused ones too; photos that are not public go on. */
  dropOriginals(jobId: string): Promise<void>;
  /** Those of these posts (job ids) whose arrival nobody has told the fan yet; from now on they count as told, in every tab (FAN-01). */
  claimArrivals(jobIds: readonly string[]): Promise<readonly string[]>;
  /** The kept bytes of a photo, to save it back to the device: the original if prepared, else as picked. */
  readPhoto(jobId: string, photoName: string): Promise<Blob>;
}
