/** Derives the smaller pictures of photos and events, the newest first, one at a time; looks whether a photo is a picture (IMG-02, IMG-05). */
import type { Kysely } from 'kysely';
import { previewKey, thumbnailKey, variantKey } from '../../src/contract/pictureKeys.ts';
import { readJpegStart } from '../../src/rules/jpegHeader.ts';
import { cardKey, needsCard, photoKeys } from '../../src/rules/objectKeys.ts';
import { inTransaction } from '../database/retryTransaction.ts';
import type { Database } from '../database/schema.ts';
import type { KeptObjects } from '../objects/keptObjects.ts';
import type { DerivedPictures, RefusedPicture } from './encodePictures.ts';
import { addEventPictureJobs, isEventPicture, saveEventPicture } from './eventPictures.ts';
import {
  type DerivedPhoto,
  endPictureJob,
  type PicturedPhoto,
  type PictureJob,
  readPhotoOf,
  releasePictureJob,
  retryPictureJob,
  savePictures,
  takePictureJob,
} from './pictureJobs.ts';
import type { PictureProcess } from './pictureProcess.ts';
import { readWholeObject } from './readWholeObject.ts';
import { refuseOriginal, withdrawPhoto } from './withdrawPhoto.ts';

export interface DeriveDeps {
  readonly db: Kysely<Database>;
  readonly objects: KeptObjects;
  readonly pictures: Pick<PictureProcess, 'derive'>;
  /** Epoch ms. */
  readonly now: () => number;
  /** Told of tries that failed, with the photo's key: a log redacts it in a message. */
  readonly onError: (error: unknown, mediaUrl?: string) => void;
  /** Told of photos that are no pictures. */
  readonly onWithdrawn: (mediaUrl: string, reason: string) => void;
  /** Told of originals that are no pictures, of photos that stay. */
  readonly onRefused: (mediaUrl: string, reason: string) => void;
  /** True: end early, the server stops. */
  readonly isStopped?: () => boolean;
}

/** Photos that are derived within this time are noted together. In milliseconds. */
const NOTE_AFTER_MS = 2_000;

/**
 * Works on all that is due, and returns how many photos have their pictures now. A single photo is noted at once; while others wait,
 * all of the last two seconds are noted in one transaction, as each of them has the tenant's lists read again (IMG-07).
 */
export async function derivePictures(deps: DeriveDeps): Promise<number> {
  let count = 0;
  let waiting: DerivedPhoto[] = [];
  let since = deps.now();
  await addEventPictureJobs(deps.db, new Date(deps.now()));
  for (;;) {
    const job = deps.isStopped?.() ? null : await takePictureJob(deps.db, new Date(deps.now()));
    if (job !== null) {
      const derived = await deriveOne(deps, job);
      if (waiting.length === 0) since = deps.now();
      if (derived === 'event') count += 1;
      else if (derived !== null) waiting.push(derived);
      if (deps.now() - since < NOTE_AFTER_MS) continue;
    }
    if (job === null && waiting.length === 0) return count;
    count += await note(deps, waiting);
    waiting = [];
  }
}

/** 'event': an event's picture has its own, and is noted. null: nothing was derived. */
async function deriveOne(deps: DeriveDeps, job: PictureJob): Promise<DerivedPhoto | 'event' | null> {
  try {
    const derived = await derive(deps, job);
    if (derived === null || derived === 'event') await endPictureJob(deps.db, job);
    return derived;
  } catch (error) {
    await fail(deps, job, error);
    return null;
  }
}

/** Returns how many photos have their pictures now. */
async function note(deps: DeriveDeps, made: readonly DerivedPhoto[]): Promise<number> {
  if (made.length === 0) return 0;
  try {
    const saved = await savePictures(deps.db, made);
    for (const { job } of made) if (!saved.has(job.media_url)) await removePictures(deps, job);
    return saved.size;
  } catch (error) {
    for (const { job } of made) await fail(deps, job, error);
    return 0;
  }
}

