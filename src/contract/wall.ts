/** What a wall shows, and what staff may change of it: shapes of `askWall` and of the desk's calls (WAL). */
import * as v from 'valibot';
import { Face, text } from './entities.ts';
import { WALL_BOUNDS, WALL_PHOTOS } from './wallLimits.ts';

/** single: one photo. mosaic: several in slanted strips. quiet: one photo beside its message and players. */
export const WALL_LAYOUTS = ['single', 'mosaic', 'quiet'] as const;
export type WallLayout = (typeof WALL_LAYOUTS)[number];
/** How one photo follows another. Under reduced motion every wall cuts. */
export const WALL_MOTIONS = ['fade', 'zoom', 'cut'] as const;
export type WallMotion = (typeof WALL_MOTIONS)[number];

/** What staff may set of a wall. */
const choices = {
  /** Only approved photos are shown. */
  needs_approval: v.boolean(),
  layout: v.picklist(WALL_LAYOUTS),
  motion: v.picklist(WALL_MOTIONS),
  /** The board's text. Empty: none. */
  message: text(WALL_BOUNDS.message),
};
const switches = {
  is_paused: v.boolean(),
  is_blackout: v.boolean(),
  /** media_url of the photo that stays on the screen; null: none. */
  pinned: v.nullable(v.string()),
};
export const WallState = v.object({ ...choices, ...switches, /** Grows when staff skip a photo. */ skips: v.number() });
export type WallState = v.InferOutput<typeof WallState>;
/** The wall of an event that nobody has set yet. */
export const NEW_WALL: WallState = {
  needs_approval: true,
  layout: 'single',
  motion: 'fade',
  message: '',
  is_paused: false,
  is_blackout: false,
  pinned: null,
  skips: 0,
};
/** Settings that two members of the staff may change at once: they need the version they were seen in. */
export const WallChoices = v.object(choices);
export type WallChoices = v.InferOutput<typeof WallChoices>;

/** A photo as a wall needs it. */
export const WallPhoto = v.object({
  media_url: v.string(),
  /** Whose it is: the same text for photos of one author. */
  author: v.string(),
  width: v.number(),
  height: v.number(),
  color: v.string(),
  /** Longest sides of its AVIFs, ascending. */
  variants: v.array(v.number()),
  has_preview: v.boolean(),
  original_pending: v.boolean(),
  /** Boxes of its face tags, as fractions of its sides. */
  faces: v.array(Face.entries.BoundingBox),
  /** By the tenant's credit setting; empty: none. */
  credit: v.string(),
  message: v.string(),
  players: v.array(v.string()),
});
export type WallPhoto = v.InferOutput<typeof WallPhoto>;

export const Wall = v.object({
  event_name: v.string(),
  state: WallState,
  /** Shown photos of the event that were posted today, Tokyo. */
  today: v.number(),
  /** Those a wall may play, the newest first. */
  photos: v.pipe(v.array(WallPhoto), v.maxLength(WALL_PHOTOS.played + 1)),
});
export type Wall = v.InferOutput<typeof Wall>;

/**
 * Where all screens of an event read its wall. The pass needs no secrecy of a key: it ends with the day, and when the event's keys change.
 */
export const WallFeed = v.object({ event_id: v.string(), pass: v.string() });
export type WallFeed = v.InferOutput<typeof WallFeed>;
