/** PUT /media/list/items: stored photos become photos of the tenant, each once, all or none. */
import type { Selectable, Transaction } from 'kysely';
import { thumbnailKey } from '../../../src/contract/config.ts';
import type { BodyOf } from '../../../src/contract/endpoints.ts';
import type { NewPhoto } from '../../../src/contract/entities.ts';
import { previewKey } from '../../../src/contract/pictureKeys.ts';
import { formatWireDateTime } from '../../../src/rules/dates.ts';
import { isMobileDevice } from '../../../src/rules/isMobileDevice.ts';
import { needsPreview } from '../../../src/rules/previewShape.ts';
import { photosPerPost } from '../../../src/rules/remainingPhotos.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database, EventTable } from '../../database/schema.ts';
import { forgetUploads } from '../../objects/unregisteredUploads.ts';
import { addPictureJobs } from '../../pictures/pictureJobs.ts';
import { requireMember } from '../access/membership.ts';
import { requirePostableEvent } from '../access/posting.ts';
import { requireTeam } from '../access/teams.ts';
import { ApiFailure, type Context, type Handler, type StoredObjects } from '../handlers.ts';
import { addPostJob } from '../notices/postNoticeRepository.ts';
import { spellAsListed } from '../referenceData/personNames.ts';
import { plainText, playersOf, tagsOf, textOrNull } from '../storedText.ts';
import { type InsertablePhoto, insertPhotos } from './photoWrites.ts';
import { type PictureProblem, readPicturePair, readPreview, readSmallPictures } from './storedPictures.ts';

type Post = BodyOf<'putMediaList'>;
type Caller = Context & { readonly userId: string };

export const putMediaList: Handler<'putMediaList'> = async (context, { body }) => {
  const post = { ...body, media_list: eachOnce(body.media_list) };
  requireOwnKeys(context.tenant, post);
  requireFewEnough(context, post);
  // Judged before the objects are looked at, so that 'the event is over' is not hidden behind 'bytes missing';
  // validated again under the lock, where it counts. One snapshot: between two reads the same post may arrive elsewhere.
  const { fresh } = await inTransaction(context.db, (trx) => validatePost(trx, context, post), {
    isolationLevel: 'repeatable read',
  });
  const hasPreview = new Map(
    await Promise.all(
      fresh.map(
        async (photo) => [photo.media_url, await requireStored(context.objects, context.userId, photo)] as const,
      ),
    ),
  );
  const registered = await inTransaction(context.db, async (trx) => {
    await requireMember(trx, context.tenant, context.userId);
    await lockEventForShare(trx, context.tenant, post.event_id);
    await lockPoster(trx, context, post.event_id);
    const { fresh, known, event } = await validatePost(trx, context, post);
    // Deleted since it was looked for: so are its objects.
    if (fresh.some(({ media_url }) => !hasPreview.has(media_url))) throw new ApiFailure('OBJECT_MISSING');
    if (event) {
      const rows = await toRows(trx, context, post, fresh, event, hasPreview);
      // Lists go by time and then by id, the newest first: photos of one post stand in the order they were picked (FAN-03).
      const added = await insertPhotos(trx, rows.toReversed());
      await forgetUploads(
        trx,
        // An original that follows holds its place until it is reported.
        added.flatMap(({ media_url, original_state }) => [
          ...(original_state === 'stored' ? [media_url] : []),
          ...[thumbnailKey(media_url), previewKey(media_url)],
        ]),
      );
      await addPictureJobs(trx, added, context.now());
      const [first] = added;
      if (first) await addPostJob(trx, { tenant: context.tenant, userId: context.userId, at: first.created_at });
      for (const photo of added) known.set(photo.media_url, photo.created_at);
    }
    return known;
  });
  return {
    media_list: post.media_list.flatMap(({ media_url }) => {
      const at = registered.get(media_url);
      return at ? [{ media_url, created_at: formatWireDateTime(at.getTime()) }] : [];
    }),
  };
};

const eachOnce = (photos: readonly NewPhoto[]) => [
  ...new Map(photos.map((photo) => [photo.media_url, photo])).values(),
];

/** The key names the tenant and the event; a post cannot register what was stored for another one. */
function requireOwnKeys(tenant: string, post: Post) {
  const folder = `ugc/${tenant}/${post.event_id}/original/`;
  if (!post.media_list.every((photo) => photo.media_url.startsWith(folder))) throw new ApiFailure('INVALID_REQUEST');
}

/** Phones post fewer photos at once (§9). The client counts alike, by the same rule on the same description. */
function requireFewEnough({ request }: Context, post: Post) {
  const max = photosPerPost(isMobileDevice({ userAgent: request?.userAgent ?? '', maxTouchPoints: 0 }));
  if (post.media_list.length > max) throw new ApiFailure('INVALID_REQUEST');
}

/**
 * Splits the post into photos that are registered already (a resend: T25) and fresh ones, and refuses what may not be
 * registered. A post whose photos are all known is fine whatever has happened since. `event`: null when nothing is fresh.
 */
