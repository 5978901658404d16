import { type Insertable, type Kysely, type RawBuilder, sql, type Transaction, type Updateable } from 'kysely';
import type { EventType, FanEvent } from '../../../src/contract/entities.ts';
import { UNPAGED_LIST_MAX } from '../../../src/contract/limits.ts';
import { formatWireDate, formatWireDateTime } from '../../../src/rules/dates.ts';
import { JsonText } from '../../database/jsonText.ts';
import type { Database, EventTable } from '../../database/schema.ts';
import { namesShownMost } from '../persons/shownPersonsRepository.ts';
import { coverOfEvent } from '../photos/bestOfEvent.ts';
import { screenNameOf } from '../photos/photoText.ts';

/** Undefined: not narrowed by it. */
export interface EventConditions {
  readonly ids?: readonly string[];
  readonly types?: readonly EventType[];
  /**
   * Given: all who posted are told only where the number of own photos decides something, which is while one can post and there
   * is a limit or a permission to ask for; of other events the few who posted most. A list of matches would name every fan of each.
   */
  readonly postersAt?: Date;
}

/** Events of a tenant with their counters, newest period first. */
export const readEvents = async (
  db: Kysely<Database>,
  tenant: string,
  conditions: EventConditions,
): Promise<FanEvent[]> => JSON.parse(await eventsAsJson(db, tenant, conditions)) as FanEvent[];

/** The same as an answer. */
export const readEventList = async (
  db: Kysely<Database>,
  tenant: string,
  conditions: EventConditions,
): Promise<JsonText<{ list: FanEvent[] }>> => new JsonText(`{"list":${await eventsAsJson(db, tenant, conditions)}}`);

/** The database writes the JSON itself: the matches of a few seasons name persons by the ten thousand. */
async function eventsAsJson(
  db: Kysely<Database>,
  tenant: string,
  { ids, types, postersAt }: EventConditions,
): Promise<string> {
  const ofIds = ids === undefined ? sql`` : sql`and e.event_id = any(${[...ids]}::text[])`;
  const ofTypes = types === undefined ? sql`` : sql`and e.event_type = any(${[...types]}::text[])`;
  const { rows } = await sql<{ list: string }>`
    select coalesce(json_agg(j), '[]')::text as list from (
      select e.event_id, e.event_name, e.event_type, e.event_date, e.crawl_period_start, e.crawl_period_end,
        e.public_message, coalesce(${unlessHidden('e.thumbnail', sql`e.thumbnail`)}, best.media_url) as thumbnail,
        case when best.media_url is not null
            then json_build_object('width', best.width, 'height', best.height, 'variants', best.variants)::jsonb
          when e.picture ->> 'media_url' = e.thumbnail
            then ${unlessHidden('e.thumbnail', sql`e.picture - 'media_url'`)} end as picture,
        e.category, e.sub_category as "subCategory", e.post_limit, e.descriptive_title,
        ${unlessHidden('e.descriptive_photo', sql`e.descriptive_photo`)} as descriptive_photo,
        e.descriptive_text, e.photo_location, e.premium_user_ids, e.season_id, e.user_id,
        case when e.user_id is not null then ${screenNameOf} end as user_name,
        coalesce(t.n, 0) as count, ${PERSONS} as person_list,
        e.ambassador_limited as "ambassadorLimited", e.official_limited as "officialLimited",
        e.person_limited as "personLimited", ${LIMITED_NAMES} as "userLimited", e.user_limited_ids,
        ${postersOf(postersAt)} as "postUser_list", e.usepermit_flag
      from event e
        left join profile u on u.user_id = e.user_id
        left join tally t on t.tenant = e.tenant and t.kind = 'event' and t.value = e.event_id
        left join lateral (${coverOfEvent(sql`e.tenant`, sql`e.event_id`)}) best on e.thumbnail is null and e.user_id is null and t.n > 0
      where e.tenant = ${tenant} ${ofIds} ${ofTypes}
      order by e.crawl_period_start desc, e.event_id limit ${UNPAGED_LIST_MAX}) j`.execute(db);
  return rows[0]?.list ?? '[]';
}

