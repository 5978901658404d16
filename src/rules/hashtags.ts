import { truncate } from '../contract/characters.ts';
import { HASHTAG_MAX, HASHTAGS_PER_PHOTO } from '../contract/limits.ts';
import { tagValue } from './searchText.ts';

/** Text of a hashtag without its leading # or full-width ＃ (SRC-05). */
export const bareHashtag = (tag: string): string => tag.trim().replace(/^[#＃]+/u, '');

/**
 * Hashtags in what a fan typed or pasted (PST-05): parted by spaces (full-width too), commas or the # of the next one; a missing #
 * is added; cut to HASHTAG_MAX characters; duplicates in other spellings removed, the first one stays.
 */
export function parseHashtags(typed: string): string[] {
  return uniqueHashtags(
    typed
      .split(/[\s\u3000,、]+|(?=[#＃])/u)
      .map(bareHashtag)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the wire refuses them
      .map((bare) => bare.replace(/[\u0000-\u001f\u007f<>]/gu, ''))
      .filter((bare) => bare !== '')
      .map((bare) => `#${truncate(bare, HASHTAG_MAX)}`),
  );
}

/** The tags with those typed added at the end; at most HASHTAGS_PER_PHOTO. */
export const addHashtags = (tags: readonly string[], typed: string): string[] =>
  uniqueHashtags([...tags, ...parseHashtags(typed)]);

function uniqueHashtags(tags: readonly string[]): string[] {
  const seen = new Set<string>();
  const unique = tags.filter((tag) => {
    const key = tagValue(tag);
    return !seen.has(key) && seen.add(key);
  });
  return unique.slice(0, HASHTAGS_PER_PHOTO);
}

/** As a post sends them (§3). */
export const joinHashtags = (tags: readonly string[]): string => tags.join(' ');
