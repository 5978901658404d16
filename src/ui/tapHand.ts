import { isStill } from './isStill.ts';

/** In milliseconds: felt, not heard. */
const TAP_MS = 12;

/**
 * A tap the hand feels, where the device can (Android): a like, a post that is saved, one that is public (FAN-15). Not for fans who asked
 * for less motion; a page nobody has pressed yet may not.
 */
export function tapHand(): void {
  if (!('vibrate' in navigator) || navigator.userActivation?.hasBeenActive === false || isStill()) return;
  navigator.vibrate(TAP_MS);
}
