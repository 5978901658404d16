import { Author } from '../features/member/Author.tsx';
import { PhotoOverlay } from '../features/photo/PhotoOverlay.tsx';

/** The photo detail with its author: photos know nothing of members. */
export function OpenPhoto({ q, onClose }: { readonly q: string; readonly onClose: () => void }) {
  return <PhotoOverlay q={q} onClose={onClose} renderAuthor={(photo, note) => <Author author={photo} note={note} />} />;
}
