/**
 * Entities of spec §3 as schemas. Wire names stay as the spec writes them.
 * Answers are parsed with the same schemas at both ends; unknown fields are dropped.
 */
import * as v from 'valibot';
import { countBytes, isWithin, PLAIN_TEXT } from './characters.ts';
import {
  COMMENT_MAX,
  EVENT_LOCATIONS,
  EVENT_NAME_MAX,
  EVENT_TEXT_MAX,
  FILE_NAME_MAX,
  ID_MAX,
  LOCATION_MAX,
  NAME_MAX,
  PLAYER_NAME_MAX,
  POST_LIMIT,
  QUERY_TEXT_MAX,
  URL_MAX,
  WORDING_MAX,
} from './limits.ts';
import {
  EXPORTED_NAMES,
  FACET_NAMES,
  type FacetName,
  mapFields,
  PHOTO_FIELD_NAMES,
  PHOTO_FIELDS,
  type PhotoField,
  type PhotoFieldName,
  type PhotoFieldRows,
  type PhotoFieldType,
  SENT_NAMES,
} from './photoFields.ts';
import { APPEAL_STATES } from './reports.ts';

/** Text of at most `max` characters, as a person counts them (§5), without control characters other than line breaks. */
export const text = (max: number) =>
  v.pipe(
    v.string(),
    v.check((value) => isWithin(value, max)),
    v.metadata({ maxCharacters: max }),
    v.regex(PLAIN_TEXT),
  );
const required = (max: number) => v.pipe(text(max), v.nonEmpty());

/** An id made by us or an operator: letters, digits, `-`, `_`. */
export const Id = v.pipe(v.string(), v.maxLength(ID_MAX), v.regex(/^[A-Za-z0-9_-]+$/));
/** A user's sub: a UUID of the identity pool. */
export const UserId = v.pipe(v.string(), v.maxLength(ID_MAX), v.regex(/^[A-Za-z0-9_:-]+$/));

/**
 * Key of a photo's original (§7): `ugc/{tenant}/{eventId}/original/{20 alphanumerics}.jpg`.
 * The thumbnail's key differs in `/thumbnail/` only.
 */
export const MediaUrl = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^ugc\/[a-z0-9-]{1,32}\/[A-Za-z0-9_-]{1,64}\/original\/[A-Za-z0-9]{20}\.jpg$/),
);
/** Key of an object a fan stores: original, preview or thumbnail of a photo, original or thumbnail of an avatar. */
export const ObjectKey = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(
    /^(?:(?:ugc|avatar)\/[a-z0-9-]{1,32}\/[A-Za-z0-9_-]{1,64}\/(?:original|thumbnail)|ugc\/[a-z0-9-]{1,32}\/[A-Za-z0-9_-]{1,64}\/preview)\/[A-Za-z0-9]{20}\.jpg$/,
  ),
);
/** Key of any object of ours: those, and the AVIFs and the link preview JPEG the server derives of a photo. */
export const StoredKey = v.union([
  ObjectKey,
  v.pipe(
    v.string(),
    v.maxLength(200),
    v.regex(/^ugc\/[a-z0-9-]{1,32}\/[A-Za-z0-9_-]{1,64}\/variant\/\d{3,4}\/[A-Za-z0-9]{20}\.(?:avif|jpg)$/),
  ),
]);

/** 'YYYY-MM-DD HH:mm:ss' in Asia/Tokyo (§3). */
export const DateTimeText = v.pipe(
  v.string(),
  v.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/),
);
/** 'YYYY-MM-DD' in Asia/Tokyo. */
export const DateText = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/));

const fraction = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
/** A detected face: fractions of the picture's width and height (§3). */
export const Face = v.object({
  name: text(PLAYER_NAME_MAX),
  BoundingBox: v.object({ Left: fraction, Top: fraction, Width: fraction, Height: fraction }),
});
export type Face = v.InferOutput<typeof Face>;

