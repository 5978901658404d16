/** The page of the highlights of an event, and its pictures for social networks (WAL-07, WAL-08). */
import * as v from 'valibot';
import { HIGHLIGHTS } from './highlightsLimits.ts';

/** Parts of the page that staff may leave out. */
export const HIGHLIGHTS_SECTIONS = ['photos', 'numbers', 'players'] as const;
export type HighlightsSection = (typeof HIGHLIGHTS_SECTIONS)[number];

/** Sizes of the pictures, in pixels. wide: the preview of a link. tall: a story. */
export const HIGHLIGHTS_FORMATS = {
  wide: { width: 1200, height: 630 },
  tall: { width: 1080, height: 1920 },
} as const;
export type HighlightsFormat = keyof typeof HIGHLIGHTS_FORMATS;

/** What was counted of the event. `looks`: how often its photos were opened, since this is recorded. */
export const HighlightsNumbers = v.object({
  photos: v.number(),
  posters: v.number(),
  likes: v.number(),
  looks: v.number(),
});
export type HighlightsNumbers = v.InferOutput<typeof HighlightsNumbers>;

/** Players with most photos of the event, and their photos. */
export const HighlightsPlayers = v.pipe(
  v.array(v.object({ name: v.string(), count: v.number() })),
  v.maxLength(HIGHLIGHTS.players),
);
export type HighlightsPlayers = v.InferOutput<typeof HighlightsPlayers>;

export const HighlightsSections = v.pipe(
  v.array(v.picklist(HIGHLIGHTS_SECTIONS)),
  v.maxLength(HIGHLIGHTS_SECTIONS.length),
  v.transform((given) => HIGHLIGHTS_SECTIONS.filter((one) => given.includes(one))),
);

/** A page as everybody sees it. Its photos are a list of their own (`getPublicList` with `best`). */
export const Highlights = v.object({
  title: v.string(),
  /** Empty: none. */
  text: v.string(),
  sections: v.array(v.picklist(HIGHLIGHTS_SECTIONS)),
  /** null: the page does not show them. */
  numbers: v.nullable(HighlightsNumbers),
  /** Empty: the page does not show them. */
  players: HighlightsPlayers,
});
export type Highlights = v.InferOutput<typeof Highlights>;

const FOLDER = 'highlights';
/**
 * Address of a picture on this host. `tag` names what it shows: another picture has another address.
 * @param base first part of the path: the tenant
 */
export const highlightsPicturePath = (
  base: string,
  { eventId, tag, format }: { readonly eventId: string; readonly tag: string; readonly format: HighlightsFormat },
): string => `/${base}/${FOLDER}/${eventId}/${tag}-${format}.jpg`;
/** The same as a pattern of the server's routes. */
export const HIGHLIGHTS_PICTURE_ROUTE = `/:tenant/${FOLDER}/:event/:file`;
