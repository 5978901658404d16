/** A photo that is new has no likes, so the order by likes has nothing to do for it (LST-01): only photos that come back have some. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create or replace function rank_indexed() returns trigger language plpgsql
    set plan_cache_mode = force_generic_plan as $$ begin
    perform rank_photos(array_agg(c.id)) from changed c join photo p on p.id = c.id
      where p.reaction_count > 0 having count(*) > 0;
    return null; end $$`,
];

export const newPhotosUnranked: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
