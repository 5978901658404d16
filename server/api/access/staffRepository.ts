import { type Kysely, sql, type Transaction } from 'kysely';
import type { StaffRole } from '../../../src/contract/staffRoles.ts';
import type { Database } from '../../database/schema.ts';
import { logAct } from '../../operations/operatorLog.ts';

interface Asked {
  readonly tenant: string;
  readonly userId: string;
  /** Confirmed address in lower case; empty: none. */
  readonly email: string;
}

interface Standing {
  readonly is_official: boolean;
  readonly role: StaffRole | null;
  readonly is_invited: boolean;
  readonly is_suspended: boolean;
}

/** Returns what decides somebody's role, in one question: every start of a fan's app asks it. */
export async function readStaffStanding(
  db: Kysely<Database>,
  { tenant, userId, email }: Asked,
  now: Date,
): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select exists(select from official_user where tenant = ${tenant} and user_id = ${userId}) as is_official,
      (select role from staff where tenant = ${tenant} and user_id = ${userId}) as role,
      exists(select from staff_invitation where tenant = ${tenant} and email = ${email}) as is_invited,
      exists(select from suspension where tenant = ${tenant} and user_id = ${userId}
        and (until is null or until > ${now}::timestamptz)) as is_suspended`.execute(db);
  return rows[0] ?? { is_official: false, role: null, is_invited: false, is_suspended: false };
}

/** Turns an invitation into a role, once. Returns null if the invitation was taken back meanwhile. */
export async function claimInvitation(
  trx: Transaction<Database>,
  { tenant, userId, email }: Asked,
  now: Date,
): Promise<StaffRole | null> {
  const invitation = await trx
    .deleteFrom('staff_invitation')
    .where('tenant', '=', tenant)
    .where('email', '=', email)
    .returning(['role', 'invited_by'])
    .executeTakeFirst();
  if (!invitation) return null;
  const { role, invited_by: added_by } = invitation;
  await trx
    .insertInto('staff')
    .values({ tenant, user_id: userId, role, added_at: now, added_by })
    .onConflict((c) => c.doNothing())
    .execute();
  const act = { act: 'staff join', what: userId, reason: null, outcome: `${userId} is ${role}.` } as const;
  await logAct(trx, { ...act, after: { role }, at: now, tenant, operator: userId, staffId: userId });
  return role;
}
