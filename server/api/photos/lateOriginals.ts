/** PUT /media/list/originals: originals that followed their photos (PUB-02). Each is believed only when the server has looked at it. */
import type { AnswerOf, BodyOf } from '../../../src/contract/endpoints.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { forgetUploads } from '../../objects/unregisteredUploads.ts';
import { addOriginalCheck } from '../../pictures/pictureJobs.ts';
import { requireMember } from '../access/membership.ts';
import type { CallerContext, Handler, StoredObjects } from '../handlers.ts';
import { lockPending, type RegisteredPhoto, readOwnPhotos, setOriginalState } from './originalStates.ts';

type State = AnswerOf<'putOriginals'>['originals'][number]['state'];

export const putOriginals: Handler<'putOriginals'> = async (context, { body }) => {
  await inTransaction(context.db, (trx) => requireMember(trx, context.tenant, context.userId));
  const states = await readStates(context, body);
  return { originals: body.media_urls.map((media_url) => ({ media_url, state: states.get(media_url) ?? 'gone' })) };
};

async function readStates(context: CallerContext, { media_urls }: BodyOf<'putOriginals'>) {
  const photos = await readOwnPhotos(context.db, context, media_urls);
  const states = await Promise.all(
    [...photos.values()].map(async (photo) => [photo.media_url, await decide(context, photo)] as const),
  );
  return new Map<string, State>(states);
}

/** Editing, hiding, the end of the event and its limit make no difference: the photo is registered. */
async function decide(context: CallerContext, photo: RegisteredPhoto): Promise<State> {
  if (photo.original_state !== 'pending') return photo.original_state;
  const verdict = await look(context.objects, photo);
  if (verdict === 'missing') return 'missing';
  const { media_url } = photo;
  return inTransaction(context.db, async (trx) => {
    if (!(await lockPending(trx, photo))) {
      const now = (await readOwnPhotos(trx, context, [media_url])).get(media_url);
      return now === undefined ? 'gone' : now.original_state === 'pending' ? 'missing' : now.original_state;
    }
    if (verdict === 'stored') {
      await setOriginalState(trx, photo, 'stored');
      await forgetUploads(trx, [media_url]);
      await addOriginalCheck(trx, photo, context.now());
      return 'stored';
    }
    // Looked at once more under the lock: whoever locked before may have removed it, and the author put the right one since.
    const again = await look(context.objects, photo);
    if (again !== verdict) return 'missing';
    await context.objects.remove([media_url]);
    await forgetUploads(trx, [media_url]);
    if (verdict === 'foreign') return 'missing';
    await setOriginalState(trx, photo, 'refused');
    return 'refused';
  });
}

/**
 * 'foreign': stored by somebody else. The key of a public photo is no secret, and a bucket that does not know owners takes an object
 * from anybody; but how many bytes the original has is known to its author alone.
 */
async function look(
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
