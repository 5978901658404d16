/** Staff of a tenant, invitations and what the owners chose for the desk. */
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { StaffRole } from '../../../src/contract/staffRoles.ts';
import type { StaffInvitationTable, StaffSettingTable } from '../../database/operatorTables.ts';
import type { Database } from '../../database/schema.ts';

type Trx = Transaction<Database>;

/** Changes of one tenant's team go one after the other, so that two owners cannot remove each other. Until the transaction ends. */
export async function lockTeam(trx: Trx, tenant: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`staff ${tenant}`}, 0))`.execute(trx);
}

interface TeamRow {
  readonly user_id: string;
  readonly nickname: string | null;
  readonly role: StaffRole;
  readonly is_official: boolean;
  readonly is_suspended: boolean;
  readonly added_at: Date | null;
}

/** Returns official users, then staff in the order in which they came. */
export async function readTeam(db: Kysely<Database>, tenant: string, now: Date): Promise<TeamRow[]> {
  const { rows } = await sql<TeamRow>`
    with team as (
      select user_id, 'owner' as role, true as is_official, null::timestamptz as added_at from official_user
        where tenant = ${tenant}
      union all
      select user_id, role, false, added_at from staff s where tenant = ${tenant}
        and not exists(select from official_user o where o.tenant = s.tenant and o.user_id = s.user_id))
    select t.*, f.nickname, exists(select from suspension where tenant = ${tenant} and user_id = t.user_id
      and (until is null or until > ${now}::timestamptz)) as is_suspended
    from team t left join profile f on f.user_id = t.user_id
    order by t.is_official desc, t.added_at, t.user_id`.execute(db);
  return rows;
}

/** Returns invitations that nobody has used yet, the latest first. */
export const readInvitations = (
  db: Kysely<Database>,
  tenant: string,
): Promise<Pick<Selectable<StaffInvitationTable>, 'email' | 'role' | 'invited_at'>[]> =>
  db
    .selectFrom('staff_invitation')
    .select(['email', 'role', 'invited_at'])
    .where('tenant', '=', tenant)
    .orderBy('invited_at', 'desc')
    .orderBy('email')
    .execute();

/** Returns the number of staff and invitations. */
export async function countStaff(trx: Trx, tenant: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*)::int from staff where tenant = ${tenant}) +
      (select count(*)::int from staff_invitation where tenant = ${tenant}) as n`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** Saves an invitation; one of the same address gets the new role. */
export async function saveInvitation(trx: Trx, invitation: Insertable<StaffInvitationTable>): Promise<void> {
  const { role, invited_at, invited_by } = invitation;
  await trx
    .insertInto('staff_invitation')
    .values(invitation)
    .onConflict((c) => c.columns(['tenant', 'email']).doUpdateSet({ role, invited_at, invited_by }))
    .execute();
}

/** Removes an invitation. Returns its role; null if there is none. */
export async function removeInvitation(trx: Trx, tenant: string, email: string): Promise<StaffRole | null> {
  const row = await trx
    .deleteFrom('staff_invitation')
    .where('tenant', '=', tenant)
    .where('email', '=', email)
    .returning('role')
    .executeTakeFirst();
  return row?.role ?? null;
}

export async function isTenantOfficial(trx: Trx, tenant: string, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('official_user')
    .select('user_id')
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the role of a staff member; null for anybody else, the official user included. */
export async function readMemberRole(trx: Trx, tenant: string, userId: string): Promise<StaffRole | null> {
  const row = await trx
    .selectFrom('staff')
    .select('role')
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role ?? null;
}

/** Whether somebody else owns the desk: neither suspended nor gone. The caller holds `lockTeam`. */
export async function hasOtherOwner(trx: Trx, tenant: string, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select exists(
      select from (
        select user_id from official_user where tenant = ${tenant}
        union select user_id from staff where tenant = ${tenant} and role = 'owner') o
      where o.user_id <> ${userId}
        and not exists(select from profile f where f.user_id = o.user_id and f.left_at is not null)
        and not exists(select from suspension s where s.tenant = ${tenant} and s.user_id = o.user_id
          and (s.until is null or s.until > ${now}::timestamptz))) as is_there`.execute(trx);
  return rows[0]?.is_there ?? false;
}

/** Returns whether somebody besides these may decide about cases: neither suspended nor gone. */
export async function hasOtherModerator(
  db: Kysely<Database>,
  tenant: string,
  besides: readonly string[],
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select exists(
      select from (
        select user_id from official_user where tenant = ${tenant}
        union select user_id from staff where tenant = ${tenant} and role in ('owner', 'moderator')) o
      where o.user_id <> all(${[...besides]}::text[])
        and not exists(select from profile f where f.user_id = o.user_id and f.left_at is not null)
        and not exists(select from suspension s where s.tenant = ${tenant} and s.user_id = o.user_id
          and (s.until is null or s.until > ${now}::timestamptz))) as is_there`.execute(db);
  return rows[0]?.is_there ?? false;
}

export async function saveRole(trx: Trx, tenant: string, userId: string, role: StaffRole): Promise<void> {
  await trx.updateTable('staff').set({ role }).where('tenant', '=', tenant).where('user_id', '=', userId).execute();
}

export async function removeMember(trx: Trx, tenant: string, userId: string): Promise<void> {
  await trx.deleteFrom('staff').where('tenant', '=', tenant).where('user_id', '=', userId).execute();
}

/** Returns what the owners chose, or the defaults. */
export async function readStaffSettings(
  db: Kysely<Database>,
  tenant: string,
): Promise<Pick<StaffSettingTable, 'hides_reported'>> {
  const row = await db
    .selectFrom('staff_setting')
    .select('hides_reported')
    .where('tenant', '=', tenant)
    .executeTakeFirst();
  return row ?? { hides_reported: true };
}

export async function saveStaffSettings(trx: Trx, setting: StaffSettingTable): Promise<void> {
  const { hides_reported } = setting;
  await trx
    .insertInto('staff_setting')
    .values(setting)
    .onConflict((c) => c.column('tenant').doUpdateSet({ hides_reported }))
    .execute();
}
