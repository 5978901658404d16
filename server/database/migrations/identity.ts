import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('identity_secret')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('identity_user')
    .addColumn('sub', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('UNCONFIRMED', 'CONFIRMED')`))
    .addColumn('salt', 'text', (c) => c.notNull())
    .addColumn('verifier', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('nickname', 'text')
    .addColumn('extended1', 'text')
    .addColumn('extended2', 'text')
    .addColumn('extended4', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('identity_session')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('sub', 'text', (c) => c.notNull().references('identity_user.sub').onDelete('cascade'))
    .addColumn('refresh_hash', 'text', (c) => c.notNull().unique())
    .addColumn('signed_in_at', 'timestamptz', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('identity_session_sub').on('identity_session').column('sub').execute();
}

async function createShortLived(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('identity_code')
    .addColumn('sub', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('identity_code_pk', ['sub', 'kind'])
    .execute();
  await db.schema
    .createTable('identity_limit')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('identity_nonce')
    .addColumn('nonce', 'text', (c) => c.primaryKey())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute();
  for (const table of ['session', 'code', 'limit', 'nonce']) {
    await db.schema.createIndex(`identity_${table}_expiry`).on(`identity_${table}`).column('expires_at').execute();
  }
}

/** Tables of the embedded identity provider (`identity/tables.ts`). */
async function up(db: Kysely<unknown>): Promise<void> {
  await createAccounts(db);
  await createShortLived(db);
  await db.schema
    .createTable('identity_mail')
    .addColumn('id', 'integer', (c) => c.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('sent_at', 'timestamptz', (c) => c.notNull())
    .execute();
}

export const identity: Migration = { up };
