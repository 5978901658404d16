import { isStill } from '../../ui/isStill.ts';
import { findCard } from './revealPhoto.ts';
import { EASE } from './settleMotion.ts';

/** How a photo grows out of its card in a list when it is opened, and shrinks back into it when it is closed. */
const FLIGHT_MS = 240;
/** Frames to wait for the dialog's layout; after that the picture appears without motion. */
const MAX_FRAMES = 12;

/** Where the photo's card is on screen; null: nowhere. */
function cardBox(mediaUrl: string): DOMRect | null {
  const box = findCard(mediaUrl)?.getBoundingClientRect();
  return box !== undefined && box.width > 0 && box.bottom > 0 && box.top < innerHeight ? box : null;
}

let isShownLarge = false;
/**
 * The placeholder of a photo (PhotoComing) shows it large already: the overlay that replaces it must not let it grow again. Gives a
 * clean-up for the placeholder's unmount; it takes effect a microtask later, because the overlay mounts in the same commit.
 */
export function holdFlight(): () => void {
  isShownLarge = true;
  return () =>
    queueMicrotask(() => {
      isShownLarge = false;
    });
}

/** The picture grows out of its card, once the dialog around it stands. Gives the end of waiting for it. */
export function flyIn(picture: () => HTMLElement | null, mediaUrl: string): () => void {
  const from = isShownLarge || isStill() ? null : cardBox(mediaUrl);
  let frame = 0;
  const start = (left: number) => {
    const element = picture();
    const to = element?.getBoundingClientRect();
    if (from === null || left === 0) return;
    if (element == null || to === undefined || to.width === 0) {
      frame = requestAnimationFrame(() => start(left - 1));
      return;
    }
    const scale = Math.max(from.width / to.width, from.height / to.height);
    const x = from.left + from.width / 2 - to.left - to.width / 2;
    const y = from.top + from.height / 2 - to.top - to.height / 2;
    element.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: 'none' }], {
      duration: FLIGHT_MS,
      easing: EASE,
    });
  };
  start(MAX_FRAMES);
  return () => cancelAnimationFrame(frame);
}

/** The picture goes back into its card, as a copy: the overlay is gone already. */
export function flyOut(picture: HTMLImageElement | null, mediaUrl: string): void {
  const from = picture?.getBoundingClientRect();
  const to = isStill() ? null : cardBox(mediaUrl);
  if (picture === null || from === undefined || from.width === 0 || to === null) return;
  const copy = picture.cloneNode() as HTMLImageElement;
  // Away from its <picture> the copy would ask for the JPEG.
  copy.src = picture.currentSrc;
  copy.alt = '';
  copy.setAttribute('aria-hidden', 'true');
  const [left, top, width, height] = [`${to.left}px`, `${to.top}px`, `${to.width}px`, `${to.height}px`];
  Object.assign(copy.style, { position: 'fixed', zIndex: '9', left, top, width, height, objectFit: 'cover' });
  Object.assign(copy.style, { pointerEvents: 'none', borderRadius: 'var(--r1)' });
  document.body.append(copy);
  const start = { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px`, height: `${from.height}px` };
  const flight = copy.animate([start, { left, top, width, height }], { duration: FLIGHT_MS, easing: EASE });
  const remove = () => copy.remove();
  flight.finished.then(remove, remove);
}
