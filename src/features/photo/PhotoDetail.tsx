import { type ReactNode, type RefObject, useDeferredValue, useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import styles from './PhotoDetail.module.css';
import { PhotoInfo } from './PhotoInfo.tsx';
import { PhotoStage } from './PhotoStage.tsx';
import type { PhotoWalk } from './usePhotoWalk.ts';

interface PhotoDetailProps {
  readonly element: RefObject<HTMLDivElement | null>;
  /** Draws who posted it, with a second line; members are no part of photos. */
  readonly renderAuthor: (photo: Photo, note: string) => ReactNode;
  /** Draws what is said about it; comments are no part of photos. */
  readonly renderComments: ((photo: Photo) => ReactNode) | undefined;
  readonly photo: Photo;
  /** What it can be turned to. */
  readonly walk: PhotoWalk;
  /** Shows another photo; `keys`: the list it is turned through from then on. */
  readonly onShow: (photo: Photo, keys?: readonly string[]) => void;
  readonly onClose: () => void;
  /** For one's own photo; null: somebody else's. */
  readonly onEdit: (() => void) | null;
}

/** The picture large on dark, what belongs to it beside or below (PHO-02). */
export function PhotoDetail({ element, photo, walk, onShow, onClose, ...rest }: PhotoDetailProps) {
  const [isSettled, setSettled] = useState(false);
  // The picture answers the tap; what is told of it follows in short steps.
  const told = useDeferredValue<Photo | null>(photo, null);
  return (
    <div ref={element} className={styles.detail} data-photo-detail>
      <PhotoStage photo={photo} walk={walk} onTurn={onShow} onClose={onClose} onSettled={() => setSettled(true)} />
      <div className={styles.info}>
        {told && <PhotoInfo photo={told} hasRelated={isSettled} onShow={onShow} {...rest} />}
      </div>
    </div>
  );
}
