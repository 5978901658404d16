import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A new mail address waits beside the old one until its code comes back (`identity/mailChange.ts`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('identity_user').addColumn('pending_email', 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('identity_user').dropColumn('pending_email').execute();
}

export const pendingMail: Migration = { up, down };
