/** Calls of the desk about the wall (WAL): its keys, its photos, its remote control. Editors have them, as they have the light table. */
import * as v from 'valibot';
import { endpoint } from './endpoints.ts';
import { Id, MediaUrl, Photo, text } from './entities.ts';
import { doneAnswer, forRole, type StaffEndpoint } from './staffCall.ts';
import { WallChoices, WallState } from './wall.ts';
import { WALL_BOUNDS } from './wallLimits.ts';

/** What staff decided about a photo. waiting: nothing. */
const Decision = v.picklist(['waiting', 'approved', 'rejected']);
export type WallDecision = v.InferOutput<typeof Decision>;
const KeyId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

const WallKey = v.object({
  key_id: v.string(),
  name: v.string(),
  created_at: v.string(),
  /** When a wall with the key last asked, at most WALL_TIMES.seenEvery late; null: never. */
  seen_at: v.nullable(v.string()),
});
export type WallKey = v.InferOutput<typeof WallKey>;

/** A photo that walls of the event may show, or that waits for its approval. */
const DecidedPhoto = v.object({ photo: Photo, decision: Decision });
export type DecidedPhoto = v.InferOutput<typeof DecidedPhoto>;

export const staffWallEndpoints = {
  /** The wall of an event as staff control it. An event without a wall has the defaults. NOT_FOUND: no such event. */
  getStaffWall: forRole(
    'editor',
    endpoint({
      method: 'GET',
      path: '/staff/wall',
      auth: 'user',
      cache: 'none',
      query: v.object({ event_id: Id }),
      answer: v.object({
        state: WallState,
        /** Of WallChoices. Each change of these makes it larger. */
        version: v.number(),
        keys: v.array(WallKey),
        /** Permitted photos that nobody has decided about, all of them; 0 where none needs an approval. */
        waiting: v.number(),
        /** The oldest of these; at most WALL_PHOTOS.waiting. */
        queue: v.array(DecidedPhoto),
        /** What walls play, the newest first. */
        played: v.array(DecidedPhoto),
        /** Now, so that ages need no clock of the device: 'YYYY-MM-DD HH:mm:ss', Asia/Tokyo. */
        now: v.string(),
      }),
    }),
  ),
  /**
   * Changes settings that were seen in `version`. The same settings once more are no error. ALREADY_DECIDED: somebody else changed
   * them since. NOT_FOUND: no such event.
   */
  putStaffWallChoices: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/wall/choices',
      auth: 'user',
      body: v.object({ event_id: Id, version: v.pipe(v.number(), v.safeInteger()), choices: WallChoices }),
      answer: doneAnswer,
      errors: ['ALREADY_DECIDED'],
    }),
  ),
  /**
   * Presses one button of the remote control. Each says the state it wants, so the last one wins and none is refused for another's.
   * pin: `media_url` null unpins. NOT_FOUND: no such event, or the photo is not one that walls of the event may show.
   */
  putStaffWallButton: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/wall/button',
      auth: 'user',
      body: v.object({
        event_id: Id,
        press: v.variant('button', [
          v.object({ button: v.literal('pause'), is_on: v.boolean() }),
          v.object({ button: v.literal('blackout'), is_on: v.boolean() }),
          v.object({ button: v.literal('pin'), media_url: v.nullable(MediaUrl) }),
          v.object({ button: v.literal('skip') }),
        ]),
      }),
      answer: doneAnswer,
    }),
  ),
  /**
   * Approves or rejects a photo, or takes the decision back. `seen`: the decision that the caller saw. The same decision once more is
   * no error. ALREADY_DECIDED: somebody else decided otherwise since. NOT_FOUND: not a permitted, shown photo of the event.
   */
  putStaffWallPhoto: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/wall/photo',
      auth: 'user',
      body: v.object({ event_id: Id, media_url: MediaUrl, decision: Decision, seen: Decision }),
      answer: doneAnswer,
      errors: ['ALREADY_DECIDED'],
    }),
  ),
  /**
   * Makes a key that opens the wall of one event. `key` is told this once: only its hash is stored. NOT_ALLOWED: the event has
   * WALL_BOUNDS.keysPerEvent keys. NOT_FOUND: no such event.
   */
  putStaffWallKey: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/wall/key',
      auth: 'user',
      body: v.object({ event_id: Id, name: v.pipe(text(WALL_BOUNDS.name), v.nonEmpty()) }),
      answer: v.object({ key_id: v.string(), key: v.string() }),
      errors: ['NOT_ALLOWED'],
    }),
  ),
  /** Revokes a key: within 10 s its walls show nothing. One that is revoked already is no error. */
  deleteStaffWallKey: forRole(
    'editor',
    endpoint({
      method: 'DELETE',
      path: '/staff/wall/key',
      auth: 'user',
      body: v.object({ key_id: KeyId }),
      answer: doneAnswer,
    }),
  ),
} as const satisfies Record<string, StaffEndpoint>;
