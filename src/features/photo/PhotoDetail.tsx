import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useRef,
  useState,
} from 'react';
import type { Photo } from '../../contract/entities.ts';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { PhotoActions } from './PhotoActions.tsx';
import styles from './PhotoDetail.module.css';
import { PhotoInfo } from './PhotoInfo.tsx';
import { PhotoStage } from './PhotoStage.tsx';
import type { FullScreen } from './useFullScreen.ts';
import type { PhotoWalk } from './usePhotoWalk.ts';

/** Draws what is said about a photo. `fieldPlace`: where the field for a comment belongs; null: below what is said. */
export type RenderComments = (photo: Photo, fieldPlace: HTMLElement | null) => ReactNode;

/** Room for a panel beside the picture, with its own foot: as in PhotoDetail.module.css. */
const WIDE = '(min-width: 901px) and (min-height: 501px)';

interface PhotoDetailProps {
  readonly element: RefObject<HTMLDivElement | null>;
  /** Draws who posted it, with a second line; members are no part of photos. */
  readonly renderAuthor: (photo: Photo, note: string) => ReactNode;
  /** Draws what is said about it; comments are no part of photos. */
  readonly renderComments: RenderComments | undefined;
  readonly photo: Photo;
  /** What it can be turned to. */
  readonly walk: PhotoWalk;
  readonly viewer: FullScreen;
  /** Shows another photo; `keys`: the list it is turned through from then on. */
  readonly onShow: (photo: Photo, keys?: readonly string[]) => void;
  readonly onClose: () => void;
  /** For one's own photo; null: somebody else's. */
  readonly onEdit: (() => void) | null;
}

/**
 * The picture large on dark, and what belongs to it (PHO-02, FAN-02). On a desktop its actions stand below it, and the panel beside them
 * ends with the field for a comment. On a phone the actions stand at the bottom in reach of the thumb.
 */
export function PhotoDetail({ element, photo, walk, viewer, onShow, onClose, ...rest }: PhotoDetailProps) {
  const [isSettled, setSettled] = useState(false);
  const isWide = useMediaQuery(WIDE);
  const panel = useRef<HTMLDivElement>(null);
  const [foot, setFoot] = useState<HTMLDivElement | null>(null);
  // The picture answers the tap; what is told of it follows in short steps.
  const told = useDeferredValue<Photo | null>(photo, null);
  // Until it has followed, a press would go to the photo before. Not `inert`: that would drop the focus.
  const ignoreStale = (event: MouseEvent) => {
    if (told?.media_url === photo.media_url) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const handleComment = () => {
    const field = panel.current?.querySelector('textarea');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  };
  return (
    <div ref={element} className={styles.detail} data-photo-detail>
      <div className={styles.picture} style={{ '--ratio': photo.width / photo.height } as CSSProperties}>
        <PhotoStage
          photo={photo}
          walk={walk}
          viewer={viewer}
          onClose={onClose}
          onTurn={onShow}
          onSettled={() => setSettled(true)}
        />
      </div>
      <div ref={panel} className={styles.panel} inert={viewer.isFull} onClickCapture={ignoreStale}>
        <div className={styles.info}>
          {told && (
            <PhotoInfo
              photo={told}
              hasRelated={isSettled}
              fieldPlace={isWide ? foot : null}
              onShow={onShow}
              {...rest}
            />
          )}
        </div>
        <div ref={setFoot} className={styles.field} />
      </div>
      {/* Last: it is painted over what scrolls below it. */}
      <div className={styles.bar} inert={viewer.isFull} onClickCapture={ignoreStale}>
        {told && <PhotoActions photo={told} onComment={handleComment} />}
      </div>
    </div>
  );
}
