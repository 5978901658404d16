import { truncate } from '../contract/characters.ts';
import { ACCEPTED, HASHTAG_MAX, HASHTAGS_PER_PHOTO } from '../contract/limits.ts';
import { tagValue } from './searchText.ts';

/** Text of a hashtag without its leading # or full-width ＃ (SRC-05). */
export const bareHashtag = (tag: string): string => tag.trim().replace(/^[#＃]+/u, '');

/** Characters of a tag, and tags of a photo, at most. */
export interface HashtagBounds {
  readonly length: number;
  readonly count: number;
}
const BOUNDS: HashtagBounds = { length: HASHTAG_MAX, count: HASHTAGS_PER_PHOTO };
/** Those of hashtags that were written already, maybe by an older build (FLD-02). */
export const ACCEPTED_TAGS: HashtagBounds = { length: ACCEPTED.hashtag, count: ACCEPTED.hashtags };

/**
 * Hashtags in what a fan typed or pasted (PST-05): parted by spaces (full-width too), commas or the # of the next one; a missing #
 * is added; cut to the bounds; duplicates in other spellings removed, the first one stays.
 */
export function parseHashtags(typed: string, { length, count }: HashtagBounds = BOUNDS): string[] {
  return uniqueHashtags(
    typed
      .split(/[\s\u3000,、]+|(?=[#＃])/u)
      .map(bareHashtag)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the wire refuses them
      .map((bare) => bare.replace(/[\u0000-\u001f\u007f<>]/gu, ''))
      .filter((bare) => bare !== '')
      .map((bare) => `#${truncate(bare, length)}`),
    count,
  );
}

/** The tags with those typed added at the end; at most HASHTAGS_PER_PHOTO, or as many as there were. */
export const addHashtags = (tags: readonly string[], typed: string): string[] =>
  uniqueHashtags([...tags, ...parseHashtags(typed)], Math.max(HASHTAGS_PER_PHOTO, tags.length));

function uniqueHashtags(tags: readonly string[], count: number): string[] {
  const seen = new Set<string>();
  const unique = tags.filter((tag) => {
    const key = tagValue(tag);
    return !seen.has(key) && seen.add(key);
  });
  return unique.slice(0, count);
}

/** As a post sends them (§3). */
export const joinHashtags = (tags: readonly string[]): string => tags.join(' ');
