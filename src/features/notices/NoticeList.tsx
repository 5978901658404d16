import { useQuery } from '@tanstack/react-query';
import {
  Bell,
  CloudOff,
  Heart,
  History,
  Images,
  Megaphone,
  MessageCircle,
  Reply,
  Settings,
  Star,
  UserPlus,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Notice, NoticeKind } from '../../contract/entities.ts';
import { whenText } from '../../messages/jaAge.ts';
import { notices as texts } from '../../messages/jaNotices.ts';
import { appeal as appealTexts } from '../../messages/jaReports.ts';
import { usePaths } from '../../navigation/paths.ts';
import { LoadFailure } from '../../queries/LoadFailure.tsx';
import { useServices } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { MessageText } from '../../ui/MessageText.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { Picture } from '../../ui/Picture.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import styles from './NoticeList.module.css';
import { noticeView } from './noticeView.ts';
import { noticesQuery } from './queries.ts';
import { useReadNotices } from './useReadNotices.ts';

/** Side of a notice's photo, in CSS pixels. */
const PICTURE_SIDE = 56;

const icons: Record<NoticeKind, typeof Bell> = {
  news: Megaphone,
  comment: MessageCircle,
  reply: Reply,
  reaction: Heart,
  follow: UserPlus,
  post: Images,
  best: Star,
  memory: History,
};

/** Notices of the fan and of the tenant, latest first (SOC-08). */
export function NoticeList({ userId }: { readonly userId: string }) {
  const found = useQuery(noticesQuery(useServices(), userId));
  const paths = usePaths();
  const list = found.data?.list;
  const fresh = useReadNotices(list);
  return (
    <>
      <SectionHead
        level={1}
        title={texts.title}
        note={fresh.size > 0 ? texts.unreadCount(fresh.size) : undefined}
        action={
          <LinkButton
            href={paths.common('settings', { tab: 'notification' })}
            icon={<Settings size={18} aria-hidden="true" />}
            aria-label={texts.settings}
          >
            {texts.settingsShort}
          </LinkButton>
        }
      />
      {list === undefined && found.isError ? (
        <LoadFailure
          icon={<CloudOff aria-hidden="true" />}
          title={texts.failed}
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : list === undefined ? (
        <RowsSkeleton rows={5} />
      ) : list.length === 0 ? (
        <EmptyState icon={<Bell aria-hidden="true" />} title={texts.empty}>
          {texts.emptyText}
        </EmptyState>
      ) : (
        <ol className={styles.list}>
          {list.map((notice) => (
            <NoticeRow key={notice.notice_id} notice={notice} isFresh={fresh.has(notice.notice_id)} />
          ))}
        </ol>
      )}
    </>
  );
}

function NoticeRow({ notice, isFresh }: { readonly notice: Notice; readonly isFresh: boolean }) {
  const view = noticeView(notice, usePaths(), location.origin);
  const urls = usePictureUrls();
  // The operator may also tell of somebody's action.
  const isNews = notice.kind === 'news' && notice.user_id === null;
  const Icon = notice.kind === 'news' && !isNews ? Bell : icons[notice.kind];
  return (
    <li className={styles.row} data-fresh={isFresh || undefined}>
      <span className={styles.icon} data-kind={notice.kind}>
        <Icon size={20} aria-hidden="true" />
      </span>
      <div className={styles.words}>
        <p className={styles.meta}>
          {isFresh && <span className={styles.fresh}>{texts.unread}</span>}
          {isNews && <span>{texts.news}</span>}
          <time>{whenText(notice.created_at)}</time>
        </p>
        <p className={styles.title}>
          <NoticeLink href={view.href} isOutside={view.isOutside}>
            {view.title}
          </NoticeLink>
        </p>
        {view.body !== '' && (
          <p className={styles.body} lang="ja">
            <MessageText text={view.body} />
          </p>
        )}
        <NewsPicture picture={notice.picture} />
        <AppealAction notice={notice} />
      </div>
      {notice.media_url !== null && (
        <span className={styles.picture}>
          <Picture
            sources={urls.smallFirst(notice.media_url)}
            alt=""
            width={PICTURE_SIDE}
            height={PICTURE_SIDE}
            color=""
          />
        </span>
      )}
    </li>
  );
}

/** Size of a picture whose pixels are not known yet, and how wide it is drawn at most. */
const UNKNOWN_SIZE = { width: 640, height: 360 } as const;
const NEWS_SIZES = '(min-width: 26rem) 20rem, 75vw';

/** The picture of the club's news (STF-18a). */
function NewsPicture({ picture }: Pick<Notice, 'picture'>) {
  const urls = usePictureUrls();
  if (!picture) return null;
  const { media_url, variants, width, height } = picture;
  const isKnown = width !== null && height !== null;
  const size = isKnown ? { width, height } : UNKNOWN_SIZE;
  return (
    <div className={styles.newsPicture}>
      <Picture
        sources={urls.smallFirst(media_url).toReversed()}
        srcSet={isKnown ? urls.srcSet({ media_url, variants, ...size }) : undefined}
        sizes={NEWS_SIZES}
        alt={texts.newsPicture}
        width={size.width}
        height={size.height}
        color=""
      />
    </div>
  );
}

/** The way to appeal against a decision, or how the appeal stands (STF-06). */
function AppealAction({ notice: { notice_id, appeal } }: { readonly notice: Notice }) {
  const { open } = useOverlays();
  if (!appeal) return null;
  if (appeal !== 'possible') return <p className={styles.appeal}>{appealTexts.states[appeal]}</p>;
  return (
    <div className={styles.appeal}>
      <Button onClick={() => open({ mode: 'appeal', noticeId: notice_id })}>{appealTexts.action}</Button>
    </div>
  );
}

function NoticeLink(props: {
  readonly href: string | null;
  readonly isOutside: boolean;
  readonly children: ReactNode;
}) {
  const { href, isOutside, children } = props;
  if (href === null) return children;
  if (!isOutside)
    return (
      <Link href={href} className={styles.link}>
        {children}
      </Link>
    );
  return (
    <a href={href} className={styles.link} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden">{texts.newTab}</span>
    </a>
  );
}
