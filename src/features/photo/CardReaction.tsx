import type { Photo } from '../../contract/entities.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import styles from './CardReaction.module.css';
import { heartMark } from './gridMarks.ts';
import { useReactionToggle } from './useReactionToggle.ts';

/** Like button on a medium card (PHO-01, SOC-01). */
export function CardReaction({ photo }: { readonly photo: Photo }) {
  const { isOn, total, isPending, toggle } = useReactionToggle(photo);
  return (
    <button
      type="button"
      className={`${styles.like} ${heartMark(isOn)}`}
      aria-pressed={isOn}
      aria-busy={isPending || undefined}
      aria-label={texts.likeCount(total)}
      onClick={toggle}
    >
      {total > 0 && total}
    </button>
  );
}
