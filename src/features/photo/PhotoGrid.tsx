import type { QueryKey } from '@tanstack/react-query';
import {
  type ComponentType,
  type CSSProperties,
  type MouseEvent,
  memo,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Photo } from '../../contract/entities.ts';
import { LIST_PAGE } from '../../contract/limits.ts';
import { photo as texts } from '../../messages/ja.ts';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { DeferredBoundary, OptionalBoundary } from '../../ui/DeferredBoundary.tsx';
import { lazyNamed } from '../../ui/lazyNamed.ts';
import { Picture } from '../../ui/Picture.tsx';
import { bestMark, heartMark } from './gridMarks.ts';
import type { GridPart, PhotoBox } from './gridRows.ts';
import styles from './PhotoGrid.module.css';
import { photoAlt } from './photoAlt.ts';
import { type CardSize, layOutPhotos, type PhotoShape, sizesOf, stripShape } from './photoRows.ts';
import { PHOTO_SIZE_CHANGED } from './photoSizeChanged.ts';
import { photoHref, useOpenPhoto } from './usePhotoParam.ts';

const EditPhoto = lazyNamed(() => import('./EditPhoto.tsx'), 'EditPhoto');
const RowHints = lazyNamed(() => import('./RowHints.tsx'), 'RowHints');
const VirtualGrid = lazyNamed(
  () => import('./VirtualGrid.tsx').catch(() => ({ VirtualGrid: WholeGrid })),
  'VirtualGrid',
);

/** Without signal for the window's code all photos have elements. */
function WholeGrid({ onChange }: { readonly onChange: (part: GridPart) => void }) {
  useEffect(() => onChange({ from: 0, to: Number.POSITIVE_INFINITY, height: 0, boxes: [] }), [onChange]);
  return null;
}

/** A phone's first frame has this many; the styles leave out the others. */
const PHONE_FIRST = 12;
/** More photos than this have elements near the screen only; what decides it stands ready before. */
const WHOLE = LIST_PAGE;

interface PhotoGridProps {
  readonly photos: readonly Photo[];
  /** Names the list for screen readers. */
  readonly label: string;
  /** The query these photos are of: the open photo's neighbours come from it. */
  readonly list?: QueryKey;
  /** Card sizes (PHO-01). Medium cards have a reaction button; small ones show the picture alone. */
  readonly size?: CardSize;
  /** One row, to scroll sideways. */
  readonly isRow?: boolean;
  /** Photos that load at once; the rest when near. */
  readonly eagerCount?: number;
  /** These stand as strips above the grid: it shows the same picture of them, where a smaller one would be a second request. */
  readonly above?: readonly Photo[];
  readonly ownUserId?: string | null;
  /** Own photos show an edit icon where the page can edit (PHO-01). */
  readonly canEdit?: boolean;
  /** More photos may follow at the end: the last row is not final. */
  readonly isOpen?: boolean;
}

/** Photos in rows whose boxes are known before a picture is loaded: no layout shift, dominant colours first. */
export const PhotoGrid = memo(function PhotoGrid(props: PhotoGridProps) {
  const { photos, label, list, size = 'medium', isRow, eagerCount = 0, above } = props;
  const { ownUserId = null, canEdit = false, isOpen = false } = props;
  const shapes = useMemo(
    () => (isRow ? photos.map((one) => stripShape(one)) : layOutPhotos(photos, isOpen)),
    [photos, isRow, isOpen],
  );
  const grid = useRef<HTMLUListElement>(null);
  const [part, setPart] = useState<GridPart | null>(null);
  const Reaction = useReaction(size === 'medium');
  useDrawnBySize();
  const isLong = photos.length > WHOLE;
  const { from = 0, to = WHOLE, height = 0, boxes = [] } = (isLong && part) || {};
  const isPlaced = boxes.length > 0;
  const sizesFor = (photo: Photo, shape: PhotoShape) =>
    sizesOf(
      above?.includes(photo) ? stripShape(photo, shape.share) : shape,
      // The size the fan chose (photoSize.ts), once what the server drew is taken over.
      (Reaction && (document.documentElement.dataset.photos as CardSize)) || size,
    );
  return (
    <>
      <ul
        ref={grid}
        className={styles.grid}
        aria-label={label}
        data-size={size}
        data-row={isRow}
        data-full={(!isRow && shapes.at(-1)?.tie !== undefined) || undefined}
        data-below={eagerCount === 0 || undefined}
        data-placed={isPlaced || undefined}
        style={isPlaced ? { height } : undefined}
      >
        {photos.slice(from, to).map((photo, index) => (
          <PhotoCell
            key={photo.media_url}
            photo={photo}
            // Equal props for a photo that stays while the list grows: its cell is not drawn again.
            shape={boxes[from + index] ? undefined : shapes[from + index]}
            box={boxes[from + index]}
            sizes={sizesFor(photo, shapes[from + index] as PhotoShape)}
            place={isLong ? from + index + 1 : undefined}
            isEager={from + index < eagerCount}
            isLater={!isPlaced && index >= PHONE_FIRST}
            isFirst={from + index === 0 && eagerCount > 0}
            list={list}
            Reaction={photo.user_id === ownUserId ? null : Reaction}
            canEdit={canEdit && photo.user_id === ownUserId}
          />
        ))}
      </ul>
      {isRow && (
        <DeferredBoundary>
          <RowHints row={grid} count={photos.length} />
        </DeferredBoundary>
      )}
      {photos.length > WHOLE / 2 && (
        <DeferredBoundary>
          <VirtualGrid grid={grid} photos={photos} shapes={shapes} isLong={isLong} onChange={setPart} />
        </DeferredBoundary>
      )}
    </>
  );
});

