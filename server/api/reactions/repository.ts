import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { LIST_PAGE_MAX } from '../../../src/contract/limits.ts';
import type { Database } from '../../database/schema.ts';
import { isNotMuted } from '../mutes/repository.ts';

/** Who reacted to a photo that is shown, ambassadors first (§6), then the newest, at most LIST_PAGE_MAX of them; nobody the viewer muted. */
export const readReactors = (db: Kysely<Database>, tenant: string, viewer: string | null, mediaUrl: string) =>
  db
    .selectFrom('reaction as r')
    .leftJoin('profile as f', 'f.user_id', 'r.user_id')
    .innerJoin('photo as p', 'p.media_url', 'r.media_url')
    .select(['r.user_id', 'f.nickname', 'f.avatar'])
    .where('p.hidden_at', 'is', null)
    .where('r.tenant', '=', tenant)
    .where('r.media_url', '=', mediaUrl)
    .where(isNotMuted(viewer, 'r.user_id'))
    .orderBy(sql`exists (select 1 from ambassador b where b.tenant = r.tenant and b.user_id = r.user_id)`, 'desc')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.user_id')
    .limit(LIST_PAGE_MAX)
    .execute();

/** How many reacted to a photo that is shown, and whether the viewer did. */
export async function readReactionCount(
  db: Kysely<Database>,
  tenant: string,
  viewer: string | null,
  mediaUrl: string,
): Promise<{ total: number; own: boolean }> {
  const photo = await db
    .selectFrom('photo as p')
    .select('p.reaction_count as total')
    .select(
      sql<boolean>`exists (select 1 from reaction r where r.media_url = p.media_url and r.user_id = ${viewer ?? ''})`.as(
        'own',
      ),
    )
    .where('p.tenant', '=', tenant)
    .where('p.media_url', '=', mediaUrl)
    .where('p.hidden_at', 'is', null)
    .executeTakeFirst();
  return photo ?? { total: 0, own: false };
}

interface Reaction {
  readonly tenant: string;
  readonly media_url: string;
  readonly user_id: string;
}

/** False: it was there. The photo's counter is `addToReactionCount`. */
export async function addReaction(trx: Transaction<Database>, reaction: Reaction, created_at: Date): Promise<boolean> {
  const added = await trx
    .insertInto('reaction')
    .values({ ...reaction, created_at })
    .onConflict((c) => c.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** False: there was none. The photo's counter is `addToReactionCount`. */
export async function removeReaction(trx: Transaction<Database>, reaction: Reaction): Promise<boolean> {
  const removed = await trx
    .deleteFrom('reaction')
    .where('tenant', '=', reaction.tenant)
    .where('media_url', '=', reaction.media_url)
    .where('user_id', '=', reaction.user_id)
    .returning('user_id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** Of a photo the caller has locked. */
export const addToReactionCount = (trx: Transaction<Database>, mediaUrl: string, step: 1 | -1) =>
  trx
    .updateTable('photo')
    .set((eb) => ({ reaction_count: eb('reaction_count', '+', step) }))
    .where('media_url', '=', mediaUrl)
    .returning(['id', 'media_url', 'user_id'])
    .executeTakeFirstOrThrow();

/** For `readListedPhotos`: photos a fan reacted to, and when. */
export const reactedBy = (tenant: string, userId: string): RawBuilder<unknown> =>
  sql`select media_url, created_at as at from reaction where tenant = ${tenant} and user_id = ${userId}`;
