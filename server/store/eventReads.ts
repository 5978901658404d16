import { type Kysely, type Selectable, sql } from 'kysely';
import type { EventType, FanEvent } from '../../src/contract/entities.ts';
import { SHARED_LIST_MAX } from '../../src/contract/limits.ts';
import { formatWireDate } from '../../src/rules/dates.ts';
import { screenName } from './photoReads.ts';
import type { Database, EventTable } from './schema.ts';

/** Undefined: not narrowed by it. */
export interface EventConditions {
  readonly ids?: readonly string[];
  readonly types?: readonly EventType[];
  /**
   * Given: who posted is told of events only where the number of own photos decides something, which is while one can post
   * and there is a limit or a permission to ask for. A list of matches would name every fan of each otherwise.
   */
  readonly postersAt?: Date;
}

/** Events of a tenant with their counters, newest period first. */
export async function readEvents(
  db: Kysely<Database>,
  tenant: string,
  { ids, types, postersAt }: EventConditions,
): Promise<FanEvent[]> {
  if (ids?.length === 0) return [];
  const rows = await db
    .selectFrom('event as e')
    .leftJoin('profile as f', 'f.user_id', 'e.user_id')
    .leftJoin('tally as t', (join) =>
      join.on('t.tenant', '=', tenant).on('t.kind', '=', 'event').onRef('t.value', '=', 'e.event_id'),
    )
    .selectAll('e')
    .select(['f.name', 'f.nickname', 't.n as count'])
    .select(personsOf.as('person_list'))
    .select(postersOf(postersAt).as('posters'))
    .where('e.tenant', '=', tenant)
    .$if(ids !== undefined, (query) => query.where('e.event_id', 'in', ids ?? []))
    .$if(types !== undefined, (query) => query.where('e.event_type', 'in', types ?? []))
    .orderBy('e.crawl_period_start', 'desc')
    .orderBy('e.event_id')
    .limit(SHARED_LIST_MAX)
    .execute();
  return rows.map(toEvent);
}

// As JSON: a match shows dozens of persons, and an array is read letter by letter.
const personsOf = sql<string[]>`coalesce((select json_agg(p.name) from (
  select g.name from person_tally g where g.tenant = e.tenant and g.kind = 'event' and g.value = e.event_id and g.n > 0
  order by g.n desc, g.name) p), '[]'::json)`;

/** Most posters an answer names, those with most photos first. */
const POSTERS_MAX = 1000;
const postersOf = (at: Date | undefined) => sql<{ user_id: string; count: number }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('user_id', o.user_id, 'count', o.n)) from (
    select user_id, n from event_poster where tenant = e.tenant and event_id = e.event_id and n > 0 ${matters(at)}
    order by n desc, user_id limit ${sql.lit(POSTERS_MAX)}) o), '[]'::jsonb)`;

const matters = (at: Date | undefined) =>
  at === undefined
    ? sql``
    : sql`and (e.post_limit is not null or e.usepermit_flag) and e.crawl_period_end >= ${formatWireDate(at.getTime())}`;

interface EventRow extends Selectable<EventTable> {
  readonly name: string | null;
  readonly nickname: string | null;
  readonly count: number | null;
  readonly person_list: string[];
  readonly posters: { user_id: string; count: number }[];
}

function toEvent(row: EventRow): FanEvent {
  return {
    event_id: row.event_id,
    event_name: row.event_name,
    event_type: row.event_type,
    event_date: row.event_date,
    crawl_period_start: row.crawl_period_start,
    crawl_period_end: row.crawl_period_end,
    public_message: row.public_message,
    thumbnail: row.thumbnail,
    category: row.category,
    subCategory: row.sub_category,
    post_limit: row.post_limit,
    descriptive_title: row.descriptive_title,
    descriptive_photo: row.descriptive_photo,
    descriptive_text: row.descriptive_text,
    photo_location: row.photo_location,
    premium_user_ids: row.premium_user_ids,
    season_id: row.season_id,
    user_id: row.user_id,
    user_name: row.user_id === null ? null : screenName(row),
    count: row.count ?? 0,
    person_list: row.person_list,
    ambassadorLimited: row.ambassador_limited,
    officialLimited: row.official_limited,
    personLimited: row.person_limited,
    userLimited: row.user_limited,
    postUser_list: row.posters,
    usepermit_flag: row.usepermit_flag,
  };
}
