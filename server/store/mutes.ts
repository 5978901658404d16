/** People a fan does not want to see. One list for all tenants; nobody but its owner learns of it. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MutedUser } from '../../src/contract/entities.ts';
import { MUTES_MAX } from '../../src/contract/limits.ts';
import { screenName } from './photoReads.ts';
import type { Database } from './schema.ts';

/** Condition: whoever `column` names ('p.user_id') is not muted by the viewer. Anonymous visitors mute nobody. */
export const isNotMuted = (viewer: string | null, column: string): RawBuilder<boolean> =>
  viewer === null
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select 1 from mute where mute.user_id = ${viewer} and mute.muted_user = ${sql.ref(column)})`;

/** The fan's list, latest first. */
export async function readMutes(db: Kysely<Database>, userId: string): Promise<MutedUser[]> {
  const rows = await db
    .selectFrom('mute as m')
    .leftJoin('profile as f', 'f.user_id', 'm.muted_user')
    .select(['m.muted_user', 'f.name', 'f.nickname', 'f.avatar'])
    .where('m.user_id', '=', userId)
    .orderBy('m.created_at', 'desc')
    .orderBy('m.muted_user')
    .limit(MUTES_MAX)
    .execute();
  return rows.map((row) => ({ user_id: row.muted_user, user_name: screenName(row), user_avatar: row.avatar }));
}