/** JSON can write numbers too big to be one ('1e999'); stored, they would come back as null and spoil whole lists. */
const finite = v.pipe(v.number(), v.finite());
/** Camera facts kept of a photo's exif block. Never a location (PST-08). */
export const Exif = v.object({
  DateTimeOriginal: v.optional(text(40)),
  Make: v.optional(text(80)),
  Model: v.optional(text(80)),
  LensModel: v.optional(text(120)),
  ExposureTime: v.optional(finite),
  FNumber: v.optional(finite),
  ISO: v.optional(finite),
  FocalLength: v.optional(finite),
});
export type Exif = v.InferOutput<typeof Exif>;

/** Absent in an answer kept by an older client: `media_url` and `reaction`, which is always '1'. */
export const Reaction = v.object({
  user_id: v.string(),
  user_name: v.string(),
  media_url: v.optional(v.string()),
  reaction: v.optional(v.string()),
  /** Of the first few (`LIKERS_SHOWN`): the faces below a photo. */
  user_avatar: v.optional(v.nullable(v.string())),
});

export const ReactionInfo = v.object({
  reactions: v.array(Reaction),
  total: v.number(),
  media_url: v.string(),
  own_reacted: v.boolean(),
});
export type ReactionInfo = v.InferOutput<typeof ReactionInfo>;

/** Number of pixels a picture has on one side. */
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535));

/** Schemas of PHOTO_FIELDS by type: as posts and edits send them. */
const sentAs = {
  message: text,
  text,
  tags: text,
  names: text,
  choice: (max: number) => v.nullable(text(max)),
  id: () => v.nullable(Id),
  switch: () => v.boolean(),
} satisfies SchemasByType;
/** As a Photo has them. */
const listedAs = {
  message: () => v.string(),
  text: () => v.string(),
  tags: () => v.array(v.string()),
  names: () => v.string(),
  choice: () => v.nullable(v.string()),
  id: () => v.nullable(v.string()),
  switch: () => v.boolean(),
} satisfies SchemasByType;
/** As an export has them. */
const exportedAs = { ...listedAs, names: () => v.array(v.string()) } satisfies SchemasByType;
/** As a list is asked for them. */
const askedAs = {
  ...sentAs,
  message: () => text(QUERY_TEXT_MAX),
  text: () => text(QUERY_TEXT_MAX),
  tags: () => text(QUERY_TEXT_MAX),
  choice: () => text(QUERY_TEXT_MAX),
  id: () => Id,
} satisfies SchemasByType;

type SchemasByType = Readonly<Record<PhotoFieldType, (max: number) => v.GenericSchema>>;
type SchemaOf<N extends PhotoFieldName, S extends SchemasByType> = ReturnType<S[PhotoFieldRows[N]['type']]>;
type FieldEntry<N extends PhotoFieldName, S extends SchemasByType> = PhotoFieldRows[N]['isOptional'] extends true
  ? v.OptionalSchema<SchemaOf<N, S>, undefined>
  : SchemaOf<N, S>;

/** Entries of an object schema, one a field. */
function entriesOf<N extends PhotoFieldName, S extends SchemasByType>(
  names: readonly N[],
  schemas: S,
): { [K in N]: FieldEntry<K, S> };
function entriesOf(names: readonly PhotoFieldName[], schemas: SchemasByType): Record<string, v.GenericSchema> {
  return mapFields(names, (name) => {
    const { type, accepted, isOptional }: PhotoField = PHOTO_FIELDS[name];
    const schema = schemas[type](accepted);
    return isOptional ? v.optional(schema) : schema;
  });
}

/** Entries of putCaption's body: what of a photo an edit may change. */
export const captionEntries = Object.fromEntries(
  Object.entries(entriesOf(PHOTO_FIELD_NAMES, sentAs)).map(([name, schema]) => [
    PHOTO_FIELDS[name as PhotoFieldName].caption,
    schema,
  ]),
) as { [K in PhotoFieldName as PhotoFieldRows[K]['caption']]: FieldEntry<K, typeof sentAs> };

/** Entries of a list's query: what of PHOTO_FIELDS a list is narrowed by. */
export const facetEntries = Object.fromEntries(
  FACET_NAMES.map((name) => {
    const { type, accepted, facet } = PHOTO_FIELDS[name];
    return [facet.param, v.optional(askedAs[type](accepted))];
  }),
) as {
  [K in FacetName as PhotoFieldRows[K]['facet']['param']]: v.OptionalSchema<SchemaOf<K, typeof askedAs>, undefined>;
};

