/** How many photos wait on a fan's devices, as each told it last (QUE-05e): what a browser deletes with all its storage is noticed. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table waiting_device(
    tenant text not null, user_id text not null, device_id text not null, photos int not null, at timestamptz(3) not null,
    primary key(tenant, user_id, device_id))`,
  'create index waiting_device_at on waiting_device(at)',
];

export const waitingDevices: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
