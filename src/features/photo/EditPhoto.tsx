import { Pencil } from 'lucide-react';
import { photo as texts } from '../../messages/ja.ts';
import styles from './EditPhoto.module.css';

/** Edit icon on one's own photo (PHO-01). */
export function EditPhoto({ onPress }: { readonly onPress: () => void }) {
  return (
    <button type="button" className={styles.edit} aria-label={texts.edit} title={texts.edit} onClick={onPress}>
      <Pencil size={18} aria-hidden="true" />
    </button>
  );
}
