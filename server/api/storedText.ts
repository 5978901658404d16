import { truncate } from '../../src/contract/characters.ts';
import { ACCEPTED } from '../../src/contract/limits.ts';
import { ACCEPTED_TAGS, parseHashtags } from '../../src/rules/hashtags.ts';
import { stripTags } from '../../src/rules/message.ts';
import { isBlank, withoutTurning } from '../../src/rules/visibleText.ts';

/**
 * A fan's text as it is stored: no HTML tags (§5), nothing that turns the direction of what stands around it. In this order: a sign
 * that goes could have kept a tag from being one.
 */
export const plainText = (text: string): string => stripTags(withoutTurning(text));

/** Hashtags of the wire as a list, without those that show nothing. */
export const tagsOf = (joined: string): string[] =>
  parseHashtags(plainText(joined), ACCEPTED_TAGS).filter((tag) => !isBlank(tag.slice(1)));

/** Comma-joined names of the wire as a list, no name twice; cut to what is accepted, as hashtags are: an index takes no row of any length. */
export function playersOf(joined: string): string[] {
  const names = plainText(joined).split(',');
  const cut = names.map((name) => truncate(name.trim(), ACCEPTED.playerName).trim());
  return [...new Set(cut.filter((name) => !isBlank(name)))].slice(0, ACCEPTED.players);
}

/** A text or nothing: an empty one is nothing. */
export function textOrNull(text: string | null): string | null {
  const plain = plainText(text ?? '').trim();
  return isBlank(plain) ? null : plain;
}
