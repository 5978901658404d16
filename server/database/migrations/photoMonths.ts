/** Every photo's month becomes a term of the search and a counter: see `photoMonths.ts`. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  // Made again at the end: changing every row of it one by one takes several times longer.
  'drop index photo_search_terms',
  // Rows a migration before made just now have theirs.
  `update photo_search set facets = facets || ('month:' || tenant || ':' || to_char(created_at at time zone 'UTC', 'YYYY-MM'))
    where not exists (select 1 from unnest(facets) term where term like 'month:%')`,
  `insert into tally(tenant, kind, value, n)
    select tenant, 'month', to_char(created_at at time zone 'UTC', 'YYYY-MM'), count(*)
    from photo where hidden_at is null group by 1, 3`,
  'create index photo_search_terms on photo_search using gin(photo_terms(search, facets)) with (fastupdate = off)',
];

export const photoMonths: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