async function validatePost(db: Transaction<Database>, context: Caller, post: Post) {
  const { tenant, userId } = context;
  await requireMember(db, tenant, userId);
  const urls = post.media_list.map((photo) => photo.media_url);
  const rows = await db
    .selectFrom('photo')
    .select(['media_url', 'user_id', 'created_at'])
    .where('tenant', '=', tenant)
    .where('media_url', 'in', urls)
    .execute();
  if (rows.some((row) => row.user_id !== userId)) throw new ApiFailure('MEDIA_URL_TAKEN');
  const known = new Map(rows.map((row) => [row.media_url, row.created_at]));
  const fresh = post.media_list.filter((photo) => !known.has(photo.media_url));
  if (fresh.length === 0) return { known, fresh, event: null };
  const event = await requirePostableEvent(db, context, userId, post.event_id);
  // The event's own pictures are published, so others know their names: no store needs to tell whose they are (SAF-21).
  if (fresh.some(({ media_url }) => [event.thumbnail, event.descriptive_photo].includes(media_url)))
    throw new ApiFailure('MEDIA_URL_TAKEN');
  if (event.post_limit !== null) {
    const own = await db
      .selectFrom('event_poster')
      .select('n')
      .where('tenant', '=', tenant)
      .where('event_id', '=', post.event_id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if ((own?.n ?? 0) + fresh.length > event.post_limit) throw new ApiFailure('POST_LIMIT_REACHED');
  }
  return { known, fresh, event };
}

/**
 * The objects the photo needs are there, stored by the caller, and are the picture that is described. True: so is a preview.
 * Throws MEDIA_URL_TAKEN, OBJECT_MISSING.
 */
async function requireStored(objects: StoredObjects, userId: string, photo: NewPhoto): Promise<boolean> {
  if (photo.original === 'later') {
    if (!needsPreview(photo)) throw new ApiFailure('INVALID_REQUEST');
    requireGood(await readSmallPictures(objects, userId, photo));
    return true;
  }
  const found = requireGood(await readPicturePair(objects, userId, photo.media_url));
  if (found.bytes !== photo.size) throw new ApiFailure('OBJECT_MISSING');
  if (found.width !== photo.width || found.height !== photo.height) throw new ApiFailure('INVALID_REQUEST');
  // One that cannot be used is derived anew: the photo does without it.
  return needsPreview(photo) && (await readPreview(objects, userId, photo)) === 'good';
}

function requireGood<T>(found: T | PictureProblem): Exclude<T, PictureProblem> {
  if (found === 'taken') throw new ApiFailure('MEDIA_URL_TAKEN');
  if (found === 'missing') throw new ApiFailure('OBJECT_MISSING');
  // Nothing to wait for: what is stored never changes.
  if (found === 'bad') throw new ApiFailure('INVALID_REQUEST');
  return found as Exclude<T, PictureProblem>;
}

/** Posts of one fan to one event wait for each other here, so the limit is exact. */
async function lockPoster(trx: Transaction<Database>, { tenant, userId }: Caller, eventId: string) {
  const key = { tenant, event_id: eventId, user_id: userId };
  await trx
    .insertInto('event_poster')
    .values({ ...key, n: 0 })
    .onConflict((c) => c.doNothing())
    .execute();
  await trx
    .selectFrom('event_poster')
    .select('n')
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .forUpdate()
    .execute();
}

/** The event cannot be deleted while a post to it is being registered. */
const lockEventForShare = (trx: Transaction<Database>, tenant: string, eventId: string) =>
  trx
    .selectFrom('event')
    .select('event_id')
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId)
    .forShare()
    .execute();

async function toRows(
  trx: Transaction<Database>,
  { tenant, userId, now }: Caller,
  post: Post,
  photos: readonly NewPhoto[],
  event: Selectable<EventTable>,
  hasPreview: ReadonlyMap<string, boolean>,
): Promise<InsertablePhoto[]> {
  if (post.team_id !== null) await requireTeam(trx, tenant, post.team_id);
  const season_id = await seasonOf(trx, tenant, post.season_id ?? event.season_id, event.event_date);
  const created_at = now();
  const players = await spellAsListed(
    trx,
    tenant,
    photos.map((photo) => playersOf(photo.player)),
  );
  return photos.map((photo, index) => ({
    tenant,
    media_url: photo.media_url,
    user_id: userId,
    public_list_id: post.public_list_id,
    event_id: post.event_id,
    season_id,
    team_id: post.team_id,
    comment: plainText(photo.comment),
    alt: plainText(photo.alt ?? '').trim(),
    htag: tagsOf(photo.htag),
    player: players[index] ?? [],
    photo_location: textOrNull(photo.photo_location),
    option: null,
    usepermit: photo.usepermit,
    file_name: photo.fileName,
    exif: photo.exif === null ? null : JSON.stringify(photo.exif),
    width: photo.width,
    height: photo.height,
    color: photo.color,
    size: photo.size,
    created_at,
    has_preview: hasPreview.get(photo.media_url) ?? false,
    original_state: photo.original === 'later' ? 'pending' : 'stored',
  }));
}

/** The season asked for if the tenant has it, else the one the event's day lies in. */
async function seasonOf(trx: Transaction<Database>, tenant: string, wanted: string | null, day: string) {
  const seasons = await trx
    .selectFrom('season')
    .select(['season_id', 'season_period_start', 'season_period_end'])
    .where('tenant', '=', tenant)
    .orderBy('season_period_start', 'desc')
    .execute();
  const known = seasons.find((season) => season.season_id === wanted);
  const holds = (season: (typeof seasons)[number]) =>
    season.season_period_start.slice(0, 10) <= day && day <= season.season_period_end.slice(0, 10);
  return (known ?? seasons.find(holds))?.season_id ?? null;
}
