import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

async function createCodes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('identity_code')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('owner', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('seed', 'text', (c) => c.notNull())
    .addColumn('digits', 'integer', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('refused', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('good_until', 'timestamptz', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('identity_code_subject')
    .on('identity_code')
    .columns(['subject', 'kind', 'owner'])
    .execute();
  await db.schema.createIndex('identity_code_expiry').on('identity_code').column('expires_at').execute();
}

/**
 * Sign-ups wait in a table of their own and bind no address until their code comes back (`identity/signUps.ts`); codes belong to
 * the sign-up or account they were mailed for (`identity/codes.ts`). Sign-ups and codes under way are lost: fans ask once more.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from identity_user where status = 'UNCONFIRMED'`.execute(db);
  await db.schema
    .createTable('identity_sign_up')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('srp_name', 'text', (c) => c.notNull())
    .addColumn('salt', 'text', (c) => c.notNull())
    .addColumn('verifier', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('nickname', 'text')
    .addColumn('extended1', 'text')
    .addColumn('extended2', 'text')
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addColumn('serial', 'integer', (c) => c.generatedAlwaysAsIdentity())
    .execute();
  await db.schema.createIndex('identity_sign_up_email').on('identity_sign_up').columns(['email', 'serial']).execute();
  await db.schema.createIndex('identity_sign_up_expiry').on('identity_sign_up').column('expires_at').execute();
  await db.schema.dropTable('identity_code').execute();
  await createCodes(db);
}

export const signUps: Migration = { up };
