/** Accounts and sign-ups are found by the private name a handshake gave out (`accounts.ts`). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const privateNameIndex: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index identity_user_srp_name on identity_user(srp_name)`.execute(db);
    await sql`create index identity_sign_up_srp_name on identity_sign_up(srp_name)`.execute(db);
  },
};
