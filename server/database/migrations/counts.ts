/** Counters of bookmarks, and indexes for what was read row by row. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `insert into tally(tenant, kind, value, n)
    select tenant, 'bookmark', target, count(*) from favorite group by tenant, target`,
  'create index event_poster_most on event_poster(tenant, event_id, n desc, user_id)',
  'create index comment_reaction_user on comment_reaction(tenant, user_id)',
  // A deleted photo takes its short URL along.
  'create index short_url_photo on short_url(media_url)',
  "create index profile_name on profile(name) where name <> ''",
  "create index profile_nickname on profile(nickname) where nickname <> ''",
];

export const counts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
