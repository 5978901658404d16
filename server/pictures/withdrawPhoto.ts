import type { Transaction } from 'kysely';
import { withdrawnPhoto as texts } from '../../src/messages/jaWithdrawn.ts';
import { hidePhoto } from '../api/access/visibility.ts';
import type { Database } from '../database/schema.ts';
import { addNoticePush } from '../push/pushJobs.ts';
import type { PictureJob } from './pictureJobs.ts';

/**
 * Takes a photo that is no picture out of every list, as an operator's hiding does, and tells its author why (IMG-05). The operator can
 * look at it and show it again (`npm run admin -- photo`). False: it was hidden or gone.
 */
export async function withdrawPhoto(trx: Transaction<Database>, job: PictureJob, now: Date): Promise<boolean> {
  const { tenant, media_url } = job;
  const photo = await trx
    .selectFrom('photo')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('media_url', '=', media_url)
    .forUpdate()
    .executeTakeFirst();
  if (!photo || !(await hidePhoto(trx, photo, now))) return false;
  const notice_id = `withdrawn-${photo.id}`;
  await trx
    .insertInto('notice')
    .values({
      tenant,
      notice_id,
      recipient_id: photo.user_id,
      kind: 'news',
      ...texts,
      created_at: now,
      url: null,
      user_id: null,
      media_url: null,
    })
    .onConflict((c) => c.doNothing())
    .execute();
  await addNoticePush(trx, { tenant, recipient: photo.user_id, notice_id, kind: 'news', at: now });
  return true;
}
