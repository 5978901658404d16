/**
 * Who may do what at a tenant's desk (STF-01): the one place that decides. To anybody without the role a call is not there, so that no fan
 * learns of the desk.
 */
import type { Kysely } from 'kysely';
import type { StaffEndpoint } from '../../../src/contract/staffCall.ts';
import { RECENT_SIGN_IN_MS } from '../../../src/contract/staffLimits.ts';
import { mayAs, type StaffRole } from '../../../src/contract/staffRoles.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database } from '../../database/schema.ts';
import { ApiFailure } from '../handlers.ts';
import { claimInvitation, readStaffStanding } from './staffRepository.ts';

/** Somebody who calls, as the token says. */
export interface StaffCaller {
  readonly db: Kysely<Database>;
  readonly tenant: string;
  readonly userId: string;
  /** Confirmed mail address; null: the token names none. */
  readonly email: string | null;
}

/**
 * Returns the caller's role at the tenant's desk. Null means no role, or a suspension: who is suspended has no power (STF-01e). An
 * invitation of the caller's confirmed address becomes the role (STF-01c).
 */
export async function readOwnRole(
  { db, tenant, userId, email: given }: StaffCaller,
  now: Date,
): Promise<StaffRole | null> {
  const email = given?.trim().toLowerCase() ?? '';
  const standing = await readStaffStanding(db, { tenant, userId, email }, now);
  if (standing.is_suspended) return null;
  if (standing.is_official) return 'owner';
  if (standing.role !== null || !standing.is_invited) return standing.role;
  return inTransaction(db, (trx) => claimInvitation(trx, { tenant, userId, email }, now));
}

/** Returns whether somebody may do at the tenant's desk what needs this role. */
export async function hasStaffRole(caller: StaffCaller, needed: StaffRole, now: Date): Promise<boolean> {
  const role = await readOwnRole(caller, now);
  return role !== null && mayAs(role, needed);
}

/**
 * Returns the caller's role before a call of the desk runs. Throws NOT_FOUND for anybody who has not the role the call needs, and
 * SIGN_IN_TOO_OLD before what cannot be undone (STF-04a).
 * @param signedInAt epoch ms; null: the token does not say
 */
export async function requireStaff(
  { role: needed, isIrreversible }: StaffEndpoint,
  caller: StaffCaller,
  { signedInAt, now }: { readonly signedInAt: number | null; readonly now: Date },
): Promise<StaffRole> {
  const role = await readOwnRole(caller, now);
  if (role === null || !mayAs(role, needed)) throw new ApiFailure('NOT_FOUND');
  const age = signedInAt === null ? Number.POSITIVE_INFINITY : now.getTime() - signedInAt;
  if (isIrreversible && age > RECENT_SIGN_IN_MS) throw new ApiFailure('SIGN_IN_TOO_OLD');
  return role;
}