/** Deleted meanwhile: what has just been stored belongs to nothing. */
const removePictures = ({ objects, onError }: DeriveDeps, { media_url }: PictureJob): Promise<void> =>
  objects.remove(photoKeys(media_url)).catch((error: unknown) => onError(error, media_url));

async function fail(deps: DeriveDeps, job: PictureJob, error: unknown): Promise<void> {
  const { db, now, onError } = deps;
  if (deps.isStopped?.()) {
    // The picture process ends with the server: the next start, or another copy, goes on.
    return releasePictureJob(db, job, new Date(now())).catch((failure: unknown) => onError(failure, job.media_url));
  }
  // Deleted while this worked on it: what it missed is nobody's any more.
  if (await isGone(db, job)) return endPictureJob(db, job);
  const goesOn = await retryPictureJob(db, job, new Date(now()));
  const reason = error instanceof Error ? error.message : String(error);
  const when = goesOn ? '' : ' for the last time';
  onError(new Error(`Deriving pictures failed${when}: ${reason}`, { cause: error }), job.media_url);
}

/** Nothing shows it: no photo is there under this key, and no event has it for its picture. */
const isGone = async (db: Kysely<Database>, job: PictureJob): Promise<boolean> =>
  (await readPhotoOf(db, job)) === null && !(await isEventPicture(db, job));

/** null: nothing was derived, since the photo is gone, no picture, or has its pictures and only its late original was looked at. */
async function derive(deps: DeriveDeps, job: PictureJob): Promise<DerivedPhoto | 'event' | null> {
  const photo = await readPhotoOf(deps.db, job);
  if (photo === null) return (await deriveEventPicture(deps, job)) ? 'event' : null;
  // A copy that died between the decision and this had told the author already.
  if (photo.original_state === 'refused') await deps.objects.remove([photo.media_url]);
  if (photo.variants.length > 0) {
    await checkOriginal(deps, job, photo);
    return null;
  }
  if (photo.original_state === 'stored') {
    const made = await encode(deps, photo, 'original');
    if (made.is === 'derived') return store(deps, job, { photo, made });
    // With a preview of its own the photo can do without: everything is derived of that, if it is a picture.
    if (!photo.has_preview) return withdraw(deps, photo, made.reason);
    await giveUpOriginal(deps, photo, made.reason);
  }
  const made = await encode(deps, photo, 'preview');
  return made.is === 'derived' ? store(deps, job, { photo, made }) : withdraw(deps, photo, made.reason);
}

/** An event's picture has no preview and no late original. One that is no picture stays what it was: it is the event's decoration. */
async function deriveEventPicture({ db, objects, pictures, onError }: DeriveDeps, job: PictureJob): Promise<boolean> {
  const { tenant, media_url } = job;
  if (!(await isEventPicture(db, job))) return false;
  const stored = await objects.stat(media_url);
  const [source, thumbnail] = await Promise.all(
    [media_url, thumbnailKey(media_url)].map((key) => readWholeObject(objects, key)),
  );
  const size = source && readJpegStart(source);
  if (!stored || !source || !thumbnail) throw new Error('An object of it is not there.');
  const { width, height } = size ?? { width: 1, height: 1 };
  const order = { source, isPreview: false, thumbnail, width, height, needsPreview: false };
  const made = await pictures.derive({ ...order, needsCard: false, isCheck: false });
  if (made.is === 'refused') {
    onError(new Error(`An event's picture stays without smaller ones: ${made.reason}`), media_url);
    await saveEventPicture(db, tenant, { media_url, width, height, variants: [] });
    return false;
  }
  await put(objects, { mediaUrl: media_url, owner: stored.owner ?? '', hadPreview: false }, made);
  const variants = made.variants.map(({ side }) => side);
  if (await saveEventPicture(db, tenant, { media_url, width, height, variants })) return true;
  // Replaced meanwhile.
  await objects.remove(variants.map((side) => variantKey(media_url, side)));
  return false;
}