type ReactionComponent = ComponentType<{ readonly photo: Photo }>;

/** Another size of the photos asks for other pictures. */
function useDrawnBySize(): void {
  const [, drawAgain] = useState<Event>();
  useEffect(() => {
    addEventListener(PHOTO_SIZE_CHANGED, drawAgain);
    return () => removeEventListener(PHOTO_SIZE_CHANGED, drawAgain);
  }, []);
}

/** The button comes after the first photos; until then the number stands in its place. */
function useReaction(isWanted: boolean): ReactionComponent | null {
  const [Reaction, setReaction] = useState<ReactionComponent | null>(null);
  useEffect(() => {
    if (isWanted)
      import('./CardReaction.tsx').then(
        // In short steps: a button for every photo at once would hold up a tap.
        ({ CardReaction }) => startTransition(() => setReaction(() => CardReaction)),
        () => undefined, // no signal: the number stays
      );
  }, [isWanted]);
  return Reaction;
}

interface PhotoCellProps {
  readonly photo: Photo;
  readonly shape: PhotoShape | undefined;
  /** The exact place, where the grid knows it. Then the photo is near the screen too. */
  readonly box: PhotoBox | undefined;
  /** How wide the picture is drawn. */
  readonly sizes: string;
  /** Place in a list that has not all of its elements. */
  readonly place: number | undefined;
  readonly isEager: boolean;
  readonly isLater: boolean;
  readonly isFirst: boolean;
  readonly list: QueryKey | undefined;
  readonly Reaction: ReactionComponent | null;
  readonly canEdit: boolean;
}

/** A shape for the styles. Two boxes in a phone's row are the rule: only other numbers are said. */
const styleOf = ({ ratio, share, others, tie }: Partial<PhotoShape> = {}) =>
  ({
    '--ratio': ratio,
    '--share': share,
    '--others': others === 1 ? undefined : others,
    '--tied': tie?.ratios,
    '--after': tie?.after,
    '--ahead': tie?.ahead,
  }) as CSSProperties;

const PhotoCell = memo(function PhotoCell(props: PhotoCellProps) {
  const { photo, shape, box, sizes, place, isEager, isLater, isFirst, list, Reaction, canEdit } = props;
  const urls = usePictureUrls();
  const openPhoto = useOpenPhoto();
  const { total, own_reacted } = photo.reactionInfo;
  const handleOpen = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return; // a new tab opens the same photo
    event.preventDefault();
    openPhoto(photo, list);
  };
  return (
    <li
      className={styles.cell}
      style={box ?? styleOf(shape)}
      data-tied={box || !shape?.tie ? undefined : shape.tie.behind === 0 ? 'first' : ''}
      aria-posinset={place}
      aria-setsize={place && -1}
      data-eager={isEager || undefined}
      data-later={isLater || undefined}
      data-photo={photo.media_url}
    >
      <a className={styles.link} href={photoHref(photo.media_url)} onClick={handleOpen}>
        <Picture
          {...urls.list(photo)}
          sizes={sizes}
          alt={photoAlt(photo)}
          isEager={isEager}
          isFirst={isFirst}
          isNear={box !== undefined}
        />
        <span className={styles.caption} aria-hidden="true" data-name={photo.user_screen_name || photo.user_name}>
          {!Reaction && total > 0 && <span className={`${styles.likes} ${heartMark(own_reacted)}`}>{total}</span>}
        </span>
        {photo.option !== null && (
          <span className={bestMark} role="img" aria-label={texts.bestShot} title={texts.bestShot} />
        )}
      </a>
      {Reaction && <Reaction photo={photo} />}
      {canEdit && (
        <OptionalBoundary>
          <EditPhoto mediaUrl={photo.media_url} />
        </OptionalBoundary>
      )}
    </li>
  );
});

/** The same boxes while the list loads. */
export function PhotoGridSkeleton({ count }: { readonly count: number }) {
  const shapes = layOutPhotos(
    Array.from({ length: count }, (_, index) => ({
      width: [3, 2, 4][index % 3] ?? 3,
      height: [2, 3, 3][index % 3] ?? 2,
    })),
    true,
  );
  return (
    <div className={`${styles.grid} ${styles.empty}`} aria-hidden="true">
      {shapes.map((shape, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: empty boxes have no other identity
          key={index}
          className={styles.cell}
          style={styleOf(shape)}
        />
      ))}
    </div>
  );
}
