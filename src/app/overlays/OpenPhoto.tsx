import { Author } from '../../features/member/Author.tsx';
import { MemberBadge } from '../../features/member/MemberBadge.tsx';
import { PhotoOverlay } from '../../features/photo/PhotoOverlay.tsx';
import { AuthorActions } from '../../features/social/AuthorActions.tsx';
import { Comments } from '../../features/social/Comments.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './OpenPhoto.module.css';

/** The photo detail with its author, its comments and its editing: photos know nothing of members and posts. */
export function OpenPhoto({ q, onClose }: { readonly q: string; readonly onClose: () => void }) {
  const { open } = useOverlays();
  return (
    <PhotoOverlay
      q={q}
      onClose={onClose}
      renderAuthor={(photo, note) => (
        <div className={styles.author}>
          <div className={styles.who}>
            <Author author={photo} note={note} />
            <MemberBadge userId={photo.user_id} eventId={photo.event_id} />
          </div>
          <AuthorActions photo={photo} />
        </div>
      )}
      renderComments={(photo, fieldPlace) => <Comments key={photo.media_url} photo={photo} fieldPlace={fieldPlace} />}
      onEdit={({ media_url: mediaUrl }) => open({ mode: 'edit-photo', mediaUrl })}
    />
  );
}
