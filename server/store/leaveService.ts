import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { thumbnailKey } from '../../src/contract/config.ts';
import { takeUploadsOf } from '../objects/unregisteredUploads.ts';
import { removeBookmarksOf } from './bookmarks.ts';
import { removeNoticesOf } from './deedNotices.ts';
import { deletePhotos } from './photoWrites.ts';
import { clearProfile } from './profile.ts';
import { inTransaction } from './retryTransaction.ts';
import type { Database, PhotoTable } from './schema.ts';

/**
 * Takes an account out of all tenants (ACC-10): photos, reactions, bookmarks, follows and memberships go, comments are
 * blanked, names vanish. Returns the keys of the objects that nothing refers to any more.
 */
export async function leaveService(db: Kysely<Database>, userId: string, now: Date): Promise<string[]> {
  return inTransaction(db, async (trx) => {
    const memberships = await trx.selectFrom('membership').select('tenant').where('user_id', '=', userId).execute();
    const tenants = memberships.map((row) => row.tenant);
    // Photos before counters, as everybody does: two who leave at once never wait for each other in a circle.
    const photos = (await lockPhotos(trx, tenants, userId)).filter((photo) => photo.user_id === userId);
    await takeBackReactions(trx, tenants, userId);
    await blankComments(trx, tenants, userId, now);
    await deletePhotos(trx, photos);
    await removeBookmarksOf(trx, tenants, userId);
    for (const table of ['usepermit', 'comment_reaction', 'notice_read', 'membership'] as const) {
      await sql`delete from ${sql.table(table)} where tenant = any(${tenants}) and user_id = ${userId}`.execute(trx);
    }
    await sql`delete from follow where tenant = any(${tenants}) and (user_id = ${userId} or follow_user = ${userId})`.execute(
      trx,
    );
    await removeNoticesOf(trx, tenants, userId);
    await removeChoices(trx, tenants, userId);
    const profile = await trx.selectFrom('profile').select('avatar').where('user_id', '=', userId).executeTakeFirst();
    await clearProfile(trx, userId);
    const pictures = [...photos.map((photo) => photo.media_url), ...(profile?.avatar ? [profile.avatar] : [])];
    return [...pictures.flatMap((key) => [key, thumbnailKey(key)]), ...(await takeUploadsOf(trx, userId))];
  });
}

/** What the fan chose and looked at. Views stay counted, as nobody's. */
async function removeChoices(trx: Transaction<Database>, tenants: readonly string[], userId: string) {
  await sql`delete from mute where user_id = ${userId} or muted_user = ${userId}`.execute(trx);
  await sql`delete from notice_setting where user_id = ${userId}`.execute(trx);
  await sql`delete from push_device where user_id = ${userId}`.execute(trx);
  await sql`delete from push_job where tenant = any(${[...tenants]}) and user_id = ${userId}`.execute(trx);
  // Messages to operators hold a name and a mail address.
  await sql`delete from contact where user_id = ${userId}`.execute(trx);
  await sql`
    with gone as (delete from view_history
      where tenant = any(${[...tenants]}) and user_id = ${userId} and user_id <> '' returning tenant, media_url, kind, n, viewed_at)
    insert into view_history(tenant, media_url, user_id, kind, n, viewed_at)
      select tenant, media_url, '', kind, n, viewed_at from gone
      on conflict (media_url, user_id, kind) do update set n = view_history.n + excluded.n`.execute(trx);
}

/** Own photos, and those whose numbers will change, in the order of their ids. */
async function lockPhotos(trx: Transaction<Database>, tenants: readonly string[], userId: string) {
  const by = sql`tenant = any(${[...tenants]}) and user_id = ${userId}`;
  const { rows } = await sql<Selectable<PhotoTable>>`
    select * from photo where id in (
      select id from photo where ${by}
      union select id from photo where media_url in (select media_url from reaction where ${by})
      union select id from photo where media_url in (select media_url from comment where ${by}))
    order by id for update`.execute(trx);
  return rows;
}

async function takeBackReactions(trx: Transaction<Database>, tenants: readonly string[], userId: string) {
  await sql`
    with gone as (delete from reaction where tenant = any(${[...tenants]}) and user_id = ${userId} returning media_url)
    update photo set reaction_count = reaction_count - 1 from gone where photo.media_url = gone.media_url`.execute(trx);
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
