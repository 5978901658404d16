/**
 * Every call of spec §7, once: method, path below `/f`, who may call it, the schemas of what goes in and comes out,
 * and the refusals it can answer with. Client functions and server handlers are mapped types over this table,
 * so a missing handler does not compile and both ends validate alike.
 *
 * Common to all calls:
 * - headers `x-api-key`, `x-api-tenant` and, when signed in, `x-api-authorization: Bearer {ID token}`;
 * - GET carries a cache-busting `timestamp` query, which the server ignores;
 * - path parameters are percent-encoded, media_url included (its slashes become %2F);
 * - every call may answer INVALID_REQUEST, API_KEY_INVALID, UNKNOWN_TENANT, RATE_LIMITED, INTERNAL, UNAVAILABLE;
 *   calls with auth 'user' also UNAUTHENTICATED and TOKEN_EXPIRED.
 */

import * as v from 'valibot';
import { isEmailAddress } from './emailAddress.ts';
import {
  Ambassador,
  Comment,
  CommentReaction,
  ConsentRecord,
  ContactTopic,
  CreditSetting,
  captionEntries,
  EventDraft,
  FanEvent,
  FanRanking,
  facetEntries,
  Id,
  input,
  Keyword,
  MediaUrl,
  Memories,
  MutedUser,
  NewPhoto,
  Notice,
  NoticeSettings,
  OwnAttributes,
  OwnFigures,
  Person,
  PersonCount,
  PersonPicture,
  Photo,
  PhotoPage,
  ReactionInfo,
  ReservedOwner,
  Season,
  SignInSession,
  Suspension,
  TagType,
  Team,
  text,
  UserAttributes,
  UserExport,
  UserHit,
  UserId,
} from './entities.ts';
import type { ApiErrorCode } from './errors.ts';
import { Highlights } from './highlights.ts';
import {
  type CallLimit,
  CONTACT_MAX,
  FAVORITE_PLAYERS_MAX,
  ID_MAX,
  LIST_PAGE_MAX,
  NAME_MAX,
  PHOTOS_PER_POST,
  PLAYER_NAME_MAX,
  PUSH_KEY_MAX,
  QUERY_TEXT_MAX,
  REACTION_VALUE,
  URL_MAX,
  WAITING_DEVICES,
  WORDING_MAX,
} from './limits.ts';
import { MEASUREMENTS, WEB_VITALS_MAX } from './measurementLimits.ts';
import { BEST_KINDS, PHOTO_SORTS } from './photoSorts.ts';
import { PROOF_FIELD, PROOF_MAX } from './proofOfWork.ts';
import { REPORT_REASONS } from './reports.ts';
import { APPEAL_TEXT_MAX, REPORT_TEXT_MAX } from './staffLimits.ts';
import { STAFF_ROLES } from './staffRoles.ts';
import { Wall, WallFeed } from './wall.ts';
import { WALL_EDGE_S, WALL_PHOTOS } from './wallLimits.ts';

/** 'anonymous': a token is neither needed nor read. 'either': read when there. 'user': needed. */
export type Auth = 'anonymous' | 'either' | 'user';
/**
 * Whose answer a GET gives, which decides what a device may keep of it (T26, DAT-03).
 * 'tenant': everybody's; kept beside other public answers and stays at a logout.
 * 'user': given in the caller's name; the worker keeps it in that user's cache. At a logout answers that need a user are dropped,
 * lists that merely differ by user are read again.
 * 'none': never kept, neither by the worker nor by the browser. Writes are this.
 */
export type CacheScope = 'tenant' | 'user' | 'none';
type Entries = v.ObjectEntries;
type Shape = v.ObjectSchema<Entries, undefined>;

export interface Endpoint {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Below `/f`, with `{name}` for path parameters. */
  readonly path: string;
  readonly auth: Auth;
  readonly cache: CacheScope;
  /** Reference data of a tenant (seasons, persons …): the window keeps it for five minutes, also across pages (DAT-01). */
  readonly isReference: boolean;
  /** The server may give an answer again for LIST_LAG_MS while only others changed something (HLF-05). */
  readonly mayLag: boolean;
  readonly params: Shape;
  readonly query: Shape;
  readonly body: Shape;
  readonly answer: v.GenericSchema;
  readonly errors: readonly ApiErrorCode[];
  /** Bound of CALL_LIMITS the call counts for; null: none of its own. */
  readonly limit: CallLimit | null;
  /** Bytes of its body, where less than MAX_BODY_BYTES will do. */
  readonly maxBytes: number | null;
  /** Its handler drops what is too much: the call is refused to nobody, and takes nothing of what a network may write. */
  readonly dropsExcess: boolean;
  /** Seconds for which shared caches keep a public answer that devices do not keep. null: `cache` decides for both. */
  readonly edgeS: number | null;
}

const none = v.object({});
type Part<T, K extends string> = K extends keyof T ? T[K] : typeof none;

/** A GET says whose answer it gives, and cannot call an answer everybody's that was read with a token. A write says nothing. */
type Scoped =
  | { method: 'GET'; auth: 'anonymous'; cache: 'tenant' | 'none'; isReference?: true; mayLag?: never }
  | { method: 'GET'; auth: 'either' | 'user'; cache: 'user' | 'none'; isReference?: never; mayLag?: true }
  | { method: 'PUT' | 'DELETE'; auth: Auth; cache?: never; isReference?: never; mayLag?: never };

interface Given {
  readonly path: string;
  readonly answer: v.GenericSchema;
  readonly params?: Shape;
  readonly query?: Shape;
  readonly body?: Shape;
  readonly errors?: readonly ApiErrorCode[];
  readonly limit?: CallLimit;
  readonly maxBytes?: number;
  readonly dropsExcess?: true;
  readonly edgeS?: number;
}
/** An endpoint as it is known to handlers and callers: with the very schemas that were given. */
interface EndpointOf<T extends Scoped & Given> {
  readonly method: T['method'];
  readonly path: T['path'];
  readonly auth: T['auth'];
  readonly cache: T extends { cache: infer C extends CacheScope } ? C : 'none';
  readonly isReference: T extends { isReference: true } ? true : false;
  readonly mayLag: T extends { mayLag: true } ? true : false;
  readonly answer: T['answer'];
  readonly params: Part<T, 'params'>;
  readonly query: Part<T, 'query'>;
  readonly body: Part<T, 'body'>;
  readonly errors: readonly ApiErrorCode[];
  readonly limit: CallLimit | null;
  readonly maxBytes: number | null;
  readonly dropsExcess: boolean;
  readonly edgeS: number | null;
}

/** An endpoint with its defaults filled in. */
export function endpoint<const T extends Scoped & Given>(given: T): EndpointOf<T>;
export function endpoint(given: Scoped & Given): Endpoint {
  const defaults = { cache: 'none', isReference: false, mayLag: false, params: none, query: none, body: none } as const;
  return { ...defaults, errors: [], limit: null, maxBytes: null, dropsExcess: false, edgeS: null, ...given };
}

