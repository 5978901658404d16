/**
 * Where orphaned objects may stand, and accounts that may be gone: written when it happens, so that no job has to look at everything
 * (HLF-06). The triggers see to it whoever changes a row, a server of the version before included.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Columns that hold the key of an object. */
const KEYS = [
  ['photo', 'media_url'],
  ['event', 'thumbnail', 'descriptive_photo'],
  ['team', 'object_key'],
  ['ambassador', 'object_key'],
  ['profile', 'avatar'],
] as const;

const statements = [
  // place: key of an original, or a folder, which ends in '/'. after_key: how far a folder has been listed.
  `create table orphan_check(
    place text primary key, due_at timestamptz(3) not null, marked_at timestamptz(3) not null, after_key text)`,
  'create index orphan_check_due on orphan_check(due_at)',
  'create table account_check(user_id text primary key, due_at timestamptz(3) not null)',
  'create index account_check_due on account_check(due_at)',
  // Whether an event names an object is asked for every object that may be an orphan.
  'create index event_thumbnail on event(thumbnail) where thumbnail is not null',
  'create index event_descriptive_photo on event(descriptive_photo) where descriptive_photo is not null',
  // Every half minute: events that run (all others are over), and news among millions of notices.
  'create index event_end on event(crawl_period_end)',
  'create index notice_news on notice(created_at) where recipient_id is null',
  // Whoever deleted the row removes the objects at once: an hour later there is something only where that failed.
  `create function check_orphans() returns trigger language plpgsql as $$
    declare was text; is_now text; name text;
    begin
      foreach name in array tg_argv loop
        was := to_jsonb(old) ->> name;
        is_now := case when tg_op = 'UPDATE' then to_jsonb(new) ->> name end;
        if was ~ '^(ugc|avatar)/.+/original/' and was is distinct from is_now then
          insert into orphan_check(place, due_at, marked_at) values (was, now() + interval '1 hour', now())
          on conflict (place) do update set due_at = excluded.due_at, marked_at = excluded.marked_at;
        end if;
      end loop;
      return null;
    end $$`,
  ...KEYS.flatMap(([table, ...columns]) => {
    const run = `execute function check_orphans(${columns.map((column) => `'${column}'`).join(', ')})`;
    return [
      `create trigger check_orphans_deleted after delete on ${table} for each row ${run}`,
      `create trigger check_orphans_replaced after update of ${columns.join(', ')} on ${table} for each row
        when ((${columns.map((column) => `old.${column}`).join(', ')}) is distinct from
          (${columns.map((column) => `new.${column}`).join(', ')})) ${run}`,
    ];
  }),
];

export const orphanChecks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
