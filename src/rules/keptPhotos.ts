/** Photos kept on a device to be seen without signal: which picture, which of them a list shows, and which matches make room (KEP-01). */
import type { Photo } from '../contract/entities.ts';
import { PREVIEW_SIDE } from '../contract/limits.ts';
import { thumbnailKey, variantKey } from '../contract/pictureKeys.ts';
import { openKey } from './openPicture.ts';
import type { PictureFacts } from './pictureSources.ts';
import { isSameName, searchKey, searchWords } from './searchMatch.ts';
import { searchTextOf, tagValue } from './searchText.ts';

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

/** Tells of photos whether a list with this query shows them: what the server does with an index. Null: it cannot be told here. */
export function listMatcher(query: ListQuery, photographers: Photographers | null): ((photo: Photo) => boolean) | null {
  const { e, event_id, s, team, u, pl, cp, ht, search_text, photographer, any_of } = query;
  if (any_of !== undefined || (photographer !== undefined && photographers === null)) return null;
  const persons = (cp ?? '').split(',').map((name) => searchKey(name));
  const words = searchWords(search_text ?? '');
  const authors =
    photographer === undefined ? null : photographers?.[photographer === 'official' ? 'official' : 'staff'];
  const isWanted = (wanted: string | undefined, value: string | null) => wanted === undefined || wanted === value;
  return (photo) => {
    const shown = photo.player.split(',').map((name) => searchKey(name));
    const text = () => searchTextOf({ ...photo, player: photo.player.split(',') });
    return (
      isWanted(e, photo.event_id) &&
      isWanted(event_id, photo.event_id) &&
      isWanted(s, photo.season_id) &&
      isWanted(team, photo.team_id) &&
      isWanted(u, photo.user_id) &&
      (pl === undefined || isSameName(pl, photo.photo_location ?? '')) &&
      persons.every((name) => name === '' || shown.includes(name)) &&
      (ht === undefined || photo.htag.some((tag) => tagValue(tag) === tagValue(ht))) &&
      (!authors || authors.has(photo.user_id)) &&
      words.every((word) => text().includes(word))
    );
  };
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
