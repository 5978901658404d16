/** Keeping a fan from posting in a tenant, with a reason the fan is told (OPR-03). */
import { sql, type Transaction } from 'kysely';
import { suspensionNotice, suspensionOver } from '../../src/messages/jaSuspension.ts';
import { formatDateTime, formatWireDate } from '../../src/rules/dates.ts';
import { readSuspension } from '../api/access/suspensionRepository.ts';
import { tellFan } from '../api/notices/operatorNoticeRepository.ts';
import { screenName } from '../api/photos/repository.ts';
import type { Database } from '../database/schema.ts';
import { Refusal } from './outcome.ts';
import { onOneLine } from './terminalText.ts';

type Trx = Transaction<Database>;
const DAY_MS = 24 * 3_600_000;

/** The last day of a suspension that ends then. */
const lastDay = (until: Date): string => formatWireDate(until.getTime() - 1);

interface Fan {
  readonly tenant: string;
  readonly userId: string;
}
interface Suspending {
  readonly reason: string | null;
  /** Its last day: midnight in Tokyo, epoch ms; null: until an operator ends it. */
  readonly lastDay: number | null;
  /** The case it answers, against which the fan may appeal. */
  readonly caseId?: number;
}

/** Suspends a member, or changes the reason and the end; the fan is told. Throws Refusal. */
export async function suspendUser(trx: Trx, fan: Fan, { reason, ...given }: Suspending, now: Date): Promise<string[]> {
  const { tenant, userId } = fan;
  if (reason === null) throw new Refusal('A suspension needs a reason: the fan is told it.');
  const until = given.lastDay === null ? null : new Date(given.lastDay + DAY_MS);
  if (until !== null && until <= now) throw new Refusal('This day is over.');
  await lockMember(trx, fan);
  const before = await readSuspension(trx, fan, now);
  const end = until === null ? 'until it is ended' : `until ${lastDay(until)}`;
  if (before?.reason === reason && before.until?.getTime() === until?.getTime())
    return [`${userId} is suspended ${end}, as before.`];
  await trx
    .insertInto('suspension')
    .values({ tenant, user_id: userId, reason, until, at: now })
    .onConflict((c) => c.columns(['tenant', 'user_id']).doUpdateSet({ reason, until, at: now }))
    .execute();
  const texts = suspensionNotice(reason, until === null ? null : lastDay(until));
  const about = given.caseId === undefined ? {} : { caseId: given.caseId };
  await tellFan(trx, { tenant, recipient: userId, notice_id: noticeId(userId, now), ...texts, ...about }, now);
  return [`${userId} is suspended ${end}.`, `  ${reason}`];
}

/** Ends a suspension; the fan is told. Throws Refusal. */
export async function unsuspendUser(trx: Trx, fan: Fan, now: Date): Promise<string[]> {
  const { tenant, userId } = fan;
  await lockMember(trx, fan);
  const before = await readSuspension(trx, fan, now);
  await trx.deleteFrom('suspension').where('tenant', '=', tenant).where('user_id', '=', userId).execute();
  if (!before) return [`${userId} is not suspended, as before.`];
  await tellFan(trx, { tenant, recipient: userId, notice_id: noticeId(userId, now), ...suspensionOver }, now);
  return [`${userId} is not suspended any more.`];
}

const noticeId = (userId: string, now: Date): string => `suspension-${userId}-${now.getTime()}`;

async function lockMember(trx: Trx, { tenant, userId }: Fan): Promise<void> {
  const row = await trx
    .selectFrom('membership')
    .select('user_id')
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal(`${tenant} has no member ${userId} (see: users find).`);
}

/** What an operator needs to know of a fan before anything is done. Throws Refusal for nobody's id. */
export async function describeUser(trx: Trx, { tenant, userId }: Fan, now: Date): Promise<string[]> {
  const profile = await trx.selectFrom('profile').selectAll().where('user_id', '=', userId).executeTakeFirst();
  if (!profile) throw new Refusal(`There is no account ${userId} (see: users find).`);
  const memberships = await trx
    .selectFrom('membership')
    .select(['tenant', 'joined_at'])
    .where('user_id', '=', userId)
    .orderBy('tenant')
    .execute();
  const suspension = await readSuspension(trx, { tenant, userId }, now);
  const joined = memberships.map((row) => `${row.tenant} (${formatDateTime(row.joined_at.getTime())})`);
  return [
    `User       ${userId}, ${onOneLine(screenName(profile))}`,
    `State      ${profile.left_at ? `has left ${formatDateTime(profile.left_at.getTime())}` : 'here'}`,
    `Member of  ${joined.join(', ') || 'nothing'}`,
    `Suspended  ${suspension ? `${suspension.until ? `until ${lastDay(suspension.until)}` : 'until it is ended'}: ${suspension.reason}` : 'no'}`,
    ...(await countWorks(trx, { tenant, userId })),
  ];
}

async function countWorks(trx: Trx, { tenant, userId }: Fan): Promise<string[]> {
  const by = sql`tenant = ${tenant} and user_id = ${userId}`;
  const { rows } = await sql<Record<'photos' | 'hidden' | 'comments' | 'reported' | 'followers', number>>`
    select (select count(*)::int from photo where ${by}) as photos,
      (select count(*)::int from photo where ${by} and hidden_at is not null) as hidden,
      (select count(*)::int from comment where ${by} and deleted_at is null) as comments,
      (select count(distinct c.comment_id)::int from comment c join comment_report r
        on r.tenant = c.tenant and r.comment_id = c.comment_id where c.tenant = ${tenant} and c.user_id = ${userId}) as reported,
      (select count(*)::int from follow where tenant = ${tenant} and follow_user = ${userId}) as followers`.execute(
    trx,
  );
  const { photos = 0, hidden = 0, comments = 0, reported = 0, followers = 0 } = rows[0] ?? {};
  return [
    `Photos     ${photos}, of them hidden: ${hidden}`,
    `Comments   ${comments}, reported ever: ${reported}`,
    `Followers  ${followers}`,
  ];
}
