/** The club's own picture of a player, and the seasons in which the player belongs to it (STF-20). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const RUN = `execute function check_orphans('picture')`;

const statements = [
  // With a constant default no row is rewritten; a server of the release before knows nothing of them. known: what is known of the picture.
  `alter table person add column picture text, add column known jsonb, add column season_ids text[] not null default '{}'`,
  'create index person_picture on person(picture) where picture is not null',
  `create index person_picture_due on person(tenant, picture)
    where picture like 'ugc/%' and (known is null or known ->> 'media_url' <> picture)`,
  `create trigger check_orphans_deleted after delete on person for each row ${RUN}`,
  `create trigger check_orphans_replaced after update of picture on person for each row
    when (old.picture is distinct from new.picture) ${RUN}`,
];

export const personDetails: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
