import { formatWireDateTime } from '../../../src/rules/dates.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { requireMember } from '../access/membership.ts';
import { done, type Handlers } from '../handlers.ts';
import { screenName } from '../photos/repository.ts';
import { saveNoticeSettings } from './noticeSettings.ts';
import { countUnread, newestNotices, noticesFor } from './repository.ts';

export const noticeHandlers = {
  async putNoticeSettings({ db, userId }, { body }) {
    await saveNoticeSettings(db, userId, body);
    return done;
  },
  async getUnreadCount({ db, tenant, userId }) {
    return { Count: await countUnread(db, tenant, userId) };
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
      .select(['f.nickname', 'r.notice_id as read_id', 'p.reaction_count']);
    const rows = await newestNotices(notices).execute();
    return {
      list: rows.map(({ nickname, read_id, created_at, reaction_count, ...notice }) => ({
        ...notice,
        created_at: formatWireDateTime(created_at.getTime()),
        isRead: read_id !== null,
        user_name: notice.user_id === null ? null : screenName({ nickname }),
        ...(notice.kind === 'reaction' ? { count: reaction_count ?? 0 } : {}),
      })),
    };
  },
  async putNoticeRead({ db, tenant, userId }, { body }) {
    await inTransaction(db, async (trx) => {
      await requireMember(trx, tenant, userId);
      const known = await noticesFor(trx, tenant, userId)
        .where('n.notice_id', 'in', body.notice_ids)
        .select('n.notice_id')
        .orderBy('n.notice_id')
        .execute();
      if (known.length === 0) return;
      await trx
        .insertInto('notice_read')
        .values(known.map(({ notice_id }) => ({ tenant, notice_id, user_id: userId })))
        .onConflict((c) => c.doNothing())
        .execute();
    });
    return done;
  },
} satisfies Partial<Handlers>;
