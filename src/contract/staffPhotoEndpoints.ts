/** Calls of the desk's page of photos: the light table (STF-15) and photos for the club's use (STF-16). */
import * as v from 'valibot';
import { endpoint } from './endpoints.ts';
import { Face, Id, MediaUrl, Photo } from './entities.ts';
import { FACES_PER_PHOTO } from './limits.ts';
import { doneAnswer, forRole } from './staffCall.ts';
import { CLUB_DOWNLOAD_MAX, STARS_MAX } from './staffLimits.ts';

const StaffPhoto = v.object({
  photo: Photo,
  /** Stars that staff gave it; 0: none. */
  stars: v.number(),
  /** When the caller last downloaded it for the club's use; null: never. */
  downloaded_at: v.nullable(v.string()),
});
export type StaffPhoto = v.InferOutput<typeof StaffPhoto>;

const mediaUrls = v.pipe(v.array(MediaUrl), v.minLength(1), v.maxLength(CLUB_DOWNLOAD_MAX));

/** Where a page begins: instant in ms and id of the row before it, base 36, as `endpoints.ts` writes a newest-first place. */
const Cursor = v.pipe(v.string(), v.regex(/^[1-9a-z][0-9a-z]{0,8}-[1-9a-z][0-9a-z]{0,9}$/));

/** Why a photo is not downloaded. permission: there is none now. original: it has not arrived yet. gone: deleted or hidden. */
const REFUSED_DOWNLOADS = ['permission', 'original', 'gone'] as const;

export const staffPhotoEndpoints = {
  /** Shown photos of an event, the newest first, in pages of STAFF_PHOTOS.page. All filters are ANDed. `cursor`: start of the next page. */
  getStaffPhotos: forRole(
    'editor',
    endpoint({
      method: 'GET',
      path: '/staff/photos',
      auth: 'user',
      cache: 'none',
      query: v.object({
        event_id: Id,
        /** Whether the club may use the photo now. */
        permit: v.optional(v.picklist(['yes', 'no'])),
        /** Best shots only. */
        best: v.optional(v.literal('yes')),
        /** At least so many stars. */
        stars: v.optional(v.pipe(v.string(), v.regex(/^[1-5]$/), v.transform(Number))),
        cursor: v.optional(Cursor),
      }),
      answer: v.object({ list: v.array(StaffPhoto), cursor: v.nullable(v.string()) }),
    }),
  ),
  /**
   * Records a download for the club's use. Returns a file name for each photo whose permission is valid now, and `credits.csv`: file,
   * public name, version and time of the consent, short address. Photos that may not be used are in `refused`.
   */
  putStaffDownload: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/photos/download',
      auth: 'user',
      body: v.object({ media_urls: mediaUrls }),
      answer: v.object({
        files: v.array(v.object({ media_url: v.string(), file: v.string(), posted_at: v.string() })),
        refused: v.array(v.object({ media_url: v.string(), why: v.picklist(REFUSED_DOWNLOADS) })),
        csv: v.string(),
      }),
    }),
  ),
  /**
   * The caller's downloads whose photo may not be used any more, the latest first; at most STAFF_PHOTOS.ended. For every role: whoever
   * changed the role since still has the files.
   */
  getStaffEndedPermissions: forRole(
    'viewer',
    endpoint({
      method: 'GET',
      path: '/staff/photos/ended',
      auth: 'user',
      cache: 'none',
      answer: v.object({
        list: v.array(
          v.object({
            media_url: v.string(),
            /** Its name in the ZIP. */
            file: v.string(),
            downloaded_at: v.string(),
            /** withdrawn: the fan ended the permission. gone: the photo was deleted or hidden. */
            why: v.picklist(['withdrawn', 'gone']),
          }),
        ),
      }),
    }),
  ),
  /** The caller has stopped using these photos: they leave the list of ended permissions. Idempotent. */
  putStaffEndedPermissions: forRole(
    'viewer',
    endpoint({
      method: 'PUT',
      path: '/staff/photos/ended',
      auth: 'user',
      body: v.object({ media_urls: mediaUrls }),
      answer: doneAnswer,
    }),
  ),
  /** Marks a photo as a best shot, or takes the mark away. The author is notified of a new mark (FAN-06). Idempotent. NOT_FOUND: no such photo. */
  putStaffBestShot: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/photos/best',
      auth: 'user',
      body: v.object({ media_url: MediaUrl, is_best: v.boolean() }),
      answer: doneAnswer,
    }),
  ),
  /** Gives a photo stars, for the staff alone; 0 removes them. Idempotent. NOT_FOUND: no such photo. */
  putStaffStars: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/photos/stars',
      auth: 'user',
      body: v.object({
        media_url: MediaUrl,
        stars: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(STARS_MAX)),
      }),
      answer: doneAnswer,
    }),
  ),
  /**
   * Replaces the face tags of a photo. `seen`: the tags that the caller changed. ALREADY_DECIDED: somebody else changed them since.
   * INVALID_REQUEST: a box without area, or one that leaves the picture. NOT_FOUND: no such photo.
   */
  putStaffFaces: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/photos/faces',
      auth: 'user',
      body: v.object({
        media_url: MediaUrl,
        faces: v.pipe(v.array(Face), v.maxLength(FACES_PER_PHOTO)),
        seen: v.pipe(v.array(Face), v.maxLength(FACES_PER_PHOTO)),
      }),
      answer: doneAnswer,
      errors: ['ALREADY_DECIDED'],
    }),
  ),
} as const;
