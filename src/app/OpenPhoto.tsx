import { Author } from '../features/member/Author.tsx';
import { PhotoOverlay } from '../features/photo/PhotoOverlay.tsx';
import { useOverlays } from '../ui/overlays.ts';

/** The photo detail with its author and its editing: photos know nothing of members and posts. */
export function OpenPhoto({ q, onClose }: { readonly q: string; readonly onClose: () => void }) {
  const { open } = useOverlays();
  return (
    <PhotoOverlay
      q={q}
      onClose={onClose}
      renderAuthor={(photo, note) => <Author author={photo} note={note} />}
      onEdit={({ media_url: mediaUrl }) => open({ mode: 'edit-photo', mediaUrl })}
    />
  );
}
