/** Pushes that wait, in the database all server copies share: each is taken by one copy only. */
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { PUSH_FOLLOWS_MS } from '../../src/contract/abuseLimits.ts';
import { PUSH_POSTS_MS, PUSH_REACTIONS_MS } from '../../src/contract/limits.ts';
import { runKept } from '../database/preparedQuery.ts';
import type { PushJobTable } from '../database/pushTables.ts';
import { inTransaction } from '../database/retryTransaction.ts';
import type { Database } from '../database/schema.ts';

/** `tries`: this one included. `lease`: its due_at while this copy sends it. Other values there: it is wanted once more. */
export type PushJob = Omit<Selectable<PushJobTable>, 'due_at'> & { readonly lease: Date };

/** Jobs one copy takes at once. */
export const PUSH_BATCH = 50;
/** A copy that has not sent a push after this long has died: another does. Longer than database and push service are waited for. */
const LEASE_MS = 3 * 60_000;

/** Whoever sends it at this moment, or tries again, tells of things as they stood: it begins anew. One that nobody took yet waits on. */
const wantedOnceMore = sql`on conflict (tenant, user_id, kind, about, endpoint_id)
  do update set due_at = excluded.due_at, tries = 0 where push_job.tries > 0`;

/** In the transaction of the action: the recipient's browsers are to be told of this notice, if there are any. */
export async function addNoticePush(trx: Transaction<Database>, push: NoticePush): Promise<void> {
  await runKept(trx, noticePushStatement(push, sql`true`));
}

/** As `addNoticePush`, as part of a statement and under its `condition`. Likes of one photo that follow each other wait for each other. */
export function noticePushStatement(
  { tenant, recipient, notice_id, kind, at }: NoticePush,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const gap = kind === 'reaction' ? PUSH_REACTIONS_MS : 0;
  return sql`insert into push_job(tenant, user_id, kind, about, due_at)
    select ${tenant}, ${recipient}, 'notice', ${notice_id}, greatest(${at}::timestamptz, coalesce(
      (select told_at + ${gap} * interval '1 millisecond' from push_told
        where tenant = ${tenant} and kind = 'notice' and about = ${notice_id}), ${at}::timestamptz))
    where exists (select 1 from push_device where tenant = ${tenant} and user_id = ${recipient}) and ${condition}
    ${wantedOnceMore}`;
}

/** Whether a follow went out within PUSH_FOLLOWS_MS. Whoever repeats it has nothing new to tell (SAF-41). */
export async function wasFollowTold(
  trx: Transaction<Database>,
  { tenant, notice_id, at }: Pick<NoticePush, 'tenant' | 'notice_id' | 'at'>,
): Promise<boolean> {
  const told = await trx
    .selectFrom('push_told')
    .select('told_at')
    .where('tenant', '=', tenant)
    .where('kind', '=', 'notice')
    .where('about', '=', notice_id)
    .where('told_at', '>', new Date(at.getTime() - PUSH_FOLLOWS_MS))
    .executeTakeFirst();
  return told !== undefined;
}

/** The same of notices to many recipients, such as those about a followed fan's photos. Only browsers that are told count. */
export async function addNoticePushes(
  trx: Transaction<Database>,
  { tenant, noticeIds, recipients, now, gapMs = PUSH_POSTS_MS }: PostPushes,
): Promise<void> {
  await sql`
    insert into push_job(tenant, user_id, kind, about, due_at)
    select ${tenant}, b.recipient, 'notice', b.notice_id, greatest(${now}::timestamptz,
      t.told_at + ${gapMs} * interval '1 millisecond')
    from unnest(${[...noticeIds]}::text[], ${[...recipients]}::text[]) as b(notice_id, recipient)
      left join push_told t on t.tenant = ${tenant} and t.kind = 'notice' and t.about = b.notice_id
    where exists (select 1 from push_device d where d.tenant = ${tenant} and d.user_id = b.recipient)
    order by b.recipient, b.notice_id
    ${wantedOnceMore}`.execute(trx);
}
interface PostPushes {
  readonly tenant: string;
  readonly noticeIds: readonly string[];
  /** Whose notice each is. */
  readonly recipients: readonly string[];
  readonly now: Date;
  /** Least time between two pushes of one notice, in milliseconds. */
  readonly gapMs?: number;
}
interface NoticePush {
  readonly tenant: string;
  readonly recipient: string;
  readonly notice_id: string;
  readonly kind: string;
  readonly at: Date;
}

