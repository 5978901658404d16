/** New photos of fans' favourite players (FAN-05): told together, event by event, to those who asked for it. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { PushPayload } from '../../src/contract/entities.ts';
import { EVENT_NAME_MAX, PUSH_PLAYERS_MS } from '../../src/contract/limits.ts';
import { formatWireDateTime } from '../../src/rules/dates.ts';
import { isSeen } from '../api/blocks/repository.ts';
import { inTransaction } from '../database/retryTransaction.ts';
import type { Database } from '../database/schema.ts';
import type { PushJob } from './pushJobs.ts';

/** What is older is no news: also after a night nobody is told in. */
const FRESH_MS = 12 * 3_600_000;
/** Photos that follow each other within this time are one push. */
const GATHER_MS = 3 * 60_000;
/** Players a push names. */
const NAMED = 2;

interface Fresh {
  readonly tenant: string;
  readonly event_id: string;
  /** Photos after this instant were not told yet. */
  readonly since: Date;
}

/** Queues pushes for events with new photos of persons. How many events were told. */
export async function announcePlayers(db: Kysely<Database>, now: Date): Promise<number> {
  const fresh = await eventsWithNewPhotos(db, now);
  let told = 0;
  for (const event of fresh) if (await inTransaction(db, (trx) => tellOfEvent(trx, event, now))) told += 1;
  return told;
}

async function eventsWithNewPhotos(db: Kysely<Database>, now: Date): Promise<Fresh[]> {
  const oldest = new Date(now.getTime() - FRESH_MS);
  const since = sql<Date>`greatest(t.told_at, ${oldest}::timestamptz)`;
  return db
    .selectFrom('event as e')
    .leftJoin('push_told as t', (join) =>
      join.onRef('t.tenant', '=', 'e.tenant').onRef('t.about', '=', 'e.event_id').on('t.kind', '=', 'person'),
    )
    .select(['e.tenant', 'e.event_id', since.as('since')])
    .where('e.crawl_period_start', '<=', formatWireDateTime(now.getTime()))
    .where('e.crawl_period_end', '>', formatWireDateTime(oldest.getTime()))
    .where((eb) =>
      eb.or([eb('t.told_at', 'is', null), eb('t.told_at', '<=', new Date(now.getTime() - PUSH_PLAYERS_MS))]),
    )
    .where(
      sql<boolean>`exists (select 1 from photo p where p.tenant = e.tenant and p.event_id = e.event_id
        and p.created_at > ${since} and p.hidden_at is null and cardinality(p.player) > 0)`,
    )
    .execute();
}

/** False: another copy did it. */
async function tellOfEvent(
  trx: Transaction<Database>,
  { tenant, event_id, since }: Fresh,
  now: Date,
): Promise<boolean> {
  const due = new Date(now.getTime() + GATHER_MS);
  const first = await trx
    .insertInto('push_told')
    .values({ tenant, kind: 'person', about: event_id, told_at: due })
    .onConflict((c) =>
      c
        .columns(['tenant', 'kind', 'about'])
        .doUpdateSet({ told_at: due })
        .where('push_told.told_at', '<=', new Date(now.getTime() - PUSH_PLAYERS_MS)),
    )
    .returning('about')
    .executeTakeFirst();
  if (!first) return false;
  await sql`
    insert into push_job(tenant, user_id, kind, about, due_at)
    select distinct f.tenant, f.user_id, 'person', ${`${event_id} ${since.getTime().toString(36)}`}, ${due}::timestamptz
    from favorite_person f join notice_setting s on s.user_id = f.user_id and s.player
    where f.tenant = ${tenant} and f.name in (
        select unnest(p.player) from photo p where p.tenant = ${tenant} and p.event_id = ${event_id}
          and p.created_at > ${since}::timestamptz and p.hidden_at is null)
      and exists (select 1 from push_device d where d.tenant = f.tenant and d.user_id = f.user_id)
    on conflict do nothing`.execute(trx);
  return true;
}

/** What is to be told as things stand now; null: nothing (any more). A fan's own photos are no news to that fan. */
export async function composePlayers(
  db: Kysely<Database>,
  { tenant, user_id, about }: Pick<PushJob, 'tenant' | 'user_id' | 'about'>,
): Promise<Omit<PushPayload, 'for' | 'tenant' | 'unread'> | null> {
  const [event_id = '', since = '0'] = about.split(' ');
  const { rows } = await sql<{ media_url: string; event_name: string; names: string[] }>`
    select p.media_url, e.event_name, array(
      select f.name from favorite_person f
      where f.tenant = ${tenant} and f.user_id = ${user_id} and f.name = any(p.player) order by f.position) as names
    from photo p join event e on e.tenant = p.tenant and e.event_id = p.event_id
    where p.tenant = ${tenant} and p.event_id = ${event_id} and p.hidden_at is null and p.user_id <> ${user_id}
      and p.created_at > ${new Date(Number.parseInt(since, 36))}::timestamptz and ${isSeen(user_id, 'p.user_id')}
      and exists (select 1 from notice_setting s where s.user_id = ${user_id} and s.player)
      and exists (select 1 from favorite_person f
        where f.tenant = ${tenant} and f.user_id = ${user_id} and f.name = any(p.player))
    order by p.created_at desc, p.id desc`.execute(db);
  const [newest] = rows;
  if (!newest) return null;
  const names = [...new Set(rows.flatMap((row) => row.names))];
  return {
    kind: 'player',
    // One event's pushes take each other's place.
    id: `person ${event_id}`,
    name: names.slice(0, NAMED).join('・'),
    title: newest.event_name.slice(0, EVENT_NAME_MAX),
    body: '',
    count: rows.length,
    media_url: newest.media_url,
    target: event_id,
  };
}
