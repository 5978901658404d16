import type { Transaction } from 'kysely';
import { refusedOriginal, withdrawnPhoto } from '../../src/messages/jaWithdrawn.ts';
import { hidePhoto } from '../api/access/hiding.ts';
import { tellFan } from '../api/notices/operatorNoticeRepository.ts';
import { setOriginalRefused } from '../api/photos/originalStates.ts';
import type { Database } from '../database/schema.ts';
import type { PhotoKey } from './pictureJobs.ts';

/**
 * Takes a photo that is no picture out of every list, as an operator's hiding does, and tells its author why (IMG-05). The operator can
 * look at it and show it again (`npm run admin -- photo`). False: it was hidden or gone.
 */
export async function withdrawPhoto(trx: Transaction<Database>, key: PhotoKey, now: Date): Promise<boolean> {
  const photo = await lock(trx, key);
  if (!photo || !(await hidePhoto(trx, photo, now))) return false;
  const { tenant, user_id: recipient } = photo;
  await tellFan(trx, { tenant, recipient, notice_id: `withdrawn-${photo.id}`, ...withdrawnPhoto }, now);
  return true;
}

/**
 * Gives up a photo's original that is no picture, or another one (IMG-05): the photo stays with its preview, its author is told. The
 * object is the caller's to remove. False: that had been decided, or the photo is gone.
 */
export async function refuseOriginal(trx: Transaction<Database>, key: PhotoKey, now: Date): Promise<boolean> {
  const photo = await lock(trx, key);
  if (photo?.original_state !== 'stored') return false;
  await setOriginalRefused(trx, key);
  const { tenant, user_id: recipient } = photo;
  await tellFan(trx, { tenant, recipient, notice_id: `refused-original-${photo.id}`, ...refusedOriginal }, now);
  return true;
}

const lock = (trx: Transaction<Database>, { tenant, media_url }: PhotoKey) =>
  trx
    .selectFrom('photo')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('media_url', '=', media_url)
    .forUpdate()
    .executeTakeFirst();
