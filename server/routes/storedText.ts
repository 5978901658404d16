import { PLAYERS_PER_PHOTO } from '../../src/contract/limits.ts';
import { stripTags } from '../../src/rules/message.ts';

/** Signs that turn the direction of the text around them: a name could pass for another one, or garble its neighbours. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;
/** Signs that show nothing. They are part of emoji and of some scripts, so they stay where something else is shown. */
const INVISIBLE = /^(?:[\p{Cc}\p{Cf}\p{Z}\u115f\u1160\u2800\u3164\uffa0]|\p{Variation_Selector})*$/u;

/** A fan's text as it is stored: no HTML tags (§5), nothing that turns the direction of what stands around it. */
export const plainText = (text: string): string => stripTags(text).replace(TURNING, '');

/** Nothing of it can be seen: an empty comment or name in disguise. */
export const isBlank = (text: string): boolean => INVISIBLE.test(text);

/** Comma-joined names of the wire as a list, no name twice. */
export function playersOf(joined: string): string[] {
  const names = plainText(joined).split(',');
  return [...new Set(names.map((name) => name.trim()).filter((name) => !isBlank(name)))].slice(0, PLAYERS_PER_PHOTO);
}

/** A text or nothing: an empty one is nothing. */
export function textOrNull(text: string | null): string | null {
  const plain = plainText(text ?? '').trim();
  return isBlank(plain) ? null : plain;
}
