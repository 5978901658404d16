import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A new mail address waits beside the old one until its code comes back (`identity/mailChange.ts`). */
async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('identity_user').addColumn('pending_email', 'text').execute();
}

export const pendingMail: Migration = { up };
