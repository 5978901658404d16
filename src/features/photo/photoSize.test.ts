// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { createWebStorage } from '../../platform/storage/webStorage.ts';
import { choosePhotoSize, chosenPhotoSize } from './photoSize.ts';
import { PHOTO_SIZE_CHANGED } from './photoSizeChanged.ts';

test('FAN-10c the size of the photos is kept on the device, told to styles and grids; medium without one', () => {
  const storage = createWebStorage(() => localStorage);
  expect(chosenPhotoSize(storage)).toBe('medium');
  let told = 0;
  addEventListener(PHOTO_SIZE_CHANGED, () => {
    told += 1;
  });
  choosePhotoSize('large', storage);
  expect([chosenPhotoSize(storage), document.documentElement.dataset.photos, told]).toEqual(['large', 'large', 1]);
  storage.setItem('photoSize', 'enormous');
  expect(chosenPhotoSize(storage)).toBe('medium');
  const denied = createWebStorage(() => {
    throw new Error('denied');
  });
  choosePhotoSize('small', denied);
  expect([chosenPhotoSize(denied), document.documentElement.dataset.photos]).toEqual(['medium', 'small']);
});
