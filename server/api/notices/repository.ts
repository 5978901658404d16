import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { LIST_PAGE_MAX } from '../../../src/contract/limits.ts';
import type { Database } from '../../database/schema.ts';
import { isNotMuted } from '../mutes/repository.ts';

/** A comment an operator hid, told of by a notice whose id ends with the comment's (`activityNotices.ts`). */
const isOfHiddenComment = sql<boolean>`(n.kind in ('comment', 'reply') and exists (select 1 from comment c
  where c.tenant = n.tenant and c.comment_id = substr(n.notice_id, length(n.kind) + 2) and c.hidden_at is not null))`;

/** Notices for everybody, and the reader's own of people not muted. One about what an operator hid waits with it. */
export const noticesFor = (db: Kysely<Database>, tenant: string, userId: string | null) =>
  db
    .selectFrom('notice as n')
    .where('n.tenant', '=', tenant)
    .where((eb) => eb.or([eb('n.recipient_id', 'is', null), eb('n.recipient_id', '=', userId ?? '')]))
    .where(sql<boolean>`not exists (select 1 from photo p where p.media_url = n.media_url and p.hidden_at is not null)`)
    .where(sql<boolean>`not ${isOfHiddenComment}`)
    .where((eb) => eb.or([eb('n.user_id', 'is', null), isNotMuted(userId, 'n.user_id')]));

/** What a list shows of them. */
export const newestNotices = <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
  query.orderBy(sql.ref('n.created_at'), 'desc').orderBy(sql.ref('n.notice_id')).limit(LIST_PAGE_MAX);

/** Notices the fan has not read, of those the list shows: what cannot be seen could never be read. */
export async function countUnread(db: Kysely<Database>, tenant: string, userId: string): Promise<number> {
  const listed = newestNotices(noticesFor(db, tenant, userId).select(['n.notice_id', 'n.created_at']));
  const row = await db
    .selectFrom(listed.as('l'))
    .leftJoin('notice_read as r', (join) =>
      join.on('r.tenant', '=', tenant).on('r.user_id', '=', userId).onRef('r.notice_id', '=', 'l.notice_id'),
    )
    .where('r.notice_id', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}
