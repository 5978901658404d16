/** Bytes of the picture a photo is kept with on a device, so that a fan is told how much a match takes (KEP-01a). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const openedBytes: Migration = {
  async up(db: Kysely<unknown>) {
    // Null: derived before this, or by the release before. Sizes of those are told from the mean of the others.
    await sql.raw('alter table photo add column opened_bytes integer').execute(db);
  },
};
