import { type CSSProperties, lazy, type MouseEvent } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { photo as texts } from '../../messages/ja.ts';
import { usePictureUrls } from '../../session/pictures.ts';
import { OptionalPart } from '../../ui/OptionalPart.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { BestMark, HeartMark } from './GridMarks.tsx';
import styles from './PhotoGrid.module.css';
import { photoAlt } from './photoAlt.ts';
import { layOutPhotos } from './photoRows.ts';
import { photoHref, useOpenPhoto } from './usePhotoParam.ts';

const EditPhoto = lazy(async () => ({ default: (await import('./EditPhoto.tsx')).EditPhoto }));

interface PhotoGridProps {
  readonly photos: readonly Photo[];
  /** Names the list for screen readers. */
  readonly label: string;
  /** Photos that load at once; the rest when near. */
  readonly eagerCount?: number;
  readonly ownUserId?: string | null;
  /** Own photos show an edit icon where the page can edit (PHO-01). */
  readonly onEdit?: (photo: Photo) => void;
}

/** Photos in rows whose boxes are known before a picture is loaded: no layout shift, dominant colours first. */
export function PhotoGrid({ photos, label, eagerCount = 0, ownUserId = null, onEdit }: PhotoGridProps) {
  const shapes = layOutPhotos(photos);
  return (
    <ul className={styles.grid} aria-label={label}>
      {photos.map((photo, index) => (
        <PhotoCell
          key={photo.media_url}
          photo={photo}
          style={{ '--ratio': shapes[index]?.ratio ?? 1, '--share': shapes[index]?.share ?? 1 } as CSSProperties}
          isEager={index < eagerCount}
          onEdit={onEdit && photo.user_id === ownUserId ? () => onEdit(photo) : null}
        />
      ))}
    </ul>
  );
}

interface PhotoCellProps {
  readonly photo: Photo;
  readonly style: CSSProperties;
  readonly isEager: boolean;
  readonly onEdit: (() => void) | null;
}

function PhotoCell({ photo, style, isEager, onEdit }: PhotoCellProps) {
  const urls = usePictureUrls();
  const openPhoto = useOpenPhoto();
  const { total, own_reacted } = photo.reactionInfo;
  const handleOpen = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return; // a new tab opens the same photo
    event.preventDefault();
    openPhoto(photo);
  };
  return (
    <li className={styles.cell} style={style}>
      <a className={styles.link} href={photoHref(photo.media_url)} onClick={handleOpen}>
        <Picture
          sources={urls.smallFirst(photo.media_url)}
          alt={photoAlt(photo)}
          width={photo.width}
          height={photo.height}
          color={photo.color}
          isEager={isEager}
        />
        <span className={styles.caption} aria-hidden="true">
          <span className={styles.name}>{photo.user_screen_name || photo.user_name}</span>
          {total > 0 && (
            <span className={styles.likes} data-own={own_reacted || undefined}>
              <HeartMark />
              {total}
            </span>
          )}
        </span>
        {photo.option !== null && (
          <span className={styles.best} title={texts.bestShot}>
            <BestMark label={texts.bestShot} />
          </span>
        )}
      </a>
      {onEdit && (
        <OptionalPart>
          <EditPhoto onPress={onEdit} />
        </OptionalPart>
      )}
    </li>
  );
}

/** The same boxes while the list loads. */
export function PhotoGridSkeleton({ count }: { readonly count: number }) {
  const shapes = layOutPhotos(
    Array.from({ length: count }, (_, index) => ({
      width: [3, 2, 4][index % 3] ?? 3,
      height: [2, 3, 3][index % 3] ?? 2,
    })),
  );
  return (
    <div className={styles.grid} aria-hidden="true">
      {shapes.map(({ ratio, share }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: empty boxes have no other identity
          key={index}
          className={`${styles.cell} ${styles.empty}`}
          style={{ '--ratio': ratio, '--share': share } as CSSProperties}
        />
      ))}
    </div>
  );
}
