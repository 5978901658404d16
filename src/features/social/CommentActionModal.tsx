import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Comment } from '../../contract/entities.ts';
import type { ReportReason } from '../../contract/reports.ts';
import { ui } from '../../messages/ja.ts';
import { commentRemove, commentReport, comments } from '../../messages/jaSocial.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { useServices } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { countCachedComments } from '../photo/photoCache.ts';
import styles from './CommentActionModal.module.css';
import { commentsQuery } from './queries.ts';
import { ReasonField } from './ReasonField.tsx';

interface CommentActionModalProps {
  readonly comment: Comment;
  readonly onClose: () => void;
}

/** Deletes one's own comment after asking; the list loads again (SOC-04). */
export function CommentRemoveModal({ comment, onClose }: CommentActionModalProps) {
  const { comment_id, media_url, timestamp } = comment;
  const services = useServices();
  const queryClient = useQueryClient();
  const { open } = useOverlays();
  const removing = useMutation({
    mutationFn: () =>
      services.api.deleteComment({ body: { comment_id, timestamp } }).catch((cause: unknown) => {
        // Gone already, such as by a call whose answer was lost: that is what was wanted.
        if (errorCodeOf(cause) !== 'NOT_FOUND') throw cause;
      }),
    onSuccess: () => {
      countCachedComments(queryClient, media_url, -1);
      void queryClient.invalidateQueries({ queryKey: commentsQuery(services, media_url).queryKey });
      onClose();
      open({ mode: 'result', text: commentRemove.done });
    },
  });
  return <Ask comment={comment} onClose={onClose} texts={commentRemove} isDangerous action={removing} />;
}

/** Tells the operator about a comment after asking (SOC-04). */
export function CommentReportModal({ comment, onClose }: CommentActionModalProps) {
  const { api } = useServices();
  const { open } = useOverlays();
  const { comment_id, media_url, user_id, screen_name, timestamp } = comment;
  const [reason, setReason] = useState<ReportReason>('harassment');
  const reporting = useMutation({
    mutationFn: () =>
      api.putCommentReport({
        body: { comment: comment.comment, comment_id, media_url, screen_id: user_id, timestamp, screen_name, reason },
      }),
    onSuccess: () => {
      onClose();
      open({ mode: 'result', text: commentReport.done });
    },
  });
  return (
    <Ask comment={comment} onClose={onClose} texts={commentReport} isDangerous={false} action={reporting}>
      <ReasonField value={reason} onChange={setReason} />
    </Ask>
  );
}

interface AskProps extends CommentActionModalProps {
  readonly texts: { readonly title: string; readonly ask: string; readonly action: string; readonly failed: string };
  readonly isDangerous: boolean;
  readonly action: { readonly isPending: boolean; readonly isError: boolean; readonly mutate: () => void };
  readonly children?: ReactNode;
}

/** The question with the comment it is about. A failure leaves it open: the next press tries again. */
function Ask({ comment, texts, isDangerous, action, onClose, children }: AskProps) {
  return (
    <Modal
      title={texts.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button
            variant={isDangerous ? 'danger' : 'primary'}
            isBusy={action.isPending}
            onClick={() => action.mutate()}
          >
            {texts.action}
          </Button>
        </>
      }
    >
      <div className={styles.ask}>
        <p>{texts.ask}</p>
        <blockquote className={styles.quote}>
          <span className={styles.name}>{comment.screen_name || comments.left}</span>
          <span className={styles.text} lang="ja">
            {comment.comment}
          </span>
        </blockquote>
        {children}
        {action.isError && <Banner tone="error">{texts.failed}</Banner>}
      </div>
    </Modal>
  );
}
