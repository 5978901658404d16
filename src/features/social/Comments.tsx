import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Comment, Photo } from '../../contract/entities.ts';
import { ui } from '../../messages/ja.ts';
import { comments as texts } from '../../messages/jaSocial.ts';
import { formatCount } from '../../rules/formatCount.ts';
import { useServices } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { CommentForm } from './CommentForm.tsx';
import { CommentItem } from './CommentItem.tsx';
import styles from './Comments.module.css';
import { useCommentDraft } from './commentDraft.ts';
import { commentThreads } from './commentThreads.ts';
import { THREADS_SHOWN } from './pageSizes.ts';
import { commentReactionsQuery, commentsQuery } from './queries.ts';

interface CommentsProps {
  readonly photo: Photo;
  /** Where the field belongs; null: below what is said. */
  readonly fieldPlace?: HTMLElement | null;
}

/** What is said about a photo, and the field to say something (SOC-03). */
export function Comments({ photo, fieldPlace = null }: CommentsProps) {
  const { media_url } = photo;
  const services = useServices();
  const found = useQuery(commentsQuery(services, media_url));
  const reactions = useQuery(commentReactionsQuery(services, media_url));
  const { replyTo } = useCommentDraft(media_url);
  const field = useRef<HTMLTextAreaElement>(null);
  const handleReply = (comment: Comment) => {
    replyTo(comment);
    field.current?.focus();
  };
  const form = <CommentForm photo={photo} list={found.data?.comments} field={field} />;
  const count = found.data?.count ?? photo.comment_count;
  return (
    <section className={styles.comments} aria-label={texts.title}>
      <h3 className={styles.title}>
        {texts.title}
        {count > 0 && <span className={styles.count}>{formatCount(count)}</span>}
      </h3>
      {found.data ? (
        <Threads list={found.data.comments} reactions={reactions.data} onReply={handleReply} />
      ) : found.isError ? (
        <Banner tone="error" action={<Button onClick={() => void found.refetch()}>{ui.retry}</Button>}>
          {texts.failed}
        </Banner>
      ) : (
        <RowsSkeleton rows={2} />
      )}
      {reactions.isError && found.data && found.data.count > 0 && <Banner tone="warn">{texts.reactionsFailed}</Banner>}
      {fieldPlace === null ? form : createPortal(form, fieldPlace)}
    </section>
  );
}

interface ThreadsProps {
  readonly list: readonly Comment[];
  readonly reactions: Parameters<typeof CommentItem>[0]['reactions'];
  readonly onReply: (comment: Comment) => void;
}

/** The latest talks, nearest to the field; earlier ones on demand. */
function Threads({ list, reactions, onReply }: ThreadsProps) {
  const [shown, setShown] = useState(THREADS_SHOWN);
  const threads = commentThreads(list);
  const hidden = Math.max(0, threads.length - shown);
  if (threads.length === 0)
    return (
      <div className={styles.empty}>
        <p className={styles.emptyTitle}>{texts.empty}</p>
        <p>{texts.emptyText}</p>
      </div>
    );
  return (
    <>
      {hidden > 0 && (
        <Button variant="quiet" onClick={() => setShown(shown + THREADS_SHOWN)}>
          {texts.earlier(hidden)}
        </Button>
      )}
      <ol className={styles.list}>
        {threads.slice(hidden).map(({ comment, replies }) => (
          <li key={comment.comment_id}>
            <CommentItem comment={comment} reactions={reactions} onReply={onReply} to={null} />
            {replies.length > 0 && (
              <ol className={styles.replies}>
                {replies.map((reply) => (
                  <li key={reply.comment.comment_id}>
                    <CommentItem reactions={reactions} onReply={onReply} comment={reply.comment} to={reply.to} />
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