/** A photo as lists and detail answer it. */
export const Photo = v.object({
  media_url: v.string(),
  user_id: v.string(),
  /** The public name, here and in every other answer; empty: the fan has left. The name asked for at sign-up is in none (SAF-16). */
  user_name: v.string(),
  /** The same. */
  user_screen_name: v.string(),
  /** Avatar key, or null. */
  user_avatar: v.nullable(v.string()),
  ...entriesOf(PHOTO_FIELD_NAMES, listedAs),
  event_id: v.nullable(v.string()),
  event_name: v.nullable(v.string()),
  season_id: v.nullable(v.string()),
  public_list_id: v.string(),
  /** 'YYYY-MM-DD HH:mm:ss', Asia/Tokyo. */
  created_at: v.string(),
  /** Best-shot marker (PHO-08), or null. */
  option: v.nullable(v.string()),
  exif: v.nullable(Exif),
  face_info: v.array(Face),
  comment_count: v.number(),
  reactionInfo: ReactionInfo,
  /** Size of the original, for placeholders without layout shift. */
  width: pixels,
  height: pixels,
  /** Dominant colour '#rrggbb', shown until the thumbnail is there. */
  color: v.string(),
  /** Longest sides of the AVIFs there are, ascending (IMG-02). Absent in an answer kept by an older client: none is known. */
  variants: v.optional(v.array(v.number())),
  /** Whether there is a preview (IMG-01); a photo no larger than one has none. */
  has_preview: v.optional(v.boolean()),
  /** True: nothing has proven the original yet, so nobody may count on it; the preview is there (PUB-01). */
  original_pending: v.optional(v.boolean()),
  /** The object's own name, which tells nothing; the picked file's is for its author alone (UserExport). Absent in an answer kept by an older client. */
  fileName: v.optional(v.string()),
});
export type Photo = v.InferOutput<typeof Photo>;

/** One page of a list: newest first, `cursor` asks for what follows, null at the end. */
export const PhotoPage = v.object({
  media_list: v.array(Photo),
  cursor: v.nullable(v.string()),
  /** Photos in the whole list, where a counter is kept for it. */
  total: v.nullable(v.number()),
});
export type PhotoPage = v.InferOutput<typeof PhotoPage>;

/** Says that a fan turned the permission switch on in a form (ROL-06a), and which wording stood beside it. */
export const PhotoConsent = v.object({
  /** Version of the wording (`PERMISSION_WORDING`). */
  wording: text(WORDING_MAX),
  /** When the switch was turned on, epoch ms by the device's clock. */
  at: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type PhotoConsent = v.InferOutput<typeof PhotoConsent>;

/** One act by which a fan gave or withdrew permission for photo use in a tenant (ROL-06b). */
export const ConsentRecord = v.object({
  /** 'YYYY-MM-DD HH:mm:ss', Asia/Tokyo. */
  at: v.string(),
  usepermit: v.boolean(),
  /** form: for the photos of one form. settings: for the tenant, in the settings or the dialog before a post. */
  place: v.picklist(['form', 'settings']),
  /** Version of the wording; empty if the client named none. */
  wording: v.string(),
  /** Number of photos the act changed: those of the form, or the earlier photos a withdrawal was applied to. */
  photos: v.number(),
});
export type ConsentRecord = v.InferOutput<typeof ConsentRecord>;

/** A photo as it is registered (PUT /media/list/items). */
export const NewPhoto = v.object({
  media_url: MediaUrl,
  ...entriesOf(SENT_NAMES, sentAs),
  /** Absent: the switch was not turned on in the form; `usepermit` follows the fan's permission in the tenant. */
  consent: v.optional(PhotoConsent),
  fileName: text(FILE_NAME_MAX),
  // valibot takes an array for an object without required fields.
  exif: v.nullable(
    v.pipe(
      v.custom<Exif>((value) => !Array.isArray(value)),
      Exif,
    ),
  ),
  width: pixels,
  height: pixels,
  color: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/)),
  /** Bytes of the original, compared with what the store holds. */
  size: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /**
   * 'later': thumbnail and preview are stored, the original follows (putOriginals). Only of photos larger than PREVIEW_SIDE.
   * Absent: original and thumbnail are stored.
   */
  original: v.optional(v.literal('later')),
});
export type NewPhoto = v.InferOutput<typeof NewPhoto>;

