/**
 * Staff move a cancelled match: to another date, or its posts into the event that takes its place (STF-08). Photos name their event by its id,
 * so a new date changes one row. Posts that go into another event follow page by page (`giveMovedPosts.ts`).
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { EVENT_MOVES } from '../../src/contract/staffLimits.ts';
import { eventMoveNotice as texts } from '../../src/messages/jaEventMove.ts';
import { parseWireDate, showWireDate } from '../../src/rules/dates.ts';
import type { Database } from '../database/schema.ts';
import { countAudience } from '../push/publishNews.ts';
import { publishAtOnce } from './news.ts';
import type { Act } from './operatorLog.ts';
import { refuseRows } from './outcome.ts';
import { changedFields, lockRecord, saveDeskRecord, type Written } from './records/deskRecords.ts';
import { faultOf } from './records/faults.ts';
import { kindNamed, type Values } from './records/kinds.ts';

type Trx = Transaction<Database>;

/** An event of a tenant. */
export interface EventPlace {
  readonly tenant: string;
  readonly eventId: string;
}

/** What a move would reach: photos of the event, hidden ones included, and members who would be told. */
export interface MoveReach {
  readonly photos: number;
  readonly told: number;
}

/** A new date, by the names of an event's fields. */
export interface NewDate {
  /** The revision that the form began from. */
  readonly revision: string;
  readonly values: Values;
  /** What the editor adds to the notice; empty: nothing. */
  readonly note: string;
}

/** A move as the log has it, whoever did it. */
export interface MoveAct extends Act {
  readonly outcome: string;
  readonly before: object;
  readonly after: object;
}

const DATES = ['event_date', 'crawl_period_start', 'crawl_period_end'] as const;

/** Returns what a move of the event reaches now. */
export async function readMoveReach(
  db: Kysely<Database>,
  { tenant, eventId }: EventPlace,
  now: Date,
): Promise<MoveReach> {
  const { n } = await db
    .selectFrom('photo')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  return { photos: Number(n), told: await countAudience(db, { tenant, audience: 'posters', about: eventId }, now) };
}

/** Returns the event that the posts of this one go over to; null: they stay. */
export async function readMovedInto(db: Kysely<Database>, { tenant, eventId }: EventPlace): Promise<string | null> {
  const row = await db
    .selectFrom('event_move')
    .select('into_id')
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId)
    .where('into_id', '<>', eventId)
    .executeTakeFirst();
  return row?.into_id ?? null;
}

/** Returns the event that took the place of a moved one, and those whose posts still go over to it: keys of walls stay until the end. */
export async function readMovedAlong(db: Kysely<Database>, { tenant, eventId }: EventPlace): Promise<string[]> {
  const into = await readMovedInto(db, { tenant, eventId });
  if (into === null) return [];
  const running = await db
    .selectFrom('event_move')
    .select('event_id')
    .where('tenant', '=', tenant)
    .where('into_id', '=', into)
    .where('due_at', 'is not', null)
    .limit(EVENT_MOVES.listed)
    .execute();
  return [into, ...running.map(({ event_id }) => event_id)];
}

/**
 * Gives an event another date and tells its followers and those who posted, once (STF-08a). The same values once more change nothing and
 * tell nobody. Throws Refusal that names every fault.
 */
export async function giveNewDate(
  trx: Trx,
  place: EventPlace,
  { revision, values, note }: NewDate,
  now: Date,
): Promise<Written> {
  const { tenant, eventId } = place;
  const end = parseWireDate(String(values.crawl_period_end ?? ''));
  if (end !== null && end <= now.getTime())
    throw refuseRows([{ line: 1, field: 'crawl_period_end', ...faultOf('past') }]);
  const into = await readMovedInto(trx, place);
  if (into !== null) throw refuseRows([{ line: 1, field: 'event_id', ...faultOf('moved', into) }]);
  const kind = kindNamed('events');
  const written = await saveDeskRecord(trx, { kind, tenant }, { revision, values: { ...values, event_id: eventId } });
  if (written.result !== 'ok' || written.before === null || written.record === null) return written;
  const { before, record } = written;
  if (DATES.every((name) => before[name] === record.values[name])) return written;
  // Begins once more on its new day, and is told again.
  await trx
    .deleteFrom('push_told')
    .where('tenant', '=', tenant)
    .where('kind', '=', 'event')
    .where('about', '=', eventId)
    .execute();
  const name = String(record.values.event_name);
  const [was, day] = [showWireDate(String(before.event_date)), showWireDate(String(record.values.event_date))];
  const body = texts.newDate(name, was, day, note);
  const news_id = await tell(trx, place, { title: texts.title(name), body, leadsTo: eventId }, now);
  const openedAt = String(before.crawl_period_start);
  await recordMove(trx, place, { into: eventId, openedAt, news_id, due: null }, now);
  return written;
}

