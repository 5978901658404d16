import { formatWireDateTime } from '../../../src/rules/dates.ts';
import type { KnownPicture } from '../../database/schema.ts';
import { asMember } from '../access/membership.ts';
import { done, type Handlers } from '../handlers.ts';
import { screenName } from '../photos/repository.ts';
import { countUnread, markRead, readNotices, saveNoticeSettings } from './repository.ts';

/** A news item's picture, with what is known of it so far. */
function newsPicture(media_url: string, known: KnownPicture | null) {
  const { width, height, variants } = known?.media_url === media_url ? known : UNKNOWN;
  return { media_url, width, height, variants: [...variants] };
}
const UNKNOWN = { width: null, height: null, variants: [] } as const;

export const noticeHandlers = {
  async putNoticeSettings({ db, userId }, { body }) {
    await saveNoticeSettings(db, userId, body);
    return done;
  },
  async getUnreadCount({ db, tenant, userId }) {
    return { Count: await countUnread(db, tenant, userId) };
  },
  async getNotices({ db, tenant, userId }) {
    const rows = await readNotices(db, tenant, userId);
    return {
      list: rows.map(
        ({ nickname, read_id, created_at, reaction_count, post_count, appeal, picture, known, ...notice }) => ({
          ...notice,
          created_at: formatWireDateTime(created_at.getTime()),
          isRead: read_id !== null,
          user_name: notice.user_id === null ? null : screenName({ nickname }),
          ...(notice.kind === 'reaction' ? { count: reaction_count ?? 0 } : {}),
          ...(notice.kind === 'post' ? { count: post_count } : {}),
          ...(appeal === null ? {} : { appeal }),
          ...(picture === null ? {} : { picture: newsPicture(picture, known) }),
        }),
      ),
    };
  },
  async putNoticeRead(context, { body }) {
    const { tenant, userId } = context;
    await asMember(context, (trx) => markRead(trx, tenant, userId, body.notice_ids));
    return done;
  },
} satisfies Partial<Handlers>;