export const EventType = v.picklist(['photocon', 'memorial', 'official', 'ambassador', 'others']);
export type EventType = v.InferOutput<typeof EventType>;

/** A match, campaign or fan-made project (§3). */
export const FanEvent = v.object({
  event_id: v.string(),
  event_name: v.string(),
  event_type: EventType,
  /** 'YYYY-MM-DD'. */
  event_date: v.string(),
  crawl_period_start: v.string(),
  crawl_period_end: v.string(),
  public_message: v.string(),
  /** Object key or site path of the picture, or null. */
  thumbnail: v.nullable(v.string()),
  /**
   * Ours: pixels of that picture, and longest sides of its AVIFs (IMG-02). null: not known yet. Absent in an answer kept by an older
   * client.
   */
  picture: v.optional(v.nullable(v.object({ width: pixels, height: pixels, variants: v.array(v.number()) }))),
  category: v.string(),
  subCategory: v.string(),
  post_limit: v.nullable(v.number()),
  descriptive_title: v.string(),
  descriptive_photo: v.nullable(v.string()),
  descriptive_text: v.string(),
  photo_location: v.array(v.string()),
  premium_user_ids: v.array(v.string()),
  season_id: v.nullable(v.string()),
  user_id: v.nullable(v.string()),
  user_name: v.nullable(v.string()),
  /** Photos posted to it. */
  count: v.number(),
  /** Shown in its photos, those with most first: PERSONS_LISTED, and the tenant's own persons beyond that. */
  person_list: v.array(v.string()),
  ambassadorLimited: v.boolean(),
  officialLimited: v.boolean(),
  personLimited: v.boolean(),
  /** Names of the only users who may post, or empty: as they are called now, '' of one who has left. */
  userLimited: v.array(v.string()),
  /**
   * Ours: the accounts these are, in the same order; '' for a name nobody bore when the limit was set. They alone count: a name can
   * be taken by anybody. Absent in an answer kept by an older client.
   */
  user_limited_ids: v.optional(v.array(v.string())),
  postUser_list: v.array(v.object({ user_id: v.string(), count: v.number() })),
  usepermit_flag: v.boolean(),
  /** Ours, in answers about one event: the club published its highlights (WAL-07f). */
  has_highlights: v.optional(v.literal(true)),
});
export type FanEvent = v.InferOutput<typeof FanEvent>;

/** What the client sends to create (event_id null) or update an event. */
export const EventDraft = v.object({
  event_id: v.nullable(Id),
  event_name: required(EVENT_NAME_MAX),
  event_date: DateText,
  crawl_period_start: DateTimeText,
  crawl_period_end: DateTimeText,
  public_message: text(EVENT_TEXT_MAX),
  thumbnail: v.nullable(ObjectKey),
  category: v.literal('その他'),
  subCategory: v.literal('イベント'),
  post_limit: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(POST_LIMIT.min), v.maxValue(POST_LIMIT.max))),
  descriptive_title: text(EVENT_NAME_MAX),
  descriptive_photo: v.nullable(ObjectKey),
  descriptive_text: text(EVENT_TEXT_MAX),
  photo_location: v.pipe(
    v.array(text(LOCATION_MAX)),
    v.maxLength(EVENT_LOCATIONS.count),
    v.check((all) => countBytes(all.join('')) <= EVENT_LOCATIONS.bytes),
  ),
  premium_user_ids: v.pipe(v.array(UserId), v.maxLength(100)),
});
export type EventDraft = v.InferOutput<typeof EventDraft>;

export const Season = v.object({
  season_id: v.string(),
  season_name: v.string(),
  season_period_start: v.string(),
  season_period_end: v.string(),
  count: v.number(),
  /** See FanEvent. */
  person_list: v.array(v.string()),
});
export type Season = v.InferOutput<typeof Season>;

export const Person = v.object({
  name: v.string(),
  count: v.number(),
  team_id: v.nullable(v.string()),
  /** Shirt or car number, shown before the name where there is one. */
  number: v.nullable(v.string()),
  /** The name in Latin letters; left out: none is known (FAN-25). */
  reading: v.optional(v.string()),
});
export type Person = v.InferOutput<typeof Person>;

