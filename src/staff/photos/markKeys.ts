import type { KeyboardEvent } from 'react';
import { STARS_MAX } from '../../contract/staffLimits.ts';
import type { StaffPhoto } from '../../contract/staffPhotoEndpoints.ts';
import type { MarkChange } from './useStaffPhotos.ts';

/** Whether a key is meant for the page: not typed into a field, and no shortcut of the browser. */
export const isPageKey = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent<HTMLElement>): boolean =>
  !(target instanceof Element && target.matches('input:not([type=checkbox]), select, textarea')) &&
  !ctrlKey &&
  !metaKey &&
  !altKey;

/** Returns the mark that a key gives a photo (0 to 5, b); null: another key. */
export function markOfKey(key: string, { photo }: StaffPhoto): MarkChange | null {
  if (key.toLowerCase() === 'b') return { is_best: photo.option === null };
  return /^\d$/.test(key) && Number(key) <= STARS_MAX ? { stars: Number(key) } : null;
}
