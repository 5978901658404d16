import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Reactions to a comment go with it: those of comments that were deleted before are taken away. */
export const deletedComments: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      delete from comment_reaction r using comment c
      where c.deleted_at is not null and r.tenant = c.tenant and r.comment_id = c.comment_id`.execute(db);
  },
};
