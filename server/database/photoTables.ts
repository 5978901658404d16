/** Tables of photos, of what is derived from them, and of what is counted and searched by. The others: `schema.ts`. */
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Exif, Face } from '../../src/contract/entities.ts';
import type { FacetName, PhotoFieldName, PhotoFieldRows, PhotoFieldValue } from '../../src/contract/photoFields.ts';
import type { Happened, Instant, InstantNow, Json } from './columnTypes.ts';

/** Columns of PHOTO_FIELDS. An optional field's column has a default. */
type PhotoFieldColumns = {
  [K in PhotoFieldName]: PhotoFieldRows[K]['isOptional'] extends true
    ? Generated<PhotoFieldValue<K, 'column'>>
    : PhotoFieldValue<K, 'column'>;
};

export interface PhotoTable extends PhotoFieldColumns {
  id: Generated<number>;
  tenant: string;
  media_url: string;
  user_id: string;
  public_list_id: string;
  event_id: string;
  season_id: string | null;
  option: string | null;
  file_name: string;
  exif: JSONColumnType<Exif, string | null, string | null> | null;
  face_info: Json<Face[]>;
  width: number;
  height: number;
  color: string;
  size: number;
  comment_count: Generated<number>;
  reaction_count: Generated<number>;
  created_at: Instant;
  /** An operator hid it, or the server could not decode it: no list, detail or counter knows it (`hiding.ts`). */
  hidden_at: Happened;
  /** Longest sides of the AVIFs that are stored. */
  variants: ColumnType<number[], number[] | undefined, number[]>;
  /** Bytes of its largest AVIF; null: it has none, or it was derived before they were noted. */
  opened_bytes: ColumnType<number | null, number | null | undefined, number | null>;
  has_preview: Generated<boolean>;
  /** Whether its link preview picture is stored (`cardKey`). */
  has_card: Generated<boolean>;
  /** 'pending': it follows the preview (PUB-01). 'refused': what came was not what had been registered. */
  original_state: Generated<OriginalState>;
  /** Stars that staff gave it; 0: none. */
  stars: Generated<number>;
  /** Seconds from the press of the button until it was public, by the device's clock; null: not known. */
  waited_s: ColumnType<number | null, number | null | undefined, never>;
}
export type OriginalState = 'stored' | 'pending' | 'refused';
/** What a fan published within a day, in bytes (`api/access/publishedRepository.ts`). */
export interface PublishedBytesTable {
  user_id: string;
  bytes: number;
  /** When the day ends. */
  expires_at: Instant;
}
/** A photo whose smaller pictures are still to be derived (`pictures/pictureJobs.ts`). */
export interface PictureJobTable {
  media_url: string;
  tenant: string;
  /** How often it was begun. */
  tries: Generated<number>;
  /** When it may be begun (again); 'infinity': given up. */
  due_at: Instant;
  created_at: InstantNow;
  /** Its smaller pictures are there; its original came late and is looked at. */
  is_check: Generated<boolean>;
}
/** What word search looks at, beside the photo: reactions rewrite that one often. Photos that are shown only. */
export interface PhotoSearchTable {
  id: number;
  tenant: string;
  created_at: Instant;
  /** Normalised. */
  search: string;
  /** Terms made by `facetTerm`. */
  facets: string[];
  /** The `FOLDING` of `search`, of `facets` and of the photo's tags. */
  fold: Generated<number>;
}
/** One row per photo and facet value: newest-first pages of a hashtag, person or place without a sort. */
export interface PhotoTagTable {
  tenant: string;
  kind: TagKind;
  value: string;
  created_at: Instant;
  id: number;
}
/** One row per liked photo and term (`facetTerm`): the most liked first, without a sort. Triggers keep it (`migrations/photoRank.ts`). */
export interface PhotoRankTable {
  tenant: string;
  term: string;
  likes: number;
  id: number;
}
/** Kinds of facets whose photos stand in `photo_tag`. Values are made by `facetValues`. */
export type TagKind = Extract<FieldFacet, { index: 'tag' }>['kind'];
type FieldFacet = PhotoFieldRows[FacetName]['facet'];
/** Counters kept in the transaction of the write. kind 'all' has the value ''. */
export interface TallyTable {
  tenant: string;
  kind: TallyKind;
  value: string;
  n: number;
}
/** Photos, but for 'bookmark': bookmarks of a photo or event. */
export type TallyKind = FieldFacet['kind'] | 'all' | 'event' | 'season' | 'user' | 'month' | 'bookmark';
/** What a post adds to counters, until it is added up (`counterChanges.ts`). */
export interface CounterChangeTable {
  id: Generated<number>;
  changes: Json<CounterChange[]>;
}
/** `name` null: of the tally, else of the tally of persons. */
export interface CounterChange {
  readonly tenant: string;
  readonly kind: TallyKind;
  readonly value: string;
  readonly name: string | null;
  readonly n: number;
}
/** Photos that show a person, by event and by season: their person_list. */
export interface PersonTallyTable {
  tenant: string;
  kind: 'event' | 'season';
  value: string;
  name: string;
  n: number;
}
