/**
 * Tables of the store as kysely sees them. Every table that holds a tenant's content has `tenant` in its key,
 * and every query names it (TEN-10). Periods are kept as the wire writes them ('YYYY-MM-DD HH:mm:ss', Asia/Tokyo):
 * in one zone, text order is time order.
 */

import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { EventType, NoticeKind } from '../../src/contract/entities.ts';
import type { IdentityTables } from '../identity/tables.ts';
import type { Happened, Instant, InstantNow, Words } from './columnTypes.ts';
import type { HighlightsTables } from './highlightsTables.ts';
import type { NewsTables } from './newsTables.ts';
import type { OperatorTables } from './operatorTables.ts';
import type {
  CounterChangeTable,
  PersonTallyTable,
  PhotoRankTable,
  PhotoSearchTable,
  PhotoTable,
  PhotoTagTable,
  PictureJobTable,
  PublishedBytesTable,
  TallyTable,
} from './photoTables.ts';
import type { PushDeviceTable, PushJobTable, PushToldTable, WaitingDeviceTable } from './pushTables.ts';
import type { WallTables } from './wallTables.ts';
import type { HeldWordTable, HiddenWordTable, SampleTagsTable, SearchWordTable } from './wordTables.ts';

/** What the product shows of an account; the same in all tenants. Kept in step by `saveProfile`. */
export interface ProfileTable {
  user_id: string;
  /** The public name (`publicName`); empty: the fan has left. The private name is not here (SAF-16). */
  nickname: string;
  avatar: string | null;
  /** The public name normalised, for the search of users. */
  search: string;
  /** The `FOLDING` of `search`. */
  fold: Generated<number>;
  left_at: Date | null;
  /** New, and not led through the service yet (MOD-04). */
  first_steps: Generated<boolean>;
}
export interface MembershipTable {
  tenant: string;
  user_id: string;
  agreed_version: string;
  joined_at: InstantNow;
}
export interface UsepermitTable {
  tenant: string;
  user_id: string;
  usepermit: boolean;
}
export interface ConsentTable {
  id: Generated<number>;
  tenant: string;
  user_id: string;
  at: Instant;
  usepermit: boolean;
  place: 'form' | 'settings';
  wording: string;
  /** Number of photos the act changed. */
  photos: number;
  /** A withdrawal that was applied to the photos posted before. */
  earlier: Generated<boolean>;
}
export interface TeamTable {
  tenant: string;
  team_id: string;
  team_name: string;
  object_key: string | null;
  gender: 'm' | 'f' | null;
  position: Generated<number>;
}
export interface PersonTable {
  tenant: string;
  name: string;
  team_id: string | null;
  number: string | null;
  /** The name in Latin letters; null: none. */
  reading: Generated<string | null>;
  /** Key of the club's own picture; null: the best-liked photo is shown. */
  picture: Generated<string | null>;
  /** What is known of that picture; it names the picture it is of. null: nothing yet. */
  known: JSONColumnType<KnownPicture, string | null | undefined, string | null> | null;
  /** Seasons in which the person belongs to the club; none: in all. */
  season_ids: Generated<string[]>;
  position: Generated<number>;
}
export interface SeasonTable {
  tenant: string;
  season_id: string;
  season_name: string;
  season_period_start: string;
  season_period_end: string;
}
/** What is known of an event's picture. */
export interface KnownPicture {
  readonly media_url: string;
  readonly width: number;
  readonly height: number;
  /** Longest sides of the AVIFs that are stored; none: it cannot be decoded. */
  readonly variants: readonly number[];
}
export interface EventTable {
  tenant: string;
  event_id: string;
  event_name: string;
  event_type: EventType;
  event_date: string;
  crawl_period_start: string;
  crawl_period_end: string;
  public_message: Generated<string>;
  thumbnail: string | null;
  category: Generated<string>;
  sub_category: Generated<string>;
  post_limit: number | null;
  descriptive_title: Generated<string>;
  descriptive_photo: string | null;
  descriptive_text: Generated<string>;
  photo_location: Words;
  premium_user_ids: Words;
  season_id: string | null;
  user_id: string | null;
  ambassador_limited: Generated<boolean>;
  official_limited: Generated<boolean>;
  person_limited: Generated<boolean>;
  /** The only users who may post, as the operator wrote them. What counts is `user_limited_ids`. */
  user_limited: Words;
  /** Their accounts since the limit was set, in the same order; '': nobody bore the name. */
  user_limited_ids: Words;
  usepermit_flag: Generated<boolean>;
  /** Of `thumbnail`, unless it names another: the event got a new one since. null: not looked at. */
  picture: JSONColumnType<KnownPicture, string | null | undefined, string | null> | null;
  created_at: InstantNow;
}
/** An event that was moved: to another date (`into_id` is its own), or its posts into another event (STF-08). */
export interface EventMoveTable {
  tenant: string;
  event_id: string;
  into_id: string;
  moved_at: Instant;
  /** When its first period began, as the wire writes it: posts made since then arrive after the move, too. */
  opened_at: string;
  /** The news that tells of it; null: nobody is told. */
  news_id: string | null;
  /** Photos that went over to the other event. */
  photos: Generated<number>;
  /** When the job has something to do with it; null: nothing is left. */
  due_at: Happened;
}
/** Photos of one fan in one event: the counter post_limit is checked against, and the row that is locked meanwhile. */
export interface EventPosterTable {
  tenant: string;
  event_id: string;
  user_id: string;
  n: number;
}
export interface AmbassadorTable {
  tenant: string;
  user_id: string;
  name: string;
  object_key: string | null;
  position: Generated<number>;
}
export interface ReservedNameTable {
  tenant: string;
  name: string;
  /** The one account it belongs to; '': nobody's; null: no operator has decided yet. */
  owner_id: Generated<string | null>;
}
export interface OfficialUserTable {
  tenant: string;
  user_id: string;
}
export interface CreditSettingTable {
  tenant: string;
  type: 'A' | 'B' | 'C' | 'D';
  official_label: string;
  ambassador: 'ON' | 'OFF';
  extra_text: string;
}
export interface NoticeTable {
  tenant: string;
  notice_id: string;
  /** The one it is for; null: everybody. */
  recipient_id: string | null;
  kind: ColumnType<NoticeKind, NoticeKind | undefined, NoticeKind>;
  title: string;
  body: string;
  url: string | null;
  /** Who caused it, if a fan did. */
  user_id: string | null;
  media_url: string | null;
  created_at: InstantNow;
  /** Of kind 'post': the photos since then are told, until created_at. */
  since: Happened;
  /** The case whose author may appeal from this notice. */
  case_id: Generated<number | null>;
  /** The desk's news item that this notice tells; null: another notice. */
  news_id: Generated<string | null>;
}
export interface NoticeReadTable {
  tenant: string;
  notice_id: string;
  user_id: string;
}
export interface ReactionTable {
  tenant: string;
  media_url: string;
  user_id: string;
  created_at: InstantNow;
}
/** Bookmarks: `target` is a media_url or an event_id. */
export interface FavoriteTable {
  tenant: string;
  user_id: string;
  kind: 'photo' | 'event';
  target: string;
  created_at: InstantNow;
}
export interface CommentTable {
  tenant: string;
  comment_id: string;
  media_url: string;
  parent_id: string | null;
  user_id: string;
  comment: string;
  created_at: InstantNow;
  deleted_at: Date | null;
  /** An operator hid it. */
  hidden_at: Happened;
}
export interface CommentReactionTable {
  tenant: string;
  comment_id: string;
  media_url: string;
  user_id: string;
}
export interface CommentReportTable {
  tenant: string;
  comment_id: string;
  user_id: string;
  comment: string;
  created_at: InstantNow;
  /** An operator has dealt with it. */
  closed_at: Happened;
}
export interface FollowTable {
  tenant: string;
  user_id: string;
  follow_user: string;
  created_at: InstantNow;
}
/** People a fan does not want to see, in all tenants. */
export interface MuteTable {
  user_id: string;
  muted_user: string;
  created_at: InstantNow;
}
/** Fans a fan blocked, in all tenants: neither sees the other (STF-05). */
export interface FanBlockTable {
  user_id: string;
  blocked_user: string;
  created_at: InstantNow;
}
/** Favourite players of a fan, as the tenant's list spells them. */
export interface FavoritePersonTable {
  tenant: string;
  user_id: string;
  name: string;
  /** In the order they were chosen. */
  position: number;
  created_at: InstantNow;
}
/** No row: all on but `player` and `match`. */
export interface NoticeSettingTable {
  user_id: string;
  comment: boolean;
  reply: boolean;
  reaction: boolean;
  follow: boolean;
  /** Pushes of favourite players' new photos. */
  player: Generated<boolean>;
  /** Pushes of all official events that begin, not of bookmarked ones alone. */
  match: Generated<boolean>;
  post: Generated<boolean>;
  /** Notices of own photos of this day of earlier years. */
  memory: Generated<boolean>;
}
/** How far the fans have been notified of their memories on a day (`memoryNoticeRepository.ts`). */
export interface MemoryRoundTable {
  /** 'YYYY-MM-DD' in Tokyo. */
  day: string;
  /** The last fan of the pages that are done. */
  after_user: string;
  /** When a copy may take the next page; null: all fans are done. */
  due_at: Happened;
}
/** A fan whose new photos are still to be told to the followers (`postNoticeRepository.ts`). */
export interface PostJobTable {
  tenant: string;
  user_id: string;
  since: Instant;
  till: Instant;
  /** Followers up to this id have been told; '': none yet. */
  after_follower: Generated<string>;
  due_at: Instant;
}
export interface ShortUrlTable {
  tenant: string;
  code: string;
  media_url: string;
}
/** Views of a photo: one row a fan (user_id '' for all anonymous views), so it cannot grow with every click. */
export interface ViewHistoryTable {
  tenant: string;
  media_url: string;
  user_id: string;
  kind: string;
  n: number;
  viewed_at: InstantNow;
}
/** An object that was stored and belongs to nothing yet, or is on its way. */
export interface UnregisteredUploadTable {
  id: string;
  user_id: string;
  key: string;
  bytes: number;
  stored_at: Instant;
}