/** Fans by the likes their photos received, and the caller's own place (FAN-19). */
export const FanRanking = v.object({
  list: v.array(
    v.object({
      user_id: v.string(),
      /** Empty: left the service. */
      user_name: v.string(),
      /** Avatar key, or null. */
      user_avatar: v.nullable(v.string()),
      likes: v.number(),
      /** From 1; as many likes are the same rank. */
      rank: v.number(),
    }),
  ),
  /** null: the caller has no place, or nobody is signed in. */
  own: v.nullable(
    v.object({
      likes: v.number(),
      /** null: behind FAN_RANKING.counted others. */
      rank: v.nullable(v.number()),
      /** Likes to the next better place; null: the first. */
      to_next: v.nullable(v.number()),
    }),
  ),
});
export type FanRanking = v.InferOutput<typeof FanRanking>;

/** A person with the number of photos they are shown in. */
export const PersonCount = v.object({ name: v.string(), count: v.number() });
export type PersonCount = v.InferOutput<typeof PersonCount>;

/** The photo that stands for a person. */
export const PersonPicture = v.object({
  name: v.string(),
  media_url: v.string(),
  width: pixels,
  height: pixels,
  color: v.string(),
  variants: v.array(v.number()),
  /** See Photo. */
  original_pending: v.boolean(),
  /** Middle of the person's face, as fractions of the picture's width and height; null: no face is named. */
  face: v.nullable(v.object({ x: fraction, y: fraction })),
});
export type PersonPicture = v.InferOutput<typeof PersonPicture>;

export const Team = v.object({
  team_id: v.string(),
  team_name: v.string(),
  object_key: v.nullable(v.string()),
  /** 'm' or 'f' in tenants with gender (§1), else null. */
  gender: v.nullable(v.picklist(['m', 'f'])),
});
export type Team = v.InferOutput<typeof Team>;

export const Ambassador = v.object({
  ambassador_name: v.string(),
  ambassador_user_id: v.string(),
  object_key: v.nullable(v.string()),
});
export type Ambassador = v.InferOutput<typeof Ambassador>;

export const TagType = v.picklist(['event', 'season', 'person', 'caption', 'photolocation', 'hashtag', 'user', 'text']);
export const Keyword = v.object({
  word: v.string(),
  tagtype: TagType,
  id: v.nullable(v.string()),
  count: v.number(),
});
export type Keyword = v.InferOutput<typeof Keyword>;

export const UserHit = v.object({ user_id: v.string(), user_name: v.string() });
export type UserHit = v.InferOutput<typeof UserHit>;

export const CreditSetting = v.object({
  type: v.picklist(['A', 'B', 'C', 'D']),
  official_label: v.string(),
  ambassador: v.picklist(['ON', 'OFF']),
  extra_text: v.string(),
});
export type CreditSetting = v.InferOutput<typeof CreditSetting>;

/** Attributes of a user (§3). `Name`: the public name; absent: the user left the service. */
export const UserAttributes = v.object({
  sub: v.string(),
  Username: v.string(),
  Name: v.optional(v.string()),
  /** Avatar key. */
  extended4: v.optional(v.string()),
});
export type UserAttributes = v.InferOutput<typeof UserAttributes>;

/** Which actions of others make a notice for the fan. News of the tenant always come. One setting for all tenants. */
export const NoticeSettings = v.object({
  comment: v.boolean(),
  reply: v.boolean(),
  reaction: v.boolean(),
  follow: v.boolean(),
  /** Pushes of new photos of favourite players (FAN-05); off until asked for. Absent (an older client): stays as it is. */
  player: v.optional(v.boolean()),
  /** Pushes of all official events that begin, besides those of bookmarked ones (FAN-13); off until asked for. Absent: stays as it is. */
  match: v.optional(v.boolean()),
  /** Photos of followed fans. Absent (an older client): stays as it is. */
  post: v.optional(v.boolean()),
  /** Own photos of the same day of earlier years (FAN-23); off until asked for. Absent: stays as it is. */
  memory: v.optional(v.boolean()),
});
export type NoticeSettings = v.InferOutput<typeof NoticeSettings>;

