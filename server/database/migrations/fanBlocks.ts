/** Fans who block each other, in all tenants (STF-05). A change of it is everybody's at once: no kept list shows the other for a moment longer. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table fan_block(
    user_id text not null, blocked_user text not null, created_at timestamptz(3) not null default now(),
    primary key(user_id, blocked_user))`,
  'create index fan_block_back on fan_block(blocked_user, user_id)',
  ...(
    [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const
  ).map(
    ([event, rows]) => `create trigger mark_${event} after ${event} on fan_block referencing ${rows} table as changed
      for each statement execute function mark_all_tenants()`,
  ),
];

export const fanBlocks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
