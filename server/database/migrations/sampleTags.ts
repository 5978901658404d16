/** Sample hashtags that the desk chose in place of those of the tenant's file (STF-20c). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const sampleTagTable: Migration = {
  async up(db: Kysely<unknown>) {
    // tags null: those of the file. revision: grows with each change.
    await sql`create table sample_tags(tenant text primary key, tags text[], revision int not null)`.execute(db);
  },
};
