import { Award, Star } from 'lucide-react';
import { STARS_MAX } from '../../contract/staffLimits.ts';
import type { StaffPhoto } from '../../contract/staffPhotoEndpoints.ts';
import { staffPhotos as texts } from '../../messages/jaStaffPhotos.ts';
import styles from './Photos.module.css';
import type { MarkChange } from './useStaffPhotos.ts';

const ALL_STARS = Array.from({ length: STARS_MAX }, (_, place) => place + 1);

interface MarkBarProps {
  readonly row: StaffPhoto;
  readonly onMark: (change: MarkChange) => void;
}

/** Stars and the best-shot mark of one photo. The current number of stars once more removes them. */
export function MarkBar({ row: { photo, stars }, onMark }: MarkBarProps) {
  const isBest = photo.option !== null;
  return (
    <div className={styles.marks}>
      <fieldset className={styles.stars}>
        <legend className="visually-hidden">{texts.rating}</legend>
        {ALL_STARS.map((count) => (
          <button
            key={count}
            type="button"
            aria-label={texts.giveStars(count)}
            aria-pressed={stars === count}
            data-lit={count <= stars || undefined}
            onClick={() => onMark({ stars: stars === count ? 0 : count })}
          >
            <Star aria-hidden="true" size={22} />
          </button>
        ))}
      </fieldset>
      <button
        type="button"
        className={styles.best}
        aria-label={texts.best}
        aria-pressed={isBest}
        title={texts.bestTold}
        onClick={() => onMark({ is_best: !isBest })}
      >
        <Award aria-hidden="true" size={20} />
        <span>{texts.bestShort}</span>
      </button>
    </div>
  );
}
