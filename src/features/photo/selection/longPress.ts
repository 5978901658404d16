import { tapHand } from '../../../ui/tapHand.ts';

/** A finger rests this long on a photo, in milliseconds, … */
const HOLD_MS = 500;
/** … and moves no further than this, in CSS pixels. */
const STILL = 10;

export const keyOfCell = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('li[data-photo]')?.dataset.photo ?? null) : null;

/**
 * Tells of a photo that is held by a finger. Where `onHold` takes it, neither the browser's menu nor the photo opens. All listeners
 * are passive but for the menu's: scrolling waits for none.
 * @returns ends it
 */
export function listenToLongPress(grid: HTMLElement, onHold: (key: string) => boolean): () => void {
  let press: { readonly key: string; readonly x: number; readonly y: number; readonly timer: number } | null = null;
  let isTaken = false;
  const end = () => {
    if (press !== null) clearTimeout(press.timer);
    press = null;
  };
  const hold = () => {
    if (press === null) return;
    const { key } = press;
    end();
    isTaken = onHold(key);
    if (isTaken) tapHand();
  };
  const handleDown = (event: PointerEvent) => {
    end();
    isTaken = false;
    const key = keyOfCell(event.target);
    // A button of the card is not the photo.
    const isOnPhoto = event.target instanceof Element && event.target.closest('button') === null;
    if (event.pointerType !== 'touch' || !event.isPrimary || key === null || !isOnPhoto) return;
    press = { key, x: event.clientX, y: event.clientY, timer: window.setTimeout(hold, HOLD_MS) };
  };
  const handleMove = ({ clientX, clientY }: PointerEvent) => {
    if (press !== null && Math.hypot(clientX - press.x, clientY - press.y) > STILL) end();
  };
  const handleMenu = (event: Event) => {
    // Android asks for its menu when a link is held: perhaps before our own clock is done.
    hold();
    if (isTaken) event.preventDefault();
  };
  const handleClick = (event: Event) => {
    if (!isTaken) return;
    isTaken = false;
    event.preventDefault();
    // Nor is it a press of the selection that has begun.
    event.stopImmediatePropagation();
  };
  const handleDragStart = (event: Event) => {
    // iPads lift a held link to be dragged elsewhere.
    if (press !== null || isTaken) event.preventDefault();
  };
  grid.addEventListener('pointerdown', handleDown);
  grid.addEventListener('pointermove', handleMove);
  grid.addEventListener('pointerup', end);
  grid.addEventListener('pointercancel', end);
  grid.addEventListener('contextmenu', handleMenu);
  grid.addEventListener('click', handleClick, { capture: true });
  grid.addEventListener('dragstart', handleDragStart);
  return () => {
    end();
    grid.removeEventListener('pointerdown', handleDown);
    grid.removeEventListener('pointermove', handleMove);
    grid.removeEventListener('pointerup', end);
    grid.removeEventListener('pointercancel', end);
    grid.removeEventListener('contextmenu', handleMenu);
    grid.removeEventListener('click', handleClick, { capture: true });
    grid.removeEventListener('dragstart', handleDragStart);
  };
}
