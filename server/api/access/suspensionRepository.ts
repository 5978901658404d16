import type { Kysely, Selectable } from 'kysely';
import type { SuspensionTable } from '../../database/operatorTables.ts';
import type { Database } from '../../database/schema.ts';

/** Whether a suspension holds now in any tenant: name and avatar are those of all tenants (OPR-03c). */
export async function isSuspendedAnywhere(db: Kysely<Database>, userId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('suspension')
    .select('tenant')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** The suspension that holds now; null: none does. */
export async function readSuspension(
  db: Kysely<Database>,
  { tenant, userId }: { readonly tenant: string; readonly userId: string },
  now: Date,
): Promise<Selectable<SuspensionTable> | null> {
  const row = await db
    .selectFrom('suspension')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
    .executeTakeFirst();
  return row ?? null;
}
