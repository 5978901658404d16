import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { Face } from '../../../src/contract/entities.ts';
import { SAVED_NAME_MAX } from '../../../src/contract/limits.ts';
import { BEST_MARK } from '../../../src/contract/staffLimits.ts';
import { formatWireDate, formatWireDateTime } from '../../../src/rules/dates.ts';
import { safeNamePart } from '../../../src/rules/savedNames.ts';
import { isBlank } from '../../../src/rules/visibleText.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database } from '../../database/schema.ts';
import { changeMarks, lockMarks } from '../../operations/photoMarks.ts';
import { requirePhoto } from '../access/membership.ts';
import { ApiFailure, done } from '../handlers.ts';
import { createShortUrl } from '../shortUrls/repository.ts';
import { csvOf } from './csv.ts';
import { logOwn } from './logOwn.ts';
import {
  closeEndedPermissions,
  lockForDownload,
  readEndedPermissions,
  readMarks,
  readStaffPhotos,
  saveDownloads,
  saveStars,
} from './photoRepository.ts';
import type { StaffHandlers } from './staffHandlers.ts';

type Trx = Transaction<Database>;
type Usable = Awaited<ReturnType<typeof lockForDownload>>[number];

const wire = (at: Date): string => formatWireDateTime(at.getTime());

/** '20261121_開幕戦_AbCd….jpg': day, match and the object's own name, so that no two photos of any download are alike. */
function fileOf({ created_at, event_name, media_url }: Usable): string {
  const day = formatWireDate(created_at.getTime()).replaceAll('-', '');
  const event = safeNamePart(event_name ?? '', SAVED_NAME_MAX.event);
  return [day, event, media_url.split('/').at(-1)].filter(Boolean).join('_');
}

/** Why a photo is not downloaded; null: it is. */
function refusalOf(photo: Usable | undefined): 'permission' | 'original' | 'gone' | null {
  if (photo === undefined) return 'gone';
  if (!photo.usepermit) return 'permission';
  return photo.original_state === 'stored' ? null : 'original';
}

const CREDITS = ['file', 'name', 'consent_version', 'consent_at', 'url'] as const;

/** A face tag needs a name and a box with area inside the picture; boxes of fractions may exceed 1 by a rounding error. */
const isFace = ({ name, BoundingBox: { Left, Top, Width, Height } }: Face): boolean =>
  !isBlank(name) && Width > 0 && Height > 0 && Left + Width <= 1.000_001 && Top + Height <= 1.000_001;

/** Marks of a shown photo, held until the transaction ends. Throws NOT_FOUND. */
async function lockMarksOf(trx: Trx, tenant: string, mediaUrl: string) {
  await lockMarks(trx, tenant);
  await requirePhoto(trx, tenant, mediaUrl, 'count');
  const marks = await readMarks(trx, tenant, mediaUrl);
  if (!marks) throw new ApiFailure('NOT_FOUND');
  return marks;
}

export const staffPhotoHandlers = {
  async getStaffPhotos(context, { query: { event_id, permit, best, stars = 0, cursor = null } }) {
    const isPermitted = permit === undefined ? null : permit === 'yes';
    const filter = { eventId: event_id, isPermitted, isBest: best === 'yes', stars, cursor };
    const page = await readStaffPhotos(context.db, context, filter);
    const list = page.list.map((row) => ({
      ...row,
      downloaded_at: row.downloaded_at === null ? null : wire(row.downloaded_at),
    }));
    return { list, cursor: page.cursor };
  },
  async putStaffDownload(context, { body }) {
    const { db, tenant, request, now } = context;
    const wanted = [...new Set(body.media_urls)];
    return inTransaction(db, async (trx) => {
      const found = new Map((await lockForDownload(trx, tenant, wanted)).map((photo) => [photo.media_url, photo]));
      const refused = wanted.flatMap((media_url) => {
        const why = refusalOf(found.get(media_url));
        return why === null ? [] : [{ media_url, why }];
      });
      const usable = [...found.values()].filter((photo) => refusalOf(photo) === null);
      const rows: string[][] = [];
      for (const photo of usable) {
        const { media_url, user_name, wording, consent_at } = photo;
        const address = `${request?.origin ?? ''}/${tenant}/?q=${await createShortUrl(trx, tenant, media_url)}`;
        rows.push([fileOf(photo), user_name, wording ?? '', consent_at === null ? '' : wire(consent_at), address]);
        const after = { consent_version: wording, consent_at: consent_at === null ? null : wire(consent_at) };
        await logOwn(context, trx, { act: 'photo download', what: media_url, outcome: "For the club's use.", after });
      }
      const files = usable.map((photo) => ({
        media_url: photo.media_url,
        file: fileOf(photo),
        posted_at: wire(photo.created_at),
      }));
      if (files.length > 0) await saveDownloads(trx, context, files, now());
      return { files, refused, csv: csvOf([[...CREDITS], ...rows]) };
    });
  },
  async getStaffEndedPermissions(context) {
    const rows = await readEndedPermissions(context.db, context);
    return { list: rows.map(({ at, ...row }) => ({ ...row, downloaded_at: wire(at) })) };
  },
  async putStaffEndedPermissions(context, { body }) {
    await inTransaction(context.db, async (trx) => {
      const closed = await closeEndedPermissions(trx, context, body.media_urls, context.now());
      for (const what of closed)
        await logOwn(context, trx, { act: 'photo stop-use', what, outcome: 'The files are not used any more.' });
    });
    return done;
  },
  async putStaffBestShot(context, { body: { media_url, is_best } }) {
    const { db, tenant } = context;
    await inTransaction(db, async (trx) => {
      const { option } = await lockMarksOf(trx, tenant, media_url);
      // A mark of an operator's own words stays as it is.
      if (is_best === (option !== null)) return;
      const after = { option: is_best ? BEST_MARK : null };
      const [outcome = ''] = await changeMarks(trx, tenant, media_url, after);
      await logOwn(context, trx, { act: 'photo best-shot', what: media_url, outcome, before: { option }, after });
    });
    return done;
  },
  async putStaffStars(context, { body: { media_url, stars } }) {
    const { db, tenant } = context;
    await inTransaction(db, async (trx) => {
      const before = await lockMarksOf(trx, tenant, media_url);
      if (before.stars === stars) return;
      await saveStars(trx, tenant, media_url, stars);
      const states = { before: { stars: before.stars }, after: { stars } };
      await logOwn(context, trx, { act: 'photo stars', what: media_url, outcome: `${stars} stars.`, ...states });
    });
    return done;
  },
  async putStaffFaces(context, { body: { media_url, faces, seen } }) {
    if (!faces.every(isFace)) throw new ApiFailure('INVALID_REQUEST');
    const { db, tenant } = context;
    await inTransaction(db, async (trx) => {
      const { face_info } = await lockMarksOf(trx, tenant, media_url);
      if (isDeepStrictEqual(face_info, faces)) return;
      if (!isDeepStrictEqual(face_info, seen)) throw new ApiFailure('ALREADY_DECIDED');
      const [outcome = ''] = await changeMarks(trx, tenant, media_url, { face_info: faces });
      const states = { before: { faces: face_info }, after: { faces } };
      await logOwn(context, trx, { act: 'photo faces', what: media_url, outcome, ...states });
    });
    return done;
  },
} satisfies Partial<StaffHandlers>;
