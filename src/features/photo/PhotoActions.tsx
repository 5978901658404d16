import { MessageCircle } from 'lucide-react';
import type { Photo } from '../../contract/entities.ts';
import { photoActions as texts } from '../../messages/jaPhotoViewer.ts';
import { formatCount } from '../../rules/formatCount.ts';
import styles from './PhotoActions.module.css';
import { PhotoBookmark } from './PhotoBookmark.tsx';
import { ReactionButton } from './ReactionButton.tsx';
import { ShareMenu } from './ShareMenu.tsx';

interface PhotoActionsProps {
  readonly photo: Photo;
  /** Goes to the field for a comment. */
  readonly onComment: () => void;
}

/** Like, comment, bookmark, share: in one row in reach of the thumb (FAN-02e). */
export function PhotoActions({ photo, onComment }: PhotoActionsProps) {
  const { media_url, comment_count } = photo;
  return (
    <section aria-label={texts.group} className={styles.actions}>
      {/* By photo: what is pending for one is not the next one's. */}
      <ReactionButton key={`like ${media_url}`} photo={photo} />
      <button
        type="button"
        className={styles.comment}
        data-shortcut="comment"
        aria-label={texts.comment(comment_count)}
        title={texts.comment(comment_count)}
        onClick={onComment}
      >
        <MessageCircle size={20} aria-hidden="true" />
        {comment_count > 0 && <span>{formatCount(comment_count)}</span>}
      </button>
      <PhotoBookmark key={`bookmark ${media_url}`} photo={photo} />
      <ShareMenu key={media_url} photo={photo} />
    </section>
  );
}
