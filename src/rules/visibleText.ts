import { truncate } from '../contract/characters.ts';
import { BYTES_PER_CHARACTER, NAME_MAX } from '../contract/limits.ts';
import { stripTags } from './message.ts';

/** Signs that turn the direction of the text around them: a name could pass for another one, or garble its neighbours. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/gu;
/**
 * Signs that show nothing: what Unicode calls default ignorable (joiners, fillers, variation selectors, tags …), controls, spaces,
 * and the blanks of Braille, music, Khitan and hieroglyphs. They are part of emoji and of some scripts, so they stay where something
 * else is shown.
 */
const UNSEEN =
  '\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Cf}\\p{Z}\\u2800\\ufffc\\u{16fe4}\\u{1d159}\\u{13441}\\u{13442}';
const ALL_UNSEEN = new RegExp(`^[${UNSEEN}]*$`, 'u');
const EACH_UNSEEN = new RegExp(`[${UNSEEN}]`, 'gu');

/** Text that leaves the direction of what stands around it alone. */
export const withoutTurning = (text: string): string => text.replace(TURNING, '');

/** Nothing of it can be seen: an empty comment or name in disguise. */
export const isBlank = (text: string): boolean => ALL_UNSEEN.test(text);

/**
 * A name as it is kept: one line of at most NAME_MAX characters without HTML tags (§5) and without signs that turn its neighbours.
 * Empty: nothing of it can be seen.
 */
export function plainName(given: string): string {
  const line = stripTags(withoutTurning(given.slice(0, BYTES_PER_CHARACTER * NAME_MAX)))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  const name = truncate(line, NAME_MAX).toWellFormed().trim();
  return isBlank(name) ? '' : name;
}

/** Text without the signs that show nothing; for comparing only, since some scripts and emoji are made with them. */
export const withoutUnseen = (text: string): string => text.replace(EACH_UNSEEN, '');

/** What a name looks like: names that differ only in width, case, spaces or invisible signs are one (§6 reserved names). */
export const nameLook = (name: string): string => withoutUnseen(name.normalize('NFKC')).normalize('NFC').toLowerCase();
