/** The kinds of records operators manage: their files' fields, their tables, and what must hold between them. */
import * as v from 'valibot';
import { EventType, Face, Id, MediaUrl, ObjectKey, UserId } from '../../../src/contract/entities.ts';
import {
  CREDIT_TEXT_MAX,
  EVENT_LOCATIONS,
  EVENT_NAME_MAX,
  EVENT_TEXT_MAX,
  FACES_PER_PHOTO,
  LOCATION_MAX,
  NAME_MAX,
  NOTICE_MAX,
  PERSON_NUMBER_MAX,
  PERSON_READING_MAX,
  PHOTO_MARK_MAX,
  PLAYER_NAME_MAX,
  POST_LIMIT,
  URL_MAX,
} from '../../../src/contract/limits.ts';
import type { LoggedKind } from '../../../src/contract/staffActs.ts';
import { PERSON_SEASONS_MAX } from '../../../src/contract/staffLimits.ts';
import type { Database } from '../../database/schema.ts';
import { checkMessage, type Fault, faultOf } from './faults.ts';
import {
  booleanField,
  dayField,
  defaulted,
  type Field,
  fitting,
  fittingOrNull,
  instantField,
  jsonField,
  label,
  listOf,
  momentField,
  NOBODY,
  nullable,
  optional,
  ownerField,
  position,
  required,
  wholeOrNull,
} from './fields.ts';

/** A row as files know it: by the names of the fields. */
export type Values = Readonly<Record<string, unknown>>;

/** A field with what is wrong with it. */
export type FieldFault = readonly [field: string, fault: Fault];

export interface Reference {
  readonly field: string;
  readonly table: keyof Database;
  readonly column: string;
  /** What there is none of. */
  readonly noun: string;
  /** The column has several values. */
  readonly isList?: true;
}

export interface Kind {
  readonly name: LoggedKind;
  readonly about: string;
  readonly table: keyof Database;
  /** Name of the field that tells rows apart; null: a tenant has one row. */
  readonly key: string | null;
  readonly fields: readonly Field[];
  /** Order of an export: columns of the table. */
  readonly order: readonly string[];
  readonly references: readonly Reference[];
  /** Other tables' columns that name a row of this kind: while they do, it cannot be removed. */
  readonly usedBy: readonly Omit<Reference, 'field'>[];
  /** Rows of other tables that go with it. */
  readonly removeWith: readonly Pick<Reference, 'table' | 'column'>[];
  /** Fans bookmark them. */
  readonly hasBookmarks?: true;
  /** False: the rows exist already, a file only changes them; nor can they be removed. */
  readonly canAdd: boolean;
  /** The column must be null, or the row is not the operators' to see or change. */
  readonly onlyWithout?: string;
  /** Column that names the fan who made a row: such rows are not the desk's. */
  readonly madeBy?: string;
  /** Faults within a row. */
  readonly check?: (row: Values, tenant: string) => readonly FieldFault[];
}

const account = (field: string): Reference => ({ field, table: 'profile', column: 'user_id', noun: 'account' });
const standard = { references: [], usedBy: [], removeWith: [], canAdd: true } as const;

/** An object of the tenant itself, or a file of the site. */
const picture = v.pipe(
  v.string(),
  v.check((value) => v.is(ObjectKey, value) || /^\/(?!\/)[\w./-]{1,199}$/.test(value), checkMessage('picture')),
);
/** A picture that the server derives smaller ones of: no file of the site. */
const personPicture = v.pipe(
  v.string(),
  v.check((value) => v.is(MediaUrl, value), checkMessage('picture')),
);
const link = v.pipe(
  v.string(),
  v.maxLength(URL_MAX),
  v.check((value) => /^\/(?!\/)/.test(value) || /^https?:$/.test(protocolOf(value)), checkMessage('link')),
);
const protocolOf = (value: string) => (URL.canParse(value) ? new URL(value).protocol : '');

const ordered = (row: Values, start: string, end: string): FieldFault[] =>
  String(row[start] ?? '') > String(row[end] ?? '') && row[end] !== undefined
    ? [[end, faultOf('reversed', start)]]
    : [];

function ownPictures(row: Values, tenant: string, fields: readonly string[]): FieldFault[] {
  return fields.flatMap((name) => {
    const value = row[name];
    const isForeign = typeof value === 'string' && !value.startsWith('/') && value.split('/')[1] !== tenant;
    return isForeign ? [[name, faultOf('foreignPicture')] as const] : [];
  });
}

