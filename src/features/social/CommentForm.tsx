import { SendHorizontal, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, useId } from 'react';
import type { Comment, Photo } from '../../contract/entities.ts';
import { COMMENT_MAX } from '../../contract/limits.ts';
import { fields } from '../../messages/jaFields.ts';
import { comments as texts } from '../../messages/jaSocial.ts';
import { useIsOnline } from '../../services/useIsOnline.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useCutText } from '../../ui/useCutText.ts';
import { useDirtyForm } from '../../ui/useDirtyForm.ts';
import styles from './CommentForm.module.css';
import { useCommentDraft } from './commentDraft.ts';
import { useSendComment } from './useSendComment.ts';

interface CommentFormProps {
  readonly photo: Photo;
  /** What is said already, as far as it is known. */
  readonly list: readonly Comment[] | undefined;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** The comment as it is typed, kept until it is sent. */
function useCommentForm(photo: Photo) {
  const isOnline = useIsOnline();
  const { draft, write, replyTo, clear } = useCommentDraft(photo.media_url);
  const sending = useSendComment(photo, clear);
  const { send, sentId, isError, forgetLast } = sending;
  const handleChange = (text: string) => {
    // With the next comment the announcement of the last one is over: emptying the field must not repeat it. Who empties the field
    // gives up what failed.
    if (sentId !== null || (isError && text.trim() === '')) forgetLast();
    write(text);
  };
  const { box, used } = useCutText({ value: draft.text, onChange: handleChange, max: COMMENT_MAX });
  const hasText = draft.text.trim() !== '';
  useDirtyForm(hasText);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isOnline) send(draft);
  };
  const handleKey = (event: KeyboardEvent) => {
    // Not the Enter that ends a Japanese conversion.
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !event.nativeEvent.isComposing)
      handleSubmit(event);
  };
  return { draft, replyTo, box, used, hasText, isOnline, sending, handleSubmit, handleKey };
}

/** Writes a comment or a reply; the send button is there only when there are words (SOC-03). */
export function CommentForm({ photo, list, field }: CommentFormProps) {
  const id = useId();
  const { draft, replyTo, box, used, hasText, isOnline, sending, ...form } = useCommentForm(photo);
  const { isPending, isError, sentId } = sending;
  const isDeleted = list?.some(({ comment_id, isDeleted }) => comment_id === sentId && isDeleted) ?? false;
  const name = draft.replyTo && (draft.replyTo.screen_name || texts.left);
  return (
    <form className={styles.form} onSubmit={form.handleSubmit}>
      {name !== null && <ReplyNote name={name} onStop={() => replyTo(null)} />}
      <label htmlFor={id} className="visually-hidden">
        {texts.label}
      </label>
      <div className={styles.line}>
        <textarea
          id={id}
          ref={field}
          className={styles.field}
          rows={1}
          {...box}
          placeholder={name === null ? texts.placeholder : texts.mention(name)}
          onKeyDown={form.handleKey}
        />
        {hasText && (
          <Button
            type="submit"
            variant="primary"
            icon={<SendHorizontal size={18} aria-hidden="true" />}
            isBusy={isPending}
            disabled={!isOnline}
          >
            {texts.send}
          </Button>
        )}
      </div>
      {used >= COMMENT_MAX * 0.9 && <p className={styles.counter}>{fields.counter(used, COMMENT_MAX)}</p>}
      {!isOnline && <Banner tone="offline">{texts.offline}</Banner>}
      {isError && (
        <Banner tone="error">
          {texts.sendFailed}
          <br />
          {texts.kept}
        </Banner>
      )}
      <p className="visually-hidden" role="status">
        {sentId !== null && !isDeleted ? texts.sent : ''}
      </p>
    </form>
  );
}

interface ReplyNoteProps {
  readonly name: string;
  readonly onStop: () => void;
}

/** Whose comment is answered. */
const ReplyNote = ({ name, onStop }: ReplyNoteProps) => (
  <p className={styles.reply}>
    <span className={styles.replyName}>{texts.replyTo(name)}</span>
    <IconButton label={texts.stopReply} icon={<X size={18} aria-hidden="true" />} onClick={onStop} />
  </p>
);
