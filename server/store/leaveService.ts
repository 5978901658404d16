import { type Kysely, sql } from 'kysely';
import { thumbnailKey } from '../../src/contract/config.ts';
import { deletePhotos } from './photoWrites.ts';
import { clearProfile } from './profile.ts';
import type { Database } from './schema.ts';

/**
 * Takes an account out of all tenants (ACC-10): photos, reactions, bookmarks, follows and memberships go, comments are
 * blanked, names vanish. Returns the keys of the objects that nothing refers to any more.
 */
export async function leaveService(db: Kysely<Database>, userId: string, now: Date): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const photos = await trx.selectFrom('photo').selectAll().where('user_id', '=', userId).forUpdate().execute();
    await deletePhotos(trx, photos);
    const reacted = await trx.deleteFrom('reaction').where('user_id', '=', userId).returning('media_url').execute();
    if (reacted.length > 0) {
      await trx
        .updateTable('photo')
        .set((eb) => ({ reaction_count: eb('reaction_count', '-', 1) }))
        .where(
          'media_url',
          'in',
          reacted.map((row) => row.media_url),
        )
        .execute();
    }
    const blanked = await trx
      .updateTable('comment')
      .set({ comment: '', deleted_at: now })
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .returning(['media_url', 'hidden_at'])
      .execute();
    for (const { media_url, hidden_at } of blanked) {
      // A hidden comment has left the counter already.
      if (hidden_at !== null) continue;
      await trx
        .updateTable('photo')
        .set((eb) => ({ comment_count: eb('comment_count', '-', 1) }))
        .where('media_url', '=', media_url)
        .execute();
    }
    for (const table of ['membership', 'usepermit', 'favorite', 'comment_reaction', 'notice_read'] as const) {
      await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(trx);
    }
    await sql`delete from follow where user_id = ${userId} or follow_user = ${userId}`.execute(trx);
    await clearProfile(trx, userId);
    return photos.flatMap((photo) => [photo.media_url, thumbnailKey(photo.media_url)]);
  });
}
