/**
 * Everything a fan decides about a photo: one row a field (FLD-01a). The contract's schemas, the form, its draft, the queue, the edit,
 * the columns, the JSON, the facets, the lists without signal and the export derive from this table, or do not compile without a row.
 * CONTRIBUTING.md has the recipe for a new field. Event and season are no fields: they say where a post goes, and no edit changes them.
 */
import {
  ACCEPTED,
  ALT_MAX,
  HASHTAG_MAX,
  HASHTAGS_PER_PHOTO,
  ID_MAX,
  LOCATION_MAX,
  MESSAGE_MAX,
  PLAYER_NAME_MAX,
  PLAYERS_PER_PHOTO,
} from './limits.ts';

/** How a value is written: `sent` by a post or an edit, in the `form`, in its `column`, and `listed` in a Photo. */
export interface PhotoFieldTypes {
  /** Text as it was typed. Empty: nothing was said. */
  message: { sent: string; form: string; column: string; listed: string };
  /** Text without spaces at its ends. Empty: nothing was said. */
  text: { sent: string; form: string; column: string; listed: string };
  /** Hashtags with their #. A post sends them space-joined. */
  tags: { sent: string; form: readonly string[]; column: string[]; listed: string[] };
  /** Names. Posts and lists have them comma-joined. */
  names: { sent: string; form: readonly string[]; column: string[]; listed: string };
  /** One text out of several, or null. */
  choice: { sent: string | null; form: string | null; column: string | null; listed: string | null };
  /** An id of the tenant's, or null. */
  id: { sent: string | null; form: string | null; column: string | null; listed: string | null };
  switch: { sent: boolean; form: boolean; column: boolean; listed: boolean };
}
export type PhotoFieldType = keyof PhotoFieldTypes;

/** How lists are narrowed by a field. */
export interface PhotoFacet {
  /** Kind of its counters, and of its rows in `photo_tag`. */
  readonly kind: string;
  /** Parameter of a list's query, and of a page's address. */
  readonly param: string;
  /** Which index a list is read by: rows of `photo_tag`, or the column's own. A new facet takes 'tag': it needs no index of its own. */
  readonly index: 'tag' | 'column';
}

export interface PhotoField {
  readonly type: PhotoFieldType;
  /** Name in the form's state. */
  readonly form: string;
  /** Where the form has it. words: once for all photos, and a photo may have its own. photo: with each photo. post: once for all. */
  readonly said: 'words' | 'photo' | 'post';
  /** Where a post has it: with each photo (NewPhoto), or once beside their list. */
  readonly sent: 'photo' | 'post';
  /** Name in the body of an edit (putCaption). */
  readonly caption: string;
  /** Characters a fan may write; of tags and names those of all together, of a switch none. */
  readonly max: number;
  /** Characters the server accepts: more than `max` where the bound was lowered (FLD-02a). */
  readonly accepted: number;
  /**
   * Older builds do not send it. A post without it has `none`, an edit without it leaves the field as it is, and a list or an export of an
   * older build has none. Every new field is optional.
   */
  readonly isOptional: boolean;
  /** What is sent where the fan said nothing. */
  readonly none: string | boolean | null;
  /** null: no list is narrowed by it. */
  readonly facet: PhotoFacet | null;
  /** Whether the fan's export has it. */
  readonly isExported: boolean;
}

