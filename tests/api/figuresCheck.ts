/** The desk's figures (STF-17) beside a plain scan of what they count. */
import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { addUpFigures } from '../../server/database/figureCounts.ts';
import type { Database } from '../../server/database/schema.ts';
import { FIGURE_WAITS } from '../../src/contract/staffLimits.ts';

const DAY_OF = (column: string) => `to_char(${column} at time zone 'Asia/Tokyo', 'YYYY-MM-DD')`;
/** Written out here once more: not the database's own function. */
const WAITS = FIGURE_WAITS.map((bound, part) => `when waited_s < ${bound} then 'wait${part}'`).join(' ');

const SHOWN = `select *, ${DAY_OF('created_at')} as day from photo where hidden_at is null`;
const SCANS = [
  `select tenant, day, 'photos', event_id, count(*) from (${SHOWN}) p group by 1, 2, 4`,
  `select tenant, day, 'permitted', event_id, count(*) from (${SHOWN}) p where usepermit group by 1, 2, 4`,
  `select tenant, day, case ${WAITS} else 'wait${FIGURE_WAITS.length}' end, event_id, count(*)
    from (${SHOWN}) p where waited_s is not null group by 1, 2, 3, 4`,
  `select tenant, day, 'posters', '', count(distinct user_id) from (${SHOWN}) p group by 1, 2`,
  `select p.tenant, ${DAY_OF('r.created_at')}, 'likes', p.event_id, count(*)
    from reaction r join photo p on p.media_url = r.media_url group by 1, 2, 4`,
  `select tenant, ${DAY_OF('joined_at')}, 'members', '', count(*) from membership group by 1, 2`,
  // On which day somebody is counted in an event or a season is not looked at here: once each.
  `select tenant, '', 'fans', event_id, count(distinct user_id) from (${SHOWN}) p group by 1, 4`,
  `select tenant, '', 'season', season_id, count(distinct user_id) from (${SHOWN}) p where season_id is not null group by 1, 4`,
];
const COUNTED = `select tenant, case when kind in ('fans', 'season') then '' else to_char(day, 'YYYY-MM-DD') end, kind, about, sum(n)::bigint
  from figure where kind <> 'reads' group by 1, 2, 3, 4 having sum(n) <> 0`;

/** Fails with the figures that disagree with the rows. Nothing may be writing. Returns how many figures agree. */
export async function expectFigures(db: Kysely<Database>): Promise<number> {
  await addUpFigures(db);
  const lines = async (query: string): Promise<string[]> => {
    const text = `select concat_ws('|', tenant, day, kind, about, n) as line from (${query}) as f(tenant, day, kind, about, n) order by 1`;
    return (await sql.raw<{ line: string }>(text).execute(db)).rows.map(({ line }) => line);
  };
  const scanned = await lines(SCANS.join(' union all '));
  expect(await lines(COUNTED)).toEqual(scanned);
  return scanned.length;
}
