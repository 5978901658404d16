/** Every counter of the database beside what it counts, counted now. */
import { type Kysely, sql } from 'kysely';
import { addUpCounters } from '../../../server/database/counterChanges.ts';
import type { Database } from '../../../server/database/schema.ts';

const MONTH = "to_char(created_at at time zone 'UTC', 'YYYY-MM')";
const SHOWN = 'from photo where hidden_at is null';
const both = (kept: string, counted: string) =>
  `select key, coalesce(k.n, 0) as kept, coalesce(c.n, 0) as counted from (${kept}) k full join (${counted}) c using (key)
    where coalesce(k.n, 0) <> coalesce(c.n, 0)`;

const facets = [
  ['all', "''"],
  ['event', 'event_id'],
  ['season', 'season_id'],
  ['team', 'team_id'],
  ['user', 'user_id'],
  ['month', MONTH],
] as const;

/** Each answers the rows that disagree. */
const CHECKS: Readonly<Record<string, string>> = {
  'photos by tally': both(
    "select concat_ws('|', tenant, kind, value) as key, n from tally where kind <> 'bookmark'",
    [
      ...facets.map(
        ([kind, column]) =>
          `select concat_ws('|', tenant, '${kind}', ${column}) as key, count(*) as n ${SHOWN} and ${column} is not null group by 1`,
      ),
      "select concat_ws('|', tenant, kind, value), count(*) from photo_tag group by 1",
    ].join(' union all '),
  ),
  'photos by fan and event': both(
    "select concat_ws('|', tenant, event_id, user_id) as key, n from event_poster",
    `select concat_ws('|', tenant, event_id, user_id) as key, count(*) as n ${SHOWN} group by 1`,
  ),
  'photos by person': both(
    "select concat_ws('|', tenant, kind, value, name) as key, n from person_tally",
    `select concat_ws('|', tenant, 'event', event_id, name) as key, count(*) as n from photo, unnest(player) name where hidden_at is null group by 1
      union all select concat_ws('|', tenant, 'season', season_id, name), count(*) from photo, unnest(player) name
        where hidden_at is null and season_id is not null group by 1`,
  ),
  likes: both(
    'select media_url as key, reaction_count as n from photo',
    'select media_url as key, count(*) as n from reaction group by 1',
  ),
  comments: both(
    'select media_url as key, comment_count as n from photo',
    'select media_url as key, count(*) as n from comment where deleted_at is null and hidden_at is null group by 1',
  ),
  post_limit: `select concat_ws('|', p.tenant, p.event_id, p.user_id) as key, count(*) as kept, min(e.post_limit) as counted
    from photo p join event e on e.tenant = p.tenant and e.event_id = p.event_id
    group by p.tenant, p.event_id, p.user_id having count(*) > min(e.post_limit)`,
  search: `select p.id::text as key, 1 as kept, 0 as counted from photo p where hidden_at is null
    and not exists (select 1 from photo_search s where s.id = p.id)`,
};

/** Sentences about what disagrees. Nothing may be writing. */
export async function compareCounters(db: Kysely<Database>): Promise<string[]> {
  await addUpCounters(db);
  const wrong: string[] = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    const { rows } = await sql.raw<{ key: string; kept: number; counted: number }>(check).execute(db);
    const [first] = rows;
    if (first)
      wrong.push(`${name}: ${rows.length} disagree, such as ${first.key}: ${first.kept} kept, ${first.counted} there`);
  }
  return wrong;
}
