/**
 * Followers are told of a fan's new photos (FAN-06): one notice a followed fan, which grows while it is unread. A post only leaves a
 * job; followers are told batch by batch afterwards, so registering costs the same however many there are.
 */
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { POST_NOTICE_MS } from '../../../src/contract/limits.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { deleteInOrder } from '../../database/rowLocks.ts';
import type { Database, PostJobTable } from '../../database/schema.ts';
import { addNoticePushes } from '../../push/pushJobs.ts';
import { noBlockBetween } from '../blocks/repository.ts';
import { postNoticeId } from './activityNotices.ts';

type PostJob = Omit<Selectable<PostJobTable>, 'due_at'>;

/** What a queue sends one after the other within this time is told at once. */
const WAIT_MS = 5_000;
/** A copy that has not finished a batch after this long has died: another goes on. */
const LEASE_MS = 60_000;
/** Followers told in one transaction. */
const BATCH = 500;

/**
 * For the transaction that registers the photos, with the last of its locks (`rowLocks.ts`). Who is followed by nobody leaves no job. A job
 * that is under way begins anew: telling twice is telling once.
 */
export function postJobStatement({
  tenant,
  userId,
  at,
}: {
  readonly tenant: string;
  readonly userId: string;
  readonly at: Date;
}): RawBuilder<unknown> {
  const due = new Date(at.getTime() + WAIT_MS);
  return sql`
    insert into post_job as job (tenant, user_id, since, till, due_at)
    select ${tenant}, ${userId}, ${at}::timestamptz, ${at}::timestamptz, ${due}::timestamptz
    where exists (select 1 from follow where tenant = ${tenant} and follow_user = ${userId})
    on conflict (tenant, user_id) do update set till = greatest(job.till, excluded.till), after_follower = '',
      due_at = least(job.due_at, excluded.due_at)`;
}

/** Tells the followers of all posts that are due. How many notices were written or grew. */
export async function tellFollowers(db: Kysely<Database>, now: Date, isStopped?: () => boolean): Promise<number> {
  let told = 0;
  while (!isStopped?.()) {
    const job = await takePostJob(db, now);
    if (job === null) break;
    told += await tellAll(db, job, now, isStopped);
  }
  return told;
}

/** Takes a job that is due; nobody else gets it while the lease lasts. */
async function takePostJob(db: Kysely<Database>, now: Date): Promise<PostJob | null> {
  const { rows } = await sql<PostJob>`
    update post_job set due_at = ${new Date(now.getTime() + LEASE_MS)}
    where (tenant, user_id) = (
      select tenant, user_id from post_job where due_at <= ${now} order by due_at limit 1 for update skip locked)
    returning tenant, user_id, since, till, after_follower`.execute(db);
  return rows[0] ?? null;
}

async function tellAll(db: Kysely<Database>, job: PostJob, now: Date, isStopped?: () => boolean): Promise<number> {
  let told = 0;
  let after = job.after_follower;
  while (!isStopped?.()) {
    const followers = await readFollowersAfter(db, job, after);
    if (followers.length > 0) told += await inTransaction(db, (trx) => tellBatch(trx, job, followers, now));
    const last = followers.at(-1);
    if (last === undefined || followers.length < BATCH) {
      await endPostJob(db, job);
      break;
    }
    // A post came in between: all are told of it, from the first.
    if (!(await savePlace(db, job, last, now))) break;
    after = last;
  }
  return told;
}

async function readFollowersAfter(
  db: Kysely<Database>,
  { tenant, user_id }: PostJob,
  after: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('follow')
    .select('user_id')
    .where('tenant', '=', tenant)
    .where('follow_user', '=', user_id)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(BATCH)
    .execute();
  return rows.map((row) => row.user_id);
}

const isJob = ({ tenant, user_id, till }: PostJob) =>
  sql<boolean>`tenant = ${tenant} and user_id = ${user_id} and till = ${till}::timestamptz`;

async function savePlace(db: Kysely<Database>, job: PostJob, after: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('post_job')
    .set({ after_follower: after, due_at: new Date(now.getTime() + LEASE_MS) })
    .where(isJob(job))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function endPostJob(db: Kysely<Database>, job: PostJob): Promise<void> {
  await db.deleteFrom('post_job').where(isJob(job)).execute();
}

/** The fan leaves: nobody is told any more. */
export async function removePostJobs(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.deleteFrom('post_job').where('user_id', '=', userId).execute();
}

/** Members who do not want to hear of it, or muted the fan, are left out. A notice that was read, or is older, begins anew. */
async function tellBatch(
  trx: Transaction<Database>,
  { tenant, user_id, since, till }: PostJob,
  followers: readonly string[],
  now: Date,
): Promise<number> {
  const ids = followers.map((follower) => postNoticeId(user_id, follower));
  const oldest = new Date(till.getTime() - POST_NOTICE_MS);
  const { rows } = await sql<{ notice_id: string; recipient_id: string }>`
    insert into notice as n (tenant, notice_id, recipient_id, kind, title, body, user_id, created_at, since)
    select ${tenant}, b.notice_id, b.recipient, 'post', '', '', ${user_id}, ${till}::timestamptz, ${since}::timestamptz
    from unnest(${ids}::text[], ${[...followers]}::text[]) as b(notice_id, recipient)
    where exists (select 1 from membership m where m.tenant = ${tenant} and m.user_id = b.recipient)
      and not exists (select 1 from mute where mute.user_id = b.recipient and muted_user = ${user_id})
      and ${noBlockBetween(sql`b.recipient`, sql`${user_id}`)}
      and coalesce((select s.post from notice_setting s where s.user_id = b.recipient), true)
    order by b.notice_id
    on conflict (tenant, notice_id) do update set created_at = excluded.created_at, since = case
      when n.created_at > ${oldest}::timestamptz and not exists (select 1 from notice_read r
        where r.tenant = n.tenant and r.user_id = n.recipient_id and r.notice_id = n.notice_id) then n.since
      else greatest(excluded.since, n.created_at + interval '1 millisecond') end
      where n.created_at < excluded.created_at
    returning notice_id, recipient_id`.execute(trx);
  if (rows.length === 0) return 0;
  const told = rows.map((row) => row.notice_id);
  const recipients = rows.map((row) => row.recipient_id);
  await addNoticePushes(trx, { tenant, noticeIds: told, recipients, now });
  await deleteInOrder(
    trx,
    'notice_read',
    sql`(tenant, user_id, notice_id) in (
      select ${tenant}, b.recipient, b.notice_id from unnest(${told}::text[], ${recipients}::text[]) as b(notice_id, recipient))`,
  );
  return rows.length;
}
