import { Camera, CircleAlert, ImagePlus, Loader, Upload, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { postForm } from '../../messages/jaPost.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { KeptThumbnail } from './KeptThumbnail.tsx';
import styles from './PhotoStrip.module.css';
import type { FormPhoto } from './photoForm.ts';

interface PhotoStripProps {
  readonly photos: readonly FormPhoto[];
  /** Slots in all: one more than photos until the maximum is reached (PST-06). */
  readonly slots: number;
  readonly selected: string | null;
  readonly isDragging: boolean;
  /** A submit failed for want of a photo. */
  readonly isMissing: boolean;
  readonly isReading: boolean;
  readonly onSelect: (name: string | null) => void;
  readonly onRemove: (name: string) => void;
  /** The picker is about to open: the form is saved before (T18). */
  readonly onChoose: () => void;
  /** Opens the camera at once; offered on phones and tablets. */
  readonly onCamera: () => void;
}

/** The photos of a post in a row, each with its state and a remove control, and always one empty slot at the end. */
export function PhotoStrip(props: PhotoStripProps) {
  const { photos, slots, selected, isDragging, isMissing, isReading, onSelect, onRemove, onChoose, onCamera } = props;
  const list = useRef<HTMLUListElement>(null);
  const hasRoom = slots > photos.length;
  const isTouch = useMediaQuery('(pointer: coarse)');
  const camera = isTouch && hasRoom && (
    <Button size={photos.length === 0 ? 'l' : 'm'} icon={<Camera aria-hidden="true" size={20} />} onClick={onCamera}>
      {postForm.takePhoto}
    </Button>
  );

  const focusSlot = (index: number) => list.current?.querySelectorAll<HTMLElement>('[data-slot]')[index]?.focus();
  const remove = (index: number, name: string) => {
    onRemove(name);
    if (selected === name) onSelect(null);
    // Focus stays in the row: on the photo that moved up, or the empty slot.
    requestAnimationFrame(() => focusSlot(index));
  };
  const handleKeyDown = (event: KeyboardEvent, index: number, name: string) => {
    if (event.key === 'Delete' || event.key === 'Backspace') return remove(index, name);
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step !== 0) focusSlot(index + step);
  };

  if (photos.length === 0)
    return (
      <DropArea
        isDragging={isDragging}
        isMissing={isMissing}
        isReading={isReading}
        isTouch={isTouch}
        onChoose={onChoose}
      >
        {camera}
      </DropArea>
    );
  return (
    <>
      <ul ref={list} className={styles.strip} data-dragging={isDragging || undefined} aria-label={postForm.photos}>
        {photos.map((photo, index) => (
          <PhotoSlot
            key={photo.name}
            photo={photo}
            number={index + 1}
            isSelected={photo.name === selected}
            onPress={() => onSelect(photo.name === selected ? null : photo.name)}
            onKeyDown={(event) => handleKeyDown(event, index, photo.name)}
            onRemove={() => remove(index, photo.name)}
          />
        ))}
        {hasRoom && <EmptySlot isDragging={isDragging} isReading={isReading} onChoose={onChoose} />}
      </ul>
      {camera}
    </>
  );
}

type ChooseProps = Pick<PhotoStripProps, 'isDragging' | 'isReading' | 'onChoose'>;

interface DropAreaProps extends ChooseProps {
  readonly isMissing: boolean;
  /** Nothing is dragged with a finger: the library is what there is. */
  readonly isTouch: boolean;
  readonly children: ReactNode;
}

/** In place of the strip while there is no photo: where to drop the first one, and how else to choose it. */
function DropArea({ isDragging, isMissing, isReading, isTouch, onChoose, children }: DropAreaProps) {
  return (
    <div
      className={styles.drop}
      data-dragging={isDragging || undefined}
      data-invalid={isMissing || undefined}
      aria-busy={isReading}
    >
      <span className={styles.dropIcon}>
        <Upload aria-hidden="true" size={28} />
      </span>
      <p className={styles.dropTitle}>{isDragging ? postForm.dropNow : postForm.upload}</p>
      {!isTouch && <p className={styles.dropHint}>{postForm.dragHere}</p>}
      <Button
        variant="primary"
        size="l"
        isBusy={isReading}
        icon={<ImagePlus aria-hidden="true" size={20} />}
        data-choose
        onClick={onChoose}
      >
        {isTouch ? postForm.choosePhotos : postForm.chooseFile}
      </Button>
      {children}
    </div>
  );
}

interface PhotoSlotProps {
  readonly photo: FormPhoto;
  /** Its place in the row, from 1. */
  readonly number: number;
  readonly isSelected: boolean;
  readonly onPress: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onRemove: () => void;
}

/** One photo of the row: a press shows its fields. */
function PhotoSlot({ photo, number, isSelected, onPress, onKeyDown, onRemove }: PhotoSlotProps) {
  return (
    <li className={styles.slot}>
      <button
        type="button"
        data-slot
        className={styles.photo}
        data-state={photo.state}
        aria-pressed={isSelected}
        onClick={onPress}
        onKeyDown={onKeyDown}
      >
        <span className="visually-hidden">{postForm.photoOf(number, photo.fileName)}</span>
        <KeptThumbnail photo={photo} className={styles.thumbnail} />
        {photo.own !== null && <span className={styles.own}>{postForm.ownMark}</span>}
        <StateMark photo={photo} />
      </button>
      <IconButton
        label={postForm.removePhoto(number)}
        icon={
          <span className={styles.removeDisc}>
            <X aria-hidden="true" size={18} />
          </span>
        }
        className={styles.remove}
        onClick={onRemove}
      />
    </li>
  );
}

/** The last slot of the row: adds a photo. */
function EmptySlot({ isDragging, isReading, onChoose }: ChooseProps) {
  return (
    <li className={styles.slot}>
      <button type="button" data-slot className={styles.empty} aria-busy={isReading} onClick={onChoose}>
        {isReading ? (
          <Loader aria-hidden="true" size={24} className={styles.turning} />
        ) : (
          <ImagePlus aria-hidden="true" size={24} />
        )}
        {isDragging ? postForm.dropNow : postForm.addPhoto}
      </button>
    </li>
  );
}

function StateMark({ photo }: { readonly photo: FormPhoto }) {
  const text = postForm.states[photo.state];
  // Where nothing happens any more the picture stands for itself.
  if (photo.state === 'ready') return <span className="visually-hidden">{text}</span>;
  const Icon = photo.state === 'refused' ? CircleAlert : Loader;
  return (
    <span className={styles.mark} data-state={photo.state}>
      <Icon aria-hidden="true" size={14} className={photo.state === 'preparing' ? styles.turning : undefined} />
      {text}
    </span>
  );
}
