import { useQuery } from '@tanstack/react-query';
import { EyeOff, Flag, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AnswerOf } from '../../contract/endpoints.ts';
import type { Comment } from '../../contract/entities.ts';
import { mute as muteTexts, comments as texts } from '../../messages/jaSocial.ts';
import { eventOfKey } from '../../rules/mediaKey.ts';
import { type LoginReason, useRequireLogin } from '../../services/requireLogin.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { MessageText } from '../../ui/MessageText.tsx';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { Translation } from '../../ui/translation/Translation.tsx';
import { MemberBadge } from '../member/MemberBadge.tsx';
import { MemberLink } from '../member/MemberLink.tsx';
import { memberQuery } from '../member/memberQueries.ts';
import styles from './CommentItem.module.css';
import { CommentReactionButton } from './CommentReactionButton.tsx';
import { useMute } from './useMute.ts';

interface CommentItemProps {
  readonly comment: Comment;
  /** Whom it answers, where that does not stand right above. */
  readonly to: Comment | null;
  readonly reactions: AnswerOf<'getCommentReactions'> | undefined;
  readonly onReply: (comment: Comment) => void;
}

/** One comment. A deleted one is inert (SOC-04). */
export function CommentItem({ comment, to, reactions, onReply }: CommentItemProps) {
  if (comment.isDeleted) {
    const words = <p className={styles.deleted}>{comment.isMuted ? texts.muted : texts.deleted}</p>;
    return comment.screen_name === '' && !comment.isMuted ? <LeftComment>{words}</LeftComment> : words;
  }
  return <LiveComment comment={comment} to={to} reactions={reactions} onReply={onReply} />;
}

/** Its words are gone with their author, who is said to have left (ACC-10b, SOC-07). */
function LeftComment({ children }: { readonly children: ReactNode }) {
  return (
    <article className={styles.comment} aria-label={texts.left}>
      <MemberLink userId="" hasLeft className={styles.avatar}>
        <Avatar src={null} name={texts.left} hasLeft size={32} />
      </MemberLink>
      <div className={styles.body}>
        <p className={styles.head}>
          <span className={styles.name}>{texts.left}</span>
        </p>
        {children}
      </div>
    </article>
  );
}

function LiveComment({ comment, to, reactions, onReply }: CommentItemProps) {
  const { user_id, screen_name, timestamp } = comment;
  const hasLeft = screen_name === '';
  const name = screen_name || texts.left;
  const urls = usePictureUrls();
  const avatar = useQuery({ ...memberQuery(useServices(), user_id), enabled: !hasLeft }).data?.extended4 ?? null;
  return (
    <article className={styles.comment} aria-label={name}>
      <MemberLink userId={user_id} hasLeft={hasLeft} className={styles.avatar}>
        <Avatar src={urls.of(avatar)} name={name} hasLeft={hasLeft} size={32} />
      </MemberLink>
      <div className={styles.body}>
        <p className={styles.head}>
          <span className={styles.name} translate="no">
            {name}
          </span>
          {!hasLeft && <MemberBadge userId={user_id} eventId={eventOfKey(comment.media_url)} />}
          <time className={styles.time}>{timestamp}</time>
        </p>
        <p className={styles.text} lang="ja">
          {to && <span className={styles.to}>{texts.inReplyTo(to.screen_name || texts.left)} </span>}
          <MessageText text={comment.comment} />
        </p>
        <Translation text={comment.comment} />
        <div className={styles.actions}>
          <CommentReactionButton comment={comment} reactions={reactions} />
          <button
            type="button"
            className={styles.action}
            aria-label={texts.replyOf(name)}
            onClick={() => onReply(comment)}
          >
            {texts.reply}
          </button>
          <CommentMenu comment={comment} name={name} />
        </div>
      </div>
    </article>
  );
}

/** One's own comment can be deleted, another's reported (SOC-04). */
function CommentMenu({ comment, name }: { readonly comment: Comment; readonly name: string }) {
  const session = useSession();
  const requireLogin = useRequireLogin();
  const { open } = useOverlays();
  const { askMute } = useMute(comment.user_id, name);
  const isOwn = session.status !== 'anonymous' && session.user.id === comment.user_id;
  const item = (label: string, icon: ReactNode, run: () => void, reason: LoginReason) => ({
    label,
    icon,
    onChoose: () => requireLogin(run, reason, comment.media_url),
  });
  const removal = () =>
    item(
      texts.remove,
      <Trash2 size={18} aria-hidden="true" />,
      () => open({ mode: 'comment-remove', comment }),
      'edit',
    );
  const others = () => [
    item(
      texts.report,
      <Flag size={18} aria-hidden="true" />,
      () => open({ mode: 'comment-report', comment }),
      'report',
    ),
    item(muteTexts.actionOf(name), <EyeOff size={18} aria-hidden="true" />, askMute, 'mute'),
  ];
  return (
    <div className={styles.more}>
      <MoreMenu
        label={texts.menuOf(name)}
        items={isOwn ? [removal()] : others().slice(0, comment.screen_name === '' ? 1 : 2)}
      />
    </div>
  );
}
