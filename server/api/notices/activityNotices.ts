/** Notices about what fans do to each other's works. Written in the transaction of the action, gone with it. */
import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { NoticeKind, NoticeSettings } from '../../../src/contract/entities.ts';
import { runKept } from '../../database/preparedQuery.ts';
import { deleteInOrder } from '../../database/rowLocks.ts';
import type { Database } from '../../database/schema.ts';
import { addNoticePush, noticePushStatement, wasFollowTold } from '../../push/pushJobs.ts';
import { noBlockBetween } from '../blocks/repository.ts';

interface Action {
  readonly tenant: string;
  readonly notice_id: string;
  /** Also a column of `notice_setting`: a kind of its own needs one, or the act itself fails. */
  readonly kind: Exclude<NoticeKind, 'news' | 'post' | 'best' | 'memory'> & keyof NoticeSettings;
  /** Whose notice it is. */
  readonly recipient: string;
  /** Who did it. */
  readonly actor: string;
  readonly media_url: string | null;
  readonly at: Date;
}

export const commentNoticeId = (kind: 'comment' | 'reply', commentId: string): string => `${kind}-${commentId}`;
/** One a photo, however many fans react. */
export const reactionNoticeId = (photoId: number): string => `reaction-${photoId}`;
const pairOf = (actor: string, recipient: string): string =>
  createHash('sha256').update(`${actor}\n${recipient}`).digest('hex').slice(0, 40);
export const followNoticeId = (actor: string, recipient: string): string => `follow-${pairOf(actor, recipient)}`;
/** One a followed fan, however often they post (`postNoticeRepository.ts`). */
export const postNoticeId = (actor: string, recipient: string): string => `post-${pairOf(actor, recipient)}`;

/**
 * Tells the recipient, unless it is their own action, they turned this kind off, muted the actor, a block stands between them or they are no member.
 * Repeated by another actor the notice is news again; by the same one it stays as it is, read or not. One statement: whoever likes a
 * popular photo holds its row meanwhile, and others wait for it.
 */
export async function addActivityNotice(trx: Transaction<Database>, action: Action): Promise<void> {
  const { tenant, notice_id, kind, recipient, actor, media_url, at } = action;
  if (recipient === actor) return;
  const told = sql`
    insert into notice(tenant, notice_id, recipient_id, kind, title, body, user_id, media_url, created_at)
    select ${tenant}, ${notice_id}, ${recipient}, ${kind}, '', '', ${actor}, ${media_url}, ${at}::timestamptz
    where exists (select 1 from membership where tenant = ${tenant} and user_id = ${recipient})
      and not exists (select 1 from mute where user_id = ${recipient} and muted_user = ${actor})
      and ${noBlockBetween(sql`${recipient}`, sql`${actor}`)}
      and coalesce((select s.${sql.ref(kind)} from notice_setting s where s.user_id = ${recipient}), true)
    on conflict (tenant, notice_id) do update set user_id = excluded.user_id, created_at = excluded.created_at
      where notice.user_id <> excluded.user_id
    returning notice_id`;
  const isTold = sql`exists (select 1 from told)`;
  const parts = [sql`told as (${told})`];
  if (kind !== 'follow' || !(await wasFollowTold(trx, { tenant, notice_id, at })))
    parts.push(sql`pushed as (${noticePushStatement({ tenant, recipient, notice_id, kind, at }, isTold)})`);
  if (kind === 'reaction')
    parts.push(
      sql`unread as (delete from notice_read where tenant = ${tenant} and notice_id = ${notice_id} and ${isTold})`,
    );
  await runKept(trx, sql`with ${sql.join(parts)} select 1`);
}

/** One a photo. */
const bestNoticeId = (photoId: number): string => `best-${photoId}`;