const done = v.object({ result: v.literal('ok') });
const amount = (max: number) => v.pipe(v.number(), v.minValue(0), v.maxValue(max));
/** One word the server knows, or counts as 'other'. */
const label = v.pipe(v.string(), v.regex(/^[\w-]*$/), v.maxLength(MEASUREMENTS.labelMax));
const measured = <T extends v.GenericSchema>(item: T) => v.pipe(v.array(item), v.maxLength(MEASUREMENTS.perKind));
/** Tenants the caller belongs to, with the version of the rules that was agreed to. */
const Memberships = v.array(v.object({ tenant_id: v.string(), agreed_version: v.string() }));
const list = <T extends v.GenericSchema>(item: T) => v.object({ list: v.array(item) });
const optional = <T extends v.GenericSchema>(schema: T) => v.optional(schema);
const rows = v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(LIST_PAGE_MAX));
/**
 * Where a page begins, opaque to clients: instant in ms and id of the row before it, base 36. So short that every database and
 * every Date knows the instant (years 1970 to 5188), and that the id is a safe integer (SAF-17). In another order than the newest
 * first its name stands before it, and likes stand for the instant (LST-01c).
 */
const Cursor = v.pipe(
  v.string(),
  v.regex(/^(?:(?:rest\.)?[1-9a-z][0-9a-z]{0,8}|likes\.[1-9a-z][0-9a-z]{0,4})-[1-9a-z][0-9a-z]{0,9}$/),
);
/** Keyset paging: `cursor` as the last page gave it, `l` rows (default LIST_PAGE). */
const paging = {
  cursor: optional(Cursor),
  l: optional(rows),
};
/** No control characters: a database takes no NUL. */
const words = text(QUERY_TEXT_MAX);
/** Conditions that narrow a list of photos (§2 narrowing panel). All are ANDed; fields match as a whole, in any spaces, case and width (SRC-05). */
const conditions = {
  e: optional(Id),
  s: optional(Id),
  u: optional(UserId),
  /** What is asked of the fields of a photo: a hashtag without its #; persons comma-joined, and a photo shows all of them. */
  ...facetEntries,
  search_text: optional(words),
  /** §7 sends cf=true with related-photo searches; we accept and ignore it. */
  cf: optional(v.literal('true')),
  event_id: optional(Id),
  /** 'official': the official user; 'staff': official, ambassadors and reserved names (SRC-07). */
  photographer: optional(v.picklist(['official', 'staff'])),
};
const favoriteNames = v.pipe(v.array(text(PLAYER_NAME_MAX)), v.maxLength(FAVORITE_PLAYERS_MAX));
const byMedia = v.object({ media_url: MediaUrl });
const Uuid = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
/** What a fan says in a report, besides its subject. */
const reportFields = { reason: v.picklist(REPORT_REASONS), text: text(REPORT_TEXT_MAX) };
/** Where a browser is told: an unguessable address at its maker's push service. Whoever knows it may end it. */
const pushEndpoint = v.pipe(v.string(), v.maxLength(URL_MAX), v.url(), v.startsWith('https://'));
const base64Url = (max: number) => v.pipe(v.string(), v.maxLength(max), v.regex(/^[A-Za-z0-9_-]+=*$/));

