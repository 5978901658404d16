/** The account a reserved name belongs to (ROL-04e). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const reservedOwners: Migration = {
  async up(db: Kysely<unknown>) {
    // null: not decided, as every reservation of before. '': nobody's.
    await sql`alter table reserved_name add column owner_id text`.execute(db);
  },
};
