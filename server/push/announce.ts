/** Finds what is to be told to many: events that have begun, news of the operator, new photos of players. Each once, however many copies look. */
import { type Kysely, sql } from 'kysely';
import { formatWireDateTime, parseWireDate } from '../../src/rules/dates.ts';
import type { Database } from '../database/schema.ts';
import { announcePlayers } from './playerPushes.ts';
import { tellOnce } from './pushJobs.ts';
import { afterQuietHours, toldUntil } from './quietHours.ts';

const HOUR_MS = 3_600_000;
/** What is older when it is found is no news any more: a server that was down, an import of old records. */
const FRESH_MS = 2 * HOUR_MS;
/** The oldest of events that began at night and are told in the morning. */
const NIGHT_MS = 12 * HOUR_MS;
/** How long it is remembered that something was told; longer than it is fresh. */
const REMEMBERED_MS = 48 * HOUR_MS;

/** Queues pushes for what has begun or appeared lately. How many matters were told. */
export async function announce(db: Kysely<Database>, now: Date): Promise<number> {
  const events = await begunEvents(db, now);
  const news = await freshNews(db, now);
  let told = 0;
  for (const { tenant, event_id, crawl_period_start } of events) {
    const start = parseWireDate(crawl_period_start) ?? now.getTime();
    if (toldUntil(start) < now.getTime()) continue;
    const due = new Date(afterQuietHours(start));
    if (await tellOnce(db, { tenant, kind: 'event', about: event_id }, { now, due })) told += 1;
  }
  for (const { tenant, notice_id } of news) {
    if (await tellOnce(db, { tenant, kind: 'notice', about: notice_id }, { now, due: now })) told += 1;
  }
  // Nobody's phone rings at night; what came then is told in the morning.
  if (afterQuietHours(now.getTime()) === now.getTime()) told += await announcePlayers(db, now);
  if (told > 0)
    await db
      .deleteFrom('push_told')
      .where('told_at', '<', new Date(now.getTime() - REMEMBERED_MS))
      .execute();
  return told;
}

const notTold = (kind: 'event' | 'notice', tenant: string, about: string) =>
  sql<boolean>`not exists (select 1 from push_told t
    where t.tenant = ${sql.ref(tenant)} and t.kind = ${kind} and t.about = ${sql.ref(about)})`;

const begunEvents = (db: Kysely<Database>, now: Date) =>
  db
    .selectFrom('event as e')
    .select(['e.tenant', 'e.event_id', 'e.crawl_period_start'])
    .where('e.crawl_period_start', '<=', formatWireDateTime(now.getTime()))
    .where('e.crawl_period_start', '>', formatWireDateTime(now.getTime() - NIGHT_MS))
    .where('e.crawl_period_end', '>', formatWireDateTime(now.getTime()))
    .where(notTold('event', 'e.tenant', 'e.event_id'))
    .execute();

const freshNews = (db: Kysely<Database>, now: Date) =>
  db
    .selectFrom('notice as n')
    .select(['n.tenant', 'n.notice_id'])
    .where('n.recipient_id', 'is', null)
    .where('n.kind', '=', 'news')
    .where('n.created_at', '<=', now)
    .where('n.created_at', '>', new Date(now.getTime() - FRESH_MS))
    .where(notTold('notice', 'n.tenant', 'n.notice_id'))
    .execute();
