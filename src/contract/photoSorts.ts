/** Orders of a list of photos besides the newest first (LST-01): the most liked. Apart from `endpoints.ts`, whose schemas no page needs at its start. */
export const PHOTO_SORTS = ['likes'] as const;
export type PhotoSort = (typeof PHOTO_SORTS)[number];
/** Lists of the best photos of an event: 'true' is empty if few are marked or liked (FAN-18a). 'full' has others too (WAL-07c). */
export const BEST_KINDS = ['true', 'full'] as const;
export type BestKind = (typeof BEST_KINDS)[number];
/** Parameter of a page that names the order of its photos. */
export const SORT_PARAM = 'sort';
/** The order of that name; undefined: the newest first, which a name nobody knows means too. */
export const sortNamed = (name: string | null): PhotoSort | undefined => PHOTO_SORTS.find((sort) => sort === name);
