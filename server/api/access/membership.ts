import type { Transaction } from 'kysely';
import { lockPhoto } from '../../database/rowLocks.ts';
import type { Database } from '../../database/schema.ts';
import { ApiFailure } from '../handlers.ts';

/** Has the fan agreed to this tenant's rules? A member cannot leave until the transaction ends: nothing is written for who has left. */
export async function isMember(trx: Transaction<Database>, tenant: string, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('membership')
    .select('user_id')
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Throws NOT_A_MEMBER unless the caller agreed to this tenant's rules (TEN-10). */
export async function requireMember(trx: Transaction<Database>, tenant: string, userId: string): Promise<void> {
  if (!(await isMember(trx, tenant, userId))) throw new ApiFailure('NOT_A_MEMBER');
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
): Promise<void> {
  const photo = await lockPhoto(trx, tenant, mediaUrl, mode);
  if (!photo || photo.hidden_at !== null) throw new ApiFailure('NOT_FOUND');
}

/** Throws NOT_FOUND unless the tenant has the event, which then stays until the transaction ends. */
export async function requireEvent(db: Transaction<Database>, tenant: string, eventId: string): Promise<void> {
  const row = await db
    .selectFrom('event')
    .select('event_id')
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId)
    .forKeyShare()
    .executeTakeFirst();
  if (!row) throw new ApiFailure('NOT_FOUND');
}
