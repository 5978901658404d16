import type { Kysely } from 'kysely';
import { deletePhotos } from '../../api/photos/photoWrites.ts';
import { addUpCounters } from '../../database/counterChanges.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database } from '../../database/schema.ts';
import { removeAgain } from '../../operations/takeDown.ts';
import type { OpenBackup } from './readObjects.ts';

/** Photos of one transaction. */
const BATCH = 200;

/**
 * What must not come back with a restore: photos removed for good since, those deleted while the backup was made, and sign-ins, of
 * which some may have been ended since. Answers how many photos went. @param gone photos of which the backup has no object
 */
export async function applyRemovals(
  db: Kysely<Database>,
  { manifest, removals, removed }: OpenBackup,
  gone: readonly string[],
  keepsSignIns: boolean,
): Promise<number> {
  const urls = [...new Set([...manifest.deletedMeanwhile, ...removed, ...gone])];
  // Deletions lower counters, which may not have the last posts yet.
  await addUpCounters(db);
  let count = 0;
  const now = new Date();
  for (const removal of removals) if (await inTransaction(db, (trx) => removeAgain(trx, removal, now))) count += 1;
  for (let from = 0; from < urls.length; from += BATCH) count += await removeSome(db, urls.slice(from, from + BATCH));
  if (!keepsSignIns) await db.deleteFrom('identity_session').execute();
  return count;
}

async function removeSome(db: Kysely<Database>, urls: readonly string[]): Promise<number> {
  return inTransaction(db, async (trx) => {
    const photos = await trx
      .selectFrom('photo')
      .selectAll()
      .where('media_url', 'in', [...urls])
      .orderBy('media_url')
      .forUpdate()
      .execute();
    await deletePhotos(trx, photos);
    await trx
      .updateTable('profile')
      .set({ avatar: null })
      .where('avatar', 'in', [...urls])
      .execute();
    await trx
      .updateTable('identity_user')
      .set({ extended4: null })
      .where('extended4', 'in', [...urls])
      .execute();
    return photos.length;
  });
}
