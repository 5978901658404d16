/**
 * SAF-01: no text within its limits costs more than 20 ms of CPU, whatever it is made of. Every function that a stranger's text
 * reaches stands here with the bound of what can reach it; texts are made of what has broken such functions elsewhere.
 */
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { positionOf } from '../../server/api/photos/pageCursor.ts';
import { searchRowOf } from '../../server/api/photos/photoIndex.ts';
import { columnsOfPost } from '../../server/api/photos/storedFields.ts';
import { plainText, playersOf, tagsOf, textOrNull } from '../../server/api/storedText.ts';
import { nameShape } from '../../server/api/users/nameShape.ts';
import { containsPattern, gramsOf } from '../../server/database/likePattern.ts';
import { redact } from '../../server/http/log.ts';
import { routeName } from '../../server/http/routeNames.ts';
import { readAttributes } from '../../server/identity/attributes.ts';
import { poolInput } from '../../server/identity/poolParts.ts';
import { CognitoError } from '../../server/identity/wire.ts';
import { escapeHtml } from '../../server/ssr/escapeHtml.ts';
import { plainLine } from '../../server/ssr/metaTags.ts';
import { countCharacters, isWithin, truncate } from '../../src/contract/characters.ts';
import { EventDraft, NewPhoto, ObjectKey } from '../../src/contract/entities.ts';
import {
  BYTES_PER_CHARACTER,
  COMMENT_MAX,
  CONTACT_MAX,
  HASHTAG_MAX,
  HASHTAGS_PER_PHOTO,
  NAME_MAX,
  PASSWORD,
  PHOTOS_PER_POST,
  PLAYER_NAME_MAX,
  PLAYERS_PER_PHOTO,
  QUERY_TEXT_MAX,
} from '../../src/contract/limits.ts';
import { addHashtags, parseHashtags } from '../../src/rules/hashtags.ts';
import { cleanMessage, stripTags } from '../../src/rules/message.ts';
import { passwordLook, passwordProblem } from '../../src/rules/password.ts';
import { normaliseText, searchKey, searchWords, wordMatcher } from '../../src/rules/searchMatch.ts';
import { isBlank, nameLook, plainName, withoutTurning } from '../../src/rules/visibleText.ts';
import { CLUB } from '../support/tenants.ts';
import { bound, boundNow, costOf } from './cpuCost.ts';

/** What Node lets through as the whole of a request's headers. */
const HEADERS = 16 * 1024;
/** Characters of a body at the identity provider. */
const BODY = 64 * 1024;
/** UTF-16 units that so many characters may have: those of one character beyond the first take two bytes each at least. */
const unitsOf = (characters: number) => (characters * BYTES_PER_CHARACTER) / 2;
const TAGS = (HASHTAG_MAX + 2) * HASHTAGS_PER_PHOTO;
const PLAYERS = (PLAYER_NAME_MAX + 1) * PLAYERS_PER_PHOTO;

const whatever = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (!(error instanceof CognitoError)) throw error;
  }
};
/** A photo of which nothing was said. */
const UNSAID = columnsOfPost({});
const indexed = (text: string) =>
  searchRowOf({
    ...UNSAID,
    id: 1,
    tenant: CLUB,
    created_at: new Date(0),
    user_id: 'u',
    event_id: 'e',
    season_id: null,
    comment: truncate(text, COMMENT_MAX),
    htag: tagsOf(text.slice(0, TAGS)),
    player: playersOf(text.slice(0, PLAYERS)),
    photo_location: truncate(text, 60),
  });

/** Function, longest text that reaches it, and what it does with one. */
const functions: readonly (readonly [name: string, max: number, run: (text: string) => unknown])[] = [
  ['passwordProblem', 1024, (text) => passwordProblem(text)],
  ['passwordProblem within its length', PASSWORD.max, (text) => passwordProblem(text)],
  ['passwordProblem with own words', 2048, (text) => passwordProblem('lantern umbrella kick', Array(20).fill(text))],
  ['passwordLook', PASSWORD.max, passwordLook],
  ['stripTags', BODY, stripTags],
  ['truncate', BODY, (text) => truncate(text, COMMENT_MAX)],
  ['countCharacters', BODY, countCharacters],
  ['isWithin', BODY, (text) => isWithin(text, TAGS)],
  ['cleanMessage', unitsOf(COMMENT_MAX), (text) => cleanMessage(text)],
  ['plainText', BODY, plainText],
  ['withoutTurning', BODY, withoutTurning],
  ['isBlank', BODY, isBlank],
  ['nameLook', unitsOf(NAME_MAX), nameLook],
  ['plainName', BODY, plainName],
  ['nameShape', unitsOf(NAME_MAX), (text) => nameShape(text, true)],
  ['parseHashtags', TAGS, parseHashtags],
  ['addHashtags', TAGS, (text) => addHashtags(parseHashtags(text), text)],
  ['tagsOf', TAGS, tagsOf],
  ['playersOf', PLAYERS, playersOf],
  ['textOrNull', unitsOf(COMMENT_MAX), textOrNull],
  ['wordMatcher', unitsOf(QUERY_TEXT_MAX), (text) => wordMatcher(text)(text)],
  ['searchKey', PLAYERS, (text) => searchKey(text)],
  ['normaliseText', unitsOf(COMMENT_MAX) + TAGS, normaliseText.bind(null)],
  ['searchWords and their grams', unitsOf(QUERY_TEXT_MAX), (text) => searchWords(text).flatMap(gramsOf)],
  ['containsPattern', unitsOf(QUERY_TEXT_MAX), containsPattern],
  [
    'the search’s rows of a whole post',
    unitsOf(COMMENT_MAX),
    (text) => Array.from({ length: PHOTOS_PER_POST.desktop }, () => indexed(text)),
  ],
  ['positionOf', 120, positionOf],
  ['plainLine', HEADERS, plainLine],
  ['escapeHtml', HEADERS, escapeHtml],
  ['routeName', HEADERS, (text) => routeName('GET', `/f/${text}`, text)],
  ['redact', HEADERS, redact],
  ['an address of sign-up', BODY, (text) => v.safeParse(poolInput.email, text)],
  ['a mailed code', BODY, (text) => v.safeParse(poolInput.code, text)],
  ['attributes of an account', 2048, (text) => whatever(() => readAttributes([{ Name: 'nickname', Value: text }]))],
  ['an address of the contact form', CONTACT_MAX.email, (text) => v.safeParse(v.pipe(v.string(), v.email()), text)],
  [
    'an event',
    BODY,
    (text) => v.safeParse(EventDraft, { event_name: text, public_message: text, descriptive_text: text }),
  ],
  ['a photo', BODY, (text) => v.safeParse(NewPhoto, { comment: text, htag: text, player: text })],
  ['a key', HEADERS, (text) => v.safeParse(ObjectKey, text)],
];

