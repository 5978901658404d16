import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { ApiFailure } from '../handlers.ts';

/** Throws INVALID_REQUEST for a team the tenant does not have. */
export async function requireTeam(db: Kysely<Database>, tenant: string, teamId: string): Promise<void> {
  const row = await db
    .selectFrom('team')
    .select('team_id')
    .where('tenant', '=', tenant)
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  if (!row) throw new ApiFailure('INVALID_REQUEST');
}
