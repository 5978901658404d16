import type { Photo } from '../../contract/entities.ts';
import { marks } from '../../messages/jaMarks.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { useKnownBadge } from '../../queries/memberBadges.ts';
import { MarkIcon } from '../../ui/MarkIcon.tsx';
import styles from './CardReaction.module.css';
import { heartMark } from './gridMarks.ts';
import { useReactionToggle } from './useReactionToggle.ts';

/** Like button on a medium card (PHO-01, SOC-01), and its author's badge. */
export function CardReaction({ photo }: { readonly photo: Photo }) {
  const { isOn, total, isPending, isSprung, toggle } = useReactionToggle(photo);
  return (
    <>
      <CardMark photo={photo} />
      <button
        type="button"
        className={`${styles.like} ${heartMark(isOn)}`}
        aria-pressed={isOn}
        data-sprung={isSprung || undefined}
        aria-busy={isPending || undefined}
        aria-label={texts.likeCount(total)}
        onClick={toggle}
      >
        {total > 0 && total}
      </button>
    </>
  );
}

/** Badge of the official user, an ambassador or a premium user of the photo's event (§6). */
function CardMark({ photo }: { readonly photo: Photo }) {
  const mark = useKnownBadge(photo.user_id, photo.event_id);
  if (mark === null) return null;
  return (
    <span className={styles.mark} role="img" aria-label={marks[mark]} title={marks[mark]}>
      <MarkIcon mark={mark} size={16} />
    </span>
  );
}
