import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { ApiFailure } from '../handlers.ts';
import { hasTeam } from './repository.ts';

/** Throws INVALID_REQUEST for a team the tenant does not have. */
export async function requireTeam(db: Kysely<Database>, tenant: string, teamId: string): Promise<void> {
  if (!(await hasTeam(db, tenant, teamId))) throw new ApiFailure('INVALID_REQUEST');
}
