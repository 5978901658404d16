/** Counters of days for the desk's figures (STF-17). Every read is bounded by days, events and kinds, whatever number of photos there is. */
import { type Kysely, sql } from 'kysely';
import { FIGURES } from '../../../src/contract/staffLimits.ts';
import type { DaySpan } from '../../../src/rules/daySpans.ts';
import type { Database } from '../../database/schema.ts';

/** Sums by kind (`FigureTable`). */
export type FigureCounts = Readonly<Record<string, number>>;

const inSpan = (tenant: string, { from, until }: DaySpan) =>
  sql`tenant = ${tenant} and day between ${from}::date and ${until}::date`;

/** Since when everything is counted, 'YYYY-MM-DD', and whether older photos still are. */
export async function readFigureStart(db: Kysely<Database>): Promise<{ since: string; isCounting: boolean }> {
  const { rows } = await sql<{ since: string; isCounting: boolean }>`
    select to_char(since, 'YYYY-MM-DD') as since, counted < upto as "isCounting" from figure_start`.execute(db);
  return rows[0] ?? { since: '', isCounting: false };
}

/** The latest seasons, the latest first. */
export const readFigureSeasons = (db: Kysely<Database>, tenant: string) =>
  db
    .selectFrom('season')
    .select(['season_id', 'season_name'])
    .select(sql<string>`left(season_period_start, 10)`.as('from'))
    .select(sql<string>`left(season_period_end, 10)`.as('until'))
    .where('tenant', '=', tenant)
    .orderBy('season_period_start', 'desc')
    .orderBy('season_id')
    .limit(FIGURES.seasons)
    .execute();
export type FigureSeason = Awaited<ReturnType<typeof readFigureSeasons>>[number];

/** Days on which something was counted, in their order. */
export async function readFigureDays(db: Kysely<Database>, tenant: string, span: DaySpan) {
  const { rows } = await sql<{ day: string; counts: FigureCounts }>`
    select to_char(day, 'YYYY-MM-DD') as day, json_object_agg(kind, n) as counts from (
      select day, kind, sum(n)::int as n from figure
      where ${inSpan(tenant, span)} and kind not in ('fans', 'season') group by day, kind having sum(n) <> 0) k
    group by k.day order by k.day`.execute(db);
  return rows;
}

/** Events in which something was counted, those with the most photos first, and how many there are in all. */
export async function readFigureEvents(db: Kysely<Database>, tenant: string, span: DaySpan, limit: number) {
  const { rows } = await sql<{
    event_id: string;
    event_name: string | null;
    event_date: string | null;
    counts: FigureCounts;
    events: number;
  }>`
    with listed as (
      select about, json_object_agg(kind, n) as counts, coalesce(sum(n) filter (where kind = 'photos'), 0) as photos,
        (count(*) over ())::int as events
      from (select about, kind, sum(n)::int as n from figure
        where ${inSpan(tenant, span)} and about <> '' and kind <> 'season' group by about, kind having sum(n) <> 0) k
      group by about order by photos desc, about limit ${limit})
    select l.about as event_id, e.event_name, e.event_date, l.counts, l.events
    from listed l left join event e on e.tenant = ${tenant} and e.event_id = l.about
    order by l.photos desc, e.event_date desc nulls last, l.about`.execute(db);
  return rows;
}

/** Fans who first posted to the season within these days. */
export async function readSeasonPosters(db: Kysely<Database>, tenant: string, seasonId: string, span: DaySpan) {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n from figure
    where ${inSpan(tenant, span)} and kind = 'season' and about = ${seasonId}`.execute(db);
  return rows[0]?.n ?? 0;
}
