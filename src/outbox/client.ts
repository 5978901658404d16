/** What the screens see of the outbox. Implemented in `platform/upload/pageOutbox.ts`; the worker has no need of it. */
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
}

/** Everything the outbox panel and badge show. A new object on every change. */
export interface OutboxSnapshot {
  /** Oldest first. */
  readonly jobs: readonly Job[];
  readonly progress: readonly SendProgress[];
  readonly isDraining: boolean;
  readonly isLoaded: boolean;
  readonly rules: SendRules;
  /** Why nothing leaves by itself now; null: it may. */
  readonly hold: SendBlockedReason | null;
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
  /** Tries at once, back-off or not. */
  sendNow(jobId?: string): Promise<void>;
  pause(jobId: string): Promise<void>;
  resume(jobId: string): Promise<void>;
  /** New words for a post. False: too late, it is being registered or gone. */
  edit(jobId: string, edit: JobEdit): Promise<boolean>;
  /** Sends a post to another event. False: too late. */
  move(jobId: string, target: MoveTarget): Promise<boolean>;
  /** The fan's rules for all posts; every tab and the worker follow them at once. */
  setRules(change: Partial<SendRules>): Promise<void>;
  /** Drops the job and its bytes. Photos registered meanwhile stay registered. */
  cancel(jobId: string): Promise<void>;
  /** The kept bytes of a photo, to save it back to the device: the original if prepared, else as picked. */
  readPhoto(jobId: string, photoName: string): Promise<Blob>;
}
