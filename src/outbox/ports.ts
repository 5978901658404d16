/**
 * What the upload queue needs from the outside. The core knows nothing else: it runs alike in a page, a service worker and Node tests.
 * Adapters throw `AppError` and nothing else; its `retry` decides what happens to the job.
 */
import type { PictureEdit } from '../rules/pictureEdit.ts';
import type { SendProgress } from './client.ts';
import type { BytesPart, Job, JobPhoto, Prepared } from './job.ts';
import type { Enqueued } from './newPost.ts';
import type { PostReport } from './reports.ts';
import type { SendBlockedReason } from './sendRules.ts';
import type { Stage } from './stages.ts';

/** Bytes as they are stored: a buffer, never a Blob (T01, T03). */
export interface StoredBytes {
  readonly buffer: ArrayBuffer;
  readonly type: string;
}

export interface BytesAt {
  readonly photoName: string;
  readonly part: BytesPart;
}

/** What one transaction does to one job. */
export interface JobUpdate {
  /** The job as it shall be; null removes it. */
  readonly job: Job | null;
  readonly putBytes?: readonly (BytesAt & StoredBytes)[];
  readonly dropBytes?: readonly BytesAt[];
}

/** The durable queue. Every method is one transaction: after a crash either all of it is there or nothing. */
export interface JobStore {
  /** Every job of every user on this device, oldest first, migrated to the present schema (T28). */
  loadAll(): Promise<Job[]>;
  /**
   * Reads the job, lets `change` decide (synchronously, on the state of this very transaction), writes what it says.
   * Resolves with the job as it now stands; null when there is no such job or it was removed.
   * `change` returning null writes nothing.
   * @throws AppError QUOTA_EXCEEDED | STORAGE_UNAVAILABLE, retry 'later'
   */
  update(jobId: string, change: (job: Job) => JobUpdate | null): Promise<Job | null>;
  /** The bytes of one part, or null when they are not there or empty (T01, T03). */
  readBytes(at: BytesAt): Promise<StoredBytes | null>;
  /**
   * Writes what is new of a job (`partNew`) and takes its photos out of the tenant's form draft in one transaction, then reads the job and
   * the size of every photo back. Idempotent: a photo is stored once, whoever presses how often.
   * @throws AppError QUOTA_EXCEEDED | STORAGE_UNAVAILABLE (later) | BYTES_LOST (never)
   */
  insert(job: Job): Promise<Enqueued>;
}

export interface PutResult {
  readonly etag: string | null;
  /**
   * Bytes the store vouches for: it checked a checksum header sent with the put, or names the size itself.
   * null when it says neither; the queue then asks by `head`.
   */
  readonly size: number | null;
}

export interface ObjectCallOptions {
  /** Whose credentials: the adapter throws ('CREDENTIAL_MISSING', 'login') when the session is another user's (QUE-05). */
  readonly userId: string;
  readonly signal: AbortSignal;
}

/** The object store, e.g. S3. */
export interface ObjectStore {
  /**
   * PUT of a whole JPEG with `If-None-Match: *` and `Content-Type: image/jpeg`. An object already there: throws ('PreconditionFailed', 'never'),
   * the queue then compares sizes by `head`.
   * Signs at send time with the clock offset of our API; after RequestTimeTooSkewed corrects the offset and tries once more (T22).
   * Renews expired credentials once by itself. A stall (no progress for 30 s) is ('TIMEOUT', 'later'); a dropped connection or an abort
   * that is not ours is ('NETWORK', 'later') (T23).
   */
  put(
    key: string,
    bytes: ArrayBuffer,
    options: ObjectCallOptions & { readonly onProgress?: (sentBytes: number) => void },
  ): Promise<PutResult>;
  /** HEAD, past any cache. null: no such object (404). */
  head(key: string, options: ObjectCallOptions): Promise<{ readonly size: number } | null>;
}

/** The product's API, as far as the queue needs it. */
export interface Registry {
  /**
   * PUT /media/list/items with the job's event, season, team and the given photos (all have `prepared`), in the name of `job.userId`
   * (session of somebody else: throws ('UNAUTHENTICATED', 'login')). Resolves with the media_urls the answer names, validated by the schema;
   * any other 2xx is ('BAD_ANSWER', 'later') (T24). Renews an expired token once by itself.
   */
  register(job: Job, photos: readonly JobPhoto[]): Promise<readonly string[]>;
  /**
   * GET /media/public/list/item for this media_url in the job's tenant, past any cache: is it registered, and by `job.userId`?
   * 'public': it is, and its original is not proven yet. Stays so for a photo that was registered and found again; null only on a
   * valid empty answer (T25).
   */
  findRegistered(job: Job, mediaUrl: string): Promise<'public' | 'registered' | null>;
  /**
   * PUT /media/list/originals: asks the server to look at the originals of these public photos, in the name of `job.userId`. One row for
   * each; fewer are ('BAD_ANSWER', 'later'). Idempotent, so it is also the question what became of an earlier put.
   */
  putOriginals(job: Job, mediaUrls: readonly string[]): Promise<readonly OriginalRow[]>;
  /** GET /user/tenant in the name of `job.userId`: has the fan agreed to the rules of the job's tenant? */
  isMember(job: Job): Promise<boolean>;
}

