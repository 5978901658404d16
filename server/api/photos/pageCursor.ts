/** Where pages of photos begin, as clients carry it: the contract's Cursor. It tells the order it was made for (LST-01c). */
import { ApiFailure } from '../handlers.ts';
import type { LikedPosition, Position } from './photoKeys.ts';

const LIKED = 'likes.';
const REST = 'rest.';
const inBase36 = (numbers: readonly [number, number]): string => numbers.map((n) => n.toString(36)).join('-');
const fromBase36 = (cursor: string) => cursor.split('-').map((part) => Number.parseInt(part, 36));

/** The last row of a newest-first page. */
export const cursorOf = ({ at, id }: Position): string => inBase36([at.getTime(), id]);

/**
 * @param cursor of the contract's form: whatever has it is a place, whether or not a row was ever there
 * @throws ApiFailure INVALID_REQUEST: a cursor of another order
 */
export function positionOf(cursor: string): Position {
  if (cursor.startsWith(LIKED) || cursor.startsWith(REST)) throw new ApiFailure('INVALID_REQUEST');
  const [ms = 0, id = 0] = fromBase36(cursor);
  return { at: new Date(ms), id };
}

/** Where a page of the most liked begins: among photos somebody likes, or, newest first, among those nobody likes. null: at their start. */
export type LikedPlace =
  | { readonly among: 'liked'; readonly after: LikedPosition | null }
  | { readonly among: 'rest'; readonly after: Position };

export const likedCursorOf = ({ likes, id }: LikedPosition): string => LIKED + inBase36([likes, id]);
/** @param cursor of `cursorOf` */
export const restCursorOf = (cursor: string): string => REST + cursor;

/** @throws ApiFailure INVALID_REQUEST: a cursor of another order */
export function likedPlaceOf(cursor: string | undefined): LikedPlace {
  if (cursor === undefined) return { among: 'liked', after: null };
  if (cursor.startsWith(REST)) return { among: 'rest', after: positionOf(cursor.slice(REST.length)) };
  if (!cursor.startsWith(LIKED)) throw new ApiFailure('INVALID_REQUEST');
  const [likes = 0, id = 0] = fromBase36(cursor.slice(LIKED.length));
  return { among: 'liked', after: { likes, id } };
}
