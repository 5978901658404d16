/** Tables of the wall (WAL). Nobody but its staff and its screens is shown them, past the response cache. */
import type { Generated } from 'kysely';
import type { WallLayout, WallMotion } from '../../src/contract/wall.ts';
import type { Happened, Instant } from './columnTypes.ts';

/** What opens the wall of one event. */
export interface WallKeyTable {
  /** Names the key at the desk. It opens nothing. */
  key_id: string;
  tenant: string;
  event_id: string;
  name: string;
  /** SHA-256 of the key, hexadecimal. */
  hash: string;
  created_at: Instant;
  /** When a wall last asked with it. */
  seen_at: Happened;
  revoked_at: Happened;
}

/** What staff decided about a photo of an event. No row: nothing. */
export interface WallPhotoTable {
  tenant: string;
  event_id: string;
  media_url: string;
  state: 'approved' | 'rejected';
  at: Instant;
}

/** Settings of an event's wall. No row: the defaults. */
export interface WallStateTable {
  tenant: string;
  event_id: string;
  /** Grows with needs_approval, layout, motion and message. */
  version: Generated<number>;
  needs_approval: Generated<boolean>;
  layout: Generated<WallLayout>;
  motion: Generated<WallMotion>;
  message: Generated<string>;
  is_paused: Generated<boolean>;
  is_blackout: Generated<boolean>;
  /** media_url of the photo that stays on the screen; null: none. */
  pinned: Generated<string | null>;
  skips: Generated<number>;
}

export interface WallTables {
  wall_key: WallKeyTable;
  wall_photo: WallPhotoTable;
  wall_state: WallStateTable;
}
