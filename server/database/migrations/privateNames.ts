import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Accounts get a name of their own for the password handshake, so that the public id is not told for a mail address; null keeps
 * the id for those whose verifier was made with it. And the moment from which marks of known devices count.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('identity_user')
    .addColumn('srp_name', 'text')
    .addColumn('devices_since', 'timestamptz')
    .execute();
}

export const privateNames: Migration = { up };