/** Returns the act for the log of what `giveNewDate` wrote; null: nothing changed. */
export function newDateAct(eventId: string, written: Written): MoveAct | null {
  if (written.result !== 'ok' || written.before === null || written.record === null) return null;
  const states = changedFields(written.before, written.record.values);
  if (Object.keys(states.after).length === 0) return null;
  return { act: 'move dates', what: eventId, outcome: 'Done.', before: states.before, after: states.after };
}

/** What the log says of an event that its posts leave or reach. */
const inLog = ({ event_id, event_name, event_date }: Values) => ({ event_id, event_name, event_date });

/** What became of a move into another event. 'none': one of the two is not the club's, or goes into another one. 'same': it was begun before. */
export type MoveStart =
  | { readonly outcome: 'begun'; readonly act: MoveAct }
  | { readonly outcome: 'same' }
  | { readonly outcome: 'none' };

/**
 * Begins to give the posts of an event to another one (STF-08c). From now on posts for it arrive there. A job tells its followers and those who
 * posted, gives photos and bookmarks over, and removes the event. Throws Refusal for an event that a fan made.
 */
export async function beginMove(
  trx: Trx,
  place: EventPlace,
  { intoId, note }: { readonly intoId: string; readonly note: string },
  now: Date,
): Promise<MoveStart> {
  const { tenant, eventId } = place;
  const records = { kind: kindNamed('events'), tenant };
  const before = await lockRecord(trx, records, eventId);
  const known = await readMovedInto(trx, place);
  if (known !== null) return known === intoId ? { outcome: 'same' } : { outcome: 'none' };
  const into = await lockRecord(trx, records, intoId);
  if (before === null || into === null || eventId === intoId) return { outcome: 'none' };
  if ((await readMovedInto(trx, { tenant, eventId: intoId })) !== null) return { outcome: 'none' };
  const reach = await readMoveReach(trx, place, now);
  const name = String(before.event_name);
  const body = texts.intoOther(name, String(into.event_name), showWireDate(String(into.event_date)), note);
  const news_id = await tell(trx, place, { title: texts.title(name), body, leadsTo: intoId }, now);
  const openedAt = String(before.crawl_period_start);
  await recordMove(trx, place, { into: intoId, openedAt, news_id, due: now }, now);
  // Events whose posts go into this one go on to the other.
  await trx
    .updateTable('event_move')
    .set({ into_id: intoId })
    .where('tenant', '=', tenant)
    .where('into_id', '=', eventId)
    .execute();
  const outcome = `${reach.photos} photos, ${reach.told} members.`;
  const states = { before: inLog(before), after: inLog(into) };
  return { outcome: 'begun', act: { act: 'move events', what: eventId, outcome, ...states } };
}

/** Has the job tell those who follow the event or posted to it. Returns the news' id. */
async function tell(
  trx: Trx,
  { tenant, eventId }: EventPlace,
  { title, body, leadsTo }: { readonly title: string; readonly body: string; readonly leadsTo: string },
  now: Date,
): Promise<string> {
  const news_id = randomUUID();
  const url = `/${tenant}/event-detail.html?e=${encodeURIComponent(leadsTo)}`;
  await publishAtOnce(trx, { tenant, news_id }, { title, body, url, audience: 'posters', about: eventId }, now);
  return news_id;
}

interface MoveRow {
  readonly into: string;
  readonly openedAt: string;
  readonly news_id: string;
  /** null: the job has nothing to do. */
  readonly due: Date | null;
}

const recordMove = (trx: Trx, { tenant, eventId }: EventPlace, { into, openedAt, news_id, due }: MoveRow, now: Date) =>
  sql`
  insert into event_move(tenant, event_id, into_id, moved_at, opened_at, news_id, due_at)
  values (${tenant}, ${eventId}, ${into}, ${now}::timestamptz, ${openedAt}, ${news_id}, ${due}::timestamptz)
  on conflict (tenant, event_id) do update set into_id = excluded.into_id, moved_at = excluded.moved_at,
    opened_at = least(event_move.opened_at, excluded.opened_at), news_id = excluded.news_id, due_at = excluded.due_at`.execute(
    trx,
  );

/** Returns moves into other events that the job has not ended, the latest first. */
export async function readRunningMoves(db: Kysely<Database>, tenant: string) {
  const { rows } = await sql<{ event_id: string; name: string; into_name: string; moved: number; left: number }>`
    select m.event_id, coalesce(e.event_name, m.event_id) as name, i.event_name as into_name, m.photos as moved,
      (select count(*)::int from photo p where p.tenant = m.tenant and p.event_id = m.event_id) as left
    from event_move m
      join event i on i.tenant = m.tenant and i.event_id = m.into_id
      left join event e on e.tenant = m.tenant and e.event_id = m.event_id
    where m.tenant = ${tenant} and m.due_at is not null
    order by m.moved_at desc, m.event_id limit ${EVENT_MOVES.listed}`.execute(db);
  return rows;
}