/** The caller's own attributes: with what nobody else is told. Absent settings (an answer kept by an older client): all on. */
export const OwnAttributes = v.object({
  ...UserAttributes.entries,
  notice_settings: v.optional(NoticeSettings),
  /** The account is new: its fan has not been led through the service yet (MOD-04). Absent: has been. */
  first_steps: v.optional(v.boolean()),
  /** The fan's name was reserved for somebody else: another one is to be chosen (ROL-04e). Absent: was not. */
  name_reserved: v.optional(v.boolean()),
});
export type OwnAttributes = v.InferOutput<typeof OwnAttributes>;

/** A reserved name and the one account it belongs to (ROL-04e). */
export const ReservedOwner = v.object({ name: v.string(), user_id: v.string() });
export type ReservedOwner = v.InferOutput<typeof ReservedOwner>;

/** Somebody the caller does not want to see. An empty name: left the service. */
export const MutedUser = v.object({
  user_id: v.string(),
  user_name: v.string(),
  /** Avatar key, or null. */
  user_avatar: v.nullable(v.string()),
});
export type MutedUser = v.InferOutput<typeof MutedUser>;

/** One device or browser the caller is signed in with. */
export const SignInSession = v.object({
  session_id: v.string(),
  /** 'YYYY-MM-DD HH:mm:ss', Asia/Tokyo. */
  signed_in_at: v.string(),
  /** The browser's own description (User-Agent) at sign-in; empty: not known. The client words it. */
  user_agent: v.string(),
  /** The one that asks. */
  is_current: v.boolean(),
});
export type SignInSession = v.InferOutput<typeof SignInSession>;

export const Comment = v.object({
  comment_id: v.string(),
  comment: v.string(),
  media_url: v.string(),
  user_id: v.string(),
  screen_name: v.string(),
  /** 'YYYY.MM.DD HH:mm' (§9). */
  timestamp: v.string(),
  isDeleted: v.boolean(),
  parent_id: v.nullable(v.string()),
  /** Ids of the comments that answer it, oldest first. Absent in an answer kept by an older client. */
  children: v.optional(v.array(v.string())),
  /** By somebody the caller muted, kept (as if deleted) only because others replied to it. */
  isMuted: v.optional(v.boolean()),
});
export type Comment = v.InferOutput<typeof Comment>;

export const CommentReaction = v.object({ comment_id: v.string(), user_id: v.string() });

/**
 * What a notice is about. 'news': title and body of the operator. All others are actions of a fan (`user_id`, `user_name`):
 * title and body are empty, the client words them. 'comment': on the reader's photo; 'reply': to the reader's comment;
 * 'reaction': to the reader's photo, one notice a photo, by the latest of `count` fans; 'follow': of the reader; 'post': a followed fan's
 * photos; 'best': the operator made the fan's photo a best shot. 'memory' is the fan's own photo of this day of an earlier year: the server
 * words its title, and nobody did it.
 */
export const NoticeKind = v.picklist(['news', 'comment', 'reply', 'reaction', 'follow', 'post', 'best', 'memory']);
export type NoticeKind = v.InferOutput<typeof NoticeKind>;

export const Notice = v.object({
  notice_id: v.string(),
  /** A kind this client does not know yet reads as news. */
  kind: v.fallback(NoticeKind, 'news'),
  title: v.string(),
  body: v.string(),
  url: v.nullable(v.string()),
  created_at: v.string(),
  isRead: v.boolean(),
  user_id: v.nullable(v.string()),
  user_name: v.nullable(v.string()),
  media_url: v.nullable(v.string()),
  /** Fans behind a 'reaction' notice, photos of a 'post' notice; otherwise absent. */
  count: v.optional(v.number()),
  /** Of a decision about something of the reader's: whether an appeal is possible, sent or answered (STF-06). */
  appeal: v.optional(v.fallback(v.nullable(v.picklist(APPEAL_STATES)), null)),
  /** Picture of the club's news. `width` null: its pixels are not known yet. Absent: none. */
  picture: v.optional(
    v.object({
      media_url: v.string(),
      width: v.nullable(pixels),
      height: v.nullable(pixels),
      variants: v.array(v.number()),
    }),
  ),
});
export type Notice = v.InferOutput<typeof Notice>;

