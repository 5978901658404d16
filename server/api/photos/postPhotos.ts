/** PUT /media/list/items: stored photos become photos of the tenant, each once, all or none. */
import type { Kysely, Selectable, Transaction } from 'kysely';
import { thumbnailKey } from '../../../src/contract/config.ts';
import type { BodyOf } from '../../../src/contract/endpoints.ts';
import type { NewPhoto } from '../../../src/contract/entities.ts';
import { previewKey } from '../../../src/contract/pictureKeys.ts';
import { formatWireDateTime } from '../../../src/rules/dates.ts';
import { isMobileDevice } from '../../../src/rules/isMobileDevice.ts';
import { mostBytes } from '../../../src/rules/pictureBytes.ts';
import { isTooNarrow, needsPreview } from '../../../src/rules/previewShape.ts';
import { photosPerPost } from '../../../src/rules/remainingPhotos.ts';
import { countCommitted } from '../../database/counterChanges.ts';
import type { PhotoTable } from '../../database/photoTables.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database } from '../../database/schema.ts';
import { forgetStatement } from '../../objects/unregisteredUploads.ts';
import { readHeldKeys } from '../../operations/heldWords.ts';
import { pictureJobsStatement } from '../../pictures/pictureJobs.ts';
import { requirePostable } from '../access/posting.ts';
import { publishLimit, requireRoomToPublish } from '../access/publishing.ts';
import { ApiFailure, type Context, type Handler, type StoredObjects } from '../handlers.ts';
import { postJobStatement } from '../notices/postNoticeRepository.ts';
import { spellAsListed } from '../referenceData/personNames.ts';
import { holdPhotos } from '../reports/holding.ts';
import { playersOf } from '../storedText.ts';
import { consentRecords, isPermittedInForm, type Permission } from './formConsent.ts';
import { type InsertablePhoto, insertPost } from './photoWrites.ts';
import { lockForPost, type PostedEvent, type PostReferences, readPostReferences, readPostState } from './postState.ts';
import { columnsOfPost } from './storedFields.ts';
import { type PictureProblem, readPicturePair, readPreview, readSmallPictures } from './storedPictures.ts';

type Post = BodyOf<'putMediaList'>;
type Caller = Context & { readonly userId: string };

export const putMediaList: Handler<'putMediaList'> = async (context, { body }) => {
  const post = { ...body, media_list: eachOnce(body.media_list) };
  requireOwnKeys(context.tenant, post);
  requireFewEnough(context, post);
  // Also of a post that is refused: its objects are there already.
  await context.objects.noteUploads?.(`ugc/${context.tenant}/${post.event_id}/`);
  // Judged before the objects are looked at, so that 'the event is over' is not hidden behind 'bytes missing';
  // validated again under the lock, where it counts.
  const { fresh, known, event } = await validatePost(context.db, context, post);
  const registered = event === null ? known : await register(context, post, await prepare(context, post, fresh));
  if (event !== null) await countCommitted(context.db);
  return {
    media_list: post.media_list.flatMap(({ media_url }) => {
      const at = registered.get(media_url);
      return at === undefined ? [] : [{ media_url, created_at: formatWireDateTime(at) }];
    }),
  };
};

/** What the store has of a photo. */
interface StoredPhoto {
  readonly hasPreview: boolean;
  /** All that is published of it, an original that follows included. */
  readonly bytes: number;
}

/** What is known of the photos besides what is judged under the lock. */
interface Prepared {
  /** By media_url. */
  readonly stored: ReadonlyMap<string, StoredPhoto>;
  /** As `publishLimit` told it. */
  readonly limit: number;
  readonly players: ReadonlyMap<string, readonly string[]>;
  readonly references: PostReferences;
  /** Words of the club that hold a photo back, as `readHeldKeys`. */
  readonly heldKeys: readonly string[];
}

