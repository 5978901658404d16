import type { Kysely } from 'kysely';
import { thumbnailKey } from '../../../src/contract/config.ts';
import { originalOf, photoKeys } from '../../../src/rules/objectKeys.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database } from '../../database/schema.ts';
import { removeAccount } from '../../identity/accounts.ts';
import { forgetMoved } from '../../identity/movedAccounts.ts';
import { addOrphanChecks } from '../../objects/orphanChecks.ts';
import { takeUploadsOf } from '../../objects/unregisteredUploads.ts';
import { forgetPublished } from '../access/publishedRepository.ts';
import { countRemovedBookmarks, removeBookmarksOf } from '../bookmarks/repository.ts';
import { removeNoticesOf } from '../notices/activityNotices.ts';
import { removePostJobs } from '../notices/postNoticeRepository.ts';
import { deletePhotoRows, uncountPhotos } from '../photos/photoWrites.ts';
import { giveAwayViews, giveAwayViewsOf } from '../photos/viewCounts.ts';
import { clearProfile, lockProfile, readAvatar } from '../users/repository.ts';
import {
  blankComments,
  lockMemberships,
  lockPhotos,
  readTenants,
  removeChoices,
  removeCommentReactions,
  removeTies,
  takeBackReactions,
} from './repository.ts';

/**
 * Takes an account out of all tenants (ACC-10): photos, reactions, bookmarks, follows and memberships go, comments are
 * blanked, names vanish. An account of our own goes with them: while it were there, it would be asked for its name, and could join again.
 * Returns the keys of the objects that nothing refers to any more.
 */
export async function deleteAccount(db: Kysely<Database>, userId: string, now: Date): Promise<string[]> {
  await giveAwayViews(db, await readTenants(db, userId), userId);
  return inTransaction(db, async (trx) => {
    await lockProfile(trx, userId);
    // Own writes that run have ended, and none begins: nothing is left that comes a moment later.
    const tenants = await lockMemberships(trx, userId);
    const locked = await lockPhotos(trx, tenants, userId);
    const photos = locked.filter((photo) => photo.user_id === userId);
    await takeBackReactions(trx, tenants, userId);
    await blankComments(trx, tenants, userId, now);
    await removeCommentReactions(trx, tenants, userId);
    await giveAwayViewsOf(
      trx,
      tenants,
      userId,
      locked.map((photo) => photo.media_url),
    );
    await deletePhotoRows(trx, photos);
    const bookmarks = await removeBookmarksOf(trx, tenants, userId);
    await removeTies(trx, tenants, userId);
    await removeNoticesOf(trx, tenants, userId);
    await removeChoices(trx, tenants, userId);
    const avatar = await readAvatar(trx, userId);
    await clearProfile(trx, userId);
    await countRemovedBookmarks(trx, bookmarks);
    await uncountPhotos(trx, photos);
    await removePostJobs(trx, userId);
    await forgetPublished(trx, userId);
    await forgetMoved(trx, userId);
    await removeAccount(trx, userId);
    const uploads = await takeUploadsOf(trx, userId);
    // Where removing them breaks off, the job goes on, as it does with photos and avatar.
    await addOrphanChecks(trx, uploads.map(originalOf), now);
    return [
      ...photos.flatMap((photo) => photoKeys(photo.media_url)),
      ...(avatar ? [avatar, thumbnailKey(avatar)] : []),
      ...uploads,
    ];
  });
}
