/**
 * Who made a change sees it at once; others may be shown a kept list for a moment longer (LIST_LAG_MS). So a mark of `tenantChanges.ts`
 * says whose change it was, '-' where others only wait for it, and '' where everybody must see it at once.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whose change it is: an expression over `changed`, as `n`, and for updates over `before`, as `o`. */
interface Marks {
  readonly table: string;
  readonly key: string;
  readonly tenant?: string;
  readonly insert: string;
  readonly update: string;
  readonly remove: string;
}
const ofFan = (table: string, key: string, more: Partial<Marks> = {}): Marks => ({
  table,
  key,
  insert: 'n.user_id',
  update: 'n.user_id',
  remove: 'n.user_id',
  ...more,
});
const later = (table: string, key: string, whose: string): Marks => ({
  table,
  key,
  insert: whose,
  update: whose,
  remove: whose,
});

const MARKS: readonly Marks[] = [
  ...['reaction', 'favorite', 'comment_reaction', 'follow', 'favorite_person'].map((table) => ofFan(table, '')),
  ofFan('membership', '', { remove: "''" }),
  ofFan('comment', '', { update: "''", remove: "''" }),
  // Counts, smaller pictures and an edited caption may wait; what an operator does may not.
  ofFan('photo', 'id', {
    update: `case when n.hidden_at is not distinct from o.hidden_at and n.option is not distinct from o.option
      and n.face_info = o.face_info then n.user_id else '' end`,
    remove: "''",
  }),
  // Whoever posted has a count of their own in every sum.
  later('tally', '', "case n.kind when 'user' then n.value else '-' end"),
  // No list that may lag shows what only one is told.
  later('notice', '', "case when n.recipient_id is null then '' else '-' end"),
  later('search_word', '', "'-'"),
  later('short_url', '', "'-'"),
  ofFan('profile', 'user_id', {
    tenant: "''",
    update: "case when n.left_at is distinct from o.left_at then '' else n.user_id end",
    remove: "''",
  }),
  ofFan('mute', '', { tenant: "''" }),
];

const triggersOf = ({ table, key, tenant = 'n.tenant', insert, update, remove }: Marks): string[] =>
  (
    [
      ['insert', insert, 'new table as changed', ''],
      [
        'update',
        update,
        `${key === '' ? '' : 'old table as before '}new table as changed`,
        key === '' ? '' : `join before o on o.${key} = n.${key}`,
      ],
      ['delete', remove, 'old table as changed', ''],
    ] as const
  ).flatMap(([event, whose, tables, join]) => [
    `create function mark_${event}_of_${table}() returns trigger language plpgsql as $$ begin
      insert into tenant_change(xid, tenant, fan) select distinct pg_current_xact_id(), ${tenant}, ${whose} from changed n ${join}
      on conflict do nothing;
      return null; end $$`,
    `drop trigger mark_${event} on ${table}`,
    `create trigger mark_${event} after ${event} on ${table} referencing ${tables}
      for each statement execute function mark_${event}_of_${table}()`,
  ]);

const statements = [
  "alter table tenant_change add column fan text not null default ''",
  'alter table tenant_change drop constraint tenant_change_pkey, add primary key (xid, tenant, fan)',
  ...MARKS.flatMap(triggersOf),
];

export const fanChanges: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