/** A first run that is too long is measured again: compiling and collecting garbage are nobody's input. */
const isDear = (run: () => unknown): boolean => costOf(run, 1) > bound && costOf(run, 4) > boundNow();

/** What texts grow from, sort long, join, begin without end, or match in many ways. */
const pieces = [
  ...[
    '\ufdfa',
    '\u{1d160}',
    '\ufb03',
    '\u3316',
    '\uac01',
    '\u1112\u1161\u11ab',
    '\u3164',
    '\u0390',
    '\ufb2c',
    '\u2a74',
  ],
  ...[
    '\u0301',
    '\u0323\u0301',
    '\u0315\u0300\u05ae\u0327',
    '\u0f73',
    '\u034f',
    '\u200d',
    '\ufe0f',
    '👨‍👩‍👧',
    '\ud83d',
    '\u202e',
  ],
  ...[
    '<',
    '<a',
    '<a ',
    '</',
    '<!--',
    '--',
    '>',
    '<a>',
    '<!a',
    '=(',
    '"',
    '“',
    '「',
    '`',
    "'",
    '&',
    '\\',
    '%',
    '_',
    '#',
    '＃',
    ',',
    '、',
  ],
  ...[
    'qwerty',
    '1qaz2wsx3edc4rfv5tgb',
    'abcdefghijklm',
    'zxcvbnm',
    '0123456789',
    'abcab',
    'a',
    '1',
    '!',
    '-',
    '.',
    '@',
  ],
  ...[
    'a.',
    'a-',
    'a@',
    '.a',
    ' ',
    '\t',
    '\n',
    '\u3000',
    '/',
    '%2F',
    '/a',
    '?',
    'z',
    'zz-',
    'İ',
    'ß',
    'ﬀ',
    '公式',
    'ロ',
    'ー',
  ],
] as const;
const run = fc
  .tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: BODY }))
  .map(([piece, times]) => ({ piece, times }));
const recipe = fc.array(run, { minLength: 1, maxLength: 5 });
/** A text of at most `max` characters: each piece as often as its share says. */
function cook(parts: readonly { readonly piece: string; readonly times: number }[], max: number): string {
  const all = parts.reduce((sum, { times }) => sum + times, 0);
  return parts
    .map(({ piece, times }) => piece.repeat(Math.ceil(((times / all) * max) / piece.length)))
    .join('')
    .slice(0, max);
}

describe('the cost of a text', () => {
  test('SAF-01b a password of 256 signs that become 18 each costs nothing', () => {
    const password = '\ufdfa'.repeat(PASSWORD.max);
    expect(costOf(() => passwordProblem(password), 3)).toBeLessThan(bound);
    expect(passwordProblem(password)).toBe('long');
  });

  test.each(functions.map(([name, max, work]) => ({ name, max, work })))(
    'SAF-01a one piece from end to end is cheap for: $name',
    ({ max, work }) => {
      for (const piece of pieces)
        for (const text of [
          piece.repeat(max).slice(0, max),
          `${piece.repeat(max).slice(0, max - 1)}!`,
          cook(
            [
              { piece, times: 1 },
              { piece: '>', times: 1 },
            ],
            max,
          ),
        ])
          expect([piece, max, isDear(() => work(text))]).toEqual([piece, max, false]);
    },
  );

  test('SAF-01a no mixture that is searched for is dear for any function', () => {
    fc.assert(
      fc.property(fc.constantFrom(...functions), recipe, ([, max, work], parts) => {
        const text = cook(parts, max);
        return !isDear(() => work(text));
      }),
      { numRuns: 4000 },
    );
  });
});
