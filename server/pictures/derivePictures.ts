/** Derives the smaller pictures of photos, the newest first, one at a time, and looks whether each is a picture at all (IMG-02, IMG-05). */
import type { Kysely } from 'kysely';
import { thumbnailKey, variantKey } from '../../src/contract/pictureKeys.ts';
import { photoKeys } from '../../src/rules/objectKeys.ts';
import { previewKey } from '../../src/rules/openPicture.ts';
import { inTransaction } from '../database/retryTransaction.ts';
import type { Database } from '../database/schema.ts';
import type { KeptObjects } from '../objects/keptObjects.ts';
import type { DerivedPictures } from './encodePictures.ts';
import {
  endPictureJob,
  type PictureJob,
  readPhotoOf,
  releasePictureJob,
  retryPictureJob,
  savePictures,
  takePictureJob,
} from './pictureJobs.ts';
import type { PictureProcess } from './pictureProcess.ts';
import { withdrawPhoto } from './withdrawPhoto.ts';

export interface DeriveDeps {
  readonly db: Kysely<Database>;
  readonly objects: KeptObjects;
  readonly pictures: Pick<PictureProcess, 'derive'>;
  /** Epoch ms. */
  readonly now: () => number;
  /** Told of tries that failed. */
  readonly onError: (error: unknown) => void;
  /** Told of photos that are no pictures. */
  readonly onWithdrawn: (mediaUrl: string, reason: string) => void;
  /** True: end early, the server stops. */
  readonly isStopped?: () => boolean;
}

/** Works on all that is due. How many photos have their pictures now. */
export async function derivePictures(deps: DeriveDeps): Promise<number> {
  let count = 0;
  while (!deps.isStopped?.()) {
    const job = await takePictureJob(deps.db, new Date(deps.now()));
    if (job === null) break;
    if (await deriveOne(deps, job)) count += 1;
  }
  return count;
}

async function deriveOne(deps: DeriveDeps, job: PictureJob): Promise<boolean> {
  const { db, now, onError } = deps;
  try {
    const isDerived = await derive(deps, job);
    await endPictureJob(db, job.media_url);
    return isDerived;
  } catch (error) {
    if (deps.isStopped?.()) {
      // The picture process ends with the server: the next start, or another copy, goes on.
      await releasePictureJob(db, job, new Date(now())).catch(onError);
      return false;
    }
    const goesOn = await retryPictureJob(db, job, new Date(now()));
    const reason = error instanceof Error ? error.message : String(error);
    const when = goesOn ? '' : ' for the last time';
    onError(new Error(`Deriving pictures of ${job.media_url} failed${when}: ${reason}`, { cause: error }));
    return false;
  }
}

/** False: the photo is gone, or no picture. */
async function derive(deps: DeriveDeps, job: PictureJob): Promise<boolean> {
  const { db, objects, pictures, now, onWithdrawn } = deps;
  const { media_url } = job;
  const photo = await readPhotoOf(db, job);
  if (photo === null) return false;
  const [original, thumbnail] = await Promise.all(
    [media_url, thumbnailKey(media_url)].map((key) => readWhole(objects, key)),
  );
  if (!original || !thumbnail) throw new Error('An object of it is not there.');
  const { width, height, user_id } = photo;
  const made = await pictures.derive({ original, thumbnail, width, height, needsPreview: !photo.has_preview });
  if (made.is === 'refused') {
    const isNew = await inTransaction(db, (trx) => withdrawPhoto(trx, job, new Date(now())));
    if (isNew) onWithdrawn(media_url, made.reason);
    return false;
  }
  await store(objects, media_url, user_id, made);
  const variants = made.variants.map(({ side }) => side);
  if (await savePictures(db, job, { variants, has_preview: photo.has_preview || made.preview !== null })) return true;
  // Deleted meanwhile: what has just been stored belongs to nothing.
  await objects.remove(photoKeys(media_url));
  return false;
}

async function readWhole(objects: KeptObjects, key: string): Promise<Uint8Array | null> {
  const found = await objects.stat(key);
  const bytes = found && (await objects.read(key, 0, found.size));
  return bytes?.byteLength === found?.size ? bytes : null;
}

/** Each whole or not at all; the photo names them when all are there. */
async function store(objects: KeptObjects, mediaUrl: string, owner: string, made: DerivedPictures): Promise<void> {
  for (const { side, bytes } of made.variants) await objects.put(variantKey(mediaUrl, side), bytes, owner);
  if (made.preview !== null) await objects.put(previewKey(mediaUrl), made.preview, owner);
}