/** 'stored': proven. 'missing': to be put (again). 'gone': no such photo of this fan any more. 'refused': never will be. */
export interface OriginalRow {
  readonly mediaUrl: string;
  readonly state: 'stored' | 'missing' | 'gone' | 'refused';
}

/** JPEG preparation off the main thread, one picture at a time (T12–T16); `edit` is applied to the upright picture. */
export interface ImagePreparer {
  /**
   * @throws AppError IMAGE_NOT_JPEG | IMAGE_TOO_LARGE | IMAGE_TOO_NARROW | IMAGE_LOAD | CANVAS_BLOCKED | CANVAS_CONTEXT | CANVAS_EXPORT:
   * 'never' when this picture cannot be prepared on this device, 'later' when trying again may help (the worker died, memory was short).
   */
  prepare(
    bytes: ArrayBuffer,
    fileName: string,
    edit?: PictureEdit | null,
    /** Longest side of the result, in pixels; MAX_IMAGE_SIDE if not given. */
    maxSide?: number,
  ): Promise<MadePictures & { readonly prepared: Prepared }>;
}

/** What is made of one decode (IMG-01). */
export interface MadePictures {
  readonly original: ArrayBuffer;
  /** null: the original is no larger than a preview would be. */
  readonly preview: ArrayBuffer | null;
  readonly thumbnail: ArrayBuffer;
}

/** Who is signed in on this device. */
export interface Owner {
  /**
   * The signed-in user with a token that is good now (renewed if need be), or null: nobody, or the login was revoked.
   * No network for a needed renewal: throws ('NETWORK', 'later'), which is never a logout (T19).
   * `session` changes with every sign-in and stays over renewals (the token's auth_time does).
   */
  current(): Promise<{ readonly userId: string; readonly session: string } | null>;
}

export interface Network {
  /** A small uncached request to our own origin, checked for its shape: a captive portal is false (T24). Never throws. */
  probe(): Promise<boolean>;
}

/** Epoch milliseconds of the device. Only differences of seconds to hours matter; a wrong clock must not stop the queue. */
export interface Clock {
  now(): number;
}

/** A number from 0 up to but not 1. */
export type Random = () => number;

/** Proof of holding the lock. */
export interface Lease {
  /** Says we are alive; false: somebody else took over (we were frozen), stop before the next step. */
  renew(): Promise<boolean>;
}

export interface Lock {
  /** Runs `run` unless another tab or worker of this device runs under the same name: then resolves false at once. */
  withLock(name: string, run: (lease: Lease) => Promise<void>): Promise<boolean>;
}

/** What tabs and the worker tell each other. Only hints: the truth is in the store. */
export type OutboxMessage =
  | { readonly kind: 'changed' }
  | { readonly kind: 'draining'; readonly isDraining: boolean }
  | { readonly kind: 'progress'; readonly progress: SendProgress }
  /** Photos just became public: lists may be fetched again. */
  | { readonly kind: 'registered'; readonly jobId: string; readonly tenant: string; readonly eventId: string };

export interface Announcer {
  announce(message: OutboxMessage): void;
}

/** The heavy half, loaded only when something is due. */
export interface SenderPorts {
  readonly objects: ObjectStore;
  readonly registry: Registry;
  /** null: this context cannot decode pictures; unprepared photos wait for one that can. */
  readonly preparer: ImagePreparer | null;
  readonly owner: Owner;
  readonly network: Network;
  /** The server registers posts whose originals follow (PUB-01). false: everything is sent in one stage. */
  readonly isPreviewFirst: boolean;
}

export interface OutboxPorts {
  readonly store: JobStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly lock: Lock;
  readonly announcer: Announcer;
  /** Why nothing of this stage leaves by itself now, or null: it may. Asked again before every photo (T29). */
  readonly sendBlockedReason: (stage: Stage) => Promise<SendBlockedReason | null>;
  readonly loadSender: () => Promise<SenderPorts>;
  /** Told what a committed step meant for its post. Left out: nobody measures. */
  readonly onReport?: (report: PostReport) => void;
}
