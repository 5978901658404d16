import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../store/schema.ts';
import { ApiFailure } from './handlers.ts';

/** Has the fan agreed to this tenant's rules? */
export async function isMember(db: Kysely<Database>, tenant: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('membership')
    .select('user_id')
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Throws NOT_A_MEMBER unless the caller agreed to this tenant's rules (TEN-10). */
export async function requireMember(db: Kysely<Database>, tenant: string, userId: string): Promise<void> {
  if (!(await isMember(db, tenant, userId))) throw new ApiFailure('NOT_A_MEMBER');
}

/** Throws NOT_FOUND unless the tenant shows the photo, which then stays until the transaction ends. */
export async function requirePhoto(db: Transaction<Database>, tenant: string, mediaUrl: string): Promise<void> {
  const row = await db
    .selectFrom('photo')
    .select('id')
    .where('tenant', '=', tenant)
    .where('media_url', '=', mediaUrl)
    .where('hidden_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (!row) throw new ApiFailure('NOT_FOUND');
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
