/** The photos of a post fly from the form into the badge of the queue (FAN-26d). */
import { isStill } from '../../ui/isStill.ts';

const FLIGHT_MS = 400;
/** Between the starts of two photos, in milliseconds. */
const STAGGER_MS = 60;
const MAX_PHOTOS = 3;
/** Frames to wait for the badge, which comes with the first count; without it nothing flies. */
const MAX_FRAMES = 30;
/** The queue's button in the header (`WaitingButton`). */
const BADGE = '[data-outbox-badge]';

interface Taken {
  readonly picture: HTMLElement;
  readonly box: DOMRect;
}

/** A copy of a thumbnail as it is drawn. The form gives the picture's own address back when it closes. */
function copyOf(image: HTMLImageElement): Taken | null {
  const box = image.getBoundingClientRect();
  const { naturalWidth: width, naturalHeight: height } = image;
  if (box.width === 0 || width === 0) return null;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(box.width * devicePixelRatio);
  canvas.height = Math.round(box.height * devicePixelRatio);
  // Covers its box, as the thumbnail does.
  const scale = Math.max(canvas.width / width, canvas.height / height);
  const x = (canvas.width - width * scale) / 2;
  const y = (canvas.height - height * scale) / 2;
  canvas.getContext('2d')?.drawImage(image, x, y, width * scale, height * scale);
  return { picture: canvas, box };
}

/** Where a flight begins, inside the window: the row of photos may be scrolled away. */
const inside = (at: number, size: number, room: number): number => Math.min(Math.max(at, 0), Math.max(room - size, 0));

function fly({ picture, box }: Taken, to: DOMRect, index: number): void {
  const left = inside(box.left, box.width, innerWidth);
  const top = inside(box.top, box.height, innerHeight);
  picture.setAttribute('aria-hidden', 'true');
  picture.dataset.flight = '';
  Object.assign(picture.style, { position: 'fixed', zIndex: '62', pointerEvents: 'none', borderRadius: 'var(--r1)' });
  Object.assign(picture.style, { left: `${left}px`, top: `${top}px` });
  Object.assign(picture.style, { width: `${box.width}px`, height: `${box.height}px` });
  document.body.append(picture);
  const x = to.left + to.width / 2 - left - box.width / 2;
  const y = to.top + to.height / 2 - top - box.height / 2;
  const end = `translate(${x}px, ${y}px) scale(${Math.min(1, to.height / box.height)})`;
  const flight = picture.animate(
    [
      { transform: 'none', opacity: 1 },
      { opacity: 1, offset: 0.7 },
      { transform: end, opacity: 0 },
    ],
    { duration: FLIGHT_MS, delay: index * STAGGER_MS, easing: 'cubic-bezier(0.4, 0, 0.2, 1)', fill: 'both' },
  );
  const remove = () => picture.remove();
  flight.finished.then(remove, remove);
}

/**
 * Copies the first thumbnails of the open form. Gives a function that lets them fly once the form has closed. Nothing flies for a fan who
 * asked for less motion, and where no badge is in sight. What flies takes no press.
 */
export function pickUpThumbnails(): () => void {
  if (isStill()) return () => undefined;
  const images = [...document.querySelectorAll<HTMLImageElement>('dialog [data-slot] img')].slice(0, MAX_PHOTOS);
  const taken = images.map(copyOf).filter((one) => one !== null);
  const start = (framesLeft: number) => {
    const box = document.querySelector(BADGE)?.getBoundingClientRect();
    const isOpen = document.querySelector('dialog:modal') !== null;
    if (!isOpen && box !== undefined && box.width > 0 && box.bottom > 0) {
      taken.forEach((one, index) => void fly(one, box, index));
    } else if (framesLeft > 0) requestAnimationFrame(() => start(framesLeft - 1));
  };
  return () => start(MAX_FRAMES);
}
