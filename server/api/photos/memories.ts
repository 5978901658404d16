/** A fan's own photos of this day of earlier years, or of the last match (FAN-23). */
import { type Kysely, sql } from 'kysely';
import type { Memories } from '../../../src/contract/entities.ts';
import { MEMORY_LOOKED_AT, MEMORY_PHOTOS, MEMORY_YEARS } from '../../../src/contract/limits.ts';
import { formatWireDate, parseWireDate } from '../../../src/rules/dates.ts';
import type { Database } from '../../database/schema.ts';
import { photosAsJson, type Viewer } from './photoText.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Midnights in Tokyo of this day of earlier years, the latest year first. 29 February has only those of leap years. */
export function memoryDays(now: number): Date[] {
  const today = formatWireDate(now);
  const years = Array.from({ length: MEMORY_YEARS }, (_, i) => Number(today.slice(0, 4)) - 1 - i);
  return years.flatMap((year) => {
    const start = parseWireDate(`${year}${today.slice(4)}`);
    return start === null ? [] : [new Date(start)];
  });
}

/** Instants of one day in Tokyo: each photo from `from` on and before the next midnight. */
export const isOfDay = (createdAt: string, from: string) =>
  sql<boolean>`(${sql.ref(createdAt)} >= ${sql.ref(from)}
    and ${sql.ref(createdAt)} < ${sql.ref(from)} + ${DAY_MS} * interval '1 millisecond')`;

/** Returns what the fan's page shows of earlier photos, for the day of `now` (epoch ms). Hidden photos are not among them. */
export async function readMemories(
  db: Kysely<Database>,
  viewer: Viewer & { readonly userId: string },
  now: number,
): Promise<Memories> {
  const { tenant, userId } = viewer;
  const day = formatWireDate(now);
  const own = sql`p.tenant = ${tenant} and p.user_id = ${userId} and p.hidden_at is null`;
  const latest = sql`order by p.created_at desc, p.id desc`;
  const { rows } = await sql<{ of: Memories['of']; list: string }>`
    with that_day as (
      select f.id, row_number() over (order by f.created_at desc, f.id desc) as position
      from unnest(${memoryDays(now)}::timestamptz[]) as d(start) cross join lateral (
        select p.id, p.created_at from photo p where ${own} and ${isOfDay('p.created_at', 'd.start')}
        ${latest} limit ${MEMORY_PHOTOS}) f
      order by f.created_at desc, f.id desc limit ${MEMORY_PHOTOS}),
    newest as (
      select p.id, p.event_id, row_number() over (${latest}) as position from photo p
      where ${own} ${latest} limit ${MEMORY_LOOKED_AT}),
    last_match as (
      select n.event_id from newest n join event e on e.tenant = ${tenant} and e.event_id = n.event_id
      where e.event_type = 'official' and e.event_date < ${day} order by n.position limit 1),
    of_match as (
      select n.id, n.position from newest n join last_match m on m.event_id = n.event_id
      where not exists (select 1 from that_day) order by n.position limit ${MEMORY_PHOTOS})
    select case when exists (select 1 from that_day) then 'day' else 'match' end as of,
      ${photosAsJson(viewer, sql`select id, position from that_day union all select id, position from of_match`)} as list`.execute(
    db,
  );
  const { of = 'match', list = '[]' } = rows[0] ?? {};
  return { of, day, list: JSON.parse(list) as Memories['list'] };
}
