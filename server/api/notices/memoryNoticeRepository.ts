/**
 * Notifies fans who asked for it of their own photos of this day of earlier years (FAN-23), page by page, once a day. A page and its place
 * are one transaction. So a copy that dies leaves the rest to another one, and nobody is notified twice.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import { MEMORY_HOURS } from '../../../src/contract/limits.ts';
import { notices as texts } from '../../../src/messages/jaNotices.ts';
import { calendarDay, formatWireDate, startOfDay } from '../../../src/rules/dates.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database } from '../../database/schema.ts';
import { addNoticePush } from '../../push/pushJobs.ts';
import { isOfDay, memoryDays } from '../photos/memories.ts';

/** Fans looked at in one transaction. */
const PAGE = 100;
/** A copy that has not finished a page after this long has died: another goes on. */
const LEASE_MS = 60_000;
/** Rows of finished days are kept this long. */
const KEPT_MS = 7 * 24 * 3_600_000;
const HOUR_MS = 3_600_000;

/** Notifies the fans of the day that `now` lies in, between MEMORY_HOURS of Tokyo. Returns how many were notified. */
export async function notifyMemories(db: Kysely<Database>, now: Date, isStopped?: () => boolean): Promise<number> {
  const hour = (now.getTime() - startOfDay(now.getTime())) / HOUR_MS;
  if (hour < MEMORY_HOURS.from || hour >= MEMORY_HOURS.until) return 0;
  const day = formatWireDate(now.getTime());
  await beginRound(db, day, now);
  let notified = 0;
  while (!isStopped?.()) {
    const after = await takePage(db, day, now);
    if (after === null) break;
    notified += await inTransaction(db, (trx) => notifyPage(trx, { day, after, now }));
  }
  return notified;
}

/** The first copy that looks at a day begins it, and removes rows of old days. */
async function beginRound(db: Kysely<Database>, day: string, now: Date): Promise<void> {
  const begun = await db.selectFrom('memory_round').select('day').where('day', '=', day).executeTakeFirst();
  if (begun) return;
  await db
    .insertInto('memory_round')
    .values({ day, after_user: '', due_at: now })
    .onConflict((c) => c.doNothing())
    .execute();
  const oldest = formatWireDate(now.getTime() - KEPT_MS);
  await db.deleteFrom('memory_round').where('day', '<', oldest).execute();
}

/** Takes the next page: returns the fan it begins after. null: the day is done, or another copy has it. */
async function takePage(db: Kysely<Database>, day: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ after_user: string }>`
    update memory_round set due_at = ${new Date(now.getTime() + LEASE_MS)}::timestamptz
    where day = (select day from memory_round where day = ${day} and due_at <= ${now}::timestamptz for update skip locked)
    returning after_user`.execute(db);
  return rows[0]?.after_user ?? null;
}

interface MemoryPage {
  readonly day: string;
  readonly after: string;
  readonly now: Date;
}

/** Notifies one page of fans. Returns how many; 0 also where another copy went on with this page. */
async function notifyPage(trx: Transaction<Database>, { day, after, now }: MemoryPage): Promise<number> {
  const fans = await trx
    .selectFrom('notice_setting')
    .select('user_id')
    .where('memory', '=', true)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(PAGE)
    .execute();
  const moved = await trx
    .updateTable('memory_round')
    .set({ after_user: fans.at(-1)?.user_id ?? after, due_at: fans.length < PAGE ? null : now })
    .where('day', '=', day)
    .where('after_user', '=', after)
    .where('due_at', 'is not', null)
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n || fans.length === 0) return 0;
  const found = await findMemories(
    trx,
    fans.map(({ user_id }) => user_id),
    now,
  );
  return addNotices(trx, found, { day, now });
}

interface Memory {
  readonly tenant: string;
  readonly user_id: string;
  readonly media_url: string;
  readonly created_at: Date;
}

/** The latest photo of this day of each of the fans, of all tenants where the fan is a member. Fans without one are left out. */
async function findMemories(trx: Transaction<Database>, fans: readonly string[], now: Date): Promise<Memory[]> {
  const { rows } = await sql<Memory>`
    select distinct on (m.user_id) m.tenant, m.user_id, f.media_url, f.created_at
    from membership m cross join unnest(${memoryDays(now.getTime())}::timestamptz[]) as d(start) cross join lateral (
      select p.media_url, p.created_at, p.id from photo p
      where p.tenant = m.tenant and p.user_id = m.user_id and p.hidden_at is null and ${isOfDay('p.created_at', 'd.start')}
      order by p.created_at desc, p.id desc limit 1) f
    where m.user_id = any(${[...fans]}::text[])
    order by m.user_id, f.created_at desc, f.id desc`.execute(trx);
  return rows;
}

/** One notice a fan and day, with its push where one is wanted. Returns how many were added. A photo that goes meanwhile has none. */
async function addNotices(
  trx: Transaction<Database>,
  found: readonly Memory[],
  { day, now }: Pick<MemoryPage, 'day' | 'now'>,
): Promise<number> {
  const year = calendarDay(now.getTime()).year;
  let added = 0;
  for (const { tenant, user_id, media_url, created_at } of found) {
    const notice_id = `memory-${day}-${user_id}`;
    const title = texts.memory(year - calendarDay(created_at.getTime()).year);
    const { rows } = await sql<{ notice_id: string }>`
      insert into notice(tenant, notice_id, recipient_id, kind, title, body, media_url, created_at)
      select p.tenant, ${notice_id}, p.user_id, 'memory', ${title}, '', p.media_url, ${now}::timestamptz
      from photo p where p.media_url = ${media_url} and p.hidden_at is null for key share
      on conflict do nothing returning notice_id`.execute(trx);
    if (rows.length === 0) continue;
    await addNoticePush(trx, { tenant, recipient: user_id, notice_id, kind: 'memory', at: now });
    added += 1;
  }
  return added;
}
