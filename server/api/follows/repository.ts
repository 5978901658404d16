import type { Kysely, Transaction } from 'kysely';
import { UNPAGED_LIST_MAX } from '../../../src/contract/limits.ts';
import type { Database, FollowTable } from '../../database/schema.ts';
import { isNotBlocked } from '../blocks/repository.ts';

type Follow = Pick<FollowTable, 'tenant' | 'user_id' | 'follow_user'>;

/** Whom a fan follows, the latest first; nobody whom a block keeps from the viewer, and nothing of such a fan. */
export const readFollows = (db: Kysely<Database>, tenant: string, viewer: string | null, userId: string) =>
  db
    .selectFrom('follow')
    .select('follow_user')
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .where(isNotBlocked(viewer, 'follow.user_id'))
    .where(isNotBlocked(viewer, 'follow.follow_user'))
    .orderBy('created_at', 'desc')
    .orderBy('follow_user')
    .limit(UNPAGED_LIST_MAX)
    .execute();

/** Who follows a fan, the latest first; as `readFollows`. */
export const readFollowers = (db: Kysely<Database>, tenant: string, viewer: string | null, userId: string) =>
  db
    .selectFrom('follow')
    .select('user_id')
    .where('tenant', '=', tenant)
    .where('follow_user', '=', userId)
    .where(isNotBlocked(viewer, 'follow.user_id'))
    .where(isNotBlocked(viewer, 'follow.follow_user'))
    .orderBy('created_at', 'desc')
    .orderBy('user_id')
    .limit(UNPAGED_LIST_MAX)
    .execute();

/** How many others than `follow_user` the fan follows. */
export async function countOtherFollows(
  db: Kysely<Database>,
  { tenant, user_id, follow_user }: Follow,
): Promise<number> {
  const { n } = await db
    .selectFrom('follow')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('tenant', '=', tenant)
    .where('user_id', '=', user_id)
    .where('follow_user', '<>', follow_user)
    .executeTakeFirstOrThrow();
  return n;
}

/** False: it was so already. */
export async function addFollow(trx: Transaction<Database>, follow: Follow, created_at: Date): Promise<boolean> {
  const added = await trx
    .insertInto('follow')
    .values({ ...follow, created_at })
    .onConflict((c) => c.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Idempotent. */
export async function removeFollow(
  trx: Transaction<Database>,
  { tenant, user_id, follow_user }: Follow,
): Promise<void> {
  await trx
    .deleteFrom('follow')
    .where('tenant', '=', tenant)
    .where('user_id', '=', user_id)
    .where('follow_user', '=', follow_user)
    .execute();
}
