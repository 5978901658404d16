import { useRef } from 'react';
import { PhotoInputs } from './PhotoInputs.tsx';
import { PhotoStrip } from './PhotoStrip.tsx';
import { slotCount } from './photoForm.ts';
import type { PhotoFormStore } from './photoFormStore.ts';

interface PhotoPickerProps {
  readonly snapshot: ReturnType<PhotoFormStore['getSnapshot']>;
  readonly max: number;
  /** Name of the photo whose fields are shown. */
  readonly selected: string | null;
  readonly isDragging: boolean;
  /** A submit failed for want of a photo. */
  readonly isMissing: boolean;
  readonly onSelect: (name: string | null) => void;
  readonly onRemove: (name: string) => void;
  readonly onPick: (files: readonly File[]) => void;
}

/** The photos of the post, and the ways to add some: files and camera. */
export function PhotoPicker({ snapshot, max, onPick, ...strip }: PhotoPickerProps) {
  const { form, isReading } = snapshot;
  const fileInput = useRef<HTMLInputElement>(null);
  const cameraInput = useRef<HTMLInputElement>(null);
  return (
    <>
      <PhotoStrip
        {...strip}
        photos={form.photos}
        slots={slotCount(form, max)}
        isReading={isReading}
        onChoose={() => fileInput.current?.click()}
        onCamera={() => cameraInput.current?.click()}
      />
      <PhotoInputs files={fileInput} camera={cameraInput} onPick={onPick} />
    </>
  );
}