/** Looks at the stored objects and at what the photos refer to, while nobody waits for us. */
async function prepare({ db, tenant, objects, userId }: Caller, post: Post, fresh: readonly NewPhoto[]) {
  const [stored, limit, references, heldKeys, players] = await Promise.all([
    Promise.all(
      fresh.map(async (photo) => [photo.media_url, await requireStored(objects, userId, photo, post)] as const),
    ),
    publishLimit(objects),
    readPostReferences(db, tenant, post.team_id),
    readHeldKeys(db, tenant),
    spellAsListed(
      db,
      tenant,
      fresh.map((photo) => playersOf(photo.player)),
    ),
  ]);
  if (post.team_id !== null && !references.hasTeam) throw new ApiFailure('INVALID_REQUEST');
  return {
    references,
    heldKeys,
    limit,
    stored: new Map(stored),
    players: new Map(fresh.map(({ media_url }, index) => [media_url, players[index] ?? []])),
  };
}

/** Answers when each photo of the post was registered, epoch ms. */
const register = (context: Caller, post: Post, prepared: Prepared): Promise<ReadonlyMap<string, number>> =>
  inTransaction(context.db, async (trx) => {
    const { fresh, known, event, permission } = await validateLocked(trx, context, post);
    // Deleted since it was looked for: so are its objects.
    if (fresh.some(({ media_url }) => !prepared.stored.has(media_url))) throw new ApiFailure('OBJECT_MISSING');
    if (event === null) return known;
    await requireRoomToPublish(trx, context, { bytes: bytesOf(fresh, prepared), limit: prepared.limit });
    const rows = toRows(context, post, { fresh, event, permission, prepared });
    // Lists go by time and then by id, the newest first: photos of one post stand in the order they were picked (FAN-03).
    const added = await insertPost(trx, rows.toReversed(), (stored) => [
      ...alongside(context, stored),
      ...consentRecords(
        context,
        fresh.filter((photo) => isPermittedInForm(photo, permission, context.now())),
      ),
    ]);
    await holdPhotos(trx, added, prepared.heldKeys, context.now());
    return new Map([...known, ...added.map((photo) => [photo.media_url, photo.created_at.getTime()] as const)]);
  });

/** As `validatePost`, while the event is locked. Where staff moved it while the lock was waited for, the other event is locked, too. */
async function validateLocked(trx: Transaction<Database>, context: Caller, post: Post) {
  const place = { ...context, eventId: post.event_id };
  const locked = await lockForPost(trx, place);
  const found = await validatePost(trx, context, post);
  if (found.event === null || found.event.event_id === locked) return found;
  await lockForPost(trx, place);
  return validatePost(trx, context, post);
}

const bytesOf = (photos: readonly NewPhoto[], { stored }: Prepared): number =>
  photos.reduce((sum, { media_url }) => sum + (stored.get(media_url)?.bytes ?? 0), 0);

/** What is written with the photos: places of uploads, jobs. */
function alongside({ tenant, userId, now }: Caller, added: readonly Selectable<PhotoTable>[]) {
  const uploads = added.flatMap(({ media_url, original_state }) => [
    // An original that follows holds its place until it is reported.
    ...(original_state === 'stored' ? [media_url] : []),
    ...[thumbnailKey(media_url), previewKey(media_url)],
  ]);
  const [first] = added;
  return [
    forgetStatement(uploads),
    pictureJobsStatement(added, now()),
    ...(first ? [postJobStatement({ tenant, userId, at: first.created_at })] : []),
  ];
}

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
async function validatePost(db: Kysely<Database>, context: Caller, post: Post) {
  const { userId } = context;
  const urls = post.media_list.map((photo) => photo.media_url);
  const state = await readPostState(db, { ...context, eventId: post.event_id }, urls);
  if (!state.isMember) throw new ApiFailure('NOT_A_MEMBER');
  const foreign = state.known.find((row) => row.user_id !== userId)?.media_url;
  if (foreign !== undefined)
    throw new ApiFailure('MEDIA_URL_TAKEN', { at: `media_list.${urls.indexOf(foreign)}.media_url` });
  const known = new Map(state.known.map((row) => [row.media_url, row.at]));
  const fresh = post.media_list.filter((photo) => !known.has(photo.media_url));
  const permission = { isGiven: state.isPermitted, withdrawnAt: state.withdrawnAt };
  if (fresh.length === 0) return { known, fresh, permission, event: null };
  const { event } = state;
  if (event === null) throw new ApiFailure('EVENT_NOT_FOUND');
  await requirePostable(db, context, userId, { ...event, waitedS: post.waited_s ?? null });
  // The event's own pictures are published, so others know their names: no store needs to tell whose they are (SAF-21).
  if (fresh.some(({ media_url }) => event.pictures.includes(media_url))) throw new ApiFailure('MEDIA_URL_TAKEN');
  if (event.post_limit !== null && state.own + fresh.length > event.post_limit)
    throw new ApiFailure('POST_LIMIT_REACHED');
  return { known, fresh, permission, event };
}

