/**
 * Publishes the desk's news that is due (STF-18), and takes withdrawn news away. Members are told page by page. A page and its place are
 * one transaction, so a copy that dies leaves the rest to another one and nobody is told twice.
 */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { noBlockBetween } from '../api/blocks/repository.ts';
import type { NewsTable } from '../database/newsTables.ts';
import { inTransaction } from '../database/retryTransaction.ts';
import { deleteInOrder } from '../database/rowLocks.ts';
import type { Database } from '../database/schema.ts';
import { addNewsCount } from './newsCounts.ts';
import { addNoticePushes, wantsEvent } from './pushJobs.ts';

type Trx = Transaction<Database>;
type NewsJob = Pick<
  Selectable<NewsTable>,
  'tenant' | 'news_id' | 'state' | 'title' | 'body' | 'url' | 'audience' | 'about' | 'published_at' | 'after_user'
> & {
  /** Its due_at while this copy works on it. */
  readonly lease: Date;
};

/** Members looked at in one transaction. */
const PAGE = 500;
/** A copy that has not finished a page after this long has died: another goes on. */
const LEASE_MS = 60_000;

const noticeIdForAll = (newsId: string): string => `news-${newsId}`;

/** Works on all news that is due. Returns how many members were told. */
export async function publishNews(db: Kysely<Database>, now: Date, isStopped?: () => boolean): Promise<number> {
  let told = 0;
  while (!isStopped?.()) {
    const job = await takeNewsJob(db, now);
    if (job === null) break;
    const begun = job.state === 'scheduled' ? await inTransaction(db, (trx) => begin(trx, job, now)) : job;
    if (begun === null) continue;
    told += await handleMembers(db, begun, now, isStopped);
  }
  return told;
}

/** Takes a news item that is due; nobody else gets it while the lease lasts. */
async function takeNewsJob(db: Kysely<Database>, now: Date): Promise<NewsJob | null> {
  const lease = new Date(now.getTime() + LEASE_MS);
  const { rows } = await sql<Omit<NewsJob, 'lease'>>`
    update news set due_at = ${lease}::timestamptz where (tenant, news_id) = (
      select tenant, news_id from news where due_at <= ${now}::timestamptz order by due_at limit 1 for update skip locked)
    returning tenant, news_id, state, title, body, url, audience, about, published_at, after_user`.execute(db);
  return rows[0] ? { ...rows[0], lease } : null;
}

/** It is published from now on. null: the staff changed their mind meanwhile. */
async function begin(trx: Trx, { tenant, news_id, lease }: NewsJob, now: Date): Promise<NewsJob | null> {
  const row = await trx
    .updateTable('news')
    .set({ state: 'sending', published_at: now, after_user: '' })
    .where('tenant', '=', tenant)
    .where('news_id', '=', news_id)
    .where('state', '=', 'scheduled')
    .where('due_at', '=', lease)
    .returning(['title', 'body', 'url', 'audience', 'about', 'published_at', 'after_user'])
    .executeTakeFirst();
  if (!row) return null;
  const job = { ...row, tenant, news_id, lease, state: 'sending' } as const;
  if (row.audience === 'all') await addNoticeForAll(trx, job, now);
  return job;
}

/** One notice for everybody. It is marked as told, since its pushes go out page by page and not by `announce`. */
async function addNoticeForAll(trx: Trx, { tenant, news_id, title, body, url }: NewsJob, now: Date): Promise<void> {
  const notice_id = noticeIdForAll(news_id);
  const texts = { title, body, url, news_id };
  await trx
    .insertInto('notice')
    .values({
      tenant,
      notice_id,
      ...texts,
      kind: 'news',
      recipient_id: null,
      user_id: null,
      media_url: null,
      created_at: now,
    })
    .onConflict((c) => c.doNothing())
    .execute();
  await trx
    .insertInto('push_told')
    .values({ tenant, kind: 'notice', about: notice_id, told_at: now })
    .onConflict((c) => c.doNothing())
    .execute();
}

async function handleMembers(db: Kysely<Database>, job: NewsJob, now: Date, isStopped?: () => boolean) {
  let told = 0;
  let after = job.after_user;
  while (!isStopped?.()) {
    const page = await readMembersAfter(db, job.tenant, after);
    const count = await inTransaction(db, (trx) => handlePage(trx, job, { after, page, now }));
    // Withdrawn meanwhile, or another copy goes on.
    if (count === null) break;
    told += count;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = last;
  }
  return told;
}

async function readMembersAfter(db: Kysely<Database>, tenant: string, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('membership')
    .select('user_id')
    .where('tenant', '=', tenant)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(PAGE)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

interface MemberPage {
  readonly after: string;
  readonly page: readonly string[];
  readonly now: Date;
}

/** Handles one page of members. Returns how many were told; null: the news is not this copy's any more. */
async function handlePage(trx: Trx, job: NewsJob, { after, page, now }: MemberPage): Promise<number | null> {
  const { tenant, news_id, state } = job;
  const isLast = page.length < PAGE;
  const moved = await trx
    .updateTable('news')
    .set({
      after_user: page.at(-1) ?? after,
      due_at: isLast ? null : new Date(now.getTime() + LEASE_MS),
      ...(isLast && state === 'sending' ? { state: 'sent' as const } : {}),
    })
    .where('tenant', '=', tenant)
    .where('news_id', '=', news_id)
    .where('state', '=', state)
    .where('after_user', '=', after)
    .where('due_at', 'is not', null)
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) return null;
  if (page.length === 0) return 0;
  if (state === 'sending') return tellMembers(trx, job, page, now);
  await removeFrom(trx, job, page);
  return 0;
}

