/** Photos kept on a device to be seen without signal: which picture, which of them a list shows, and which matches make room (KEP-01). */
import type { QueryInputOf } from '../contract/endpoints.ts';
import type { Photo } from '../contract/entities.ts';
import { PREVIEW_SIDE } from '../contract/limits.ts';
import { FACET_PARAMS, type FacetParam } from '../contract/photoFields.ts';
import { thumbnailKey, variantKey } from '../contract/pictureKeys.ts';
import { openKey } from './openPicture.ts';
import { facetValues, wantedFields } from './photoFacets.ts';
import type { PictureFacts } from './pictureSources.ts';
import { searchWords } from './searchMatch.ts';
import { searchTextOf } from './searchText.ts';

/**
 * Key of the one picture a photo is kept with: sharp on a whole screen, so the viewer has it, and lists show it smaller
 * (`sw/nearestPicture.ts`). The AVIF weighs about half of the JPEG.
 */
export function keptKey(photo: PictureFacts, hasAvif: boolean): string {
  const { media_url, has_preview, variants, width, height } = photo;
  const side = variants?.at(-1);
  if (hasAvif && side !== undefined) return variantKey(media_url, side);
  // Just posted, and nothing smaller is derived yet: an original would take the place of thirty others.
  return !has_preview && Math.max(width, height) > PREVIEW_SIDE ? thumbnailKey(media_url) : openKey(photo);
}

/** Query of a list of photos, as it goes over the line. */
export type ListQuery = Readonly<Record<string, string | undefined>>;
/** Accounts a photographer can be: of the club, and those with its staff. */
export interface Photographers {
  readonly official: ReadonlySet<string>;
  readonly staff: ReadonlySet<string>;
}

type Matcher = (photo: Photo) => boolean;
type ListParam = keyof QueryInputOf<'getPublicList'>;

/** Parameters of a list beside those of PHOTO_FIELDS: whether a photo has what they ask for. null: it cannot be told here. */
const CONDITIONS: Readonly<
  Record<Exclude<ListParam, FacetParam>, (value: string, photographers: Photographers | null) => Matcher | null>
> = {
  e: (value) => (photo) => photo.event_id === value,
  event_id: (value) => (photo) => photo.event_id === value,
  s: (value) => (photo) => photo.season_id === value,
  u: (value) => (photo) => photo.user_id === value,
  search_text: (value) => {
    const words = searchWords(value);
    return (photo) => {
      const text = searchTextOf({ ...photo, player: photo.player.split(',') });
      return words.every((word) => text.includes(word));
    };
  },
  photographer: (value, photographers) => {
    const authors = photographers?.[value === 'official' ? 'official' : 'staff'];
    return authors === undefined ? null : (photo) => authors.has(photo.user_id);
  },
  any_of: () => null,
  // They choose no photos.
  sort: () => () => true,
  best: () => () => true,
  cf: () => () => true,
  cursor: () => () => true,
  l: () => () => true,
};
const isKnown = (name: string): name is keyof typeof CONDITIONS => Object.hasOwn(CONDITIONS, name);

/**
 * Tells of photos whether a list with this query shows them: what the server does with an index. null: it cannot be told here, such as
 * of a condition this build does not know (FLD-01d).
 */
export function listMatcher(query: ListQuery, photographers: Photographers | null): Matcher | null {
  const matchers: Matcher[] = [];
  for (const { name, values } of wantedFields(query))
    matchers.push((photo) => {
      const has = facetValues(name, photo[name]);
      return values.every((value) => has.includes(value));
    });
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || FACET_PARAMS.some((param) => param === name)) continue;
    const matcher = isKnown(name) ? CONDITIONS[name](value, photographers) : null;
    if (matcher === null) return null;
    matchers.push(matcher);
  }
  return (photo) => matchers.every((matches) => matches(photo));
}

interface Held {
  readonly id: string;
  /** Epoch ms. */
  readonly openedAt: number;
  /** Bytes of its pictures, by the photo's key. Two may have the same photo: it is there once. */
  readonly pictures: ReadonlyMap<string, number>;
}

/**
 * Ids of what has to go so that `wanted` more bytes fit, the least recently opened first; null: they do not fit even alone.
 * @param staying never goes: what is being kept itself
 */
export function makeRoom(kept: readonly Held[], budget: number, wanted: number, staying: string): string[] | null {
  const holders = new Map<string, number>();
  let used = 0;
  for (const { pictures } of kept)
    for (const [name, bytes] of pictures) {
      if (!holders.has(name)) used += bytes;
      holders.set(name, (holders.get(name) ?? 0) + 1);
    }
  const gone: string[] = [];
  for (const { id, pictures } of kept.toSorted((a, b) => a.openedAt - b.openedAt)) {
    if (used + wanted <= budget) break;
    if (id === staying) continue;
    gone.push(id);
    for (const [name, bytes] of pictures) {
      const left = (holders.get(name) ?? 1) - 1;
      holders.set(name, left);
      if (left === 0) used -= bytes;
    }
  }
  return used + wanted <= budget ? gone : null;
}
