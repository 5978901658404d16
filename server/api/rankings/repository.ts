/** Fans by the likes their photos received in an event, a season or a month (FAN-19). */
import { type Kysely, sql } from 'kysely';
import type { FanRanking } from '../../../src/contract/entities.ts';
import { FAN_RANKING } from '../../../src/contract/limits.ts';
import type { Database } from '../../database/schema.ts';
import { isSeen } from '../blocks/repository.ts';
import { screenNameOf, type Viewer } from '../photos/photoText.ts';

/** The club's own account takes part in no ranking of fans. */
const isRanked = (tenant: string, scope: string) => sql`
  r.tenant = ${tenant} and r.scope = ${scope} and r.likes > 0
  and not exists (select 1 from official_user o where o.tenant = r.tenant and o.user_id = r.user_id)`;

/**
 * Returns the first FAN_RANKING.shown fans of a scope. As many likes are the same rank. Fans whom the viewer muted or a block keeps away are
 * left out and keep their rank. `own`: the viewer's place, whether it is among them or not; null: the viewer has none.
 */
export async function readFanRanking(db: Kysely<Database>, viewer: Viewer, scope: string): Promise<FanRanking> {
  const { tenant, userId } = viewer;
  const { rows } = await sql<FanRanking['list'][number]>`
    select f.user_id, ${screenNameOf} as user_name, u.avatar as user_avatar, f.likes, f.rank
    from (
      select r.user_id, r.likes, (rank() over (order by r.likes desc))::int as rank
      from fan_rank r where ${isRanked(tenant, scope)}
      order by r.likes desc, r.user_id limit ${FAN_RANKING.shown}) f
    left join profile u on u.user_id = f.user_id
    where ${isSeen(userId, 'f.user_id')} order by f.likes desc, f.user_id`.execute(db);
  return { list: rows, own: userId === null ? null : await readOwnPlace(db, tenant, userId, scope) };
}

/** It looks at FAN_RANKING.counted fans at most: who stands behind these has no number. */
async function readOwnPlace(
  db: Kysely<Database>,
  tenant: string,
  userId: string,
  scope: string,
): Promise<FanRanking['own']> {
  const { rows } = await sql<{ likes: number; before: number; next: number | null }>`
    select own.likes,
      (select count(*)::int from (
        select 1 from fan_rank r where ${isRanked(tenant, scope)} and r.likes > own.likes limit ${FAN_RANKING.counted}) b) as before,
      (select r.likes from fan_rank r where ${isRanked(tenant, scope)} and r.likes > own.likes
        order by r.likes limit 1) as next
    from (select r.likes from fan_rank r where ${isRanked(tenant, scope)} and r.user_id = ${userId}) own`.execute(db);
  const own = rows[0];
  if (own === undefined) return null;
  const { likes, before, next } = own;
  return {
    likes,
    rank: before >= FAN_RANKING.counted ? null : before + 1,
    to_next: next === null ? null : next - likes,
  };
}