type Audience = Pick<NewsJob, 'tenant' | 'audience' | 'about'>;

/** Condition: the member `m.user_id` is meant by the news. */
function isMeant({ tenant, audience, about }: Audience) {
  if (audience === 'all') return sql`true`;
  if (audience === 'event') return wantsEvent(tenant, about, sql`m.user_id`);
  if (audience === 'posters')
    return sql`(${wantsEvent(tenant, about, sql`m.user_id`)} or exists (select 1 from event_poster p
      where p.tenant = ${tenant} and p.event_id = ${about} and p.user_id = m.user_id and p.n > 0))`;
  return sql`exists (select 1 from favorite_person f
    where f.tenant = ${tenant} and f.user_id = m.user_id and f.name = ${about})`;
}

/** Condition: the member `m.user_id` is not suspended at `now`, and neither muted nor blocked the official user, in whose name news comes. */
const listensToClub = (tenant: string, now: Date) => sql`
  not exists (select 1 from suspension s where s.tenant = ${tenant} and s.user_id = m.user_id
    and (s.until is null or s.until > ${now}::timestamptz))
  and not exists (select 1 from official_user o where o.tenant = ${tenant} and (
    exists (select 1 from mute u where u.user_id = m.user_id and u.muted_user = o.user_id)
    or not ${noBlockBetween(sql`m.user_id`, sql`o.user_id`)}))`;

/** Returns those of these members who are to be told. Nobody of them leaves the service until the transaction ends. */
async function chooseMembers(trx: Trx, job: NewsJob, page: readonly string[], now: Date): Promise<string[]> {
  const { tenant } = job;
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from membership m
    where m.tenant = ${tenant} and m.user_id = any(${[...page]}::text[]) and ${isMeant(job)} and ${listensToClub(tenant, now)}
    order by m.user_id for key share of m`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}

/** Counts the members whom news for this audience would tell now. */
export async function countAudience(db: Kysely<Database>, audience: Audience, now: Date): Promise<number> {
  const { tenant } = audience;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from membership m
    where m.tenant = ${tenant} and ${isMeant(audience)} and ${listensToClub(tenant, now)}`.execute(db);
  return rows[0]?.n ?? 0;
}

async function tellMembers(trx: Trx, job: NewsJob, page: readonly string[], now: Date): Promise<number> {
  const { tenant, news_id, audience } = job;
  const recipients = await chooseMembers(trx, job, page, now);
  if (recipients.length === 0) return 0;
  const noticeIds =
    audience === 'all' ? recipients.map(() => noticeIdForAll(news_id)) : await addNotices(trx, job, recipients);
  await addNoticePushes(trx, { tenant, noticeIds, recipients, now, gapMs: 0 });
  const n = recipients.length;
  await addNewsCount(trx, { tenant, news_id, counter: 'delivered', n, by: recipients[0] ?? '' });
  return n;
}

/** Adds a notice for each of them. Returns the notices' ids in the same order. */
async function addNotices(trx: Trx, job: NewsJob, recipients: readonly string[]): Promise<string[]> {
  const { tenant, news_id, title, body, url, published_at } = job;
  const { rows } = await sql<{ notice_id: string; recipient_id: string }>`
    insert into notice(tenant, notice_id, recipient_id, kind, title, body, url, created_at, news_id)
    select ${tenant}, ${`${noticeIdForAll(news_id)}-`} || substr(md5(r.user_id), 1, 20), r.user_id, 'news',
      ${title}, ${body}, ${url}, ${published_at}::timestamptz, ${news_id}
    from unnest(${[...recipients]}::text[]) as r(user_id) order by 3
    returning notice_id, recipient_id`.execute(trx);
  const ids = new Map(rows.map(({ notice_id, recipient_id }) => [recipient_id, notice_id]));
  return recipients.map((recipient) => ids.get(recipient) ?? '');
}

/** Takes withdrawn news from these members: notices, waiting pushes and what was read. */
async function removeFrom(trx: Trx, { tenant, news_id }: NewsJob, page: readonly string[]): Promise<void> {
  const users = sql`any(${[...page]}::text[])`;
  const gone = await deleteInOrder(
    trx,
    'notice',
    sql`tenant = ${tenant} and recipient_id = ${users} and news_id = ${news_id}`,
  );
  const ids = [noticeIdForAll(news_id), ...gone.map(({ notice_id }) => notice_id)];
  const ofPage = sql`tenant = ${tenant} and user_id = ${users}`;
  await deleteInOrder(trx, 'push_job', sql`${ofPage} and kind = 'notice' and about = any(${ids}::text[])`);
  await deleteInOrder(trx, 'notice_read', sql`${ofPage} and notice_id = any(${ids}::text[])`);
}
