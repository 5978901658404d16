/** PUT /media/list/originals: originals that followed their photos (PUB-02). Each is believed only when the server has looked at it. */
import type { AnswerOf } from '../../../src/contract/endpoints.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { runTogether } from '../../database/together.ts';
import { endOrphanChecks, takeRemoval } from '../../objects/orphanChecks.ts';
import { forgetStatement, forgetUploads } from '../../objects/unregisteredUploads.ts';
import { originalChecksStatement } from '../../pictures/pictureJobs.ts';
import { ApiFailure, type CallerContext, type Handler, type StoredObjects } from '../handlers.ts';
import { markStored, type RegisteredPhoto, readOwnPhotos, readOwnPosts, refusePending } from './originalStates.ts';

type State = AnswerOf<'putOriginals'>['originals'][number]['state'];

export const putOriginals: Handler<'putOriginals'> = async (context, { body }) => {
  const { isMember, photos } = await readOwnPosts(context.db, context, body.media_urls);
  if (!isMember) throw new ApiFailure('NOT_A_MEMBER');
  const states = await decideAll(context, photos);
  await noteOriginalsOfGone(
    context,
    body.media_urls.filter((url) => !photos.has(url)),
  );
  return { originals: body.media_urls.map((media_url) => ({ media_url, state: states.get(media_url) ?? 'gone' })) };
};

/** Originals of photos that were deleted meanwhile may have been stored all the same. */
async function noteOriginalsOfGone({ objects, tenant }: CallerContext, urls: readonly string[]): Promise<void> {
  const folders = urls.map((url) => url.slice(0, url.indexOf('original/')));
  for (const folder of new Set(folders.filter((one) => one.startsWith(`ugc/${tenant}/`)))) {
    await objects.noteUploads?.(folder);
  }
}

/** Editing, hiding, the end of the event and its limit make no difference: the photo is registered. */
async function decideAll(context: CallerContext, photos: ReadonlyMap<string, RegisteredPhoto>) {
  const states = new Map<string, State>([...photos].map(([url, photo]) => [url, stateOf(photo)]));
  const come: RegisteredPhoto[] = [];
  const pending = [...photos.values()].filter((photo) => photo.original_state === 'pending');
  const verdicts = await Promise.all(pending.map((photo) => inspectOriginal(context.objects, photo)));
  await Promise.all(
    pending.map(async (photo, i) => {
      const verdict = verdicts[i];
      if (verdict === 'stored') come.push(photo);
      else if (verdict === 'foreign' || verdict === 'refused')
        states.set(photo.media_url, await removeWrong(context, photo, verdict));
    }),
  );
  // A removal that failed is repeated with the report, which was not answered then.
  const refused = [...photos.values()].filter((photo) => photo.original_state === 'refused');
  await Promise.all(refused.map((photo) => removeRefused(context, photo)));
  if (come.length > 0) for (const [url, state] of await recordProvenOriginals(context, come)) states.set(url, state);
  return states;
}

/** Records the originals of one call that match their registration. */
function recordProvenOriginals(context: CallerContext, come: readonly RegisteredPhoto[]): Promise<Map<string, State>> {
  return inTransaction(context.db, async (trx) => {
    const urls = come.map(({ media_url }) => media_url);
    const believed = await markStored(trx, context, urls);
    if (believed.length > 0)
      await runTogether(trx, [
        forgetStatement(believed),
        originalChecksStatement(context.tenant, believed, context.now()),
      ]);
    const others = believed.length === urls.length ? new Map() : await readOwnPhotos(trx, context, urls);
    return new Map(urls.map((url) => [url, believed.includes(url) ? 'stored' : stateOf(others.get(url))] as const));
  });
}

const stateOf = (photo: RegisteredPhoto | undefined): State =>
  photo === undefined ? 'gone' : photo.original_state === 'pending' ? 'missing' : photo.original_state;

/** What was stored is not what was registered: it goes. No transaction is open while the store is asked, which may take minutes. */
const removeWrong = (context: CallerContext, photo: RegisteredPhoto, verdict: 'foreign' | 'refused'): Promise<State> =>
  verdict === 'refused' ? removeRefused(context, photo) : removeForeign(context, photo);

/** Refused first: from then on no copy of the server believes anything under this key, so the removal may come late. */
async function removeRefused(context: CallerContext, photo: RegisteredPhoto): Promise<State> {
  const { media_url } = photo;
  if (photo.original_state === 'pending' && !(await refusePending(context.db, photo))) {
    const decided = (await readOwnPhotos(context.db, context, [media_url])).get(media_url);
    if (decided?.original_state !== 'refused') return stateOf(decided);
  }
  await context.objects.remove([media_url]);
  await forgetUploads(context.db, [media_url]);
  return 'refused';
}

/**
 * The photo goes on waiting for the right one, which must not be what is removed: one caller at a time removes under a key, and looks
 * again first. While it does so the object stays the same: nobody overwrites (SAF-09), and nobody else removes. After a failure the turn
 * lasts as long as its lease: the store may still do what it was asked.
 */
async function removeForeign(context: CallerContext, photo: RegisteredPhoto): Promise<State> {
  const { db, objects, now } = context;
  const { media_url } = photo;
  const turn = await takeRemoval(db, media_url, now().getTime());
  // Whoever removes it makes room for the author's, who asks again.
  if (turn === null) return 'missing';
  const again = await inspectOriginal(objects, photo);
  if (again === 'foreign' && now().getTime() < turn.removeUntil) {
    await objects.remove([media_url]);
    await forgetUploads(db, [media_url]);
  }
  await endOrphanChecks(db, [turn]);
  return 'missing';
}

/**
 * 'foreign': stored by somebody else. The key of a public photo is no secret, and a bucket that does not know owners takes an object
 * from anybody; but how many bytes the original has is known to its author alone.
 */
async function inspectOriginal(
  objects: StoredObjects,
  photo: RegisteredPhoto,
): Promise<'stored' | 'missing' | 'foreign' | 'refused'> {
  const { media_url, user_id, width, height, size } = photo;
  const found = await objects.stat(media_url, 'registered');
  if (found === null) return 'missing';
  if (found.owner !== null && found.owner !== user_id) return 'foreign';
  if (found.size !== size) return found.owner === null ? 'foreign' : 'refused';
  const picture = await objects.readPicture(media_url, size);
  return picture?.width === width && picture.height === height ? 'stored' : 'refused';
}
