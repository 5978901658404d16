/** What a search looks at in a photo, at the server and, without signal, on the device (SRC-05, KEP-01e). */
import { normaliseText } from './searchMatch.ts';

/** Hashtags are counted and found without their #, in one form of writing. */
export const tagValue = (hashtag: string): string => normaliseText(hashtag).replace(/^#/, '');

interface SearchedPhoto {
  readonly comment: string;
  readonly htag: readonly string[];
  readonly player: readonly string[];
  readonly photo_location: string | null;
}

/**
 * What words are looked for in. Names and places are in it once more without their spaces: who looks for '山田太郎' means
 * '山田 太郎', too (SRC-05).
 */
export function searchTextOf({ comment, htag, player, photo_location }: SearchedPhoto): string {
  const names = [...player, photo_location ?? ''].map((name) => normaliseText(name));
  const joined = names.filter((name) => name.includes(' ')).map((name) => name.replaceAll(' ', ''));
  return [normaliseText([comment, ...htag].join(' ')), ...names, ...joined].filter((text) => text !== '').join(' ');
}