/**
 * What a push tells, encrypted for one browser. Nothing but what its sentence needs; the worker words it.
 * 'event': an event has begun, which the fan bookmarked or asked to hear of, `name` is its name. 'player': `count` new photos of favourite players in an event (FAN-05),
 * `name` names the players, `title` the event.
 */
export const PushPayload = v.object({
  /** Mark of the fan it is for (`contract/userMark`): a browser somebody else is signed in on shows nothing. */
  for: v.string(),
  tenant: v.string(),
  kind: v.picklist([...NoticeKind.options, 'event', 'player']),
  /** Notices of one id take each other's place. */
  id: v.string(),
  /** Who did it, or the event's name; null: a fan who has left. */
  name: v.nullable(v.string()),
  /** Of news; otherwise empty. */
  title: v.string(),
  body: v.string(),
  /** Fans behind a 'reaction', photos of a 'post'. */
  count: v.number(),
  media_url: v.nullable(v.string()),
  /** Who did it, or the event. */
  target: v.nullable(v.string()),
  /** Notices not read yet in this tenant. */
  unread: v.number(),
});
export type PushPayload = v.InferOutput<typeof PushPayload>;

/** What the worker has to know of a push that says already what it shows: whom it is for, and what the icon counts. */
export const PushMark = v.pick(PushPayload, ['for', 'tenant', 'unread']);
export type PushMark = v.InferOutput<typeof PushMark>;

/**
 * A declarative push (Push API; Safari from 18.4): the system shows it by itself where no worker does, and no worker that fails can make it
 * a push that shows nothing, for which iOS ends subscriptions. Addresses are absolute, else WebKit takes it for none.
 */
export const DeclarativePush = v.object({
  web_push: v.literal(8030),
  notification: v.object({
    title: v.pipe(v.string(), v.minLength(1)),
    body: v.string(),
    navigate: v.pipe(v.string(), v.url()),
    lang: v.literal('ja'),
    dir: v.literal('ltr'),
    tag: v.string(),
    icon: v.pipe(v.string(), v.url()),
    data: PushMark,
  }),
  /** Notices not read yet in this tenant; a worker that runs counts what else waits. */
  app_badge: v.number(),
  /** A worker may show something else, such as nothing of somebody else's. */
  mutable: v.literal(true),
});
export type DeclarativePush = v.InferOutput<typeof DeclarativePush>;

/** What a fan's own page counts: photos and likes received by event, the latest event first (FAN-06). */
export const OwnFigures = v.object({
  events: v.array(
    v.object({
      event_id: v.string(),
      event_name: v.string(),
      event_type: EventType,
      event_date: v.string(),
      season_id: v.nullable(v.string()),
      /** Empty: none. */
      season_name: v.string(),
      photos: v.number(),
      likes: v.number(),
      /** The best-liked of them. */
      cover: Photo,
    }),
  ),
});
export type OwnFigures = v.InferOutput<typeof OwnFigures>;

/** Earlier photos of the caller to look back on, none or at most MEMORY_PHOTOS (FAN-23). */
export const Memories = v.object({
  /** 'day': posted on this day of earlier years, the latest year first. 'match': of the last match the caller posted at. */
  of: v.picklist(['day', 'match']),
  /** The day they were read for, 'YYYY-MM-DD' in Tokyo: an answer of another day is not shown. */
  day: v.string(),
  list: v.array(Photo),
});
export type Memories = v.InferOutput<typeof Memories>;

/** What a suspended fan is told. `until`: the last day, 'YYYY-MM-DD'; null: open. */
export const Suspension = v.object({ reason: v.string(), until: v.nullable(v.string()) });
export type Suspension = v.InferOutput<typeof Suspension>;

/** What a message to the operator is about. */
export const ContactTopic = v.picklist(['usage', 'trouble', 'photo', 'takedown', 'request', 'other']);
export type ContactTopic = v.InferOutput<typeof ContactTopic>;

