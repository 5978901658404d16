import type { Notice } from '../../contract/entities.ts';
import { notices as texts } from '../../messages/jaNotices.ts';
import type { Paths } from '../../navigation/paths.ts';

export interface NoticeView {
  readonly title: string;
  readonly body: string;
  /** Where it leads; null: nowhere. */
  readonly href: string | null;
  /** Opens in a new tab: not one of our pages. */
  readonly isOutside: boolean;
}

/** What a notice says and where it leads. Actions of fans are worded here, news are the operator's own words. */
export function noticeView(notice: Notice, paths: Pick<Paths, 'gallery' | 'member'>, origin: string): NoticeView {
  const name = notice.user_name ? texts.by(notice.user_name) : texts.left;
  const toPhoto =
    notice.media_url === null ? null : `${paths.gallery()}?${new URLSearchParams({ q: notice.media_url }).toString()}`;
  const toFan = notice.user_id === null || !notice.user_name ? null : paths.member(notice.user_id);
  const action = (title: string, href: string | null): NoticeView => ({ title, body: '', href, isOutside: false });
  switch (notice.kind) {
    case 'comment':
      return action(texts.comment(name), toPhoto);
    case 'reply':
      return action(texts.reply(name), toPhoto);
    case 'reaction':
      return action(texts.reaction(name, Math.max(0, (notice.count ?? 1) - 1)), toPhoto);
    case 'follow':
      return action(texts.follow(name), toFan);
    case 'post':
      return action(texts.post(name, notice.count ?? 1), toFan);
    case 'best':
      return action(texts.best, toPhoto);
    case 'memory':
      return action(notice.title, toPhoto);
    case 'news': {
      const link = linkOf(notice.url, origin);
      return {
        title: notice.title,
        body: notice.body,
        href: link?.href ?? toPhoto,
        isOutside: link?.isOutside ?? false,
      };
    }
  }
}

/** An operator's link, if it is one of the web: never code. */
function linkOf(url: string | null, origin: string): { readonly href: string; readonly isOutside: boolean } | null {
  if (url === null || !URL.canParse(url, origin)) return null;
  const parsed = new URL(url, origin);
  if (parsed.origin === origin) return { href: parsed.pathname + parsed.search + parsed.hash, isOutside: false };
  return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? { href: parsed.href, isOutside: true } : null;
}
