import type { Selectable, Transaction } from 'kysely';
import { refusedOriginal, withdrawnPhoto } from '../../src/messages/jaWithdrawn.ts';
import { hidePhoto } from '../api/access/visibility.ts';
import { setOriginalRefused } from '../api/photos/originalStates.ts';
import type { PhotoTable } from '../database/photoTables.ts';
import type { Database } from '../database/schema.ts';
import { addNoticePush } from '../push/pushJobs.ts';
import type { PhotoKey } from './pictureJobs.ts';

/**
 * Takes a photo that is no picture out of every list, as an operator's hiding does, and tells its author why (IMG-05). The operator can
 * look at it and show it again (`npm run admin -- photo`). False: it was hidden or gone.
 */
export async function withdrawPhoto(trx: Transaction<Database>, key: PhotoKey, now: Date): Promise<boolean> {
  const photo = await lock(trx, key);
  if (!photo || !(await hidePhoto(trx, photo, now))) return false;
  await tell(trx, photo, `withdrawn-${photo.id}`, withdrawnPhoto, now);
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
  await tell(trx, photo, `refused-original-${photo.id}`, refusedOriginal, now);
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

async function tell(
  trx: Transaction<Database>,
  { tenant, user_id }: Pick<Selectable<PhotoTable>, 'tenant' | 'user_id'>,
  notice_id: string,
  texts: { readonly title: string; readonly body: string },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('notice')
    .values({
      tenant,
      notice_id,
      recipient_id: user_id,
      kind: 'news',
      ...texts,
      created_at: now,
      url: null,
      user_id: null,
      media_url: null,
    })
    .onConflict((c) => c.doNothing())
    .execute();
  await addNoticePush(trx, { tenant, recipient: user_id, notice_id, kind: 'news', at: now });
}
