/** The fields of each kind of record as a form shows them, and how a form's texts and a record's values become each other. */
import {
  CREDIT_TEXT_MAX,
  EVENT_NAME_MAX,
  EVENT_TEXT_MAX,
  NAME_MAX,
  PERSON_NUMBER_MAX,
  PERSON_READING_MAX,
  PLAYER_NAME_MAX,
} from '../../contract/limits.ts';
import type { RecordKind, RecordValue, RecordValues } from '../../contract/staffContentEndpoints.ts';
import { recordChoices, type recordSections } from '../../messages/jaStaffContent.ts';

type Section = keyof typeof recordSections;

export interface RecordInput {
  readonly name: string;
  readonly section: Section;
  /** How it is edited. 'id': made by the form. 'reference': chosen from the records of `of`; 'references': several of them. 'onOff': ON or OFF. */
  readonly as:
    | 'id'
    | 'text'
    | 'area'
    | 'day'
    | 'moment'
    | 'number'
    | 'switch'
    | 'onOff'
    | 'lines'
    | 'choice'
    | 'picture'
    | 'reference'
    | 'references';
  readonly max?: number;
  readonly of?: RecordKind;
  /** Field of the chosen record that people read. */
  readonly shown?: string;
  readonly isRequired?: boolean;
}

/** What tells records of a kind apart; null: a tenant has one. */
export const recordKeys: Readonly<Record<RecordKind, string | null>> = {
  events: 'event_id',
  seasons: 'season_id',
  teams: 'team_id',
  persons: 'name',
  ambassadors: 'ambassador_user_id',
  'reserved-names': 'name',
  'credit-settings': null,
};

/** Field that a list shows. */
export const recordTitles: Readonly<Record<RecordKind, string>> = {
  events: 'event_name',
  seasons: 'season_name',
  teams: 'team_name',
  persons: 'name',
  ambassadors: 'ambassador_name',
  'reserved-names': 'name',
  'credit-settings': 'official_label',
};

const basic = { section: 'basic' } as const;
const required = { section: 'basic', isRequired: true } as const;
const team = { name: 'team_id', ...basic, as: 'reference', of: 'teams', shown: 'team_name' } as const;
const position = { name: 'position', ...basic, as: 'number' } as const;

export const recordInputs: Readonly<Record<RecordKind, readonly RecordInput[]>> = {
  events: [
    { name: 'event_id', ...basic, as: 'id' },
    { name: 'event_name', ...required, as: 'text', max: EVENT_NAME_MAX },
    { name: 'event_type', ...required, as: 'choice' },
    { name: 'season_id', ...basic, as: 'reference', of: 'seasons', shown: 'season_name' },
    { name: 'category', ...basic, as: 'text', max: EVENT_NAME_MAX },
    { name: 'subCategory', ...basic, as: 'text', max: EVENT_NAME_MAX },
    { name: 'event_date', section: 'period', as: 'day', isRequired: true },
    { name: 'crawl_period_start', section: 'period', as: 'moment', isRequired: true },
    { name: 'crawl_period_end', section: 'period', as: 'moment', isRequired: true },
    { name: 'public_message', section: 'texts', as: 'area', max: EVENT_TEXT_MAX },
    { name: 'descriptive_title', section: 'texts', as: 'text', max: EVENT_NAME_MAX },
    { name: 'descriptive_text', section: 'texts', as: 'area', max: EVENT_TEXT_MAX },
    { name: 'thumbnail', section: 'pictures', as: 'picture' },
    { name: 'descriptive_photo', section: 'pictures', as: 'picture' },
    { name: 'photo_location', section: 'posting', as: 'lines' },
    { name: 'post_limit', section: 'posting', as: 'number' },
    { name: 'ambassadorLimited', section: 'posting', as: 'switch' },
    { name: 'officialLimited', section: 'posting', as: 'switch' },
    { name: 'personLimited', section: 'posting', as: 'switch' },
    { name: 'userLimited', section: 'posting', as: 'lines' },
    { name: 'premium_user_ids', section: 'posting', as: 'lines' },
    { name: 'usepermit_flag', section: 'posting', as: 'switch' },
  ],
  seasons: [
    { name: 'season_id', ...basic, as: 'id' },
    { name: 'season_name', ...required, as: 'text', max: NAME_MAX },
    { name: 'season_period_start', ...required, as: 'moment' },
    { name: 'season_period_end', ...required, as: 'moment' },
  ],
  teams: [
    { name: 'team_id', ...basic, as: 'id' },
    { name: 'team_name', ...required, as: 'text', max: NAME_MAX },
    { name: 'object_key', ...basic, as: 'text' },
    { name: 'gender', ...basic, as: 'choice' },
    position,
  ],
  persons: [
    { name: 'name', ...required, as: 'text', max: PLAYER_NAME_MAX },
    { name: 'number', ...basic, as: 'text', max: PERSON_NUMBER_MAX },
    { name: 'reading', ...basic, as: 'text', max: PERSON_READING_MAX },
    team,
    { name: 'season_ids', ...basic, as: 'references', of: 'seasons', shown: 'season_name' },
    { name: 'picture', ...basic, as: 'picture' },
    position,
  ],
  ambassadors: [
    { name: 'ambassador_user_id', ...required, as: 'text' },
    { name: 'ambassador_name', ...required, as: 'text', max: NAME_MAX },
    { name: 'object_key', ...basic, as: 'text' },
    position,
  ],
  'reserved-names': [
    { name: 'name', ...required, as: 'text', max: NAME_MAX },
    { name: 'owner', ...basic, as: 'text' },
  ],
  'credit-settings': [
    { name: 'type', ...required, as: 'choice' },
    { name: 'official_label', ...basic, as: 'text', max: CREDIT_TEXT_MAX },
    { name: 'ambassador', ...basic, as: 'onOff' },
    { name: 'extra_text', ...basic, as: 'text', max: CREDIT_TEXT_MAX },
  ],
};

