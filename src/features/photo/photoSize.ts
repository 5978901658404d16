import { deviceStorage } from '../../platform/storage/webStorage.ts';
import { PHOTO_SIZE_CHANGED } from './photoSizeChanged.ts';

/** How large photos stand in the grids of wide screens. */
export const PHOTO_SIZES = ['small', 'medium', 'large'] as const;
export type PhotoSizeName = (typeof PHOTO_SIZES)[number];

/** Of the device; also read before the first frame (app/boot/earlyScript.js). */
const KEY = 'photoSize';

/** The chosen size; medium where nothing was chosen or what stands there is none of ours. */
export const chosenPhotoSize = (storage = deviceStorage): PhotoSizeName =>
  PHOTO_SIZES.find((size) => size === storage.getItem(KEY)) ?? 'medium';

/** Tells the styles of the grids (PhotoGrid.module.css). */
export function applyPhotoSize(size: PhotoSizeName): void {
  document.documentElement.dataset.photos = size;
}

/** Applies the size and keeps it on this device. */
export function choosePhotoSize(size: PhotoSizeName, storage = deviceStorage): void {
  storage.setItem(KEY, size);
  applyPhotoSize(size);
  dispatchEvent(new Event(PHOTO_SIZE_CHANGED));
}

/** Another window's choice, which holds here too. @returns ends it */
export function onOtherWindowsPhotoSize(listener: (size: PhotoSizeName) => void): () => void {
  const handle = ({ key }: StorageEvent) => {
    if (key !== KEY) return;
    const size = chosenPhotoSize();
    applyPhotoSize(size);
    dispatchEvent(new Event(PHOTO_SIZE_CHANGED));
    listener(size);
  };
  addEventListener('storage', handle);
  return () => removeEventListener('storage', handle);
}
