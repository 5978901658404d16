/**
 * Calls of the desk about a tenant's content: events, seasons, teams, players and what fans see of people (STF-12, STF-13). All kinds of
 * records have the same calls: the checks are those of the operators' imports.
 */
import * as v from 'valibot';
import { endpoint } from './endpoints.ts';
import { Id, text } from './entities.ts';
import { HASHTAG_MAX, HASHTAGS_PER_PHOTO, PLAYER_NAME_MAX, QUERY_TEXT_MAX } from './limits.ts';
import { RECORD_FAULTS } from './recordFaults.ts';
import { forRole, type StaffEndpoint } from './staffCall.ts';
import { RECORD_INPUT, RECORDS_LISTED } from './staffLimits.ts';

/** Kinds of records that editors manage, as on the command line. */
const RECORD_KINDS = [
  'events',
  'seasons',
  'teams',
  'persons',
  'ambassadors',
  'reserved-names',
  'credit-settings',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

const Word = v.pipe(v.string(), v.maxLength(RECORD_INPUT.text));
const Value = v.union([
  Word,
  v.pipe(v.number(), v.safeInteger()),
  v.boolean(),
  v.null(),
  v.pipe(v.array(Word), v.maxLength(RECORD_INPUT.entries)),
]);
export type RecordValue = v.InferOutput<typeof Value>;
/** Fields of a record by the names that its CSV file has. */
const Values = v.record(v.pipe(v.string(), v.maxLength(40)), Value);
export type RecordValues = v.InferOutput<typeof Values>;

/** A stored record. */
const StoredRecord = v.object({
  /** What tells it from others of its kind; empty: a tenant has one. */
  key: v.string(),
  /** Changes with each change of the record. */
  revision: v.string(),
  values: Values,
});
export type StoredRecord = v.InferOutput<typeof StoredRecord>;

const Problem = v.object({
  /** First line of the row in the file, from 1; 0: no row. */
  line: v.number(),
  /** Name of the field; empty: the row as a whole. */
  field: v.string(),
  code: v.picklist(RECORD_FAULTS),
  /** The bound, name or id that the sentence needs; empty: none. */
  about: v.string(),
});
export type RecordProblem = v.InferOutput<typeof Problem>;

const Kind = v.picklist(RECORD_KINDS);
const PersonName = v.pipe(text(PLAYER_NAME_MAX), v.nonEmpty());
const Key = v.pipe(v.string(), v.maxLength(RECORD_INPUT.text));
const Revision = v.pipe(v.string(), v.maxLength(64));
/**
 * What became of a write. 'refused': nothing was changed because of `problems`. 'changed': somebody else changed the record since
 * `revision`, and `record` is how it stands now. 'gone': somebody else removed it.
 */
export const RecordWritten = v.object({
  result: v.picklist(['ok', 'refused', 'changed', 'gone']),
  problems: v.array(Problem),
  /** The record as it stands now; null: it is gone, or was not written. */
  record: v.nullable(StoredRecord),
});

export const staffContentEndpoints = {
  /** Records of a kind in their own order, events the latest first; at most RECORDS_LISTED. Events that fans made are not the desk's. */
  getStaffRecords: forRole(
    'editor',
    endpoint({
      method: 'GET',
      path: '/staff/records',
      auth: 'user',
      cache: 'none',
      query: v.object({ kind: Kind }),
      answer: v.object({ list: v.pipe(v.array(StoredRecord), v.maxLength(RECORDS_LISTED)) }),
    }),
  ),
  /**
   * Adds a record (`revision` null), or changes the fields that `values` names. The same values once more are no error.
   * INVALID_REQUEST: a new picture that the caller did not store below the event.
   */
  putStaffRecord: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/record',
      auth: 'user',
      body: v.object({ kind: Kind, revision: v.nullable(Revision), values: Values }),
      answer: RecordWritten,
    }),
  ),
  /** Removes a record that nothing refers to. One that is gone already is no error. */
  deleteStaffRecord: forRole(
    'editor',
    endpoint({
      method: 'DELETE',
      path: '/staff/record',
      auth: 'user',
      body: v.object({ kind: Kind, key: Key, revision: Revision }),
      answer: RecordWritten,
    }),
  ),
  /** Ends an event that is in progress at once. EVENT_NOT_STARTED, EVENT_OVER: it is not in progress. */
  putStaffEventEnd: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/event/end',
      auth: 'user',
      body: v.object({ event_id: Id }),
      answer: v.object({ result: v.literal('ok') }),
      errors: ['EVENT_NOT_FOUND', 'EVENT_NOT_STARTED', 'EVENT_OVER'],
    }),
  ),
  /**
   * Gives the photos, faces and favourites of one spelling of a player to the listed name `into`, MERGED_AT_ONCE photos a call. After
   * the last call `from` is no longer listed. `left` 0: nothing is left to do; another number: at least so many photos are. NOT_FOUND: `into` is not listed. INVALID_REQUEST: one name.
   */
  putStaffPersonMerge: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/person/merge',
      auth: 'user',
      body: v.object({ from: PersonName, into: PersonName }),
      answer: v.object({ photos: v.number(), left: v.number() }),
    }),
  ),
  /** Popular search words with their counts, the most wanted first, and the hidden ones; at most HIDDEN_WORDS_LISTED of these. */
  getStaffWords: forRole(
    'editor',
    endpoint({
      method: 'GET',
      path: '/staff/words',
      auth: 'user',
      cache: 'none',
      answer: v.object({
        popular: v.array(v.object({ word: v.string(), count: v.number() })),
        hidden: v.array(v.string()),
      }),
    }),
  ),
  /** Words that hold a photo or comment back until a moderator has looked at it, in their order (STF-11b). */
  getStaffHeldWords: forRole(
    'moderator',
    endpoint({
      method: 'GET',
      path: '/staff/words/held',
      auth: 'user',
      cache: 'none',
      answer: v.object({ list: v.array(v.string()) }),
    }),
  ),
  /** Adds such a word in all its spellings, or removes it. Idempotent. INVALID_REQUEST: no letters, or HELD_WORDS_MAX words are there. */
  putStaffHeldWord: forRole(
    'moderator',
    endpoint({
      method: 'PUT',
      path: '/staff/word/held',
      auth: 'user',
      body: v.object({ word: v.pipe(text(QUERY_TEXT_MAX), v.nonEmpty()), is_held: v.boolean() }),
      answer: v.object({ result: v.literal('ok') }),
    }),
  ),
  /** Keeps a word out of the popular ones in all its spellings, or shows it again. Idempotent. INVALID_REQUEST: no letters. */
  putStaffWord: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/word',
      auth: 'user',
      body: v.object({ word: v.pipe(text(QUERY_TEXT_MAX), v.nonEmpty()), is_hidden: v.boolean() }),
      answer: v.object({ result: v.literal('ok') }),
    }),
  ),
  /** Sample hashtags of the post form. `tags` null: those of the tenant's file (TEN-09). `revision`: 0 if nobody ever changed them. */
  getStaffSampleTags: forRole(
    'editor',
    endpoint({
      method: 'GET',
      path: '/staff/tags',
      auth: 'user',
      cache: 'none',
      answer: v.object({ tags: v.nullable(v.array(v.string())), revision: v.number() }),
    }),
  ),
  /**
   * Chooses the sample hashtags; null: those of the tenant's file again. The same once more is no error. 'changed': somebody else changed them
   * since `revision`. INVALID_REQUEST: a text that is no hashtag as a post has it, or two spellings of one.
   */
  putStaffSampleTags: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/tags',
      auth: 'user',
      body: v.object({
        tags: v.nullable(v.pipe(v.array(text(HASHTAG_MAX + 1)), v.minLength(1), v.maxLength(HASHTAGS_PER_PHOTO))),
        revision: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)),
      }),
      answer: v.object({ result: v.picklist(['ok', 'changed']) }),
    }),
  ),
  /** The records of a kind as the CSV file that the import takes. No cell is a formula. */
  getStaffRecordsFile: forRole(
    'editor',
    endpoint({
      method: 'GET',
      path: '/staff/records/file',
      auth: 'user',
      cache: 'none',
      query: v.object({ kind: Kind }),
      answer: v.object({ csv: v.string() }),
    }),
  ),
  /** Adds and changes the records of a CSV file, all or none. `is_trial`: says what would happen, and changes nothing. */
  putStaffRecordsFile: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/records/file',
      auth: 'user',
      body: v.object({ kind: Kind, csv: v.string(), is_trial: v.boolean() }),
      answer: v.object({
        result: v.picklist(['ok', 'refused']),
        /** Every fault of the file, at most RECORD_INPUT.problems; `more`: further ones. */
        problems: v.array(Problem),
        more: v.number(),
        added: v.number(),
        changed: v.number(),
        unchanged: v.number(),
        /** Keys of the rows that are new or changed. */
        keys: v.array(v.string()),
      }),
    }),
  ),
} as const satisfies Record<string, StaffEndpoint>;