/** An operator marked photos as best shots: their authors are told, once each (FAN-06). */
export async function tellBestShots(
  trx: Transaction<Database>,
  tenant: string,
  mediaUrls: readonly string[],
  at: Date,
): Promise<void> {
  const photos = await trx
    .selectFrom('photo as p')
    .innerJoin('membership as m', (join) =>
      join.onRef('m.tenant', '=', 'p.tenant').onRef('m.user_id', '=', 'p.user_id'),
    )
    .select(['p.id', 'p.media_url', 'p.user_id'])
    .where('p.tenant', '=', tenant)
    .where('p.media_url', 'in', mediaUrls)
    .orderBy('p.id')
    .execute();
  for (const { id, media_url, user_id } of photos) {
    const notice_id = bestNoticeId(id);
    const told = await trx
      .insertInto('notice')
      .values({
        tenant,
        notice_id,
        recipient_id: user_id,
        kind: 'best',
        title: '',
        body: '',
        media_url,
        created_at: at,
      })
      .onConflict((c) => c.doNothing())
      .returning('notice_id')
      .executeTakeFirst();
    if (told) await addNoticePush(trx, { tenant, recipient: user_id, notice_id, kind: 'best', at });
  }
}

/** The marks were taken away. */
export async function forgetBestShots(
  trx: Transaction<Database>,
  tenant: string,
  mediaUrls: readonly string[],
): Promise<void> {
  const photos = await trx
    .selectFrom('photo')
    .select('id')
    .where('tenant', '=', tenant)
    .where('media_url', 'in', mediaUrls)
    .execute();
  await removeNotices(
    trx,
    tenant,
    photos.map(({ id }) => bestNoticeId(id)),
  );
}

/** The actions were taken back. */
export async function removeNotices(
  trx: Transaction<Database>,
  tenant: string,
  noticeIds: readonly string[],
): Promise<void> {
  const which = sql`tenant = ${tenant} and notice_id = any(${[...noticeIds]}::text[])`;
  await deleteInOrder(trx, 'notice', which);
  await deleteInOrder(trx, 'notice_read', which);
}

/** Photos are gone, and what was said about them. */
export async function removeNoticesAbout(trx: Transaction<Database>, mediaUrls: readonly string[]): Promise<void> {
  const gone = await deleteInOrder(trx, 'notice', sql`media_url = any(${[...mediaUrls]}::text[])`);
  for (const tenant of new Set(gone.map((row) => row.tenant))) {
    const ids = gone.filter((row) => row.tenant === tenant).map((row) => row.notice_id);
    await deleteInOrder(trx, 'notice_read', sql`tenant = ${tenant} and notice_id = any(${ids}::text[])`);
  }
}

/** Everything that was told to a fan who leaves, or because of that fan; what waits to be told, and what was read. */
export async function removeNoticesOf(
  trx: Transaction<Database>,
  tenants: readonly string[],
  userId: string,
): Promise<void> {
  const ofFan = sql`tenant = any(${[...tenants]}::text[]) and user_id = ${userId}`;
  await deleteInOrder(
    trx,
    'notice',
    sql`user_id = ${userId} or (tenant = any(${[...tenants]}::text[]) and recipient_id = ${userId})`,
  );
  await deleteInOrder(trx, 'push_job', ofFan);
  await deleteInOrder(trx, 'notice_read', ofFan);
}

/** A reaction was taken back: the notice names the latest of those who still react, or goes. */
export async function renewReactionNotice(
  trx: Transaction<Database>,
  tenant: string,
  photo: { readonly id: number; readonly media_url: string; readonly user_id: string },
  actor: string,
): Promise<void> {
  const notice_id = reactionNoticeId(photo.id);
  const latest = await trx
    .selectFrom('reaction')
    .select('user_id')
    .where('media_url', '=', photo.media_url)
    .where('user_id', '<>', photo.user_id)
    .orderBy('created_at', 'desc')
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst();
  if (!latest) return removeNotices(trx, tenant, [notice_id]);
  await trx
    .updateTable('notice')
    .set({ user_id: latest.user_id })
    .where('tenant', '=', tenant)
    .where('notice_id', '=', notice_id)
    .where('user_id', '=', actor)
    .execute();
}
