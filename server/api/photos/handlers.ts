import type { Selectable, Transaction } from 'kysely';
import * as v from 'valibot';
import { MediaUrl } from '../../../src/contract/entities.ts';
import { photoKeys } from '../../../src/rules/objectKeys.ts';
import type { PhotoTable } from '../../database/photoTables.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database } from '../../database/schema.ts';
import { readHeldKeys } from '../../operations/heldWords.ts';
import { isMember, requireMember } from '../access/membership.ts';
import { requireTeam } from '../access/teams.ts';
import { ApiFailure, done, type Handlers } from '../handlers.ts';
import { readReactions } from '../reactions/handlers.ts';
import { spellAsListed } from '../referenceData/personNames.ts';
import { holdPhotos } from '../reports/holding.ts';
import { addConsent } from '../users/consentRepository.ts';
import { readFollowedPhotos } from './followedPhotos.ts';
import { readMemories } from './memories.ts';
import { readOwnFigures } from './ownFigures.ts';
import { conditionsFrom, type PhotoConditions, singleFacet } from './photoConditions.ts';
import { readPhotosOfAny } from './photosOfAny.ts';
import { readPhotos } from './photoText.ts';
import { deletePhotos, updatePhoto } from './photoWrites.ts';
import { readPopularPhotos } from './popularPhotos.ts';
import { type ListRequest, lockHiddenPhotoOf, lockShownPhoto, readPhotoPage } from './repository.ts';
import { columnsOfCaption } from './storedFields.ts';
import { countView } from './viewCounts.ts';

function decodeMediaUrl(base64: string): string {
  const result = v.safeParse(MediaUrl, Buffer.from(base64, 'base64').toString('utf8'));
  if (!result.success) throw new ApiFailure('INVALID_REQUEST');
  return result.output;
}

/** The caller's own photo, locked for the transaction. Throws NOT_FOUND, or NOT_ALLOWED for somebody else's. */
async function lockOwnPhoto(
  trx: Transaction<Database>,
  tenant: string,
  userId: string,
  mediaUrl: string,
): Promise<Selectable<PhotoTable>> {
  const photo = await lockShownPhoto(trx, tenant, mediaUrl);
  if (!photo) throw new ApiFailure('NOT_FOUND');
  if (photo.user_id !== userId) throw new ApiFailure('NOT_ALLOWED');
  return photo;
}

/** As `lockOwnPhoto`, of a hidden one too: its author may take it back (OPR-02h). To others it is not there. */
async function lockOwnAnyPhoto(
  trx: Transaction<Database>,
  tenant: string,
  userId: string,
  mediaUrl: string,
): Promise<Selectable<PhotoTable>> {
  return (await lockHiddenPhotoOf(trx, tenant, userId, mediaUrl)) ?? lockOwnPhoto(trx, tenant, userId, mediaUrl);
}

/** Throws INVALID_REQUEST: the best photos are those of one event, in one page and one order. */
function requireEventAlone(conditions: PhotoConditions, { cursor, sort }: ListRequest): void {
  if (singleFacet(conditions)?.[0] !== 'event' || cursor !== undefined || sort !== undefined)
    throw new ApiFailure('INVALID_REQUEST');
}

export const photoHandlers = {
  async getPublicList(context, { query }) {
    if (query.any_of !== undefined) return readPhotosOfAny(context.db, context, query.any_of.split(','), query.l);
    const conditions = conditionsFrom(query);
    if (conditions === null) return { media_list: [], cursor: null, total: null };
    if (query.best !== undefined) requireEventAlone(conditions, query);
    const viewer = { tenant: context.tenant, userId: context.userId };
    return context.readViewedPage
      ? context.readViewedPage(viewer, conditions, query)
      : readPhotoPage(context.db, viewer, conditions, query);
  },
  async getFollowedPhotos(context, { query }) {
    return readFollowedPhotos(context.db, context, query);
  },
  async getPopularPhotos(context, { query }) {
    return readPopularPhotos(context.db, context, query);
  },
  async getOwnFigures(context) {
    return readOwnFigures(context.db, context);
  },
  async getMemories(context) {
    return readMemories(context.db, context, context.now().getTime());
  },
  async getPhoto(context, { query }) {
    const mediaUrl = decodeMediaUrl(query.media_url);
    const photos = await readPhotos(context.db, context, [mediaUrl]);
    const reactionInfo = await readReactions(context, mediaUrl);
    return { list: photos.map((photo) => ({ ...photo, reactionInfo })) };
  },
  async putCaption({ db, tenant, userId, now }, { body }) {
    await inTransaction(db, async (trx) => {
      await requireMember(trx, tenant, userId);
      const photo = await lockOwnPhoto(trx, tenant, userId, body.media_url);
      // The event is read-only while editing (§2).
      if (photo.event_id !== body.event_id) throw new ApiFailure('INVALID_REQUEST');
      if (body.team_id !== null) await requireTeam(trx, tenant, body.team_id);
      const changes = columnsOfCaption(body, photo);
      const names = changes.player && (await spellAsListed(trx, tenant, [changes.player]))[0];
      const edited = await updatePhoto(trx, photo, names === undefined ? changes : { ...changes, player: [...names] });
      await holdPhotos(trx, [edited], await readHeldKeys(trx, tenant), now());
      // The form shows what the photo has: another value is the fan's own press.
      if (photo.usepermit !== body.usepermit) {
        const record = {
          tenant,
          user_id: userId,
          at: now(),
          usepermit: body.usepermit,
          place: 'form',
          photos: 1,
        } as const;
        await addConsent(trx, { ...record, wording: body.wording ?? '' });
      }
    });
    return done;
  },
  async deletePhoto({ db, objects, tenant, userId }, { body }) {
    await inTransaction(db, async (trx) => {
      await requireMember(trx, tenant, userId);
      await deletePhotos(trx, [await lockOwnAnyPhoto(trx, tenant, userId, body.media_url)]);
    });
    // The photo is gone for everybody; bytes that stay behind are a matter for the log, not for the fan (§7).
    await objects
      .remove(photoKeys(body.media_url))
      .catch((error: unknown) => console.error('Objects of a deleted photo stay behind:', body.media_url, error));
    return done;
  },
  async putViewHistory({ db, tenant, userId, now }, { body }) {
    const { media_url, kind } = body;
    const at = now();
    if (userId === null) await countView(db, { tenant, media_url, kind, viewer: '' }, at);
    else
      await inTransaction(db, async (trx) => {
        // Of a tenant whose rules a fan has not agreed to, nothing is kept about the fan.
        const viewer = (await isMember(trx, tenant, userId)) ? userId : '';
        await countView(trx, { tenant, media_url, kind, viewer }, at);
      });
    return done;
  },
} satisfies Partial<Handlers>;
