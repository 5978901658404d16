import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A sign-in remembers the browser it was made with, so that its owner can tell it from the others. */
async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('identity_session')
    .addColumn('user_agent', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}

export const sessionDevice: Migration = { up };
