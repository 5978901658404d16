import type { Transaction } from 'kysely';
import { inTransaction } from '../../database/retryTransaction.ts';
import { lockPhoto } from '../../database/rowLocks.ts';
import type { Database } from '../../database/schema.ts';
import { hasBlockBetween } from '../blocks/repository.ts';
import { ApiFailure, type CallerContext } from '../handlers.ts';
import { isMember, lockEventForShare, readMembership } from './repository.ts';

export { isMember };

/** Throws NOT_A_MEMBER unless the caller agreed to this tenant's rules (TEN-10), and stays until the transaction ends. */
export async function requireMember(trx: Transaction<Database>, tenant: string, userId: string): Promise<void> {
  if (!(await isMember(trx, tenant, userId))) throw new ApiFailure('NOT_A_MEMBER');
}

/**
 * Runs a write of a member of the tenant in a transaction (`inTransaction`: it may run several times). Throws NOT_A_MEMBER.
 * What is written in a tenant goes through here; `tests/api/contract.test.ts` tries every write as no member.
 */
export const asMember = <T>(
  { db, tenant, userId }: Pick<CallerContext, 'db' | 'tenant' | 'userId'>,
  write: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> =>
  inTransaction(db, async (trx) => {
    await requireMember(trx, tenant, userId);
    return write(trx);
  });

/** Throws NOT_FOUND unless it is another member of this tenant: nobody follows or mutes oneself (§2), or a stranger. */
export async function requireOtherMember(
  trx: Transaction<Database>,
  { tenant, userId }: Pick<CallerContext, 'tenant' | 'userId'>,
  other: string,
): Promise<void> {
  if (other === userId || !(await readMembership(trx, tenant, other))) throw new ApiFailure('NOT_FOUND');
}

/**
 * Throws NOT_FOUND unless the tenant shows the photo, which then stays until the transaction ends.
 * @param mode 'count' where the photo's counters will change
 */
export async function requirePhoto(
  trx: Transaction<Database>,
  tenant: string,
  mediaUrl: string,
  mode: 'keep' | 'count' = 'keep',
): Promise<{ readonly user_id: string }> {
  const photo = await lockPhoto(trx, tenant, mediaUrl, mode);
  if (!photo || photo.hidden_at !== null) throw new ApiFailure('NOT_FOUND');
  return photo;
}

/** As `requirePhoto`, for what the caller does to somebody's photo: NOT_FOUND also where a block stands between the two (STF-05). */
export async function requireSeenPhoto(
  trx: Transaction<Database>,
  { tenant, userId }: Pick<CallerContext, 'tenant' | 'userId'>,
  mediaUrl: string,
  mode: 'keep' | 'count' = 'keep',
): Promise<void> {
  const { user_id } = await requirePhoto(trx, tenant, mediaUrl, mode);
  await requireNoBlock(trx, userId, user_id);
}

/** Throws NOT_FOUND if a block stands between the caller and somebody, whoever made it (STF-05). */
export async function requireNoBlock(trx: Transaction<Database>, userId: string, other: string): Promise<void> {
  if (await hasBlockBetween(trx, userId, other)) throw new ApiFailure('NOT_FOUND');
}

/** Throws NOT_FOUND unless the tenant has the event, which then stays until the transaction ends. */
export async function requireEvent(trx: Transaction<Database>, tenant: string, eventId: string): Promise<void> {
  if (!(await lockEventForShare(trx, tenant, eventId))) throw new ApiFailure('NOT_FOUND');
}