/** Where orphaned objects may stand (`objects/orphanChecks.ts`). */
export interface OrphanCheckTable {
  /** Key of an original; with a '/' at its end a folder. */
  place: string;
  due_at: Instant;
  /** When something was last done there. */
  marked_at: Instant;
  /** The key a folder has been listed to. Of a photo taken down: whether the picture network was told (`objects/removedPhotos.ts`). */
  after_key: string | null;
}

/** All tables, those of the embedded identity provider included. */
export interface Database extends IdentityTables, OperatorTables, NewsTables, WallTables, HighlightsTables {
  profile: ProfileTable;
  membership: MembershipTable;
  usepermit: UsepermitTable;
  consent: ConsentTable;
  team: TeamTable;
  person: PersonTable;
  season: SeasonTable;
  event: EventTable;
  event_move: EventMoveTable;
  event_poster: EventPosterTable;
  ambassador: AmbassadorTable;
  reserved_name: ReservedNameTable;
  official_user: OfficialUserTable;
  credit_setting: CreditSettingTable;
  notice: NoticeTable;
  notice_read: NoticeReadTable;
  photo: PhotoTable;
  photo_rank: PhotoRankTable;
  photo_tag: PhotoTagTable;
  photo_search: PhotoSearchTable;
  tally: TallyTable;
  counter_change: CounterChangeTable;
  person_tally: PersonTallyTable;
  reaction: ReactionTable;
  favorite: FavoriteTable;
  comment: CommentTable;
  comment_reaction: CommentReactionTable;
  comment_report: CommentReportTable;
  follow: FollowTable;
  mute: MuteTable;
  fan_block: FanBlockTable;
  favorite_person: FavoritePersonTable;
  notice_setting: NoticeSettingTable;
  post_job: PostJobTable;
  memory_round: MemoryRoundTable;
  short_url: ShortUrlTable;
  search_word: SearchWordTable;
  held_word: HeldWordTable;
  hidden_word: HiddenWordTable;
  sample_tags: SampleTagsTable;
  view_history: ViewHistoryTable;
  push_device: PushDeviceTable;
  waiting_device: WaitingDeviceTable;
  picture_job: PictureJobTable;
  push_job: PushJobTable;
  published_bytes: PublishedBytesTable;
  push_told: PushToldTable;
  unregistered_upload: UnregisteredUploadTable;
  orphan_check: OrphanCheckTable;
}
