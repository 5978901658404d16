import { PLAYERS_PER_PHOTO } from '../../src/contract/limits.ts';
import { stripTags } from '../../src/rules/message.ts';
import { isBlank, withoutTurning } from '../../src/rules/visibleText.ts';

/** A fan's text as it is stored: no HTML tags (§5), nothing that turns the direction of what stands around it. */
export const plainText = (text: string): string => withoutTurning(stripTags(text));

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