/**
 * The objects the photo needs are there, stored by the caller, and are the picture that is described. Returns what is there.
 * Throws MEDIA_URL_TAKEN, OBJECT_MISSING, INVALID_REQUEST; each names the photo.
 */
async function requireStored(
  objects: StoredObjects,
  userId: string,
  photo: NewPhoto,
  post: Post,
): Promise<StoredPhoto> {
  const place = `media_list.${post.media_list.indexOf(photo)}`;
  const wrong = (field: keyof NewPhoto) => new ApiFailure('INVALID_REQUEST', { at: `${place}.${field}` });
  if (isTooNarrow(photo)) throw wrong('width');
  if (photo.original === 'later') {
    if (!needsPreview(photo)) throw wrong('original');
    if (photo.size > mostBytes('original', photo)) throw wrong('size');
    const bytes = requireGood(await readSmallPictures(objects, userId, photo), place);
    return { hasPreview: true, bytes: photo.size + bytes };
  }
  const found = requireGood(await readPicturePair(objects, userId, photo.media_url), place);
  if (found.bytes !== photo.size) throw new ApiFailure('OBJECT_MISSING');
  if (found.width !== photo.width || found.height !== photo.height) throw wrong('width');
  // One that cannot be used is derived anew: the photo does without it.
  const preview = needsPreview(photo) ? await readPreview(objects, userId, photo) : 'missing';
  const hasPreview = typeof preview === 'number';
  return { hasPreview, bytes: found.bytes + found.thumbnailBytes + (hasPreview ? preview : 0) };
}

/** @param place of the photo in the body */
function requireGood<T>(found: T | PictureProblem, place: string): Exclude<T, PictureProblem> {
  const at = `${place}.media_url`;
  if (found === 'taken') throw new ApiFailure('MEDIA_URL_TAKEN', { at });
  if (found === 'missing') throw new ApiFailure('OBJECT_MISSING');
  // Nothing to wait for: what is stored never changes.
  if (found === 'bad') throw new ApiFailure('INVALID_REQUEST', { at });
  return found as Exclude<T, PictureProblem>;
}

interface AcceptedPost {
  readonly permission: Permission;
  readonly fresh: readonly NewPhoto[];
  readonly event: PostedEvent;
  readonly prepared: Prepared;
}

function toRows(
  { tenant, userId, now }: Caller,
  post: Post,
  { fresh, event, permission, prepared }: AcceptedPost,
): InsertablePhoto[] {
  const { references, players, stored } = prepared;
  const season_id = seasonOf(references.seasons, post.season_id ?? event.season_id, event.event_date);
  const created_at = now();
  return fresh.map((photo) => ({
    tenant,
    media_url: photo.media_url,
    user_id: userId,
    public_list_id: post.public_list_id,
    event_id: event.event_id,
    season_id,
    ...columnsOfPost({ ...photo, team_id: post.team_id }),
    player: [...(players.get(photo.media_url) ?? [])],
    option: null,
    // What a device remembers of the fan's permission may be old, or of another tenant.
    usepermit: (photo.usepermit && permission.isGiven) || isPermittedInForm(photo, permission, created_at),
    file_name: photo.fileName,
    exif: photo.exif === null ? null : JSON.stringify(photo.exif),
    width: photo.width,
    height: photo.height,
    color: photo.color,
    size: photo.size,
    created_at,
    waited_s: post.waited_s ?? null,
    has_preview: stored.get(photo.media_url)?.hasPreview ?? false,
    original_state: photo.original === 'later' ? 'pending' : 'stored',
  }));
}

/** The season asked for if the tenant has it, else the one the event's day lies in. */
export function seasonOf(seasons: PostReferences['seasons'], wanted: string | null, day: string): string | null {
  const known = seasons.find((season) => season.season_id === wanted);
  const holds = ({ start, end }: (typeof seasons)[number]) => start.slice(0, 10) <= day && day <= end.slice(0, 10);
  return (known ?? seasons.find(holds))?.season_id ?? null;
}
