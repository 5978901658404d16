import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { LIST_PAGE_MAX } from '../../src/contract/limits.ts';
import { formatWireDateTime } from '../../src/rules/dates.ts';
import { isNotMuted } from '../store/mutes.ts';
import { saveNoticeSettings } from '../store/noticeSettings.ts';
import { screenName } from '../store/photoReads.ts';
import type { Database } from '../store/schema.ts';
import { done, type Handlers } from './handlers.ts';
import { requireMember } from './membership.ts';

/** A comment an operator hid, told of by a notice whose id ends with the comment's (`deedNotices`). */
const isOfHiddenComment = sql<boolean>`(n.kind in ('comment', 'reply') and exists (select 1 from comment c
  where c.tenant = n.tenant and c.comment_id = substr(n.notice_id, length(n.kind) + 2) and c.hidden_at is not null))`;

/** Notices for everybody, and the reader's own of people not muted. One about what an operator hid waits with it. */
const noticesFor = (db: Kysely<Database>, tenant: string, userId: string | null) =>
  db
    .selectFrom('notice as n')
    .where('n.tenant', '=', tenant)
    .where((eb) => eb.or([eb('n.recipient_id', 'is', null), eb('n.recipient_id', '=', userId ?? '')]))
    .where(sql<boolean>`not exists (select 1 from photo p where p.media_url = n.media_url and p.hidden_at is not null)`)
    .where(sql<boolean>`not ${isOfHiddenComment}`)
    .where((eb) => eb.or([eb('n.user_id', 'is', null), isNotMuted(userId, 'n.user_id')]));

/** What a list shows of them. */
const newest = <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
  query.orderBy(sql.ref('n.created_at'), 'desc').orderBy(sql.ref('n.notice_id')).limit(LIST_PAGE_MAX);

export const noticeHandlers = {
  async putNoticeSettings({ db, userId }, { body }) {
    await saveNoticeSettings(db, userId, body);
    return done;
  },
  async getUnreadCount({ db, tenant, userId }) {
    // Of those the list shows: what cannot be seen could never be read.
    const listed = newest(noticesFor(db, tenant, userId).select(['n.notice_id', 'n.created_at']));
    const row = await db
      .selectFrom(listed.as('l'))
      .leftJoin('notice_read as r', (join) =>
        join.on('r.tenant', '=', tenant).on('r.user_id', '=', userId).onRef('r.notice_id', '=', 'l.notice_id'),
      )
      .where('r.notice_id', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return { Count: row.count };
  },
  async getNotices({ db, tenant, userId }) {
    const notices = noticesFor(db, tenant, userId)
      .leftJoin('photo as p', 'p.media_url', 'n.media_url')
      .leftJoin('profile as f', 'f.user_id', 'n.user_id')
      .leftJoin('notice_read as r', (join) =>
        join
          .on('r.tenant', '=', tenant)
          .on('r.user_id', '=', userId ?? '')
          .onRef('r.notice_id', '=', 'n.notice_id'),
      )
      .select(['n.notice_id', 'n.kind', 'n.title', 'n.body', 'n.url', 'n.created_at', 'n.user_id', 'n.media_url'])
      .select(['f.name', 'f.nickname', 'r.notice_id as read_id', 'p.reaction_count']);
    const rows = await newest(notices).execute();
    return {
      list: rows.map(({ name, nickname, read_id, created_at, reaction_count, ...notice }) => ({
        ...notice,
        created_at: formatWireDateTime(created_at.getTime()),
        isRead: read_id !== null,
        user_name: notice.user_id === null ? null : screenName({ name, nickname }),
        ...(notice.kind === 'reaction' ? { count: reaction_count ?? 0 } : {}),
      })),
    };
  },
  async putNoticeRead({ db, tenant, userId }, { body }) {
    await requireMember(db, tenant, userId);
    const known = await noticesFor(db, tenant, userId)
      .where('n.notice_id', 'in', body.notice_ids)
      .select('n.notice_id')
      .execute();
    if (known.length === 0) return done;
    await db
      .insertInto('notice_read')
      .values(known.map(({ notice_id }) => ({ tenant, notice_id, user_id: userId })))
      .onConflict((c) => c.doNothing())
      .execute();
    return done;
  },
} satisfies Partial<Handlers>;
