import { outboxEdit as texts } from '../../../messages/jaOutbox.ts';
import { postForm } from '../../../messages/jaPost.ts';
import { KeptThumbnail } from '../KeptThumbnail.tsx';
import type { FormPhoto } from '../photoForm.ts';
import styles from './EditJobModal.module.css';

interface JobPhotosProps {
  readonly photos: readonly FormPhoto[];
  /** Name of the photo whose fields are shown. */
  readonly selected: string | null;
  readonly onSelect: (name: string | null) => void;
}

/** The photos of a post that waits; a press shows the fields of one. */
export const JobPhotos = ({ photos, selected, onSelect }: JobPhotosProps) => (
  <ul className={styles.photos}>
    {photos.map((one, at) => (
      <li key={one.name}>
        <button
          type="button"
          className={styles.photo}
          aria-pressed={one.name === selected}
          onClick={() => onSelect(one.name === selected ? null : one.name)}
        >
          <KeptThumbnail photo={one} className={styles.thumbnail} />
          <span className="visually-hidden">{texts.photoLabel(at + 1)}</span>
          {one.own !== null && <span className={styles.own}>{postForm.ownMark}</span>}
        </button>
      </li>
    ))}
  </ul>
);
