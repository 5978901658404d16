/** What a post is judged by, read as one statement: one way to the database, and one moment of it. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { runKept } from '../../database/preparedQuery.ts';
import type { Database, EventTable } from '../../database/schema.ts';

/** What decides whether a photo may be posted to an event. */
export type PostedEvent = Pick<
  Selectable<EventTable>,
  | 'event_id'
  | 'event_type'
  | 'event_date'
  | 'crawl_period_start'
  | 'crawl_period_end'
  | 'post_limit'
  | 'season_id'
  | 'ambassador_limited'
  | 'official_limited'
  | 'person_limited'
  | 'user_limited'
  | 'user_limited_ids'
> & {
  /** Keys of its own pictures, and of those of the event that was moved into it. */
  readonly pictures: readonly string[];
  /** When the event of the post was moved, epoch ms; null: never. */
  readonly movedAt: number | null;
  /** When its first period began, as the wire writes it; null: it was never moved. */
  readonly openedAt: string | null;
};

export interface PostState {
  readonly isMember: boolean;
  /** The event of the post, or the one that its posts go over to (STF-08d). Null: there is none. */
  readonly event: PostedEvent | null;
  /** Photos of the fan in the event, hidden ones left out. */
  readonly own: number;
  /** The fan permits the use of photos in the tenant. */
  readonly isPermitted: boolean;
  /** When the fan last withdrew that for earlier photos too, epoch ms; null: never. */
  readonly withdrawnAt: number | null;
  /** Photos of these names that are registered, or were and are taken down: a phone that asks again is through with those, too. */
  readonly known: readonly { readonly media_url: string; readonly user_id: string; readonly at: number }[];
}

export interface PostPlace {
  readonly tenant: string;
  readonly userId: string;
  readonly eventId: string;
}

export async function readPostState(
  db: Kysely<Database>,
  { tenant, userId, eventId }: PostPlace,
  urls: readonly string[],
): Promise<PostState> {
  const query = sql<PostedEvent & Omit<PostState, 'event'> & { hasEvent: boolean }>`
    select exists (select 1 from membership where tenant = ${tenant} and user_id = ${userId}) as "isMember",
      e.event_id is not null as "hasEvent", e.event_id, e.event_type, e.event_date, e.crawl_period_start, e.crawl_period_end,
      array_remove(array[e.thumbnail, e.descriptive_photo, s.thumbnail, s.descriptive_photo], null) as pictures,
      (extract(epoch from m.moved_at) * 1000)::int8 as "movedAt", m.opened_at as "openedAt", e.post_limit, e.season_id, e.ambassador_limited, e.official_limited,
      e.person_limited, e.user_limited, e.user_limited_ids,
      coalesce((select usepermit from usepermit where tenant = ${tenant} and user_id = ${userId}), false) as "isPermitted",
      (select (extract(epoch from max(at)) * 1000)::int8 from consent
        where tenant = ${tenant} and user_id = ${userId} and earlier) as "withdrawnAt",
      coalesce((select n from event_poster
        where tenant = ${tenant} and event_id = e.event_id and user_id = ${userId}), 0) as own,
      coalesce((select json_agg(json_build_object('media_url', media_url, 'user_id', user_id,
          'at', (extract(epoch from created_at) * 1000)::int8))
        from (select media_url, user_id, created_at from photo where tenant = ${tenant} and media_url = any(${[...urls]}::text[])
          union all select what, details ->> 'user_id', at from operator_log
            where act = 'photo remove' and what = any(${[...urls]}::text[]) and details ->> 'user_id' is not null) k), '[]') as known
    from (select 1) as one
      left join event_move m on m.tenant = ${tenant} and m.event_id = ${eventId}
      left join event e on e.tenant = ${tenant} and e.event_id = coalesce(m.into_id, ${eventId})
      left join event s on s.tenant = ${tenant} and s.event_id = ${eventId} and s.event_id <> e.event_id`;
  const { rows } = await runKept(db, query);
  const [row] = rows;
  if (!row) throw new Error('A statement without a row.');
  const { isMember, hasEvent, own, isPermitted, withdrawnAt, known, ...event } = row;
  return { isMember, own, isPermitted, withdrawnAt, known, event: hasEvent ? event : null };
}

/**
 * Keeps member and event until the transaction ends, and has posts of one fan to one event wait for each other, so the limit is exact.
 * One after the other, in the order of `rowLocks.ts`. What is not there is not locked. Returns the event's id, which is another one if its
 * posts go over to another event; null: nothing was locked.
 */
export async function lockForPost(
  trx: Transaction<Database>,
  { tenant, userId, eventId }: PostPlace,
): Promise<string | null> {
  const query = sql<{ event_id: string }>`
    with target as materialized (select coalesce(
      (select into_id from event_move where tenant = ${tenant} and event_id = ${eventId}), ${eventId}) as event_id),
    member as materialized (
      select user_id from membership where tenant = ${tenant} and user_id = ${userId} for key share),
    kept as materialized (
      select event_id from event where tenant = ${tenant} and event_id = (select event_id from target)
        and exists (select 1 from member) for share)
    insert into event_poster(tenant, event_id, user_id, n) select ${tenant}, event_id, ${userId}, 0 from kept
    on conflict (tenant, event_id, user_id) do update set n = event_poster.n
    returning event_id`;
  const { rows } = await runKept(trx, query);
  return rows[0]?.event_id ?? null;
}

export interface PostReferences {
  readonly hasTeam: boolean;
  /** The latest first. */
  readonly seasons: readonly { readonly season_id: string; readonly start: string; readonly end: string }[];
}

export async function readPostReferences(
  db: Kysely<Database>,
  tenant: string,
  teamId: string | null,
): Promise<PostReferences> {
  const query = sql<PostReferences>`
    select exists (select 1 from team where tenant = ${tenant} and team_id = ${teamId}) as "hasTeam",
      coalesce((select json_agg(json_build_object('season_id', season_id, 'start', season_period_start, 'end', season_period_end)
        order by season_period_start desc) from season where tenant = ${tenant}), '[]') as seasons`;
  const { rows } = await runKept(db, query);
  return rows[0] ?? { hasTeam: false, seasons: [] };
}
