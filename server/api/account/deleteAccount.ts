import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { thumbnailKey } from '../../../src/contract/config.ts';
import { photoKeys } from '../../../src/rules/objectKeys.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { deleteInOrder } from '../../database/rowLocks.ts';
import type { Database, PhotoTable } from '../../database/schema.ts';
import { takeUploadsOf } from '../../objects/unregisteredUploads.ts';
import { countRemovedBookmarks, removeBookmarksOf } from '../bookmarks/repository.ts';
import { removeNoticesOf } from '../notices/activityNotices.ts';
import { deletePhotoRows, uncountPhotos } from '../photos/photoWrites.ts';
import { giveAwayViews, giveAwayViewsOf } from '../photos/viewCounts.ts';
import { clearProfile } from '../users/repository.ts';

/**
 * Takes an account out of all tenants (ACC-10): photos, reactions, bookmarks, follows and memberships go, comments are
 * blanked, names vanish. Returns the keys of the objects that nothing refers to any more.
 */
export async function deleteAccount(db: Kysely<Database>, userId: string, now: Date): Promise<string[]> {
  await giveAwayViews(db, await readTenants(db, userId), userId);
  return inTransaction(db, async (trx) => {
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
    const profile = await trx.selectFrom('profile').select('avatar').where('user_id', '=', userId).executeTakeFirst();
    await clearProfile(trx, userId);
    await countRemovedBookmarks(trx, bookmarks);
    await uncountPhotos(trx, photos);
    return [
      ...photos.flatMap((photo) => photoKeys(photo.media_url)),
      ...(profile?.avatar ? [profile.avatar, thumbnailKey(profile.avatar)] : []),
      ...(await takeUploadsOf(trx, userId)),
    ];
  });
}

const ofFan = (tenants: readonly string[], userId: string) =>
  sql`tenant = any(${[...tenants]}::text[]) and user_id = ${userId}`;

async function readTenants(db: Kysely<Database>, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('membership').select('tenant').where('user_id', '=', userId).execute();
  return rows.map((row) => row.tenant);
}

async function lockMemberships(trx: Transaction<Database>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ tenant: string }>`
    select tenant from membership where user_id = ${userId} order by tenant for update`.execute(trx);
  return rows.map((row) => row.tenant);
}

/** To and from other fans. */
async function removeTies(trx: Transaction<Database>, tenants: readonly string[], userId: string) {
  const either = sql`tenant = any(${[...tenants]}::text[]) and (user_id = ${userId} or follow_user = ${userId})`;
  await deleteInOrder(trx, 'follow', either);
  await deleteInOrder(trx, 'mute', sql`user_id = ${userId} or muted_user = ${userId}`);
}

/** What the fan chose and wrote to operators, which holds a name and a mail address. */
async function removeChoices(trx: Transaction<Database>, tenants: readonly string[], userId: string) {
  await deleteInOrder(trx, 'push_device', sql`user_id = ${userId}`);
  for (const table of ['notice_setting', 'contact'] as const) {
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(trx);
  }
  for (const table of ['usepermit', 'membership'] as const) {
    await sql`delete from ${sql.table(table)} where ${ofFan(tenants, userId)}`.execute(trx);
  }
}

/** Own photos, and those the fan left something on, in the order of their ids. */
async function lockPhotos(trx: Transaction<Database>, tenants: readonly string[], userId: string) {
  const by = ofFan(tenants, userId);
  const marks = (['reaction', 'comment', 'comment_reaction', 'view_history'] as const).map(
    (table) =>
      sql`union select id from photo where media_url in (select media_url from ${sql.table(table)} where ${by})`,
  );
  const { rows } = await sql<Selectable<PhotoTable>>`
    select * from photo where id in (select id from photo where ${by} ${sql.join(marks, sql` `)})
    order by id for update`.execute(trx);
  return rows;
}

async function takeBackReactions(trx: Transaction<Database>, tenants: readonly string[], userId: string) {
  await sql`
    with gone as (delete from reaction where tenant = any(${[...tenants]}) and user_id = ${userId} returning media_url)
    update photo set reaction_count = reaction_count - 1 from gone where photo.media_url = gone.media_url`.execute(trx);
}

/** The fan's own ones, and those of others to what the fan wrote. */
async function removeCommentReactions(trx: Transaction<Database>, tenants: readonly string[], userId: string) {
  await sql`delete from comment_reaction where ${ofFan(tenants, userId)}`.execute(trx);
  await sql`
    delete from comment_reaction r using comment c
    where c.tenant = any(${[...tenants]}) and c.user_id = ${userId}
      and r.tenant = c.tenant and r.comment_id = c.comment_id`.execute(trx);
}

/** Hidden comments have left the counter already. */
async function blankComments(trx: Transaction<Database>, tenants: readonly string[], userId: string, now: Date) {
  await sql`
    with gone as (
      update comment set comment = '', deleted_at = ${now}
      where tenant = any(${[...tenants]}) and user_id = ${userId} and deleted_at is null
      returning media_url, hidden_at),
    counted as (select media_url, count(*)::int as n from gone where hidden_at is null group by media_url)
    update photo set comment_count = comment_count - n from counted where photo.media_url = counted.media_url`.execute(
    trx,
  );
}