const seasons: Kind = {
  ...standard,
  name: 'seasons',
  about: 'seasons of matches or races',
  table: 'season',
  key: 'season_id',
  order: ['season_period_start', 'season_id'],
  usedBy: [
    { table: 'event', column: 'season_id', noun: 'events' },
    { table: 'photo', column: 'season_id', noun: 'photos' },
    { table: 'person', column: 'season_ids', noun: 'persons', isList: true },
  ],
  fields: [
    fitting('season_id', Id, 'its id: letters, digits, - and _'),
    required('season_name', NAME_MAX, 'name fans see'),
    momentField('season_period_start', 'first moment, Japanese time'),
    momentField('season_period_end', 'last moment'),
  ],
  check: (row) => ordered(row, 'season_period_start', 'season_period_end'),
};

const teams: Kind = {
  ...standard,
  name: 'teams',
  about: 'teams of a league',
  table: 'team',
  key: 'team_id',
  order: ['position', 'team_id'],
  usedBy: [
    { table: 'person', column: 'team_id', noun: 'persons' },
    { table: 'photo', column: 'team_id', noun: 'photos' },
  ],
  fields: [
    fitting('team_id', Id, 'its id: letters, digits, - and _'),
    required('team_name', NAME_MAX, 'name fans see'),
    fittingOrNull('object_key', picture, 'emblem'),
    fittingOrNull('gender', v.picklist(['m', 'f']), 'm or f, where the tenant tells them apart'),
    position,
  ],
  check: (row, tenant) => ownPictures(row, tenant, ['object_key']),
};

const persons: Kind = {
  ...standard,
  name: 'persons',
  about: 'players, racers or members fans can tag',
  table: 'person',
  key: 'name',
  order: ['position', 'name'],
  references: [
    { field: 'team_id', table: 'team', column: 'team_id', noun: 'team' },
    { field: 'season_ids', table: 'season', column: 'season_id', noun: 'season' },
  ],
  fields: [
    required('name', PLAYER_NAME_MAX, 'name as fans see it; no commas'),
    fittingOrNull('team_id', Id, 'team, by its id'),
    nullable('number', PERSON_NUMBER_MAX, 'shirt or car number'),
    nullable('reading', PERSON_READING_MAX, 'name in Latin letters'),
    fittingOrNull('picture', personPicture, "the club's own picture; empty: the best-liked photo"),
    listOf('season_ids', Id, PERSON_SEASONS_MAX, 'seasons in which the person belongs to the club; empty: all'),
    position,
  ],
  check: (row, tenant) => [
    // Photos carry comma-joined names.
    ...(String(row.name).includes(',') ? [['name', faultOf('comma')] as const] : []),
    ...ownPictures(row, tenant, ['picture']),
  ],
};

const ambassadors: Kind = {
  ...standard,
  name: 'ambassadors',
  about: 'fans who stand for the tenant',
  table: 'ambassador',
  key: 'ambassador_user_id',
  order: ['position', 'name'],
  references: [account('ambassador_user_id')],
  fields: [
    fitting('ambassador_user_id', UserId, 'account, by its id (see: users find)', { column: 'user_id' }),
    required('ambassador_name', NAME_MAX, 'name in the list of ambassadors', { column: 'name' }),
    fittingOrNull('object_key', picture, 'icon'),
    position,
  ],
  check: (row, tenant) => ownPictures(row, tenant, ['object_key']),
};

const reservedNames: Kind = {
  ...standard,
  name: 'reserved-names',
  about: 'names only their owners may bear',
  table: 'reserved_name',
  key: 'name',
  order: ['name'],
  fields: [
    required('name', NAME_MAX, 'the name'),
    ownerField('owner', `account it belongs to, by its id, or ${NOBODY}; needed where somebody bears the name`, {
      column: 'owner_id',
    }),
  ],
};

const creditSettings: Kind = {
  ...standard,
  name: 'credit-settings',
  about: 'the credit line of photos: one row a tenant',
  table: 'credit_setting',
  key: null,
  order: ['type'],
  fields: [
    fitting('type', v.picklist(['A', 'B', 'C', 'D']), 'A official label, B poster, C both, D none'),
    optional('official_label', CREDIT_TEXT_MAX, 'label of A and C; empty: the default company label'),
    fitting('ambassador', v.picklist(['ON', 'OFF']), 'ON or OFF'),
    optional('extra_text', CREDIT_TEXT_MAX, 'added to the line'),
  ],
};

