/** Messages to the operator as staff see and answer them (STF-09). The mail address stays here: answers are mailed by the server. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { INBOX } from '../../../src/contract/staffLimits.ts';
import type { ContactTable } from '../../database/operatorTables.ts';
import type { Database } from '../../database/schema.ts';

type Db = Kysely<Database>;
export type Message = Selectable<ContactTable>;

/** Takedown requests are seen once their address is confirmed. */
const isSeenByStaff = sql<boolean>`(c.confirm_hash is null or c.confirmed_at is not null)`;

/** Returns messages that wait, the oldest first, or those dealt with, the latest first, each with who answered. */
export const readInbox = (db: Db, tenant: string, isOpen: boolean) =>
  db
    .selectFrom('contact as c')
    .leftJoin('profile as f', 'f.user_id', 'c.answered_by')
    .selectAll('c')
    .select('f.nickname')
    .where('c.tenant', '=', tenant)
    .where(isSeenByStaff)
    .where('c.closed_at', isOpen ? 'is' : 'is not', null)
    .orderBy(isOpen ? 'c.created_at' : 'c.closed_at', isOpen ? 'asc' : 'desc')
    .orderBy('c.contact_id')
    .limit(INBOX.listed)
    .execute();

/** Returns how many messages wait, and how many of them for longer than the deadline. */
export async function countInbox(db: Db, tenant: string, now: Date): Promise<{ open: number; late: number }> {
  const late = new Date(now.getTime() - INBOX.deadlineMs);
  const { rows } = await sql<{ open: number; late: number }>`
    select count(*)::int as open,
      count(*) filter (where coalesce(c.confirmed_at, c.created_at) < ${late}::timestamptz)::int as late
    from contact c where c.tenant = ${tenant} and c.closed_at is null and ${isSeenByStaff}`.execute(db);
  return rows[0] ?? { open: 0, late: 0 };
}

/** Returns a message, locked; undefined: the tenant has none of this id. */
export const lockMessage = (
  trx: Transaction<Database>,
  tenant: string,
  contactId: string,
): Promise<Message | undefined> =>
  trx
    .selectFrom('contact')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('contact_id', '=', contactId)
    .forUpdate()
    .executeTakeFirst();

type Change = Partial<Pick<Message, 'closed_at' | 'answer' | 'answered_at' | 'answered_by'>>;

/** Changes a message the caller has locked. */
export async function changeMessage(
  trx: Transaction<Database>,
  { tenant, contact_id }: Pick<Message, 'tenant' | 'contact_id'>,
  change: Change,
): Promise<void> {
  await trx
    .updateTable('contact')
    .set(change)
    .where('tenant', '=', tenant)
    .where('contact_id', '=', contact_id)
    .execute();
}
