/** Fans whom an operator suspended in a tenant: they read, delete what is theirs and leave, but make nothing others see (OPR-03). */
import type { Kysely } from 'kysely';
import type { Endpoint } from '../../../src/contract/endpoints.ts';
import type { Database } from '../../database/schema.ts';
import { ApiFailure } from '../handlers.ts';
import { readSuspension } from './suspensionRepository.ts';

/** Before any call that says it answers SUSPENDED: throws it for a suspended caller. The one place that does. */
export async function requireNotSuspended(
  { errors }: Endpoint,
  caller: { readonly db: Kysely<Database>; readonly tenant: string; readonly userId: string | null },
  now: Date,
): Promise<void> {
  const { db, tenant, userId } = caller;
  if (userId === null || !errors.includes('SUSPENDED')) return;
  if (await readSuspension(db, { tenant, userId }, now)) throw new ApiFailure('SUSPENDED');
}