/** By the name on the wire, which is also the column's and the JSON's. Sent in this order. */
export const PHOTO_FIELDS = {
  /** The message. */
  comment: {
    type: 'message',
    form: 'message',
    said: 'words',
    sent: 'photo',
    caption: 'caption',
    max: MESSAGE_MAX,
    accepted: ACCEPTED.message,
    isOptional: false,
    none: '',
    facet: null,
    isExported: true,
  },
  /** What the photo shows, in the author's words, for those who cannot see it. */
  alt: {
    type: 'text',
    form: 'alt',
    said: 'photo',
    sent: 'photo',
    caption: 'alt',
    max: ALT_MAX,
    accepted: ACCEPTED.alt,
    isOptional: true,
    none: '',
    facet: null,
    isExported: true,
  },
  htag: {
    type: 'tags',
    form: 'tags',
    said: 'words',
    sent: 'photo',
    caption: 'htag',
    max: (HASHTAG_MAX + 2) * HASHTAGS_PER_PHOTO,
    accepted: (ACCEPTED.hashtag + 2) * ACCEPTED.hashtags,
    isOptional: false,
    none: '',
    // Asked for without its #.
    facet: { kind: 'htag', param: 'ht', index: 'tag' },
    isExported: true,
  },
  /** Names of the people shown. */
  player: {
    type: 'names',
    form: 'players',
    said: 'words',
    sent: 'photo',
    caption: 'player',
    max: (PLAYER_NAME_MAX + 1) * PLAYERS_PER_PHOTO,
    accepted: (ACCEPTED.playerName + 1) * ACCEPTED.players,
    isOptional: false,
    none: '',
    facet: { kind: 'person', param: 'cp', index: 'tag' },
    isExported: true,
  },
  /** Shooting location. */
  photo_location: {
    type: 'choice',
    form: 'location',
    said: 'words',
    sent: 'photo',
    caption: 'photo_location',
    max: LOCATION_MAX,
    accepted: ACCEPTED.location,
    isOptional: false,
    none: null,
    facet: { kind: 'location', param: 'pl', index: 'tag' },
    isExported: true,
  },
  team_id: {
    type: 'id',
    form: 'teamId',
    said: 'post',
    sent: 'post',
    caption: 'team_id',
    max: ID_MAX,
    accepted: ID_MAX,
    isOptional: false,
    none: null,
    facet: { kind: 'team', param: 'team', index: 'column' },
    isExported: false,
  },
  /** Whether others may use the photo. True holds only with the fan's permission in the tenant, or with `consent` (ROL-06a). */
  usepermit: {
    type: 'switch',
    form: 'permission',
    said: 'post',
    sent: 'photo',
    caption: 'usepermit',
    max: 0,
    accepted: 0,
    isOptional: false,
    none: false,
    facet: null,
    isExported: true,
  },
} as const satisfies Readonly<Record<string, PhotoField>>;

export type PhotoFieldRows = typeof PHOTO_FIELDS;
export type PhotoFieldName = keyof PhotoFieldRows;
export const PHOTO_FIELD_NAMES = Object.keys(PHOTO_FIELDS) as readonly PhotoFieldName[];

/** Names of the fields whose row has these values. */
export type PhotoFieldsWith<P> = {
  [K in PhotoFieldName]: PhotoFieldRows[K] extends P ? K : never;
}[PhotoFieldName];
/** The type of a field's value where it is `sent`, in the `form`, in its `column` or `listed`. */
export type PhotoFieldValue<
  K extends PhotoFieldName,
  As extends 'sent' | 'form' | 'column' | 'listed',
> = PhotoFieldTypes[PhotoFieldRows[K]['type']][As];

/** Fields the form has once for all photos, or for one of them. */
export type WordsName = PhotoFieldsWith<{ said: 'words' }>;
/** Fields a post sends with each photo. */
export type SentName = PhotoFieldsWith<{ sent: 'photo' }>;
export type ExportedName = PhotoFieldsWith<{ isExported: true }>;
/** Fields lists are narrowed by. */
export type FacetName = PhotoFieldsWith<{ facet: PhotoFacet }>;
export type FacetParam = PhotoFieldRows[FacetName]['facet']['param'];

export const WORDS_NAMES = PHOTO_FIELD_NAMES.filter((name): name is WordsName => PHOTO_FIELDS[name].said === 'words');
export const SENT_NAMES = PHOTO_FIELD_NAMES.filter((name): name is SentName => PHOTO_FIELDS[name].sent === 'photo');
export const EXPORTED_NAMES = PHOTO_FIELD_NAMES.filter((name): name is ExportedName => PHOTO_FIELDS[name].isExported);
export const FACET_NAMES = PHOTO_FIELD_NAMES.filter((name): name is FacetName => PHOTO_FIELDS[name].facet !== null);
export const FACET_PARAMS: readonly FacetParam[] = FACET_NAMES.map((name) => PHOTO_FIELDS[name].facet.param);

/** A record with what `make` returns of each name. */
export const mapFields = <K extends string, T>(names: readonly K[], make: (name: K) => T): Record<K, T> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<K, T>;
