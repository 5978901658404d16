import { Heart } from 'lucide-react';
import type { Photo } from '../../contract/entities.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import styles from './ReactionButton.module.css';
import { useReactionToggle } from './useReactionToggle.ts';

/** Like toggle (SOC-01). */
export function ReactionButton({ photo }: { readonly photo: Photo }) {
  const { isOn, total, isPending, isSprung, toggle } = useReactionToggle(photo);
  return (
    <button
      type="button"
      className={styles.like}
      aria-pressed={isOn}
      data-shortcut="like"
      data-sprung={isSprung || undefined}
      aria-busy={isPending || undefined}
      onClick={toggle}
    >
      <Heart size={22} aria-hidden="true" />
      <span>{total}</span>
      <span className="visually-hidden">{texts.like}</span>
    </button>
  );
}
