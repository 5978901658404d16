/** Favourite players of fans (FAN-05). Names are kept as the tenant's list of persons spells them. */
import type { Kysely, Transaction } from 'kysely';
import { FAVORITE_PLAYERS_MAX } from '../../../src/contract/limits.ts';
import type { Database } from '../../database/schema.ts';

interface Owner {
  readonly tenant: string;
  readonly userId: string;
}

/** As they were chosen. */
export async function readFavorites(db: Kysely<Database>, tenant: string, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('favorite_person')
    .select('name')
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .orderBy('position')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Idempotent. Those there is no room for are left out; two devices at the same moment may pass the bound by what one of them adds. */
export async function addFavorites(
  trx: Transaction<Database>,
  { tenant, userId }: Owner,
  names: readonly string[],
  created_at: Date,
): Promise<void> {
  const known = await readFavorites(trx, tenant, userId);
  const added = names.filter((name) => !known.includes(name)).slice(0, FAVORITE_PLAYERS_MAX - known.length);
  if (added.length === 0) return;
  const { last } = await trx
    .selectFrom('favorite_person')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('favorite_person')
    .values(
      added.map((name, index) => ({ tenant, user_id: userId, name, position: (last ?? 0) + index + 1, created_at })),
    )
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Idempotent. */
export async function removeFavorites(
  trx: Transaction<Database>,
  { tenant, userId }: Owner,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  await trx
    .deleteFrom('favorite_person')
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .where('name', 'in', [...names])
    .execute();
}
