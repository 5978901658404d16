import type { ChangeEvent, RefObject } from 'react';
import { postForm } from '../../messages/jaPost.ts';

interface PhotoInputsProps {
  readonly files: RefObject<HTMLInputElement | null>;
  readonly camera: RefObject<HTMLInputElement | null>;
  readonly onPick: (files: readonly File[]) => void;
}

/** The two ways to the device's pictures: its library, and on phones its camera at once. */
export function PhotoInputs({ files, camera, onPick }: PhotoInputsProps) {
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onPick([...(target.files ?? [])]);
    target.value = '';
  };
  const shared = { className: 'visually-hidden', type: 'file', accept: 'image/jpeg', tabIndex: -1 } as const;
  return (
    <>
      <input ref={files} {...shared} multiple aria-label={postForm.choosePhotos} onChange={handleChange} />
      <input
        ref={camera}
        {...shared}
        hidden
        capture="environment"
        aria-label={postForm.takePhoto}
        onChange={handleChange}
      />
    </>
  );
}
