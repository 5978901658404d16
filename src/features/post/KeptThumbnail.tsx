import { useDraftThumbnail } from '../../drafts/useDraftThumbnail.ts';
import type { FormPhoto } from './photoForm.ts';

interface KeptThumbnailProps {
  readonly photo: FormPhoto;
  readonly className: string | undefined;
}

/** A picked photo, small: the picture as picked is never decoded for the screen. Its colour until then. */
export function KeptThumbnail({ photo, className }: KeptThumbnailProps) {
  const url = useDraftThumbnail(photo.name, photo.state === 'ready');
  const color = photo.prepared?.color ?? 'var(--surface-2)';
  return url === null ? (
    <span className={className} style={{ backgroundColor: color }} />
  ) : (
    <img className={className} style={{ backgroundColor: color }} src={url} alt="" decoding="async" />
  );
}