/** Takes what is due: nobody else gets it while the lease lasts. */
export async function takePushJobs(db: Kysely<Database>, now: Date): Promise<PushJob[]> {
  const due = await db.selectFrom('push_job').select('tenant').where('due_at', '<=', now).limit(1).executeTakeFirst();
  if (!due) return [];
  const lease = new Date(now.getTime() + LEASE_MS);
  const { rows } = await sql<Omit<PushJob, 'lease'>>`
    update push_job set due_at = ${lease}, tries = tries + 1 where ctid = any(array(
      select ctid from push_job where due_at <= ${now} order by due_at limit ${PUSH_BATCH} for update skip locked))
    returning tenant, user_id, kind, about, endpoint_id, tries`.execute(db);
  return rows.map((row) => ({ ...row, lease }));
}

const isOurs = ({ tenant, user_id, kind, about, endpoint_id, tries, lease }: PushJob) => sql<boolean>`
  tenant = ${tenant} and user_id = ${user_id} and kind = ${kind} and about = ${about} and endpoint_id = ${endpoint_id}
  and tries = ${tries} and due_at = ${lease}::timestamptz`;

/** A browser that could not be told: again at `due_at`. */
export type PushRetry = Pick<Selectable<PushJobTable>, 'endpoint_id' | 'due_at'>;

/** After it was sent. One of the browsers `later` names that waits already may just be told, of things as they stood: it is told again. */
export async function endPushJob(db: Kysely<Database>, job: PushJob, later: readonly PushRetry[]): Promise<void> {
  if (later.length === 0) {
    await db.deleteFrom('push_job').where(isOurs(job)).execute();
    return;
  }
  const { tenant, user_id, kind, about, tries } = job;
  const retries = later.toSorted((a, b) => (a.endpoint_id < b.endpoint_id ? -1 : 1));
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom('push_job').where(isOurs(job)).execute();
    await trx
      .insertInto('push_job')
      .values(retries.map((retry) => ({ tenant, user_id, kind, about, tries, ...retry })))
      .onConflict((c) =>
        c
          .columns(['tenant', 'user_id', 'kind', 'about', 'endpoint_id'])
          .doUpdateSet({ due_at: sql`push_job.due_at + interval '1 millisecond'` }),
      )
      .execute();
  });
}

/** After a try that failed: all of it again at `due`. */
export async function retryPushJob(db: Kysely<Database>, job: PushJob, due: Date): Promise<void> {
  await db.updateTable('push_job').set({ due_at: due }).where(isOurs(job)).execute();
}

/** Remembers when a notice was told last. */
export async function markTold(db: Kysely<Database>, { tenant, kind, about }: PushJob, now: Date): Promise<void> {
  await db
    .insertInto('push_told')
    .values({ tenant, kind, about, told_at: now })
    .onConflict((c) => c.columns(['tenant', 'kind', 'about']).doUpdateSet({ told_at: now }))
    .execute();
}

/** Of an event that begins hears who bookmarked it, of an official one also who asked for all of them. */
export const wantsEvent = (tenant: string, eventId: string, userId: RawBuilder<unknown> | string) => sql<boolean>`(
  exists (select 1 from favorite f
    where f.tenant = ${tenant} and f.user_id = ${userId} and f.kind = 'event' and f.target = ${eventId})
  or (exists (select 1 from notice_setting s where s.user_id = ${userId} and s.match)
    and exists (select 1 from event o where o.tenant = ${tenant} and o.event_id = ${eventId} and o.event_type = 'official')))`;

/** Hands something to all its fans once, however many copies ask. False: it was done before. */
export async function tellOnce(
  db: Kysely<Database>,
  what: { readonly tenant: string; readonly kind: PushJob['kind']; readonly about: string },
  { now, due }: { readonly now: Date; readonly due: Date },
): Promise<boolean> {
  const { tenant, kind, about } = what;
  return inTransaction(db, async (trx) => {
    const first = await trx
      .insertInto('push_told')
      .values({ ...what, told_at: now })
      .onConflict((c) => c.doNothing())
      .returning('about')
      .executeTakeFirst();
    if (!first) return false;
    const isWanted = kind === 'event' ? wantsEvent(tenant, about, sql.ref('d.user_id')) : sql`true`;
    await sql`
      insert into push_job(tenant, user_id, kind, about, due_at)
      select distinct d.tenant, d.user_id, ${kind}::text, ${about}::text, ${due}::timestamptz
      from push_device d where d.tenant = ${tenant} and ${isWanted}
      on conflict do nothing`.execute(trx);
    return true;
  });
}