const notices: Kind = {
  ...standard,
  name: 'notices',
  about: 'notices of the operators',
  table: 'notice',
  key: 'notice_id',
  order: ['created_at', 'notice_id'],
  references: [account('recipient_id')],
  removeWith: [{ table: 'notice_read', column: 'notice_id' }],
  // What fans cause is not the operators' to edit.
  onlyWithout: 'user_id',
  fields: [
    fitting('notice_id', Id, 'its id: letters, digits, - and _'),
    required('title', NOTICE_MAX.title, 'headline'),
    required('body', NOTICE_MAX.body, 'text'),
    fittingOrNull('url', link, 'where it leads: https://… or a path of the site'),
    fittingOrNull('recipient_id', UserId, 'the one account it is for; empty: everybody'),
    instantField('created_at', 'when, YYYY-MM-DD HH:mm:ss; new ones without it: now'),
  ],
};

const place = label(LOCATION_MAX);
const events: Kind = {
  ...standard,
  name: 'events',
  about: 'matches, campaigns, photo contests and projects of fans',
  table: 'event',
  key: 'event_id',
  order: ['crawl_period_start', 'event_id'],
  references: [
    { field: 'season_id', table: 'season', column: 'season_id', noun: 'season' },
    account('user_id'),
    account('premium_user_ids'),
  ],
  usedBy: [{ table: 'photo', column: 'event_id', noun: 'photos' }],
  removeWith: [{ table: 'event_poster', column: 'event_id' }],
  hasBookmarks: true,
  madeBy: 'user_id',
  fields: [
    fitting('event_id', Id, 'its id: letters, digits, - and _'),
    required('event_name', EVENT_NAME_MAX, 'name fans see'),
    fitting('event_type', EventType, EventType.options.join(', ')),
    dayField('event_date', 'day of the match, YYYY-MM-DD'),
    momentField('crawl_period_start', 'photos are welcome from, YYYY-MM-DD HH:mm:ss'),
    momentField('crawl_period_end', 'and until'),
    optional('public_message', EVENT_TEXT_MAX, 'overview'),
    fittingOrNull('thumbnail', picture, 'picture'),
    defaulted('category', EVENT_NAME_MAX, 'category'),
    defaulted('subCategory', EVENT_NAME_MAX, 'subcategory', { column: 'sub_category' }),
    wholeOrNull('post_limit', POST_LIMIT.min, POST_LIMIT.max, 'photos one fan can post; empty: any number'),
    optional('descriptive_title', EVENT_NAME_MAX, 'headline of the description'),
    fittingOrNull('descriptive_photo', picture, 'picture of the description'),
    optional('descriptive_text', EVENT_TEXT_MAX, 'description'),
    listOf('photo_location', place, EVENT_LOCATIONS.count, 'shooting locations to choose from'),
    listOf('premium_user_ids', UserId, 100, 'accounts with a badge'),
    fittingOrNull('season_id', Id, 'season, by its id'),
    fittingOrNull('user_id', UserId, 'the fan who made it; empty: the operators'),
    booleanField('ambassadorLimited', 'only ambassadors post: true or false', { column: 'ambassador_limited' }),
    booleanField('officialLimited', 'only the official user posts', { column: 'official_limited' }),
    booleanField('personLimited', 'only persons of the list post', { column: 'person_limited' }),
    listOf(
      'userLimited',
      label(NAME_MAX),
      500,
      'the only users who post, by their names or ids; kept as the accounts that bear the names now',
      { column: 'user_limited' },
    ),
    booleanField('usepermit_flag', 'asks for photo-use permission on the first post'),
  ],
  check: (row, tenant) => [
    ...ordered(row, 'crawl_period_start', 'crawl_period_end'),
    ...ownPictures(row, tenant, ['thumbnail', 'descriptive_photo']),
  ],
};

/** What image recognition and juries know of photos that are there. */
export const photoMarksKind: Kind = {
  ...standard,
  name: 'photo-marks',
  about: 'faces and best-shot marks of photos that are there',
  table: 'photo',
  key: 'media_url',
  // As everybody locks photos.
  order: ['id'],
  canAdd: false,
  fields: [
    fitting('media_url', MediaUrl, 'the photo'),
    nullable('option', PHOTO_MARK_MAX, 'best-shot mark, such as best; empty: none'),
    jsonField(
      'face_info',
      v.pipe(v.array(Face), v.maxLength(FACES_PER_PHOTO)),
      'faces [{name, BoundingBox: {Left, Top, Width, Height}}]',
    ),
  ],
};

/** In the order in which they refer to each other. */
export const kinds: readonly Kind[] = [
  seasons,
  teams,
  persons,
  events,
  ambassadors,
  reservedNames,
  creditSettings,
  notices,
  photoMarksKind,
];

export function kindNamed(name: string): Kind {
  const kind = kinds.find((one) => one.name === name);
  if (!kind) throw new Error(`No kind ${name}.`);
  return kind;
}