/**
 * Its pictures are there, and the original came late or has no link preview picture yet (migration `photoCards.ts`): it must be what
 * the photo shows, and nothing but that picture is derived of it.
 */
async function checkOriginal(deps: DeriveDeps, job: PictureJob, photo: PicturedPhoto): Promise<void> {
  if (photo.original_state !== 'stored') return;
  const looked = await encode(deps, photo, 'original', true);
  if (looked.is === 'refused') await giveUpOriginal(deps, photo, looked.reason);
  else if (looked.card !== null) await note(deps, [await store(deps, job, { photo, made: looked })]);
}

async function giveUpOriginal({ db, objects, now, onRefused }: DeriveDeps, photo: PicturedPhoto, reason: string) {
  const isNew = await inTransaction(db, (trx) => refuseOriginal(trx, photo, new Date(now())));
  await objects.remove([photo.media_url]);
  if (isNew) onRefused(photo.media_url, reason);
}

async function withdraw({ db, now, onWithdrawn }: DeriveDeps, photo: PicturedPhoto, reason: string): Promise<null> {
  const isNew = await inTransaction(db, (trx) => withdrawPhoto(trx, photo, new Date(now())));
  if (isNew) onWithdrawn(photo.media_url, reason);
  return null;
}

async function encode(
  { objects, pictures }: DeriveDeps,
  photo: PicturedPhoto,
  of: 'original' | 'preview',
  isCheck = false,
): Promise<DerivedPictures | RefusedPicture> {
  const { media_url, width, height } = photo;
  const isPreview = of === 'preview';
  const keys = [isPreview ? previewKey(media_url) : media_url, thumbnailKey(media_url)];
  const isCompared = photo.has_preview && !isPreview && !isCheck;
  const [source, thumbnail, preview = null] = await Promise.all(
    [...keys, ...(isCompared ? [previewKey(media_url)] : [])].map((key) => readWholeObject(objects, key)),
  );
  if (!source || !thumbnail) throw new Error('An object of it is not there.');
  const isLost = isCompared && preview === null;
  const wanted = {
    preview,
    needsPreview: !photo.has_preview || isLost,
    needsCard: !photo.has_card && needsCard(photo),
    isCheck,
  };
  return pictures.derive({ source, isPreview, thumbnail, width, height, ...wanted });
}

/** Its pictures are in the store now; the photo does not name them yet (`note`). */
async function store(
  { objects }: DeriveDeps,
  job: PictureJob,
  { photo, made }: { readonly photo: PicturedPhoto; readonly made: DerivedPictures },
): Promise<DerivedPhoto> {
  const { media_url: mediaUrl, user_id: owner, has_preview: hadPreview } = photo;
  await put(objects, { mediaUrl, owner, hadPreview }, made);
  const facts = {
    variants: made.variants.length > 0 ? made.variants.map(({ side }) => side) : photo.variants,
    has_preview: photo.has_preview || made.preview !== null,
    has_card: photo.has_card || made.card !== null,
    opened_bytes: made.variants.at(-1)?.bytes.byteLength,
  };
  return { job, made: facts };
}

/** Each whole or not at all; the photo names them when all are there. */
async function put(
  objects: KeptObjects,
  { mediaUrl, owner, hadPreview }: { readonly mediaUrl: string; readonly owner: string; readonly hadPreview: boolean },
  made: DerivedPictures,
): Promise<void> {
  for (const { side, bytes } of made.variants) await objects.put(variantKey(mediaUrl, side), bytes, owner);
  if (made.preview !== null) {
    await objects.put(previewKey(mediaUrl), made.preview, owner);
    // A network in front of a bucket may keep the fan's own, which showed something else.
    if (hadPreview) await objects.forget?.([previewKey(mediaUrl)]);
  }
  if (made.card !== null) await objects.put(cardKey(mediaUrl), made.card, owner);
}
