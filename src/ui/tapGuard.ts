/**
 * Double-tap guard: the second tap of a double tap, or of an impatient one, lands on what has opened (or come free) meanwhile.
 * For a moment after a dialog opens or goes, presses on the place of the tap before that do nothing.
 */
interface Tap {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

const GUARD_MS = 400;
/** The two taps of a double tap are this near to each other, in CSS pixels. */
const SAME_PLACE_PX = 40;

let lastTap: Tap | null = null;
let openedAt = Number.NEGATIVE_INFINITY;
let guarded: { readonly place: Tap; readonly until: number } | null = null;

const guard = (place: Tap) => {
  guarded = { place, until: performance.now() + GUARD_MS };
};

/** A dialog has just opened, however long its code took to come. */
export function guardAfterOpening(): void {
  openedAt = performance.now();
  if (lastTap !== null) guard(lastTap);
}

/** A dialog has just gone. Where no tap closed it (Escape, the back button) the page is free at once. */
export function guardAfterClosing(): void {
  guarded = null;
  if (lastTap !== null && lastTap.at > openedAt && performance.now() - lastTap.at < GUARD_MS) guard(lastTap);
}

function isGuarded({ clientX, clientY, timeStamp }: MouseEvent): boolean {
  return (
    guarded !== null &&
    timeStamp < guarded.until &&
    Math.hypot(clientX - guarded.place.x, clientY - guarded.place.y) <= SAME_PLACE_PX
  );
}

function handlePress(event: MouseEvent): void {
  // A click without a pointer comes from the keyboard or an assistive technology.
  if (event.type === 'click' && event.detail === 0) return;
  if (isGuarded(event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (event.type === 'pointerdown') lastTap = { x: event.clientX, y: event.clientY, at: event.timeStamp };
}

if (typeof document !== 'undefined')
  for (const type of ['pointerdown', 'click'] as const) document.addEventListener(type, handlePress, true);
