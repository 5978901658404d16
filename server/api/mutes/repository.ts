import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MUTES_MAX } from '../../../src/contract/limits.ts';
import type { Database } from '../../database/schema.ts';

/**
 * Condition: whoever `column` names ('p.user_id') is nobody the viewer muted. Anonymous visitors mute nobody.
 * One list for all tenants; nobody but its owner learns of it.
 */
export const isNotMuted = (viewer: string | null, column: string): RawBuilder<boolean> =>
  viewer === null
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select 1 from mute where mute.user_id = ${viewer} and mute.muted_user = ${sql.ref(column)})`;

/** Whom a fan muted, in all tenants, the latest first. */
export const readMutes = (db: Kysely<Database>, userId: string) =>
  db
    .selectFrom('mute as m')
    .leftJoin('profile as f', 'f.user_id', 'm.muted_user')
    .select(['m.muted_user', 'f.nickname', 'f.avatar'])
    .where('m.user_id', '=', userId)
    .orderBy('m.created_at', 'desc')
    .orderBy('m.muted_user')
    .limit(MUTES_MAX)
    .execute();

/** How many others than `muted` the fan muted. */
export async function countOtherMutes(db: Kysely<Database>, userId: string, muted: string): Promise<number> {
  const { n } = await db
    .selectFrom('mute')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('muted_user', '<>', muted)
    .executeTakeFirstOrThrow();
  return n;
}

/** Idempotent. */
export async function addMute(db: Kysely<Database>, user_id: string, muted_user: string, created_at: Date) {
  await db
    .insertInto('mute')
    .values({ user_id, muted_user, created_at })
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Idempotent. */
export async function removeMute(db: Kysely<Database>, userId: string, muted: string): Promise<void> {
  await db.deleteFrom('mute').where('user_id', '=', userId).where('muted_user', '=', muted).execute();
}
