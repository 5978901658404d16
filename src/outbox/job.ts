/**
 * A post that waits to be sent (QUE-01 …). One job is one press of '投稿する': up to 15 photos of one fan for one event.
 * Jobs are small records; the bytes stand in a store of their own under `${photo.name}/${part}` (T03).
 */
import type { NewPhoto } from '../contract/entities.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { SentName } from '../contract/photoFields.ts';
import type { PictureEdit } from '../rules/pictureEdit.ts';

/** Which bytes of a photo: as picked, as published, and the two smaller pictures of it (IMG-01). */
export type BytesPart = 'source' | 'original' | 'preview' | 'thumbnail';

/** Where one photo stands. Each step is committed only on proof (a verified answer). */
export type PhotoStep =
  /** Only the picked bytes are there; still to be re-encoded. */
  | 'picked'
  /** Original, preview (if any) and thumbnail are prepared and stored on the device; the picked bytes are gone. */
  | 'ready'
  /** What the registration needs is in the object store, sizes compared: thumbnail, and preview or original (`original`). */
  | 'stored'
  /**
   * The server answered that it is registered and shows it; its original is still on the device and follows (PUB-01). With an `error`: the
   * original can never be sent as it is, and is kept until the fan decides.
   */
  | 'public'
  /** Registered, and nothing is left to send; its bytes are gone from the device. */
  | 'registered'
  /** Cannot be sent as it is (damaged picture …); the others go on. `error` says why. */
  | 'refused';

export interface JobPhoto {
  /** The 20 alphanumerics of its object keys, fixed when picked: a resend is the same photo (T25). */
  readonly name: string;
  /** `ugc/{tenant}/{eventId}/original/{name}.jpg`. */
  readonly mediaUrl: string;
  readonly step: PhotoStep;
  readonly fileName: string;
  /** Everything of the registration but what preparation finds out. */
  readonly fields: Pick<NewPhoto, SentName | 'consent'>;
  /** Turn and cut the fan chose, for a photo still to be prepared. */
  readonly edit?: PictureEdit | null;
  /** Known once prepared. */
  readonly prepared: Prepared | null;
  /** From 'stored' on: whether the original was stored with it, or follows the registration. Absent: 'whole'. */
  readonly original?: 'later' | 'whole';
  readonly error: ErrorCode | null;
  /** Beside an `error` of its registration: the field of `NewPhoto` that the server refused. Absent or null: none was named. */
  readonly field?: string | null;
}

/** What preparation found out; sizes in bytes and pixels. */
export interface Prepared {
  readonly width: number;
  readonly height: number;
  readonly color: string;
  readonly exif: NewPhoto['exif'];
  readonly originalBytes: number;
  /** null: no larger than a preview would be, so there is none. Absent: prepared by a build that made none; sent whole. */
  readonly previewBytes?: number | null;
  readonly thumbnailBytes: number;
}

export type JobState =
  /** Will be sent by the next drain at `notBefore` or later. */
  | 'waiting'
  /** Stopped by the fan. */
  | 'paused'
  /** Needs its owner to sign in (again). */
  | 'login'
  /** Permanently refused, whole or (when some photos are 'registered') in part: `error` says why; what was refused is kept until the fan decides. */
  | 'refused'
  /** Every photo registered; bytes dropped. Kept for a while so that every tab can tell. */
  | 'done';

export interface Job {
  /** Name of its first photo: unique, because a photo is taken into one job only (`partNew`, T31, SAF-22). */
  readonly id: string;
  /** The oldest queue schema that can read the record (`versionOf`, T28). */
  readonly version: number;
  /** sub of the fan who pressed the button: nobody else's account ever sends it (QUE-05). */
  readonly userId: string;
  readonly tenant: string;
  readonly event: { readonly id: string; readonly name: string; readonly seasonId: string | null };
  readonly teamId: string | null;
  readonly photos: readonly JobPhoto[];
  readonly state: JobState;
  /** A registration was sent whose outcome is not known: ask before the next one (T25). */
  readonly registering: boolean;
  /**
   * A registration before the present one had no answer either and may still be on its way: a refusal of the present one tells nothing of
   * it, and the post stays as it was sent (T25). Absent: none.
   */
  readonly isEarlierOpen?: true;
  /** The sign-in that was refused; the job leaves 'login' only with another one (T19). null: the owner was just not there. */
  readonly refusedSession: string | null;
  /** Failed rounds since the last progress, for the back-off. */
  readonly attempts: number;
  /** Epoch ms before which no automatic attempt is made. */
  readonly notBefore: number;
  /** The fan said 'send now': neither a pause of everything nor a metered line holds it up (T29). Absent: no. */
  readonly forceSend?: true;
  /** Photos of this post were put before: what stands in the store already is asked for, not sent again (T25). Absent: no. */
  readonly isTried?: true;
  /** Last error of the post itself, temporary or permanent. */
  readonly error: ErrorCode | null;
  /** The back-off of originals that follow: theirs alone, the post's own is not touched by it. Absent: no failure since progress. */
  readonly originals?: OriginalsBackoff;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

/** Failed rounds of stage two. */
export interface OriginalsBackoff {
  readonly attempts: number;
  /** Epoch ms. */
  readonly notBefore: number;
  readonly error: ErrorCode;
}

/** Newest queue schema this build reads (T28). */
export const QUEUE_VERSION = 2;

/**
 * The oldest schema that sends this job rightly. Schema 1 knows one stage only: it may have a job back until an answer to the registration
 * is open whose photo has its original here alone. A build that was rolled back sends the former, and leaves the latter alone.
 */
export function versionOf({ photos, registering }: Pick<Job, 'photos' | 'registering'>): number {
  const isOpen = ({ step, original }: JobPhoto): boolean => registering && step === 'stored' && original === 'later';
  return photos.some((photo) => photo.step === 'public' || isOpen(photo)) ? 2 : 1;
}