const PERSONS = namesShownMost({ kind: 'event', tenant: sql.ref('e.tenant'), value: sql.ref('e.event_id') });

/** A picture may be a posted photo, original or thumbnail: while an operator hides that one, the event shows none (OPR-02f). */
const unlessHidden = (key: string, shown: RawBuilder<unknown>) => sql`
  case when not (${sql.ref(key)} like 'ugc/%' and exists (select from photo p where p.tenant = e.tenant
    and p.media_url = replace(${sql.ref(key)}, '/thumbnail/', '/original/') and p.hidden_at is not null)) then ${shown} end`;

/** Whoever an event is limited to, by their present names; a name nobody bore as it was written. Hardly any event is. */
const LIMITED_NAMES = sql`case when e.user_limited = '{}' then '[]' else coalesce((
  select json_agg(case when coalesce(w.id, '') = '' then w.name else coalesce(f.nickname, '') end order by w.position)
  from unnest(e.user_limited, e.user_limited_ids) with ordinality as w(name, id, position)
    left join profile f on f.user_id = w.id), '[]') end`;

/** Most posters an answer names, those with most photos first. */
const POSTERS_MAX = 1000;
/** The same in a list, of an event where their numbers decide nothing: who posted most. */
const POSTERS_IN_LIST = 3;
const postersOf = (at: Date | undefined) => sql`coalesce((
  select json_agg(o) from (
    select user_id, n as count from event_poster where tenant = e.tenant and event_id = e.event_id and n > 0
    order by n desc, user_id limit ${postersWanted(at)}) o), '[]')`;

const postersWanted = (at: Date | undefined) =>
  at === undefined
    ? sql.lit(POSTERS_MAX)
    : sql`case when (e.post_limit is not null or e.usepermit_flag) and e.crawl_period_end >= ${formatWireDate(at.getTime())}
        then ${sql.lit(POSTERS_MAX)} else ${sql.lit(POSTERS_IN_LIST)} end`;

/** How many events of a fan's making are not over at `at`. */
export async function countOpenEvents(
  trx: Transaction<Database>,
  { tenant, userId }: { readonly tenant: string; readonly userId: string },
  at: Date,
): Promise<number> {
  const { n } = await trx
    .selectFrom('event')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('tenant', '=', tenant)
    .where('event_type', '=', 'memorial')
    .where('user_id', '=', userId)
    .where('crawl_period_end', '>=', formatWireDateTime(at.getTime()))
    .executeTakeFirstOrThrow();
  return n;
}

export async function insertEvent(trx: Transaction<Database>, event: Insertable<EventTable>): Promise<void> {
  await trx.insertInto('event').values(event).execute();
}

/** Changes an event the caller has locked. */
export async function updateEventRow(
  trx: Transaction<Database>,
  tenant: string,
  eventId: string,
  changes: Updateable<EventTable>,
): Promise<void> {
  await trx.updateTable('event').set(changes).where('tenant', '=', tenant).where('event_id', '=', eventId).execute();
}

export async function hasPhotos(db: Kysely<Database>, tenant: string, eventId: string): Promise<boolean> {
  const photo = await db
    .selectFrom('photo')
    .select('id')
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId)
    .limit(1)
    .executeTakeFirst();
  return photo !== undefined;
}

/** Removes an event without photos, which the caller has locked. Its bookmarks have gone before. */
export async function deleteEventRows(trx: Transaction<Database>, tenant: string, eventId: string): Promise<void> {
  await trx.deleteFrom('event_poster').where('tenant', '=', tenant).where('event_id', '=', eventId).execute();
  await trx.deleteFrom('event').where('tenant', '=', tenant).where('event_id', '=', eventId).execute();
}
