import { Pencil } from 'lucide-react';
import { photo as texts } from '../../messages/ja.ts';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './EditPhoto.module.css';

/** Edit icon on one's own photo (PHO-01). */
export function EditPhoto({ mediaUrl }: { readonly mediaUrl: string }) {
  const { open } = useOverlays();
  return (
    <button
      type="button"
      className={styles.edit}
      aria-label={texts.edit}
      title={texts.edit}
      onClick={() => open({ mode: 'edit-photo', mediaUrl })}
    >
      <Pencil size={18} aria-hidden="true" />
    </button>
  );
}
