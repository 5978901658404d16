import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { LIST_PAGE_MAX } from '../../../src/contract/limits.ts';
import { runKept } from '../../database/preparedQuery.ts';
import type { Database } from '../../database/schema.ts';
import { ambassadorIds } from '../access/ambassadorRepository.ts';
import { isNotBlocked, isSeen } from '../blocks/repository.ts';

/** Who reacted to a photo that is shown, ambassadors first (§6), then the newest, at most LIST_PAGE_MAX of them; nobody the viewer muted. */
export const readReactors = (db: Kysely<Database>, tenant: string, viewer: string | null, mediaUrl: string) =>
  db
    .selectFrom('reaction as r')
    .leftJoin('profile as f', 'f.user_id', 'r.user_id')
    .innerJoin('photo as p', 'p.media_url', 'r.media_url')
    .select(['r.user_id', 'f.nickname', 'f.avatar'])
    .where('p.hidden_at', 'is', null)
    .where(isNotBlocked(viewer, 'p.user_id'))
    .where('r.tenant', '=', tenant)
    .where('r.media_url', '=', mediaUrl)
    .where(isSeen(viewer, 'r.user_id'))
    .orderBy(sql`r.user_id in (${ambassadorIds(sql`${tenant}`)})`, 'desc')
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
    .where(isNotBlocked(viewer, 'p.user_id'))
    .executeTakeFirst();
  return photo ?? { total: 0, own: false };
}

interface Reaction {
  readonly tenant: string;
  readonly media_url: string;
  readonly user_id: string;
}

export interface GivenReaction {
  readonly isMember: boolean;
  /** Shown to the fan. */
  readonly isShown: boolean;
  /** The photo it was added to; null: it was there. */
  readonly added: { readonly id: number; readonly user_id: string } | null;
}

/**
 * Adds a reaction and counts it, in one statement: the photo's row, which a whole stand may want, is locked as short as can be, by the
 * change itself (locking it first in the same statement makes circles of those who wait). Member and photo stay until the transaction ends.
 */
export async function giveReaction(
  trx: Transaction<Database>,
  { tenant, media_url, user_id }: Reaction,
  created_at: Date,
): Promise<GivenReaction> {
  const query = sql<GivenReaction & { id: number | null; author: string | null; isNew: boolean }>`
    with member as materialized (
      select user_id from membership where tenant = ${tenant} and user_id = ${user_id} for key share),
    shown as materialized (
      select id from photo where tenant = ${tenant} and media_url = ${media_url} and hidden_at is null
        and ${isNotBlocked(user_id, 'photo.user_id')}),
    counted as (
      update photo set reaction_count = reaction_count + 1
      where id = (select id from shown) and hidden_at is null and exists (select 1 from member)
        and not exists (select 1 from reaction where media_url = ${media_url} and user_id = ${user_id})
      returning id, user_id),
    given as (
      insert into reaction(tenant, media_url, user_id, created_at)
      select ${tenant}, ${media_url}, ${user_id}, ${created_at}::timestamptz from counted
      on conflict do nothing returning user_id)
    select exists (select 1 from member) as "isMember", exists (select 1 from shown) as "isShown",
      c.id, c.user_id as author, exists (select 1 from given) as "isNew"
    from (select 1) as one left join counted c on true`;
  const { rows } = await runKept(trx, query);
  const { isMember = false, isShown: isThere = false, id = null, author = null, isNew = false } = rows[0] ?? {};
  if (id === null || author === null) return { isMember, isShown: isThere, added: null };
  // The same press came twice at the same time.
  if (!isNew) await addToReactionCount(trx, media_url, -1);
  return { isMember, isShown: isThere, added: isNew ? { id, user_id: author } : null };
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