export const endpoints = {
  // ── User ─────────────────────────────────────────────────────────────────────────────────────────────────────
  /** The caller's memberships. Empty list: rule agreement follows (ACC-08). Not bound to x-api-tenant. */
  getUserTenants: endpoint({
    method: 'GET',
    path: '/user/tenant',
    auth: 'user',
    cache: 'user',
    answer: v.object({ list: Memberships }),
  }),
  /** Ours: agreeing to a tenant's rules creates the membership. Idempotent. */
  putUserTenant: endpoint({
    method: 'PUT',
    path: '/user/tenant',
    auth: 'user',
    body: v.object({ tenant_id: Id, agreed_version: input.name }),
    answer: done,
    errors: ['TENANT_MISMATCH'],
    limit: 'memberships',
  }),
  /** The caller's own attributes. */
  getOwnAttributes: endpoint({
    method: 'GET',
    path: '/user/attributes',
    auth: 'user',
    cache: 'user',
    answer: OwnAttributes,
  }),
  /** Public name and avatar of any account. The account is shared across tenants, so this is the one call that is not the tenant's. */
  getUserAttributes: endpoint({
    method: 'GET',
    path: '/user/attributes/{userId}',
    auth: 'anonymous',
    cache: 'tenant',
    params: v.object({ userId: UserId }),
    answer: UserAttributes,
  }),
  /** Members of the tenant whose public name contains `name`, in any spaces, case and width (SRC-05); at most LIST_PAGE_MAX. */
  findUsersByName: endpoint({
    method: 'GET',
    path: '/user/attributes/anonymous_user_id',
    auth: 'anonymous',
    cache: 'tenant',
    query: v.object({ name: words }),
    answer: list(UserHit),
  }),
  /**
   * Reserved names (§6), and whose they are. The identity provider refuses a name to everybody but its owner; one nobody owns, to
   * everybody but ambassadors and official users. `owners` is absent in answers of the release before.
   */
  getReservedNames: endpoint({
    method: 'GET',
    path: '/user/reserve/name',
    auth: 'anonymous',
    cache: 'tenant',
    isReference: true,
    answer: v.object({ list: v.array(v.string()), owners: v.optional(v.array(ReservedOwner)) }),
  }),
  /**
   * Ours: what a device remembers of its fan, as the server has it now: name, permission for photo use and suspension in this tenant,
   * memberships of all tenants (ACC-13a). `Name` is absent if the account has none. One call at each start and return of the app.
   */
  getAccountState: endpoint({
    method: 'GET',
    path: '/user/state',
    auth: 'user',
    cache: 'none',
    answer: v.object({
      Name: v.optional(v.string()),
      usepermit: v.boolean(),
      memberships: Memberships,
      suspension: v.nullable(Suspension),
      /** Of staff alone: their role in this tenant, and how many cases wait for them. */
      staff: v.optional(v.object({ role: v.picklist(STAFF_ROLES), waiting: v.number() })),
    }),
  }),
  /** Ours: why the caller may not post in this tenant, and until when (OPR-03). null: may. */
  getSuspension: endpoint({
    method: 'GET',
    path: '/user/suspension',
    auth: 'user',
    cache: 'user',
    answer: v.object({ suspension: v.nullable(Suspension) }),
  }),
  /**
   * Ours: bytes the caller may still publish, of `limit` within a day, in all tenants (SAF-45). `until`: when the day ends that counts; null:
   * nothing counts yet.
   */
  getPublishRoom: endpoint({
    method: 'GET',
    path: '/user/publish-room',
    auth: 'user',
    cache: 'none',
    answer: v.object({ left: v.number(), limit: v.number(), until: v.nullable(v.string()) }),
  }),
  /** The caller's permission for the use of photos, per tenant (ROL-05). False: refused, or not yet asked. */
  getUsepermit: endpoint({
    method: 'GET',
    path: '/user/usepermit',
    auth: 'user',
    cache: 'user',
    answer: v.object({ usepermit: v.boolean() }),
  }),
  /**
   * Gives or withdraws it. A change is recorded (ROL-06b). `wording`: version of the words the fan saw. `earlier_posts`, with a
   * withdrawal only: withdraws it for all photos the caller has posted in the tenant, too.
   */
  putUsepermit: endpoint({
    method: 'PUT',
    path: '/user/usepermit',
    auth: 'user',
    body: v.object({
      usepermit: v.boolean(),
      wording: v.optional(text(WORDING_MAX)),
      earlier_posts: v.optional(v.boolean()),
    }),
    answer: done,
    errors: ['NOT_A_MEMBER'],
    limit: 'permissions',
  }),
  /** Ours: when and where the caller gave or withdrew permission in this tenant, newest first; at most CONSENT_RECORDS_MAX. */
  getConsents: endpoint({
    method: 'GET',
    path: '/user/usepermit/items',
    auth: 'user',
    cache: 'user',
    answer: list(ConsentRecord),
  }),
  /** Ours: which actions of others make a notice. Answered with the caller's own attributes. For all tenants. */
  putNoticeSettings: endpoint({
    method: 'PUT',
    path: '/user/notice/settings',
    auth: 'user',
    body: NoticeSettings,
    answer: done,
  }),
  /** Ours: the fan was led through the service (MOD-04). Answered with the caller's own attributes. For all tenants. */
  putFirstSteps: endpoint({
    method: 'PUT',
    path: '/user/firststeps',
    auth: 'user',
    body: v.object({ first_steps: v.literal(false) }),
    answer: done,
  }),
  /**
   * Ours: people the caller does not want to see, latest first. For all tenants: who harasses somebody in one club does it in
   * the next. Only the caller ever learns of it. Effect: their photos are left out of lists (`getPublicList`, favourites,
   * reactions, commented photos), their comments out of `getComments`, their names out of `getReactions`, and their actions
   * make no notices. A photo asked for by its own address is still answered; counts still count them.
   */
  getMutes: endpoint({ method: 'GET', path: '/user/mute/items', auth: 'user', cache: 'user', answer: list(MutedUser) }),
  /** Ours. Idempotent. NOT_FOUND: oneself, or nobody of this tenant. NOT_ALLOWED: MUTES_MAX reached. */
  putMute: endpoint({
    method: 'PUT',
    path: '/user/mute/item',
    auth: 'user',
    body: v.object({ mute_user: UserId }),
    answer: done,
    errors: ['NOT_A_MEMBER', 'NOT_FOUND', 'NOT_ALLOWED'],
    limit: 'follows',
  }),
  /** Ours. Idempotent. */
  deleteMute: endpoint({
    method: 'DELETE',
    path: '/user/mute/item',
    auth: 'user',
    body: v.object({ mute_user: UserId }),
    answer: done,
  }),
  /**
   * Ours: fans the caller blocked, latest first. For all tenants. Neither of the two sees the other's photos, comments, reactions, follows
   * or notices, and neither can follow, answer or like the other (STF-05). The blocked fan is not told.
   */
  getBlocks: endpoint({
    method: 'GET',
    path: '/user/block/items',
    auth: 'user',
    cache: 'user',
    answer: list(MutedUser),
  }),
  /** Ours. Ends the follows of both. Idempotent. NOT_FOUND: oneself, or nobody of this tenant. NOT_ALLOWED: the official user, or MUTES_MAX. */
  putBlock: endpoint({
    method: 'PUT',
    path: '/user/block/item',
    auth: 'user',
    body: v.object({ block_user: UserId }),
    answer: done,
    errors: ['NOT_A_MEMBER', 'NOT_FOUND', 'NOT_ALLOWED'],
    limit: 'follows',
  }),
  /** Ours. Idempotent. Follows that ended stay ended. */
  deleteBlock: endpoint({
    method: 'DELETE',
    path: '/user/block/item',
    auth: 'user',
    body: v.object({ block_user: UserId }),
    answer: done,
  }),
  /**
   * Ours: the caller's sign-ins, latest first. Signing out everywhere is the identity provider's GlobalSignOut.
   * Empty where identity is Amazon's own, which does not tell.
   */
  getSessions: endpoint({
    method: 'GET',
    path: '/user/session/items',
    auth: 'user',
    cache: 'none',
    answer: list(SignInSession),
  }),
  /** Ours: ends one sign-in; its tokens are refused at once. NOT_FOUND: none of the caller's. */
  deleteSession: endpoint({
    method: 'DELETE',
    path: '/user/session/item',
    auth: 'user',
    body: v.object({ session_id: Id }),
    answer: done,
    errors: ['NOT_FOUND'],
  }),
  /** Ours: all the product keeps about the caller; it can be large. */
  getExport: endpoint({
    method: 'GET',
    path: '/user/export',
    auth: 'user',
    cache: 'none',
    answer: UserExport,
    limit: 'exports',
  }),
  /**
   * Notices the caller has not read, of those `getNotices` lists: reading all that is listed makes it 0.
   */
  getUnreadCount: endpoint({
    method: 'GET',
    path: '/user/notice/unreadcount',
    auth: 'user',
    cache: 'user',
    answer: v.object({ Count: v.number() }),
  }),
  /** Ours: the caller's photos and the likes they received, by event, the latest first, at most LIST_PAGE_MAX events. */
  getOwnFigures: endpoint({
    method: 'GET',
    path: '/user/figures',
    auth: 'user',
    cache: 'user',
    answer: OwnFigures,
  }),
  /** Ours: the caller's shown photos of this day of earlier years. Without any: those of the last match the caller posted at, which is over. */
  getMemories: endpoint({
    method: 'GET',
    path: '/user/memories',
    auth: 'user',
    cache: 'user',
    answer: Memories,
  }),
  /** Ours: the key browsers subscribe with to be told by us (VAPID, base64url). */
  getPushKey: endpoint({
    method: 'GET',
    path: '/push/key',
    auth: 'anonymous',
    cache: 'none',
    answer: v.object({ public_key: v.string() }),
  }),
  /** Ours: whether the caller is told on this browser, in this tenant. `device`: SHA-256 of its endpoint in hex. */
  getPushDevice: endpoint({
    method: 'GET',
    path: '/user/push/item',
    auth: 'user',
    cache: 'none',
    query: v.object({ device: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }),
    answer: v.object({ is_on: v.boolean() }),
  }),
  /**
   * Ours: tells the caller on this browser of what makes a notice in this tenant, and of bookmarked events that begin. Whoever had
   * the browser before is told there no more. Idempotent. NOT_ALLOWED: no push service of a browser's maker.
   */
  putPushDevice: endpoint({
    method: 'PUT',
    path: '/user/push/item',
    auth: 'user',
    body: v.object({
      endpoint: pushEndpoint,
      p256dh: base64Url(PUSH_KEY_MAX.p256dh),
      auth: base64Url(PUSH_KEY_MAX.auth),
    }),
    answer: done,
    errors: ['NOT_A_MEMBER', 'NOT_ALLOWED'],
    limit: 'devices',
  }),
  /**
   * Ours: photos that waited on the caller's devices when these told it last, 10 minutes ago or more, without as many as were posted
   * since (QUE-05e). `told_at`: 'YYYY-MM-DD HH:mm:ss' in Japan.
   */
  getWaitingPhotos: endpoint({
    method: 'GET',
    path: '/user/waiting/items',
    auth: 'user',
    cache: 'none',
    answer: v.object({
      list: v.array(v.object({ device: v.string(), photos: v.number(), told_at: v.string() })),
    }),
  }),
  /** Ours: tells how many photos of the caller wait on a device in this tenant; 0 forgets the device. Idempotent. */
  putWaitingPhotos: endpoint({
    method: 'PUT',
    path: '/user/waiting/item',
    auth: 'user',
    body: v.object({
      device: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{20}$/)),
      photos: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(WAITING_DEVICES.photosMax)),
    }),
    answer: done,
    errors: ['NOT_A_MEMBER'],
    limit: 'waiting',
  }),
  /**
   * Ours: ends it for this tenant, or with `all` for all of them. Needs no token: at a logout there is none any more, and only the
   * browser itself knows its endpoint. `left`: tenants that still tell this browser. Idempotent.
   */
  deletePushDevice: endpoint({
    method: 'DELETE',
    path: '/user/push/item',
    auth: 'anonymous',
    body: v.object({ endpoint: pushEndpoint, all: v.boolean() }),
    answer: v.object({ left: v.number() }),
  }),
  /**
   * Ours: a message to the tenant's operator, by fans and visitors. `contact_id` is made by the client, so that a repetition on a
   * bad line is the same message. RATE_LIMITED: CONTACT_LIMITS. 'takedown': who owns rights in a photo; it needs `name`, and `photo`: the
   * photo's key, short code or page. A code is then mailed (`code_sent`), and staff see the request once `putContactCode` brought it
   * back; a repetition sends another. NOT_FOUND: no such photo.
   */
  putContact: endpoint({
    method: 'PUT',
    path: '/contact/item',
    auth: 'either',
    body: v.object({
      contact_id: Id,
      name: text(NAME_MAX),
      email: v.pipe(v.string(), v.trim(), v.check(isEmailAddress)),
      topic: ContactTopic,
      message: v.pipe(text(CONTACT_MAX.message), v.nonEmpty()),
      photo: optional(text(URL_MAX)),
      [PROOF_FIELD]: optional(text(PROOF_MAX)),
    }),
    answer: v.object({ result: v.literal('ok'), code_sent: optional(v.boolean()) }),
    errors: ['NOT_FOUND', 'PROOF_NEEDED'],
    limit: 'contacts',
  }),
  /** Ours: confirms the mail address of a takedown request. NOT_ALLOWED: a wrong code. NOT_FOUND: no request waits, or too many tries. */
  putContactCode: endpoint({
    method: 'PUT',
    path: '/contact/code',
    auth: 'anonymous',
    body: v.object({ contact_id: Id, code: v.pipe(v.string(), v.regex(/^\d{6}$/)) }),
    answer: done,
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  }),
  /** Whom a user follows in this tenant, latest first, at most UNPAGED_LIST_MAX. */
  getFollows: endpoint({
    method: 'GET',
    path: '/user/follow/items/{user_id}',
    auth: 'either',
    cache: 'user',
    params: v.object({ user_id: UserId }),
    answer: v.object({ follow_list: v.array(v.object({ follow_user: v.string() })) }),
  }),
  /** Who follows a user in this tenant, latest first, at most UNPAGED_LIST_MAX. */
  getFollowers: endpoint({
    method: 'GET',
    path: '/user/follower/items/{user_id}',
    auth: 'either',
    cache: 'user',
    params: v.object({ user_id: UserId }),
    answer: v.object({ follower_list: v.array(v.object({ user_id: v.string() })) }),
  }),
  /** Idempotent. NOT_FOUND: oneself, or nobody of this tenant. NOT_ALLOWED: FOLLOWS_MAX reached. */
  putFollow: endpoint({
    method: 'PUT',
    path: '/user/follow/item',
    auth: 'user',
    body: v.object({ follow_user: UserId }),
    answer: done,
    errors: ['NOT_A_MEMBER', 'SUSPENDED', 'NOT_FOUND', 'NOT_ALLOWED'],
    limit: 'follows',
  }),
  /** Idempotent. */
  deleteFollow: endpoint({
    method: 'DELETE',
    path: '/user/follow/item',
    auth: 'user',
    body: v.object({ follow_user: UserId }),
    answer: done,
    errors: ['NOT_A_MEMBER'],
  }),

  // ── Media ────────────────────────────────────────────────────────────────────────────────────────────────────
  /** Bookmarked photos of the caller, the latest bookmark first. */
  getFavoritePhotos: endpoint({
    method: 'GET',
    path: '/media/public/list/item/favorite',
    auth: 'user',
    cache: 'user',
    query: v.object(paging),
    answer: PhotoPage,
  }),
  /**
   * Photos of a list, the newest or (LST-01) the most liked first, narrowed by any conditions, all of them ANDed; also §7's public-list search.
   * publicListId is 'all' (whole tenant) or 'event' (the same photos: each belongs to an event). `e` and `event_id` mean the
   * same. A page may be shorter than `l` although more follow: only `cursor` null is the end.
   */
  getPublicList: endpoint({
    method: 'GET',
    path: '/media/public/list/items/{publicListId}',
    auth: 'either',
    cache: 'user',
    mayLag: true,
    params: v.object({ publicListId: v.picklist(['all', 'event']) }),
    query: v.object({
      ...paging,
      ...conditions,
      /** Ours: absent, the newest first. A cursor is of one order: with another, INVALID_REQUEST. */
      sort: optional(v.picklist(PHOTO_SORTS)),
      /** Ours: persons, comma-joined, of whom a photo shows one at least (FAN-05). One page, and no other condition counts beside it. */
      any_of: optional(text((PLAYER_NAME_MAX + 1) * FAVORITE_PLAYERS_MAX)),
      /**
       * Ours: the best photos of the event `e`, for the strip above its list (FAN-18), or however few there are (WAL-07c). One page.
       * With another condition INVALID_REQUEST.
       */
      best: optional(v.picklist(BEST_KINDS)),
    }),
    answer: PhotoPage,
  }),
  /** Ours: how many photos meet the conditions of `getPublicList`; null: too many to be counted at once. Counts muted people's. */
  getPhotoCount: endpoint({
    method: 'GET',
    path: '/media/public/list/count',
    auth: 'anonymous',
    cache: 'tenant',
    query: v.object(conditions),
    answer: v.object({ count: v.nullable(v.number()) }),
  }),
  /**
   * Ours: what keeping the photos of an event, or of a person, on a device takes (KEP-01a): `count` of them, KEPT.photosMax at most,
   * the newest; `bytes` of the largest AVIFs of those `measured`. INVALID_REQUEST: of neither.
   */
  getPhotoBytes: endpoint({
    method: 'GET',
    path: '/media/public/list/bytes',
    auth: 'anonymous',
    cache: 'tenant',
    query: v.object({ e: conditions.e, cp: optional(text(PLAYER_NAME_MAX)) }),
    answer: v.object({ count: v.number(), measured: v.number(), bytes: v.number() }),
  }),
  /** Ours: newest-first photos of those the caller follows. */
  getFollowedPhotos: endpoint({
    method: 'GET',
    path: '/media/public/list/following',
    auth: 'user',
    cache: 'user',
    query: v.object(paging),
    answer: PhotoPage,
  }),
  /** Ours: the best-liked of the newest POPULAR_AMONG photos, of the event `e` where it is given, `l` of them; `cursor` is null. */
  getPopularPhotos: endpoint({
    method: 'GET',
    path: '/media/public/list/popular',
    auth: 'either',
    cache: 'user',
    mayLag: true,
    query: v.object({ e: optional(Id), l: optional(rows) }),
    answer: PhotoPage,
  }),
  /** One photo. media_url is base64 (URL-safe or not) of the key, as §7 says. An unknown photo gives an empty list. */
  getPhoto: endpoint({
    method: 'GET',
    path: '/media/public/list/item',
    auth: 'either',
    cache: 'user',
    query: v.object({ media_url: v.pipe(v.string(), v.maxLength(300), v.regex(/^[A-Za-z0-9+/_=-]+$/)) }),
    answer: list(Photo),
  }),
  /**
   * Registers stored photos of one post. Idempotent by media_url: a repeated one is the same photo, not a second (T25).
   * The server checks that the caller stored both objects of each (see NewPhoto.original) below this tenant and event, that the
   * event is in progress and open to the caller, post_limit, and 15 photos, 5 from a phone (by User-Agent, as the client counts). All or nothing.
   * `season_id` that is not the tenant's is replaced by the season the event's day lies in.
   */
  putMediaList: endpoint({
    method: 'PUT',
    path: '/media/list/items',
    auth: 'user',
    body: v.object({
      public_list_id: v.picklist(['event']),
      event_id: Id,
      season_id: v.nullable(Id),
      media_list: v.pipe(v.array(NewPhoto), v.minLength(1), v.maxLength(PHOTOS_PER_POST.desktop)),
      team_id: v.nullable(Id),
      /** Seconds since the fan pressed the button, by the device's clock. Absent: not known. */
      waited_s: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MEASUREMENTS.postAgeS))),
    }),
    answer: v.object({ media_list: v.array(v.object({ media_url: v.string(), created_at: v.string() })) }),
    errors: [
      'NOT_A_MEMBER',
      'SUSPENDED',
      'NOT_ALLOWED',
      'EVENT_NOT_FOUND',
      'EVENT_OVER',
      'EVENT_NOT_STARTED',
      'POST_LIMIT_REACHED',
      'DAY_LIMIT_REACHED',
      'MEDIA_URL_TAKEN',
      'OBJECT_MISSING',
    ],
    limit: 'posts',
  }),
  /**
   * Ours: reports originals that followed their registered photos (PUB-02). Each is looked at by the server itself; idempotent,
   * whatever has become of the event since. One row per url asked for, in that order.
   * 'stored': it is there, the caller's, and what was registered. 'missing': store it (again). 'gone': the caller has no such photo
   * (any more). 'refused': what was stored is not what was registered; the photo stays public with its preview.
   */
  putOriginals: endpoint({
    method: 'PUT',
    path: '/media/list/originals',
    auth: 'user',
    body: v.object({
      media_urls: v.pipe(v.array(MediaUrl), v.minLength(1), v.maxLength(PHOTOS_PER_POST.desktop)),
    }),
    answer: v.object({
      originals: v.array(
        v.object({ media_url: v.string(), state: v.picklist(['stored', 'missing', 'gone', 'refused']) }),
      ),
    }),
    errors: ['NOT_A_MEMBER'],
    limit: 'originals',
  }),
  /**
   * Changes an own photo. The event is read-only (§2): another `event_id` than the photo's is INVALID_REQUEST; `season_id`
   * follows from the event and is not looked at. NOT_ALLOWED: somebody else's photo.
   */
  putCaption: endpoint({
    method: 'PUT',
    path: '/media/list/item/caption',
    auth: 'user',
    body: v.object({
      public_list_id: v.picklist(['event']),
      media_url: MediaUrl,
      ...captionEntries,
      event_id: Id,
      season_id: v.nullable(Id),
      /** Version of the wording beside the switch, for the record of a change (ROL-06b). */
      wording: v.optional(text(WORDING_MAX)),
    }),
    answer: done,
    errors: ['NOT_A_MEMBER', 'SUSPENDED', 'NOT_ALLOWED', 'NOT_FOUND'],
    limit: 'captions',
  }),
  /**
   * Deletes an own photo with reactions, comments, bookmarks and notices, and removes both objects (§7), whether or not the
   * client did. NOT_ALLOWED: somebody else's.
   */
  deletePhoto: endpoint({
    method: 'DELETE',
    path: '/media/list/item',
    auth: 'user',
    body: v.object({ public_list_id: v.picklist(['event']), media_url: MediaUrl }),
    answer: done,
    errors: ['NOT_A_MEMBER', 'NOT_ALLOWED', 'NOT_FOUND'],
  }),
  /**
   * Counts a view of a big picture. Of members it is kept who looked; all others count together. A photo that is gone is no
   * error.
   */
  putViewHistory: endpoint({
    method: 'PUT',
    path: '/media/public/list/history',
    auth: 'either',
    body: v.object({ media_url: MediaUrl, kind: v.literal('拡大画像') }),
    answer: done,
  }),

  // ── Comments ─────────────────────────────────────────────────────────────────────────────────────────────────
  /**
   * Oldest first, at most UNPAGED_LIST_MAX; `count` without deleted ones. A deleted comment keeps its place for its replies,
   * without its words; what an operator hid or the caller muted shows as deleted where others replied, else not at all.
   */
  getComments: endpoint({
    method: 'GET',
    path: '/media/public/list/item/comments/{media_url}',
    auth: 'either',
    cache: 'user',
    params: byMedia,
    answer: v.object({ comments: v.array(Comment), count: v.number() }),
  }),
  /**
   * A comment, or with `parent_id` a reply to one of the same photo. Whose photo it is the server knows itself: `targetuser` is
   * not looked at, here and elsewhere. Tags are stripped; a comment nothing is left of is INVALID_REQUEST. `comment_id` is made by
   * the client, so that a repetition on a bad line is the same comment, with the words of the first time. NOT_FOUND: the id is another
   * fan's, or another photo's.
   */
  putComment: endpoint({
    method: 'PUT',
    path: '/media/public/list/item/comment',
    auth: 'user',
    body: v.object({
      /** Absent (an older client): the server makes one, and a repetition is a second comment. */
      comment_id: optional(Uuid),
      comment: input.comment,
      media_url: MediaUrl,
      targetuser: UserId,
      parent_id: v.nullable(Id),
    }),
    answer: v.object({ comment_id: v.string() }),
    errors: ['NOT_A_MEMBER', 'SUSPENDED', 'NOT_FOUND'],
    limit: 'comments',
  }),
  /** Deletes an own comment; `comment_id` says which. NOT_ALLOWED: somebody else's. */
  deleteComment: endpoint({
    method: 'DELETE',
    path: '/media/public/list/item/comment',
    auth: 'user',
    body: v.object({ comment_id: Id, timestamp: input.name }),
    answer: done,
    errors: ['NOT_A_MEMBER', 'NOT_ALLOWED', 'NOT_FOUND'],
  }),
  /**
   * Reports a comment to the operator, once per fan: a repetition changes nothing. Kept are the words in our own store, not
   * those sent. NOT_ALLOWED: an own comment, which is deleted instead.
   */
  putCommentReport: endpoint({
    method: 'PUT',
    path: '/media/public/list/item/report/comment',
    auth: 'user',
    body: v.object({
      comment: input.reportedComment,
      comment_id: Id,
      media_url: MediaUrl,
      screen_id: UserId,
      timestamp: input.name,
      screen_name: text(NAME_MAX),
      /** Clients of the release before send neither: 'other', and no words. */
      reason: optional(reportFields.reason),
      text: optional(reportFields.text),
    }),
    answer: done,
    errors: ['NOT_A_MEMBER', 'NOT_ALLOWED', 'NOT_FOUND'],
    limit: 'reports',
  }),
  /**
   * Ours: the author of a decided case appeals, once a decision, by the notice of it; also while suspended. A repetition changes nothing.
   * NOT_FOUND: no such notice, or nothing to appeal against.
   */
  putAppeal: endpoint({
    method: 'PUT',
    path: '/report/appeal',
    auth: 'user',
    body: v.object({ notice_id: Id, text: v.pipe(text(APPEAL_TEXT_MAX), v.nonEmpty()) }),
    answer: done,
    errors: ['NOT_A_MEMBER', 'NOT_FOUND'],
    limit: 'reports',
  }),
  /**
   * Ours: reports a photo to the tenant's moderators, once per fan: a repetition changes nothing. Reports about one photo are one case;
   * REPORTS_TO_HIDE independent ones hide it until a moderator decides (STF-03c). NOT_ALLOWED: an own photo.
   */
  putPhotoReport: endpoint({
    method: 'PUT',
    path: '/report/photo',
    auth: 'user',
    body: v.object({ media_url: MediaUrl, ...reportFields }),
    answer: done,
    errors: ['NOT_A_MEMBER', 'NOT_ALLOWED', 'NOT_FOUND'],
    limit: 'reports',
  }),
  /** Ours: reports a fan, once per fan. NOT_FOUND: oneself, or nobody of this tenant. */
  putFanReport: endpoint({
    method: 'PUT',
    path: '/report/fan',
    auth: 'user',
    body: v.object({ user_id: UserId, ...reportFields }),
    answer: done,
    errors: ['NOT_A_MEMBER', 'NOT_FOUND'],
    limit: 'reports',
  }),
  /** Who reacted to the comments of a photo, at most UNPAGED_LIST_MAX. */
  getCommentReactions: endpoint({
    method: 'GET',
    path: '/comment/reaction/items/{media_url}',
    auth: 'either',
    cache: 'user',
    params: byMedia,
    answer: list(CommentReaction),
  }),
  /** Idempotent. */
  putCommentReaction: endpoint({
    method: 'PUT',
    path: '/media/public/list/item/comment/reaction',
    auth: 'user',
    body: v.object({ media_url: MediaUrl, comment_id: Id, targetuser: UserId }),
    answer: done,
    errors: ['NOT_A_MEMBER', 'SUSPENDED', 'NOT_FOUND'],
  }),
  /** Idempotent. */
  deleteCommentReaction: endpoint({
    method: 'DELETE',
    path: '/media/public/list/item/comment/reaction',
    auth: 'user',
    body: v.object({ comment_id: Id }),
    answer: done,
    errors: ['NOT_A_MEMBER'],
  }),
  /** Photos the caller commented on, the latest comment first. */
  getCommentedPhotos: endpoint({
    method: 'GET',
    path: '/comment/items',
    auth: 'user',
    cache: 'user',
    query: v.object(paging),
    answer: PhotoPage,
  }),

  // ── Reactions and bookmarks ──────────────────────────────────────────────────────────────────────────────────
  /**
   * With media_url: who reacted to it, ambassadors first (§6), then the latest, at most LIST_PAGE_MAX; `total` counts all.
   * Without: photos `u`, or else the caller, reacted to, the latest reaction first; neither is INVALID_REQUEST.
   */
  getReactions: endpoint({
    method: 'GET',
    path: '/reaction/items',
    auth: 'either',
    cache: 'user',
    query: v.object({ media_url: optional(MediaUrl), u: optional(UserId), ...paging }),
    answer: v.union([ReactionInfo, PhotoPage]),
  }),
  /** Idempotent: a second press is no second reaction. */
  putReaction: endpoint({
    method: 'PUT',
    path: '/reaction/item',
    auth: 'user',
    body: v.object({ media_url: MediaUrl, reaction: v.literal(REACTION_VALUE), targetuser: UserId }),
    answer: done,
    errors: ['NOT_A_MEMBER', 'SUSPENDED', 'NOT_FOUND'],
  }),
  /** Idempotent. */
  deleteReaction: endpoint({
    method: 'DELETE',
    path: '/reaction/item',
    auth: 'user',
    body: v.object({ media_url: MediaUrl, reaction: v.literal(REACTION_VALUE) }),
    answer: done,
    errors: ['NOT_A_MEMBER'],
  }),
  /** media_url is a photo's key, or an event_id for a bookmarked event. Idempotent. */
  putFavorite: endpoint({
    method: 'PUT',
    path: '/favorite/item',
    auth: 'user',
    body: v.object({ media_url: v.union([MediaUrl, Id]), targetuser: v.nullable(UserId) }),
    answer: done,
    errors: ['NOT_A_MEMBER', 'NOT_FOUND'],
  }),
  /** As putFavorite. Idempotent. */
  deleteFavorite: endpoint({
    method: 'DELETE',
    path: '/favorite/item',
    auth: 'user',
    body: v.object({ media_url: v.union([MediaUrl, Id]) }),
    answer: done,
    errors: ['NOT_A_MEMBER'],
  }),
  /** Bookmarks of a photo or event; 0 for what is not there. */
  getFavoriteCount: endpoint({
    method: 'GET',
    path: '/favorite/count',
    auth: 'anonymous',
    cache: 'tenant',
    query: v.object({ media_url: v.union([MediaUrl, Id]) }),
    answer: v.object({ number: v.number() }),
  }),
  /** Keys of bookmarked photos and ids of bookmarked events of the caller, latest first, at most UNPAGED_LIST_MAX. */
  getFavorites: endpoint({
    method: 'GET',
    path: '/favorite/items',
    auth: 'user',
    cache: 'user',
    answer: list(v.object({ media_url: v.string() })),
  }),
  /** Bookmarked events of the caller, the latest bookmark first. */
  getFavoriteEvents: endpoint({
    method: 'GET',
    path: '/favorite/event/items',
    auth: 'user',
    cache: 'user',
    answer: v.object({ event_list: v.array(FanEvent) }),
  }),

  // ── Events and shared data ───────────────────────────────────────────────────────────────────────────────────
  /**
   * Creates (event_id null) or changes an own event of type 'memorial'. INVALID_REQUEST where §5 is broken: a start before today
   * in Tokyo, an end before the start or more than a month after it, dates changed once begun, a picture that the caller did
   * not store below this event, a photo that is hidden as a picture. EVENT_TOO_FAR: a start more than a year ahead.
   * EVENT_LIMIT_REACHED: EVENTS_PER_FAN. Pictures come with a second call, since their place has the event's id (§4).
   */
  putEvent: endpoint({
    method: 'PUT',
    path: '/memorial/event/item',
    auth: 'user',
    body: EventDraft,
    answer: v.object({ event_id: v.string() }),
    errors: [
      'NOT_A_MEMBER',
      'SUSPENDED',
      'EVENT_NOT_OWNER',
      'EVENT_NOT_FOUND',
      'EVENT_LIMIT_REACHED',
      'EVENT_TOO_FAR',
      'DAY_LIMIT_REACHED',
    ],
    limit: 'events',
  }),
  /** Only by the creator (403) and only without photos (406), §6. Its pictures are removed. */
  deleteEvent: endpoint({
    method: 'DELETE',
    path: '/memorial/event/item',
    auth: 'user',
    body: v.object({ event_id: Id }),
    answer: done,
    errors: ['NOT_A_MEMBER', 'EVENT_NOT_OWNER', 'EVENT_HAS_POSTS', 'EVENT_NOT_FOUND'],
  }),
  /** An event of any type by id. */
  getEvent: endpoint({
    method: 'GET',
    path: '/memorial/event/item/{eventId}',
    auth: 'anonymous',
    cache: 'tenant',
    params: v.object({ eventId: Id }),
    answer: FanEvent,
    errors: ['EVENT_NOT_FOUND'],
  }),
  /** Ours: the highlights of an event that staff published (WAL-07). NOT_FOUND: there are none. */
  getHighlights: endpoint({
    method: 'GET',
    path: '/highlights/{eventId}',
    auth: 'anonymous',
    cache: 'tenant',
    params: v.object({ eventId: Id }),
    answer: Highlights,
    errors: ['NOT_FOUND'],
  }),
  /** Events made by fans (memorial, ambassador), newest period first. */
  getMemorialEvents: endpoint({
    method: 'GET',
    path: '/memorial/event/items',
    auth: 'anonymous',
    cache: 'tenant',
    isReference: true,
    answer: list(FanEvent),
  }),
  /** Official events: matches, races, campaigns. */
  getEvents: endpoint({
    method: 'GET',
    path: '/event/items',
    auth: 'anonymous',
    cache: 'tenant',
    isReference: true,
    answer: list(FanEvent),
  }),
  /** Photo contests. */
  getPhotocons: endpoint({
    method: 'GET',
    path: '/photocon/items',
    auth: 'anonymous',
    cache: 'tenant',
    isReference: true,
    answer: list(FanEvent),
  }),
  /** Seasons, the latest first, with counts and the persons shown in them. */
  getSeasons: endpoint({
    method: 'GET',
    path: '/season/items',
    auth: 'anonymous',
    cache: 'tenant',
    isReference: true,
    answer: list(Season),
  }),
  /** In the operator's order. */
  getAmbassadors: endpoint({
    method: 'GET',
    path: '/ambassador/items',
    auth: 'anonymous',
    cache: 'tenant',
    isReference: true,
    answer: list(Ambassador),
  }),
  /** The newest LIST_PAGE_MAX notices for everybody; with a token also the caller's own, and what was read. */
  getNotices: endpoint({ method: 'GET', path: '/notice/fan', auth: 'either', cache: 'user', answer: list(Notice) }),
  /** Ours: marks notices read, so that the unread count goes down. Idempotent; others' notices are passed over. */
  putNoticeRead: endpoint({
    method: 'PUT',
    path: '/notice/fan/read',
    auth: 'user',
    body: v.object({ notice_ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(LIST_PAGE_MAX)) }),
    answer: done,
    errors: ['NOT_A_MEMBER'],
  }),
  /** The official user is the first element (§7). */
  getOfficialUser: endpoint({
    method: 'GET',
    path: '/official/userId',
    auth: 'anonymous',
    cache: 'tenant',
    isReference: true,
    answer: list(v.object({ user_id: v.string() })),
  }),
  /** The first element (§7) lists persons with photos, those with most first. */
  getPersonCounts: endpoint({
    method: 'GET',
    path: '/person/count',
    auth: 'anonymous',
    cache: 'tenant',
    isReference: true,
    answer: list(v.object({ person_list: v.array(Person) })),
  }),
  /**
   * Ours: fans by the likes their photos received in one period: the event `e`, the season `s`, or a month in Japan ('2026-11'). INVALID_REQUEST:
   * none of them, or several (FAN-19).
   */
  getFanRanking: endpoint({
    method: 'GET',
    path: '/ranking/fans',
    auth: 'either',
    cache: 'user',
    mayLag: true,
    query: v.object({
      e: optional(Id),
      s: optional(Id),
      month: optional(v.pipe(v.string(), v.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/))),
    }),
    answer: FanRanking,
  }),
  /** Everybody who can be tagged, in the operator's order, counts included. */
  getPersons: endpoint({
    method: 'GET',
    path: '/person/items',
    auth: 'anonymous',
    cache: 'tenant',
    isReference: true,
    answer: list(Person),
  }),
  /** Ours: of everybody with photos, the photo that is liked best among the newest PERSON_PICTURE_PHOTOS (FAN-04). */
  getPersonPictures: endpoint({
    method: 'GET',
    path: '/person/pictures',
    auth: 'anonymous',
    cache: 'tenant',
    answer: list(PersonPicture),
  }),
  /** Ours: the caller's favourite players (推し), as they were chosen (FAN-05). */
  getFavoritePlayers: endpoint({
    method: 'GET',
    path: '/favorite/person/items',
    auth: 'user',
    cache: 'user',
    answer: v.object({ list: v.array(v.string()) }),
  }),
  /**
   * Ours: adds favourite players and takes others off; answers those there are now. Idempotent. Names that are nobody's in the
   * tenant's list of persons are passed over, as are those for which there is no room (FAVORITE_PLAYERS_MAX).
   */
  putFavoritePlayers: endpoint({
    method: 'PUT',
    path: '/favorite/person/items',
    auth: 'user',
    body: v.object({ add: favoriteNames, remove: favoriteNames }),
    answer: v.object({ list: v.array(v.string()) }),
    errors: ['NOT_A_MEMBER'],
    limit: 'follows',
  }),
  /** Ours: persons shown in the photos of one event, as its `person_list` names them (FAN-04). An unknown event has none. */
  getEventPersons: endpoint({
    method: 'GET',
    path: '/event/item/{eventId}/persons',
    auth: 'anonymous',
    cache: 'tenant',
    params: v.object({ eventId: Id }),
    answer: list(PersonCount),
  }),
  /** Ours: the same of the photos of one season (FAN-30). An unknown season has none. */
  getSeasonPersons: endpoint({
    method: 'GET',
    path: '/season/item/{seasonId}/persons',
    auth: 'anonymous',
    cache: 'tenant',
    params: v.object({ seasonId: Id }),
    answer: list(PersonCount),
  }),
  /** The most chosen words that match something in the tenant and are not hidden, at most POPULAR_WORDS.list (SRC-08b). */
  getWordRanking: endpoint({
    method: 'GET',
    path: '/search/word/ranking/items',
    auth: 'anonymous',
    cache: 'tenant',
    isReference: true,
    answer: list(Keyword),
  }),
  /**
   * Counts a chosen search result. The id of an event or season is found by its name. More of one word from one fan or network than
   * WORD_VOTES allows changes nothing (SRC-08a), nor does a word nobody chose before that matches nothing in the tenant, or is beyond
   * NEW_WORDS.
   */
  putSearchWord: endpoint({
    method: 'PUT',
    path: '/search/word/item',
    auth: 'either',
    body: v.object({ word: input.word, tagtype: TagType }),
    answer: done,
    limit: 'words',
  }),
  /** In the operator's order. */
  getTeams: endpoint({
    method: 'GET',
    path: '/team/items',
    auth: 'anonymous',
    cache: 'tenant',
    isReference: true,
    answer: list(Team),
  }),
  /** The tenant's credit line (§9): one element, or none for the default. */
  getConfigInfo: endpoint({
    method: 'GET',
    path: '/config/info',
    auth: 'anonymous',
    cache: 'tenant',
    isReference: true,
    query: v.object({ config: v.literal('creditSettingFan') }),
    answer: v.object({ credit_setting: v.array(CreditSetting) }),
  }),
  /** Short code of a photo's key. Idempotent: one code a photo and tenant. */
  putShortUrl: endpoint({
    method: 'PUT',
    path: '/degenerate/url/item',
    auth: 'anonymous',
    body: v.object({ original_url: MediaUrl }),
    answer: v.object({ degenerate_url: v.string() }),
    errors: ['NOT_FOUND'],
  }),
  /** The photo behind a short code. NOT_FOUND: none of this tenant. */
  getShortUrl: endpoint({
    method: 'GET',
    path: '/degenerate/url/item',
    auth: 'anonymous',
    cache: 'tenant',
    query: v.object({ degenerate_url: v.pipe(v.string(), v.regex(/^[A-Za-z0-9~_-]{1,64}$/), v.maxLength(ID_MAX)) }),
    answer: v.object({ original_url: v.string(), degenerate_url: v.string() }),
    errors: ['NOT_FOUND'],
  }),
  /**
   * What a wall shows (WAL-01): needs no sign-in, but a key of the event. A write by its method alone, so that no cache and no log of
   * addresses has the key. It tells the desk that the screen is on. `known`: tag of the last answer; `wall` is null while nothing
   * changed since. `feed`: where the screen reads on, without its key. `held`: photos that are not listed any more, and that the screen
   * would go on with (WAL-05e); `stays`: those of them that it may. NOT_FOUND: no such key.
   */
  askWall: endpoint({
    method: 'PUT',
    path: '/wall',
    auth: 'anonymous',
    body: v.object({
      event_id: Id,
      key: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
      known: v.pipe(v.string(), v.maxLength(64)),
      held: optional(v.pipe(v.array(MediaUrl), v.maxLength(WALL_PHOTOS.reserve))),
    }),
    // A server of the release before has neither feed nor stays.
    answer: v.object({
      tag: v.string(),
      wall: v.nullable(Wall),
      feed: optional(WallFeed),
      stays: optional(v.array(v.string())),
    }),
    errors: ['NOT_FOUND'],
    maxBytes: 4_000,
  }),
  /**
   * What `askWall` tells, for all screens of the event at one address that shared caches keep (WAL-11). NOT_FOUND: the pass is over, as after
   * each change of the event's keys.
   */
  getWall: endpoint({
    method: 'GET',
    path: '/wall/{eventId}/{pass}',
    auth: 'anonymous',
    cache: 'none',
    edgeS: WALL_EDGE_S,
    params: v.object({ eventId: Id, pass: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)) }),
    query: v.object({ known: optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))) }),
    answer: v.object({ tag: v.string(), wall: v.nullable(Wall) }),
    errors: ['NOT_FOUND'],
  }),
  /**
   * Ours: what a device measured (OPS-02), for `/metrics` alone. Of a page load that was drawn by lot, or a pass of the worker: nothing of
   * who it is, no address, no id. `page`: where the load began, by its name in the route table; `build`: of the client, empty where it
   * is not known. Answered alike whether it counts or not.
   */
  putMeasurements: endpoint({
    method: 'PUT',
    path: '/measurement/items',
    auth: 'anonymous',
    body: v.object({
      page: label,
      device: v.picklist(['phone', 'desktop']),
      engine: label,
      build: label,
      vitals: v.object({
        lcp: optional(amount(WEB_VITALS_MAX.lcp)),
        inp: optional(amount(WEB_VITALS_MAX.inp)),
        cls: optional(amount(WEB_VITALS_MAX.cls)),
      }),
      /** Codes of what failed. */
      errors: measured(label),
      /** How old posts were, in seconds, when they became public, and when the last original was proven ('full'). */
      posts: measured(v.object({ stage: v.picklist(['public', 'full']), age: amount(MEASUREMENTS.postAgeS) })),
    }),
    answer: done,
    maxBytes: MEASUREMENTS.bodyBytes,
    dropsExcess: true,
  }),
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
/** The calls that give reference data (DAT-01). */
export type ReferenceEndpoint = {
  [N in EndpointName]: (typeof endpoints)[N]['isReference'] extends true ? N : never;
}[EndpointName];
/** Lists all pages share (§8): each has its own sentence where it cannot be loaded. */
export type SharedList = ReferenceEndpoint | 'getNotices';
/** The calls that read in the caller's name: who asks decides the answer, so a cache keeps it for that fan alone (T26). */
export type UserEndpoint = {
  [N in EndpointName]: (typeof endpoints)[N] extends { method: 'GET'; auth: 'either' | 'user' } ? N : never;
}[EndpointName];
/** The calls whose answers may come with a page: everybody's, and photos as a visitor sees them. */
export type SsrEndpoint = Exclude<EndpointName, UserEndpoint> | 'getPublicList' | 'getPhoto';
export type ParamsOf<N extends EndpointName> = v.InferOutput<(typeof endpoints)[N]['params']>;
/** The query as the server's handler sees it, parsed. */
export type QueryOf<N extends EndpointName> = v.InferOutput<(typeof endpoints)[N]['query']>;
/** The query as the client writes it: strings. */
export type QueryInputOf<N extends EndpointName> = v.InferInput<(typeof endpoints)[N]['query']>;
export type BodyOf<N extends EndpointName> = v.InferOutput<(typeof endpoints)[N]['body']>;
export type AnswerOf<N extends EndpointName> = v.InferOutput<(typeof endpoints)[N]['answer']>;

/** Short codes that stand for a photo in `q` start with this token (§2 photo detail overlay). */
export const SHORT_CODE_TOKEN = 's~';

/** Fills `{name}` in a path. */
export function pathOf(endpoint: Pick<Endpoint, 'path'>, params: Readonly<Record<string, string>>): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