/** Texts of a form by field; 'true' and 'false' of a switch. */
export type RecordTexts = Readonly<Record<string, string>>;

const choicesOf = (kind: RecordKind, name: string) => Object.keys(recordChoices[`${kind}.${name}`] ?? {});

/** Returns a value as the form's text; a missing value as the text of an empty form. */
function textOfValue(kind: RecordKind, { name, as }: RecordInput, value: RecordValue | undefined): string {
  if (as === 'moment') return typeof value === 'string' ? value.replace(' ', 'T') : '';
  if (as === 'switch') return String(value === true);
  if (as === 'onOff') return String(value === 'ON');
  if (Array.isArray(value)) return value.join('\n');
  if (value === null || value === undefined) return as === 'choice' ? (choicesOf(kind, name)[0] ?? '') : '';
  return String(value);
}

export const recordTextsOf = (kind: RecordKind, values: RecordValues): RecordTexts =>
  Object.fromEntries(recordInputs[kind].map((input) => [input.name, textOfValue(kind, input, values[input.name])]));

/** A full-width number, as a Japanese keyboard writes it, in plain digits. */
const plainNumber = (text: string): string => text.normalize('NFKC').trim();

function valueOfText({ as, isRequired }: RecordInput, text: string): RecordValue | undefined {
  switch (as) {
    case 'moment':
      // Browsers leave out seconds that are 0.
      return text === '' ? '' : `${text.replace('T', ' ')}${text.length === 16 ? ':00' : ''}`;
    case 'switch':
      return text === 'true';
    case 'onOff':
      return text === 'true' ? 'ON' : 'OFF';
    case 'lines':
    case 'references':
      return text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
    case 'number':
      return /^-?\d{1,15}$/.test(plainNumber(text)) ? Number(plainNumber(text)) : text.trim() || null;
    case 'reference':
    case 'picture':
      return text || null;
    default:
      return text === '' && !isRequired ? undefined : text;
  }
}

/** Fields that are null when they are cleared; other texts are empty. */
const CLEARED_TO_NULL = ['number', 'object_key', 'gender', 'owner'];

/** Returns the fields that differ from those the form opened with, and the key; of a new record all that were filled in. */
export function changedValues(kind: RecordKind, texts: RecordTexts, base: RecordTexts | null): RecordValues {
  const entries = recordInputs[kind].flatMap((input): [string, RecordValue][] => {
    const { name } = input;
    const text = texts[name] ?? '';
    if (base !== null && name !== recordKeys[kind] && text === base[name]) return [];
    // A record keeps its place in the list.
    if (name === 'position' && text.trim() === '') return [];
    const value = valueOfText(input, text);
    if (value !== undefined) return [[name, value]];
    return base === null ? [] : [[name, CLEARED_TO_NULL.includes(name) ? null : '']];
  });
  return Object.fromEntries(
    entries.filter(([name, value]) => base !== null || value !== null || name === recordKeys[kind]),
  );
}