/** All the product keeps about the caller, of all tenants; photos by their key (each is at `{publicBase}/{key}`). */
export const UserExport = v.object({
  /** 'YYYY-MM-DD HH:mm:ss', Asia/Tokyo, as all times below. */
  exported_at: v.string(),
  user: OwnAttributes,
  /** The name asked for at sign-up, which nobody else is told; empty: none. */
  private_name: v.optional(v.string()),
  memberships: v.array(v.object({ tenant_id: v.string(), agreed_version: v.string(), joined_at: v.string() })),
  usepermits: v.array(v.object({ tenant_id: v.string(), usepermit: v.boolean() })),
  consents: v.array(v.object({ tenant_id: v.string(), ...ConsentRecord.entries })),
  photos: v.array(
    v.object({
      tenant_id: v.string(),
      media_url: v.string(),
      event_id: v.string(),
      ...entriesOf(EXPORTED_NAMES, exportedAs),
      fileName: v.string(),
      exif: v.nullable(Exif),
      created_at: v.string(),
      /** See Photo: the preview is all there is. */
      original_pending: v.optional(v.boolean()),
    }),
  ),
  events: v.array(
    v.object({ tenant_id: v.string(), event_id: v.string(), event_name: v.string(), created_at: v.string() }),
  ),
  comments: v.array(
    v.object({
      tenant_id: v.string(),
      comment_id: v.string(),
      media_url: v.string(),
      comment: v.string(),
      created_at: v.string(),
    }),
  ),
  reactions: v.array(v.object({ tenant_id: v.string(), media_url: v.string(), created_at: v.string() })),
  comment_reactions: v.array(v.object({ tenant_id: v.string(), comment_id: v.string() })),
  /** media_url or event_id. */
  bookmarks: v.array(v.object({ tenant_id: v.string(), target: v.string(), created_at: v.string() })),
  follows: v.array(v.object({ tenant_id: v.string(), user_id: v.string(), created_at: v.string() })),
  favorite_players: v.optional(v.array(v.object({ tenant_id: v.string(), name: v.string(), created_at: v.string() }))),
  reports: v.array(v.object({ tenant_id: v.string(), comment_id: v.string(), created_at: v.string() })),
  /** Photos and fans the caller reported: media_url or user id. */
  subject_reports: v.optional(
    v.array(
      v.object({
        tenant_id: v.string(),
        kind: v.string(),
        subject: v.string(),
        reason: v.string(),
        text: v.string(),
        created_at: v.string(),
      }),
    ),
  ),
  views: v.array(v.object({ tenant_id: v.string(), media_url: v.string(), count: v.number(), viewed_at: v.string() })),
  muted_users: v.array(v.string()),
  blocked_users: v.optional(v.array(v.string())),
  contacts: v.array(
    v.object({
      tenant_id: v.string(),
      topic: ContactTopic,
      message: v.string(),
      answer: v.optional(v.nullable(v.string())),
      created_at: v.string(),
    }),
  ),
  /** Where an operator keeps the caller from posting. */
  suspensions: v.optional(v.array(v.object({ tenant_id: v.string(), reason: v.string(), created_at: v.string() }))),
  /** What the caller said against decisions. */
  appeals: v.optional(v.array(v.object({ tenant_id: v.string(), text: v.string(), created_at: v.string() }))),
  /** Photos that the staff member downloaded for the club's use (STF-16). */
  staff_downloads: v.optional(
    v.array(v.object({ tenant_id: v.string(), media_url: v.string(), created_at: v.string() })),
  ),
  /** Roles at the desks of tenants. */
  staff_roles: v.optional(v.array(v.object({ tenant_id: v.string(), role: v.string(), created_at: v.string() }))),
  /** Browsers that show notices, by the day they were switched on. */
  push_devices: v.array(v.object({ tenant_id: v.string(), created_at: v.string() })),
  /** Photos that waited on devices when these told it last, at `created_at`. A server of before has none. */
  waiting_photos: v.optional(v.array(v.object({ tenant_id: v.string(), photos: v.number(), created_at: v.string() }))),
});
export type UserExport = v.InferOutput<typeof UserExport>;

/** Reusable input bounds. */
export const input = {
  comment: required(COMMENT_MAX),
  name: required(NAME_MAX),
  word: required(QUERY_TEXT_MAX),
  url: required(URL_MAX),
  /** The words of a comment as a report sends them. */
  reportedComment: text(COMMENT_MAX),
} as const;
